import { expect, test } from 'vitest'
import recorded from './builds.fixture.json'
import { stepOf } from '../../engine/step.fixture.js'
import { advance, begin, finish, tick } from './build.js'
import { progressOf } from './progress.js'
import { learn, paceFor, parseSpeed, writeSpeed } from './pace.js'
import { initialState } from '../../shell/state.js'
import { workOf } from './work.js'

/** @typedef {import('../../shell/state.js').State} State */

const STEP = 0.5

/**
 * Builds recorded in Chromium on two cores with other work: events as [seconds, kind, task, ...].
 * @typedef {{workers: number, memory: number, seconds: number, steps: any[], events: any[][]}} Recording
 */

/**
 * Replays a recorded build, and returns the shown time left every half a second.
 * @param {Recording} recording
 * @param {import('./work.js').Speed} [speed]  the stored speed of the machine
 * @param {(seconds: number) => number} [clock]  returns the time of an event in the replay
 * @param {number} [measuredAt]  milliseconds before the build
 */
function replay(
  { workers, memory, seconds, steps, events },
  speed = { alone: 1, together: 1 },
  clock = (seconds) => seconds,
  measuredAt = 0,
) {
  steps = steps.map(stepOf) // they were recorded without the fields that are new
  const work = workOf(steps)
  const total = work.reduce((sum, { cost }) => sum + cost, 0)
  let state = begin({ ...initialState(), workers, memory, speed, measuredAt: -measuredAt }, ['K'], 0)
  state = advance(state, { type: 'planned', plan: { steps, present: [] } }, 0)
  const rest = [...events]
  const end = clock(seconds)
  const shown = []
  for (let now = STEP; now < end; now += STEP) {
    while (rest.length && clock(rest[0][0]) <= now)
      state = advance(state, eventOf(rest.shift() ?? [], work), 1000 * now)
    state = tick(state, 1000 * now)
    if (!state.build?.pace) throw new Error('not planned')
    shown.push({
      now,
      left: progressOf(state.build).left ?? NaN,
      truth: end - now,
      done: 1 - state.build.pace.rest / total,
    })
  }
  return { shown, state: finish(state, { how: 'done' }, 1000 * end) }
}

/**
 * @param {any[]} event
 * @param {import('./work.js').Work[]} work
 * @returns {import('../../engine/engine.js').BuildEvent}
 */
function eventOf([, type, id, step, slices, positions], work) {
  const task = work.find((task) => task.id === id)
  if (!task) throw new Error(`no task ${id}`)
  if (type === 'started') return { type, task }
  if (type === 'progress')
    return { type, task, progress: { class: task.class, step, slice: 0, slices, ply: 1, positions, wasmBytes: 1 } }
  const built = {
    class: task.class,
    method: 'm',
    how: 'somehow',
    positions: task.positions,
    solveSeconds: 1,
    readSeconds: 0,
    encodeSeconds: 1,
    elapsedSeconds: 2,
    bytes: 1,
    wasmBytes: 1,
  }
  return { type: 'done', task, built }
}

/**
 * Checks that after a fifth of the work the estimate is within a factor or a few seconds of the truth.
 * @param {ReturnType<typeof replay>['shown']} shown
 */
function expectTrue(shown, factor = 1.5, seconds = 3) {
  for (const { now, left, truth, done } of shown) {
    const isNear = Math.abs(left - truth) <= seconds || (left <= factor * truth && truth <= factor * left)
    if (done > 0.2) expect(isNear, `after ${now} s: ${left} instead of ${truth}`).toBe(true)
  }
  expect(shown.some(({ done, truth }) => done > 0.2 && truth > 4)).toBe(true)
}

/** Checks that the shown time left does not jump. @param {ReturnType<typeof replay>['shown']} shown */
function expectCalm(shown) {
  for (const [i, { now, left }] of shown.slice(1).entries()) {
    const expected = shown[i].left - STEP
    expect(Math.abs(left - expected), `after ${now} s: ${left} and not ${expected}`).toBeLessThan(
      Math.max(1.5, 0.2 * expected),
    )
  }
}

test.each(Object.entries(/** @type {Record<string, Recording>} */ (recorded)))(
  '%s: the time left is true after a fifth of the work, and does not jump',
  (_, recording) => {
    const { shown } = replay(recording)
    expectTrue(shown)
    expectCalm(shown)
  },
)

const { 'Lucena, on two workers': lucena, 'KQRvKQ, on one': queens } = /** @type {Record<string, Recording>} */ (
  recorded
)

test.each([0.5, 2])('on a machine that is taken to be %d times as fast as it is', (times) => {
  expectTrue(replay(lucena, { alone: times, together: times / 2 }).shown, 2)
})

test('a build starts with the speed of the last ones', () => {
  let { speed } = replay(lucena).state
  for (let i = 0; i < 3; i++) speed = replay(lucena, speed).state.speed
  const { shown } = replay(lucena, speed)
  expectTrue(
    shown.map((each) => ({ ...each, done: 1 })),
    1.5,
  )
})

test('a build changes the speed only after a fresh measurement', () => {
  const speed = { alone: 1, together: 1 }
  expect(replay(lucena, speed, undefined, 60_000).state.speed).toEqual(speed)
  expect(replay(lucena, speed, undefined, Infinity).state.speed).toEqual(speed)
  expect(replay(lucena, speed, undefined, 5000).state.speed.together).toBeLessThan(0.9)
})

test('the estimate soon follows a machine that becomes busy', () => {
  const half = lucena.seconds / 2
  // Twice as slow from the middle on.
  const { shown } = replay(lucena, undefined, (seconds) => seconds + Math.max(0, seconds - half))
  const late = shown.filter(({ done, truth }) => done > 0.75 && truth > 5)
  expectTrue(late, 1.7)
  expectCalm(shown)
})

test('the estimate stays reasonable while a task reports nothing, and is soon right again', () => {
  const SILENCE = 15
  const { shown } = replay(queens, undefined, (seconds) => (seconds < 5 ? seconds : seconds + SILENCE))
  expect(Math.max(...shown.filter(({ now }) => now < 5 + SILENCE).map(({ left, truth }) => left / truth))).toBeLessThan(
    2.5,
  )
  expectTrue(shown.filter(({ done }) => done > 0.7))
  expectCalm(shown)
})

test('a misjudged phase of a long table changes the speed of the machine little', () => {
  const step = stepOf({ class: 'KNNvKNN', positions: 1000, seconds: 570, read: 0.17, solved: 0.9, memory: 1e8 })
  /** @param {number} at @param {string} phase @param {number} positions */
  const eventAt = (at, phase, positions) => [at, 'progress', 'KNNvKNN', phase, 1, positions]
  const seconds = 480
  const events = [[0, 'started', 'KNNvKNN']]
  // Reading as expected, and a little quicker in the end.
  for (let at = 1; at <= 190; at++) events.push(eventAt(at, 'reading', at < 150 ? 1.2 * at : 180 + 1.75 * (at - 150)))
  // Solving ends early: nearly all is drawn, which is never counted.
  for (let at = 191; at <= 280; at++) events.push(eventAt(at, 'solving', 250 + 0.1 * (at - 190)))
  for (let at = 281; at < seconds; at++) events.push(eventAt(at, 'storing', 750 + 1.25 * (at - 280)))
  const { shown, state } = replay({ workers: 1, memory: 1e9, seconds, steps: [step], events })
  for (const { now, left } of shown.filter(({ now }) => now < 280)) expect(left, `after ${now} s`).toBeGreaterThan(400)
  expect(state.speed.alone).toBeGreaterThan(0.25)
  expect(state.speed.alone).toBeLessThan(2)
})

test('at the end nothing is left', () => {
  for (const recording of [lucena, queens]) expect(replay(recording).shown.at(-1)?.left).toBeLessThan(1.5)
})

const work = workOf([stepOf({ class: 'KQRvKQ', seconds: 20 })])

test('little work does not change the speed, and the speed has bounds', () => {
  const before = { alone: 1, together: 0.5 }
  const pace = paceFor(work, { workers: 2, memory: 1e9 }, before)
  expect(learn(before, pace)).toEqual(before)
  expect(learn(before, { ...pace, alone: { done: 1, busy: 20 }, together: { done: 18, busy: 25 } })).toEqual({
    alone: 1,
    together: expect.closeTo(0.6), // the geometric mean of 0.5 and 0.72
  })
  const fast = { ...pace, alone: { done: 30, busy: 1e-6 } }
  const slow = { ...pace, alone: { done: 3, busy: 1e6 } }
  expect(learn(before, fast).alone).toBeCloseTo(Math.SQRT2)
  expect(learn(before, slow).alone).toBeCloseTo(Math.SQRT1_2)
  expect(learn({ alone: 19, together: 1 }, fast).alone).toBe(20)
  expect(learn({ alone: 1 / 19, together: 1 }, slow).alone).toBe(1 / 20)
})

test('a speed is stored, an older format is read, and an invalid one is dropped', () => {
  const speed = { alone: 1.25, together: 0.5 }
  expect(parseSpeed(writeSpeed(speed))).toEqual(speed)
  expect(parseSpeed('1.5')).toEqual({ alone: 1.5, together: 1.5 })
  expect([null, '', 'fast', '0', '-1', '1e9', '1 x', '1 0'].map(parseSpeed)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})
