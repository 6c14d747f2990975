import { expect, test } from 'vitest'
import { stepOf } from './step.fixture.js'
import { isOpposed, isPosition, tasksOf } from './tasks.js'

/** @param {number} number @param {boolean} present @param {number[]} needs */
const unit = (number, present, ...needs) => ({ number, positions: 100, bytes: present ? 20 : 0, needs })

test('a class in one piece is one task', () => {
  expect(
    tasksOf([stepOf({ class: 'KQvK' }), stepOf({ class: 'KPvK', positions: 500, needs: ['KQvK'] })]).slice(1),
  ).toEqual([
    {
      id: 'KPvK',
      class: 'KPvK',
      unit: 0,
      slices: [],
      castling: [],
      positions: 500,
      weight: 500,
      memory: 100,
      needs: ['KQvK'],
    },
  ])
})

test('missing units are built, all of them before the classes that need theirs', () => {
  const units = [unit(1, true), unit(2, false, 1), unit(3, false, 1, 2)]
  const tasks = tasksOf([
    stepOf({ class: 'KRPvKR', needs: ['KQRvKR'], units }),
    stepOf({ class: 'KPPvKR', needs: ['KRPvKR', 'KQPvKR'] }),
  ])
  expect(tasks.map(({ id, unit, needs }) => ({ id, unit, needs }))).toEqual([
    { id: 'KRPvKR/2', unit: 2, needs: ['KRPvKR/1'] },
    { id: 'KRPvKR/3', unit: 3, needs: ['KRPvKR/1', 'KRPvKR/2'] },
    { id: 'KPPvKR', unit: 0, needs: ['KRPvKR/2', 'KRPvKR/3'] },
  ])
})

test('slices that are built alone are one task', () => {
  const units = [{ number: 0, slices: [3, 17], positions: 40, bytes: 0, needs: [] }]
  expect(tasksOf([stepOf({ class: 'KNPvKP', needs: [], units, whole: false })])).toEqual([
    {
      id: 'KNPvKP/0',
      class: 'KNPvKP',
      unit: 0,
      slices: [3, 17],
      castling: [],
      positions: 40,
      weight: 1000,
      memory: 100,
      needs: [],
    },
  ])
})

test('castling is built with the whole class, or after its last unit', () => {
  const castling = { number: -1, castling: ['KRPvKR-h1'], positions: 30, bytes: 0, needs: [1, 2] }
  const steps = [
    stepOf({ class: 'KRvKR', castling: ['KRvKR-h1'] }),
    stepOf({ class: 'KRPvKR', needs: ['KRvKR'], units: [unit(1, true), unit(2, false, 1), castling] }),
  ]
  expect(tasksOf(steps).map(({ id, unit, castling, needs }) => ({ id, unit, castling, needs }))).toEqual([
    { id: 'KRvKR', unit: 0, castling: ['KRvKR-h1'], needs: [] },
    { id: 'KRPvKR/2', unit: 2, castling: [], needs: ['KRvKR', 'KRPvKR/1'] },
    { id: 'KRPvKR/-1', unit: -1, castling: ['KRPvKR-h1'], needs: ['KRvKR', 'KRPvKR/1', 'KRPvKR/2'] },
  ])
})

test('opposed pawns are a part of a class', () => {
  expect(['KRPpKRp', 'KPpKp', 'KRPvKRP', 'KRvK-kf1h1', '8/8 w'].filter(isOpposed)).toEqual(['KRPpKRp', 'KPpKp'])
  expect(['KRPpKRp', 'KRPvKRP', '8/8 w'].map(isPosition)).toEqual([true, false, true])
})
