import { expect, test } from 'vitest'
import { Tally } from './tally.js'

/** @param {string} id @param {number} positions */
const taskOf = (id, positions) =>
  /** @type {import('../src/engine/tasks.js').Task} */ (
    /** @type {unknown} */ ({ id, class: id.split('/')[0], positions })
  )

/** @param {number} bytes */
const builtOf = (bytes) => /** @type {any} */ ({ bytes })

/** @param {number[]} positions */
const planOf = (...positions) => /** @type {any} */ ({ steps: positions.map((each) => ({ positions: each })) })

test('positions of parallel tasks add up, and a finished task counts in full', () => {
  /** @type {number[][]} */
  const told = []
  const tally = new Tally(({ done, of }) => told.push([done, of]))
  const [one, another] = [taskOf('KPvKP/1', 60), taskOf('KPvKP/2', 40)]
  tally.add({ type: 'planned', plan: planOf(100) })
  tally.add({ type: 'started', task: one })
  tally.add({ type: 'progress', task: one, progress: /** @type {any} */ ({ positions: 10, step: 'solving' }) })
  tally.add({ type: 'progress', task: another, progress: /** @type {any} */ ({ positions: 5, step: 'reading' }) })
  tally.add({ type: 'done', task: one, built: builtOf(7) })
  tally.add({ type: 'done', task: another, built: builtOf(8) })
  expect(told).toEqual([
    [0, 100],
    [10, 100],
    [15, 100],
    [65, 100],
    [100, 100],
  ])
  expect(tally.built).toEqual({ tables: ['KPvKP'], bytes: 15, seconds: expect.any(Number) })
})

test('the error is that of the first failure, with its class', () => {
  const tally = new Tally(() => {})
  tally.add({ type: 'failed', task: taskOf('KQvK', 1), error: { code: 'full', message: 'Storage is full.' } })
  tally.add({ type: 'failed', task: taskOf('KRvK', 1), error: { code: 'died', message: 'It died.' } })
  expect(tally.error).toEqual({ code: 'full', message: 'Storage is full.', class: 'KQvK' })
})

test('tasks that are planned again after the return of the user do not count twice', () => {
  /** @type {number[][]} */
  const told = []
  const tally = new Tally(({ done, of }) => told.push([done, of]))
  const [one, another] = [taskOf('KQvK', 60), taskOf('KRvK', 40)]
  tally.add({ type: 'planned', plan: planOf(60, 40) })
  tally.add({ type: 'done', task: one, built: builtOf(7) })
  tally.add({ type: 'progress', task: another, progress: /** @type {any} */ ({ positions: 30, step: 'solving' }) })
  tally.add({ type: 'left' })
  tally.add({ type: 'planned', plan: planOf(40) })
  tally.add({ type: 'done', task: another, built: builtOf(8) })
  expect(told).toEqual([
    [0, 100],
    [60, 100],
    [90, 100],
    [60, 100],
    [60, 100],
    [100, 100],
  ])
})
