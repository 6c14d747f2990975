import { expect, test } from 'vitest'
import { stepOf } from './step.fixture.js'
import { tasksOf } from './tasks.js'

/** @param {number} number @param {boolean} present @param {number[]} needs */
const unit = (number, present, ...needs) => ({ number, positions: 100, present, needs })

test('a class in one piece is one task', () => {
  expect(tasksOf([stepOf({ class: 'KPvK', positions: 500, needs: ['KQvK'] })])).toEqual([
    { id: 'KPvK', class: 'KPvK', what: 'build', unit: 0, positions: 500, weight: 500, memory: 100, needs: ['KQvK'] },
  ])
})

test('units that are absent are built, and joined when all are there', () => {
  const tasks = tasksOf([stepOf({ class: 'KRPvKR', positions: 300, needs: ['KQRvKR'], units: [unit(1, true), unit(2, false, 1), unit(3, false, 1, 2)] })])
  expect(tasks.map(({ id, what, unit, needs }) => ({ id, what, unit, needs }))).toEqual([
    { id: 'KRPvKR/2', what: 'build', unit: 2, needs: ['KQRvKR', 'KRPvKR/1'] },
    { id: 'KRPvKR/3', what: 'build', unit: 3, needs: ['KQRvKR', 'KRPvKR/1', 'KRPvKR/2'] },
    { id: 'KRPvKR', what: 'join', unit: 0, needs: ['KQRvKR', 'KRPvKR/2', 'KRPvKR/3'] },
  ])
})

test('what is left of a class whose units are all there is to join them', () => {
  expect(tasksOf([stepOf({ class: 'KRPvKR', positions: 300, needs: [], units: [unit(1, true), unit(2, true, 1)] })])).toMatchObject([{ id: 'KRPvKR', what: 'join', needs: [] }])
})
