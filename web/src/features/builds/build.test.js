import { say } from '#words'
import { expect, test } from 'vitest'
import { advance, begin, builtSince, finish, isCastlingAlone, tick } from './build.js'
import { fraction, isBeingBuilt, memoryOf, positionsDone, progressOf, shareOfEach } from './progress.js'
import { stepOf } from '../../engine/step.fixture.js'
import { tasksOf } from '../../engine/tasks.js'
import { TABLES } from '../../shell/address.js'
import { forecast } from './forecast.js'
import { pause } from './queue.js'
import { initialState } from '../../shell/state.js'
import { titleOf } from '../../shell/title.js'

/** @typedef {import('../../engine/engine.js').BuildEvent} BuildEvent */

const plan = {
  steps: [
    stepOf({ class: 'KQvK', positions: 1000, needs: [] }),
    stepOf({ class: 'KRvK', positions: 1000, needs: [] }),
    stepOf({ class: 'KPvK', positions: 8000, needs: ['KQvK', 'KRvK'] }),
  ],
  present: [],
}
/** A class with one of three units built. */
const united = {
  steps: [
    stepOf({
      class: 'KRPvKR',
      positions: 9000,
      units: [1, 2, 3].map((number) => ({ number, positions: 3000, needs: [], bytes: number < 2 ? 4 : 0 })),
    }),
  ],
  present: [],
}
const T = 1_000_000

/** @param {string} id @returns {import('../../engine/tasks.js').Task} */
function task(id) {
  const task = [...tasksOf(plan.steps), ...tasksOf(united.steps)].find((task) => task.id === id)
  if (!task) throw new Error(`no task ${id}`)
  return task
}

/** @param {string} id @returns {BuildEvent} */
const started = (id) => ({ type: 'started', task: task(id) })

/** @param {string} id @param {number} positions @returns {BuildEvent} */
const report = (id, positions) => ({
  type: 'progress',
  task: task(id),
  progress: { class: task(id).class, step: 'solving', slice: 0, slices: 24, ply: 1, positions, wasmBytes: 64e6 },
})

/** @param {string} id @param {number} positions @returns {BuildEvent} */
const built = (id, positions) => ({
  type: 'done',
  task: task(id),
  built: {
    class: task(id).class,
    method: 'm',
    how: 'somehow',
    positions,
    solveSeconds: 1,
    readSeconds: 0.5,
    encodeSeconds: 1,
    elapsedSeconds: 2,
    bytes: 5,
    wasmBytes: 64e6,
  },
})

/** @type {BuildEvent} */
const failed = { type: 'failed', task: task('KRvK'), error: { code: 'memory', message: 'out of memory' } }

/** @param {import('../../shell/state.js').State} state @param {BuildEvent[]} events */
const after = (state, ...events) => events.reduce((state, event) => advance(state, event, T), state)

const begun = begin(
  {
    ...initialState(),
    buildEnd: { how: 'cancelled', wanted: [], atOnce: null, built: [], failures: [], parts: {}, seconds: 0, memory: 1 },
  },
  ['KPvK'],
  T,
)
const planned = after(begun, { type: 'planned', plan })

/** @param {import('../../shell/state.js').State} state */
const buildOf = (state) => {
  if (!state.build) throw new Error('no build')
  return state.build
}

test('a build begins without a plan and drops the end of the last one; planned, all its work is left', () => {
  expect(begun.buildEnd).toBeNull()
  expect(buildOf(begun)).toMatchObject({ stage: 'starting', steps: [], jobs: [], built: [] })
  expect(fraction(buildOf(begun))).toBe(0)
  expect(buildOf(planned)).toMatchObject({ stage: 'building', steps: plan.steps, jobs: [], built: [] })
  expect(fraction(buildOf(planned))).toBe(0)
  expect(progressOf(buildOf(begun)).left).toBeNull()
})

test('a wait for another tab does not count as work, and tables of that tab are not built', () => {
  const waiting = tick(after(begun, { type: 'waiting' }), T + 9000)
  expect(buildOf(waiting).stage).toBe('waiting')
  const now = advance(waiting, { type: 'planned', plan: { steps: plan.steps.slice(1), present: ['KQvK'] } }, T + 10_000)
  expect(buildOf(now)).toMatchObject({ stage: 'building', steps: plan.steps.slice(1) })
  expect(progressOf(buildOf(now)).elapsed).toBe(0)
})

test('parallel classes have their own progress, and the total is their sum', () => {
  const state = after(planned, started('KQvK'), started('KRvK'), report('KRvK', 500), report('KQvK', 250))
  expect(buildOf(state).jobs.map((job) => [job.task.class, job.progress?.positions])).toEqual([
    ['KQvK', 250],
    ['KRvK', 500],
  ])
  expect(positionsDone(buildOf(state))).toBe(750)
  expect(memoryOf(buildOf(state))).toBe(128e6)
  expect(isBeingBuilt(state.build, 'KRvK')).toBe(true)
  expect(isBeingBuilt(state.build, 'KPvK')).toBe(false)
})

test('a finished class counts in full, and its memory no longer', () => {
  const state = after(
    planned,
    started('KQvK'),
    report('KQvK', 900),
    built('KQvK', 1000),
    started('KRvK'),
    report('KRvK', 500),
  )
  expect(fraction(buildOf(state))).toBe(0.15)
  expect(memoryOf(buildOf(state))).toBe(64e6)
  expect(shareOfEach(buildOf(state)).map((share) => share.filled)).toEqual([1, 0.5, 0])
})

/** A build of a thousand positions a second. */
function steady() {
  let state = after(planned, started('KPvK'))
  for (let s = 0; s <= 4; s++) state = tick(advance(state, report('KPvK', 1000 * s), T + 1000 * s), T + 1000 * s)
  return state
}

/** @param {import('../../shell/state.js').State} state */
const leftOf = (state) => progressOf(buildOf(state)).left ?? NaN

test('a planned build has a forecast of its time, which measurements replace', () => {
  expect(leftOf(planned)).toBeCloseTo(forecast(plan.steps, planned).seconds)
  // Half of KPvK took 4 s. It was to take 2.65, and the two others 1.95 each.
  const truth = 4 * (1 + (2 * 1.95) / (2.65 / 2))
  expect(leftOf(steady())).toBeGreaterThan(0.5 * truth)
  expect(leftOf(steady())).toBeLessThan(1.1 * truth)
})

test('the estimate grows while tasks report nothing', () => {
  let state = steady()
  for (let s = 5; s <= 12; s++) state = tick(state, T + 1000 * s)
  expect(leftOf(state)).toBeGreaterThan(leftOf(steady()))
})

test('a paused build has no time left', () => {
  expect(progressOf(buildOf(pause(steady()))).left).toBeNull()
})

test('the progress counts tables, and parts of tables that will not be complete', () => {
  const [step] = united.steps
  const mixed = {
    steps: [...plan.steps, { ...step, whole: false, positions: 6000, units: step.units.slice(1) }],
    present: [],
  }
  const began = after(begin(initialState(), ['8/8 w'], T), { type: 'planned', plan: mixed })
  expect(progressOf(buildOf(began))).toMatchObject({
    percent: 0,
    tables: { done: 0, of: 3 },
    parts: { done: 0, of: 2 },
    positions: { done: 0, of: 16_000 },
  })
  const later = after(
    began,
    started('KQvK'),
    built('KQvK', 1000),
    started('KRPvKR/2'),
    built('KRPvKR/2', 3000),
    started('KRvK'),
    report('KRvK', 800),
  )
  expect(progressOf(buildOf(later))).toMatchObject({
    percent: 30,
    tables: { done: 1, of: 3 },
    parts: { done: 1, of: 2 },
    positions: { done: 4800, of: 16_000 },
  })
})

test('an end keeps what was finished', () => {
  const half = after(planned, started('KQvK'), built('KQvK', 1000), started('KRvK'), report('KRvK', 500))
  expect(finish(half, { how: 'cancelled' }, T + 2000)).toMatchObject({
    build: null,
    buildEnd: { how: 'cancelled', wanted: ['KPvK'], built: [{ class: 'KQvK' }], failures: [], seconds: 2 },
  })
})

test('a failure stays until the end, even if more tables are finished', () => {
  const state = after(planned, started('KQvK'), started('KRvK'), failed, built('KQvK', 1000))
  expect(buildOf(state)).toMatchObject({ jobs: [], failures: [{ class: 'KRvK', error: { code: 'memory' } }] })
  expect(finish(state, { how: 'failed' }, T).buildEnd).toMatchObject({
    how: 'failed',
    built: [{ class: 'KQvK' }],
    failures: [{ class: 'KRvK' }],
  })
})

test('an error before the start is a failure without a class', () => {
  const { buildEnd } = finish(begun, { how: 'failed', error: { code: 'internal', message: 'No.' } }, T)
  expect(buildEnd?.failures).toEqual([{ error: { code: 'internal', message: 'No.' } }])
})

test('reports after the end change nothing', () => {
  const ended = finish(planned, { how: 'cancelled' }, T)
  expect(advance(ended, report('KQvK', 1), T)).toBe(ended)
  expect(tick(ended, T)).toBe(ended)
})

test('the title of the tab has the progress of the build', () => {
  expect(titleOf(after(planned, started('KPvK'), report('KPvK', 3456)))).toBe(say('title.built', { percent: 34 }))
  expect(titleOf({ ...initialState(), place: TABLES })).toBe(`${say('title.tables')} · Matewright`)
})

test('existing units of a class count, and its last unit finishes the table', () => {
  const begun = after(
    begin(initialState(), ['KRPvKR'], T),
    { type: 'planned', plan: united },
    started('KRPvKR/2'),
    started('KRPvKR/3'),
  )
  expect(fraction(buildOf(begun))).toBeCloseTo(1 / 3)
  const one = after(begun, built('KRPvKR/2', 3000), report('KRPvKR/3', 1500))
  expect(shareOfEach(buildOf(one))[0].filled).toBeCloseTo(7500 / 9000)
  expect(finish(one, { how: 'cancelled' }, T).buildEnd).toMatchObject({
    built: [],
    parts: { KRPvKR: { finished: 2, of: 3 } },
  })
  expect(buildOf(one).built).toEqual([])
  const both = advance(one, built('KRPvKR/3', 3000), T + 7000)
  expect(fraction(buildOf(both))).toBe(1)
  expect(finish(both, { how: 'done' }, T).buildEnd?.parts).toEqual({})
  expect(buildOf(both).built).toMatchObject([
    { class: 'KRPvKR', positions: 9000, solveSeconds: 2, elapsedSeconds: 7, bytes: 14, resumed: true },
  ])
})

test('a build of castling alone is distinguished from a build of a table', () => {
  const castling = { number: -1, castling: ['KRvK-h1'], positions: 30, needs: [], bytes: 0 }
  const steps = [
    stepOf({ class: 'KRvK', units: [castling] }),
    stepOf({ class: 'KRPvKR', units: [...united.steps[0].units, castling] }),
    stepOf({ class: 'KRvKR', castling: ['KRvKR-h1'] }),
  ]
  const { build } = after(begun, { type: 'planned', plan: { steps, present: [] } })
  expect(['KRvK', 'KRPvKR', 'KRvKR', 'KQvK'].map((name) => isCastlingAlone(build, name))).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(isCastlingAlone(null, 'KRvK')).toBe(false)
})

test('parts that are built for a position are not a table', () => {
  const [step] = united.steps
  const inPart = { ...united, steps: [{ ...step, whole: false, positions: 3000, units: step.units.slice(1, 2) }] }
  const began = after(begin(initialState(), ['8/8 w'], T), { type: 'planned', plan: inPart }, started('KRPvKR/2'))
  const done = after(began, built('KRPvKR/2', 3000))
  expect(builtSince(began.build, done.build)).toBeUndefined()
  expect(fraction(buildOf(done))).toBe(1)
  expect(finish(done, { how: 'done' }, T).buildEnd).toMatchObject({
    built: [],
    parts: { KRPvKR: { finished: 1, of: 1, bytes: 5 } },
  })
})

test('a table is finished by its only task, or by that of its last unit', () => {
  const events = [started('KQvK'), built('KQvK', 1000), built('KRvK', 1000)]
  expect(finishedBy(planned, events)).toEqual([undefined, 'KQvK', 'KRvK'])
  const resumed = after(begun, { type: 'planned', plan: united })
  expect(finishedBy(resumed, [started('KRPvKR/2'), built('KRPvKR/2', 3000), built('KRPvKR/3', 3000)])).toEqual([
    undefined,
    undefined,
    'KRPvKR',
  ])
  expect(builtSince(null, null)).toBeUndefined()
})

/** @param {import('../../shell/state.js').State} state @param {BuildEvent[]} events */
const finishedBy = (state, events) =>
  events.map((event) => {
    const before = state.build
    state = advance(state, event, T)
    return builtSince(before, state.build)?.class
  })

test('the time of a build does not include the absence of the user', () => {
  const now = (/** @type {number} */ seconds) => T + 1000 * seconds
  const of = (/** @type {number} */ bytes) => ({
    present: [],
    steps: united.steps.map((step) => ({
      ...step,
      units: step.units.slice(1).map((unit) => (unit.number === 2 ? { ...unit, bytes } : unit)),
    })),
  })
  let state = advance(begin(initialState(), ['KRPvKR'], T), { type: 'planned', plan: of(0) }, T)
  for (const event of [started('KRPvKR/2'), built('KRPvKR/2', 3000), started('KRPvKR/3')])
    state = advance(state, event, T)
  // Once more, before it was planned.
  state = advance(advance(state, { type: 'left' }, now(10)), { type: 'left' }, now(500))
  expect(finish(state, { how: 'cancelled' }, now(1000)).buildEnd?.seconds).toBe(10)
  state = advance(state, { type: 'planned', plan: of(4) }, now(1000))
  expect(progressOf(buildOf(tick(state, now(1002)))).elapsed).toBe(12)
  state = advance(advance(state, started('KRPvKR/3'), now(1002)), built('KRPvKR/3', 3000), now(1005))
  expect(buildOf(state).built).toMatchObject([{ class: 'KRPvKR', elapsedSeconds: 15, resumed: false }])
  expect(finish(state, { how: 'done' }, now(1005)).buildEnd?.seconds).toBe(15)
})

test('a build resumes after the return of the user with the missing tables, and earlier ones count', () => {
  const half = after(planned, started('KQvK'), built('KQvK', 1000), started('KRvK'), report('KRvK', 300))
  const left = advance(half, { type: 'left' }, T)
  expect(buildOf(left)).toMatchObject({ stage: 'starting', jobs: [], built: [{ class: 'KQvK' }] })
  const hoursLater = advance(
    tick(left, T + 9e6),
    { type: 'planned', plan: { steps: plan.steps.slice(1), present: ['KQvK'] } },
    T + 9e6,
  )
  expect(buildOf(hoursLater).steps.map((step) => step.class)).toEqual(['KQvK', 'KRvK', 'KPvK'])
  expect(progressOf(buildOf(hoursLater))).toMatchObject({
    percent: 10,
    positions: { done: 1000, of: 10_000 },
    tables: { done: 1, of: 3 },
  })
  expect(progressOf(buildOf(hoursLater)).elapsed).toBe(0)
  const units = after(
    begin(initialState(), ['KRPvKR'], T),
    { type: 'planned', plan: united },
    started('KRPvKR/2'),
    built('KRPvKR/2', 3000),
    { type: 'left' },
    {
      type: 'planned',
      plan: {
        steps: united.steps.map((step) => ({
          ...step,
          units: step.units.map((unit) => ({ ...unit, bytes: unit.number < 3 ? 4 : 0 })),
        })),
        present: [],
      },
    },
  )
  expect(buildOf(units).parts.KRPvKR).toMatchObject({ finished: 2, of: 3, positions: 6000, made: { positions: 3000 } })
  expect(buildOf(after(units, started('KRPvKR/3'), built('KRPvKR/3', 3000))).built).toMatchObject([
    { class: 'KRPvKR', positions: 9000, solveSeconds: 2 },
  ])
})
