import { expect, test } from 'vitest'
import { stepOf } from './step.fixture.js'
import { tasksOf } from './tasks.js'

/** @param {number} number @param {boolean} present @param {number[]} needs */
const shard = (number, present, ...needs) => ({ number, positions: 100, present, needs })

test('a class in one piece is one task', () => {
  expect(tasksOf([stepOf({ class: 'KPvK', positions: 500, needs: ['KQvK'] })])).toEqual([
    { id: 'KPvK', class: 'KPvK', what: 'build', shard: 0, positions: 500, weight: 500, memory: 100, needs: ['KQvK'] },
  ])
})

test('shards that are absent are built, and joined when all are there', () => {
  const tasks = tasksOf([stepOf({ class: 'KRPvKR', positions: 300, needs: ['KQRvKR'], shards: [shard(1, true), shard(2, false, 1), shard(3, false, 1, 2)] })])
  expect(tasks.map(({ id, what, shard, needs }) => ({ id, what, shard, needs }))).toEqual([
    { id: 'KRPvKR/2', what: 'build', shard: 2, needs: ['KQRvKR', 'KRPvKR/1'] },
    { id: 'KRPvKR/3', what: 'build', shard: 3, needs: ['KQRvKR', 'KRPvKR/1', 'KRPvKR/2'] },
    { id: 'KRPvKR', what: 'join', shard: 0, needs: ['KQRvKR', 'KRPvKR/2', 'KRPvKR/3'] },
  ])
})

test('what is left of a class whose shards are all there is to join them', () => {
  expect(tasksOf([stepOf({ class: 'KRPvKR', positions: 300, needs: [], shards: [shard(1, true), shard(2, true, 1)] })])).toMatchObject([{ id: 'KRPvKR', what: 'join', needs: [] }])
})
