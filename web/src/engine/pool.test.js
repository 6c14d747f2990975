import { expect, test } from 'vitest'
import { Pool, shareOf } from './pool.js'
import { stepOf } from './step.fixture.js'
import { tasksOf } from './tasks.js'

/** @typedef {import('./types.js').Result<import('./types.js').Built>} Result */

/** @param {string} name @param {number} positions @param {string[]} needs */
const step = (name, positions, ...needs) => stepOf({ class: name, positions, needs })

// KPvK and KRPvK need the classes after promotions. KQRvK needs KQvK and KRvK.
const steps = [
  step('KQvK', 10),
  step('KRvK', 20),
  step('KPvK', 500, 'KQvK', 'KRvK'),
  step('KQRvK', 100, 'KQvK', 'KRvK'),
  step('KRPvK', 900, 'KQvK', 'KRvK', 'KPvK', 'KQRvK'),
]

/** Returns a pool with workers that build on request. @param {number} workers */
function setUp(workers, plan = steps, memory = Infinity) {
  /** @type {Map<string, {settle: (result: Result) => void, onProgress: (progress: any) => void}>} */
  const running = new Map()
  /** @type {string[]} */
  const begun = []
  /** @type {number[]} */
  const granted = []
  /** @type {Map<string, string[]>} */
  const laters = new Map()
  /** @type {string[]} */
  const stopped = []
  /** @type {import('./pool.js').PoolEvent[]} */
  const events = []
  /** @type {import('./pool.js').StartJob} */
  const start = ({ id }, later, { memory }, _method, onProgress) => {
    granted.push(memory)
    laters.set(id, later)
    begun.push(id)
    /** @type {Promise<Result>} */
    const result = new Promise((settle) => running.set(id, { settle, onProgress }))
    return { result, stop: () => stopped.push(id) }
  }
  const pool = new Pool(tasksOf(plan), { workers, memory }, start, (event) => events.push(event))

  /** @param {string} name @param {Result} result */
  async function settle(name, result) {
    const job = running.get(name)
    if (!job) throw new Error(`${name} is not being built`)
    running.delete(name)
    job.settle(result)
    await new Promise((done) => setTimeout(done))
  }
  return {
    pool,
    begun,
    granted,
    laters,
    stopped,
    events,
    running,
    /** @param {string} name */
    build: (name) => settle(name, { ok: true, value: table(name) }),
    /** @param {string} name @param {'memory' | 'full'} [code] */
    fail: (name, code = 'memory') => settle(name, { ok: false, error: { code, message: 'No.' } }),
    busy: () => [...running.keys()],
  }
}

/** @param {string} name */
const table = (name) => ({
  class: name,
  method: 'm',
  how: 'somehow',
  positions: 1,
  solveSeconds: 1,
  readSeconds: 0.5,
  encodeSeconds: 1,
  elapsedSeconds: 2,
  bytes: 1,
  wasmBytes: 1,
})

/** @param {Promise<string>} ended */
const isPending = async (ended) => (await Promise.race([ended, Promise.resolve('pending')])) === 'pending'

test('one worker builds one class at a time, the largest that it can', async () => {
  const { pool, build, busy, begun } = setUp(1)
  for (const name of ['KRvK', 'KQvK', 'KPvK', 'KQRvK', 'KRPvK']) {
    expect(busy()).toEqual([name])
    await build(name)
  }
  expect(await pool.ended).toBe('done')
  expect(begun).toHaveLength(5)
})

test('a ready unit that needs the unit just built is built next', async () => {
  const units = [[], [], [], [2], [1]].map((needs, i) => ({ number: i + 1, positions: 100, bytes: 0, needs }))
  const plan = [stepOf({ class: 'KRPvKR', units })]
  const { build, begun } = setUp(2, plan)
  await build('KRPvKR/2')
  await build('KRPvKR/1')
  expect(begun).toEqual(['KRPvKR/1', 'KRPvKR/2', 'KRPvKR/4', 'KRPvKR/5'])
  const one = setUp(1, plan)
  for (const number of [1, 2, 3, 4, 5]) await one.build(`KRPvKR/${number}`)
  expect(one.begun).toEqual([1, 2, 3, 4, 5].map((number) => `KRPvKR/${number}`))
})

test('no class is begun before all that it needs is finished', async () => {
  const { build, busy } = setUp(4)
  expect(busy()).toEqual(['KRvK', 'KQvK'])
  await build('KRvK')
  expect(busy()).toEqual(['KQvK'])
  await build('KQvK')
  expect(busy()).toEqual(['KPvK', 'KQRvK'])
  await build('KPvK')
  expect(busy()).toEqual(['KQRvK'])
  await build('KQRvK')
  expect(busy()).toEqual(['KRPvK'])
})

test('in whatever order the workers finish, every class is built once and after what it needs', async () => {
  for (let seed = 1; seed <= 50; seed++) {
    const { pool, build, busy, begun, events } = setUp(1 + (seed % 3))
    for (let at = seed; busy().length; at = (at * 31 + 7) % 101) await build(busy()[at % busy().length])
    expect(await pool.ended).toBe('done')
    expect(begun.toSorted()).toEqual(steps.map((step) => step.class).toSorted())
    /** @type {Set<string>} */
    const there = new Set()
    for (const event of events) {
      if (event.type === 'started')
        expect(steps.find((step) => step.class === event.task.id)?.needs.every((name) => there.has(name))).toBe(true)
      if (event.type === 'done') there.add(event.task.id)
    }
  }
})

test('nothing to build is done at once', async () => {
  expect(await setUp(2, []).pool.ended).toBe('done')
})

test('progress is passed on, and a late report of a class that is finished is not', async () => {
  const { running, events, build } = setUp(2)
  const { onProgress } = running.get('KRvK') ?? { onProgress() {} }
  onProgress({ class: 'KRvK', positions: 5 })
  await build('KRvK')
  onProgress({ class: 'KRvK', positions: 20 })
  expect(events.filter((event) => event.type === 'progress')).toHaveLength(1)
})

test('after a failure no task starts, running jobs finish, and then the pool has failed', async () => {
  const { pool, build, fail, busy, begun, stopped, events } = setUp(2)
  await fail('KRvK')
  expect(busy()).toEqual(['KQvK'])
  expect(await isPending(pool.ended)).toBe(true)
  pool.resize({ workers: 4, memory: Infinity })
  await build('KQvK')
  expect(await pool.ended).toBe('failed')
  expect(begun).toEqual(['KRvK', 'KQvK'])
  expect(stopped).toEqual([])
  expect(events.slice(-2).map((event) => event.type)).toEqual(['failed', 'done'])
})

test('several tasks can fail, and each is reported', async () => {
  const { pool, fail, events } = setUp(2)
  await fail('KRvK', 'full')
  await fail('KQvK', 'full')
  expect(await pool.ended).toBe('failed')
  expect(events.filter((event) => event.type === 'failed').map((event) => event.task.id)).toEqual(['KRvK', 'KQvK'])
})

test('cancelling stops all running jobs, and they report nothing afterwards', async () => {
  const { pool, build, stopped, events, begun } = setUp(2)
  pool.stop('cancelled')
  expect(await pool.ended).toBe('cancelled')
  expect(stopped).toEqual(['KRvK', 'KQvK'])
  await build('KQvK') // too late
  expect(events.filter((event) => event.type === 'done')).toEqual([])
  expect(begun).toHaveLength(2)
})

test('a failed pool stays failed when it is cancelled', async () => {
  const { pool, fail, stopped } = setUp(2)
  await fail('KRvK')
  pool.stop('cancelled')
  expect(await pool.ended).toBe('failed')
  expect(stopped).toEqual(['KQvK'])
})

test('a paused pool starts no task, and ends when the running jobs are done', async () => {
  const { pool, build, busy, begun, stopped } = setUp(2)
  pool.pause()
  pool.resize({ workers: 4, memory: Infinity })
  await build('KRvK')
  expect(busy()).toEqual(['KQvK'])
  expect(await isPending(pool.ended)).toBe(true)
  await build('KQvK')
  expect(await pool.ended).toBe('paused')
  pool.resume() // too late: it has ended
  expect(begun).toEqual(['KRvK', 'KQvK'])
  expect(stopped).toEqual([])
})

test('a pool that is resumed in time continues as if never paused', async () => {
  const { pool, build, busy } = setUp(2)
  pool.pause()
  await build('KRvK')
  pool.resume()
  await build('KQvK')
  expect(busy()).toEqual(['KPvK', 'KQRvK'])
  expect(await isPending(pool.ended)).toBe(true)
})

test('a pool that is paused in its last task ends as done', async () => {
  const { pool, build } = setUp(1, [step('KQvK', 10)])
  pool.pause()
  await build('KQvK')
  expect(await pool.ended).toBe('done')
})

test('a paused pool fails with a task, and stays paused if it is stopped', async () => {
  const failing = setUp(2)
  failing.pool.pause()
  await failing.fail('KRvK')
  await failing.build('KQvK')
  expect(await failing.pool.ended).toBe('failed')
  const { pool, stopped } = setUp(2)
  pool.pause()
  pool.stop('paused')
  expect(await pool.ended).toBe('paused')
  expect(stopped).toEqual(['KRvK', 'KQvK'])
})

test('the number of workers can change while they work', async () => {
  const { pool, build, busy } = setUp(1)
  pool.resize({ workers: 2, memory: Infinity })
  expect(busy()).toEqual(['KRvK', 'KQvK'])
  pool.resize({ workers: 1, memory: Infinity })
  await build('KRvK')
  expect(busy()).toEqual(['KQvK'])
  await build('KQvK')
  expect(busy()).toEqual(['KPvK'])
})

test('units of one class are built in parallel, and tasks that need the class wait for all of them', async () => {
  /** @param {number} number @param {number[]} needs */
  const unit = (number, ...needs) => ({ number, positions: 300, seconds: 1, bytes: 0, needs })
  const plan = [
    step('KQvK', 10),
    { ...step('KRPvK', 900, 'KQvK'), units: [unit(1), unit(2), unit(3, 1)] },
    step('KPPvK', 2000, 'KRPvK'),
  ]
  const { pool, build, busy } = setUp(2, plan)
  expect(busy()).toEqual(['KQvK'])
  await build('KQvK')
  expect(busy()).toEqual(['KRPvK/1', 'KRPvK/2'])
  await build('KRPvK/2')
  expect(busy()).toEqual(['KRPvK/1'])
  await build('KRPvK/1')
  expect(busy()).toEqual(['KRPvK/3'])
  await build('KRPvK/3')
  expect(busy()).toEqual(['KPPvK'])
  await build('KPPvK')
  expect(await pool.ended).toBe('done')
})

test('each task gets its share of the memory or its minimum, and one task always starts', async () => {
  const MIB = 2 ** 20
  const large = steps.map((step) => ({ ...step, memory: 100 * MIB }))
  const { build, busy, granted, pool } = setUp(4, large, 250 * MIB)
  expect(busy()).toEqual(['KRvK', 'KQvK'])
  pool.resize({ workers: 4, memory: 99 * MIB })
  await build('KRvK')
  expect(busy()).toEqual(['KQvK'])
  await build('KQvK')
  expect(busy()).toEqual(['KPvK'])
  pool.resize({ workers: 2, memory: 1000 * MIB })
  expect(busy()).toEqual(['KPvK', 'KQRvK'])
  expect(granted).toEqual([100, 100, 100, 500].map((count) => count * MIB))
})

test('if memory is scarce, fewer workers share it, so that none needs the disk for a table that fits', () => {
  const MIB = 2 ** 20
  expect(shareOf({ workers: 3, memory: 80 * MIB })).toBe(40 * MIB)
  expect(shareOf({ workers: 3, memory: 30 * MIB })).toBe(30 * MIB)
  expect(shareOf({ workers: 3, memory: 300 * MIB })).toBe(100 * MIB)
})

test('each task gets the classes that are still to be built, without its own', async () => {
  const { laters, build, pool } = setUp(2)
  expect(pool.left.sort()).toEqual(['KPvK', 'KQRvK', 'KQvK', 'KRPvK', 'KRvK'])
  for (const name of ['KRvK', 'KQvK', 'KPvK', 'KQRvK', 'KRPvK']) await build(name)
  expect(laters.get('KRvK')?.sort()).toEqual(['KPvK', 'KQRvK', 'KQvK', 'KRPvK'])
  expect(laters.get('KRPvK')).toEqual([])
  expect(pool.left).toEqual([])
})
