import fc from 'fast-check'
import { expect, test } from 'vitest'
import { REFERENCE } from '../../engine/speed.js'
import { stepOf } from '../../engine/step.fixture.js'
import { advance, begin, tick } from './build.js'
import { progressOf } from './progress.js'
import { forecast, isHeavy, isImpossible, isQuick, SHORT } from './forecast.js'
import { initialState } from '../../shell/state.js'

const MIB = 2 ** 20
const setting = {
  workers: 1,
  memory: 512 * MIB,
  speed: { alone: 1, together: 1 },
  measured: REFERENCE,
  storage: null,
}
const queens = stepOf({ class: 'KQRvKQ', seconds: 10, peak: 430 * MIB, memory: 120 * MIB, stored: 13 * MIB })
const small = stepOf({ class: 'KQvKQ', seconds: 0.5, peak: 40 * MIB, stored: MIB })

test('a build takes the time of its tables, the memory of the largest, and storage for all', () => {
  const { seconds, memory, storage, tooLarge, slowed } = forecast([small, queens], setting)
  expect(seconds).toBeCloseTo(2 * 0.25 + 1.8 * 10.5)
  expect([memory, storage]).toEqual([430 * MIB, 14 * MIB])
  expect([tooLarge, slowed]).toEqual([[], []])
})

test('workers share the time, but not that of a single table', () => {
  const plan = [queens, small, small, small]
  expect(forecast(plan, { ...setting, workers: 4 }).seconds).toBeCloseTo(0.25 + 18)
  expect(forecast([queens, queens], { ...setting, workers: 2 }).seconds).toBeCloseTo(0.25 + 18)
  expect(forecast([queens, queens], { ...setting, workers: 2, memory: 2048 * MIB }).memory).toBe(860 * MIB)
})

test('steps that are too large for the memory, or slowed, are listed', () => {
  const spilled = { ...queens, slower: 'keeping values on disk' }
  expect(forecast([small, spilled], setting).slowed).toEqual([spilled])
  const { tooLarge, slowed } = forecast([small, spilled], { ...setting, memory: 64 * MIB })
  expect([tooLarge, slowed]).toEqual([[spilled], []])
})

test('workers without memory do not help', () => {
  const little = { ...setting, workers: 4, memory: 256 * MIB }
  expect(forecast([queens, queens, queens, queens], little).seconds).toBeCloseTo(4 * (0.25 + 18) * (120 / 256))
})

test('a forecast has the bytes of temporary files', () => {
  const spilled = { ...queens, scratch: 400 * MIB }
  const united = stepOf({
    class: 'KRPvKR',
    stored: 29 * MIB,
    units: [{ number: 1, positions: 9, needs: [], bytes: 0 }],
  })
  expect(forecast([small, queens], setting).passing).toBe(0)
  expect(forecast([spilled, spilled, united], setting).passing).toBe(429 * MIB)
})

test('existing parts take no time', () => {
  const units = [1, 2].map((number) => ({ number, positions: 500, needs: [], bytes: number === 1 ? 15 : 0 }))
  const whole = stepOf({ class: 'KRPvKR', seconds: 20 })
  expect(forecast([stepOf({ ...whole, units })], setting).seconds - 0.25).toBeCloseTo(
    (forecast([whole], setting).seconds - 0.25) / 2,
  )
})

test('a build takes less time on a faster machine', () => {
  expect(forecast([queens], { ...setting, speed: { alone: 2, together: 1 } }).seconds).toBeCloseTo((0.25 + 18) / 2)
})

test('other work on the machine makes a build longer, and needs no consent', () => {
  const busy = { ...setting, workers: 2, speed: { alone: 0.8, together: 0.4 } }
  const measured = { alone: 0.8, together: 0.4, best: { alone: 1, together: 1 } }
  const steps = [stepOf({ class: 'KQvKR', seconds: 8 }), stepOf({ class: 'KQvKB', seconds: 8 })]
  const { seconds, usual } = forecast(steps, { ...busy, measured })
  expect(seconds).toBeCloseTo(usual / 0.4)
  expect(usual).toBeCloseTo(forecast(steps, { ...setting, workers: 2 }).seconds)
  expect(isQuick(forecast(steps, { ...busy, measured }))).toBe(true)
  expect(isQuick(forecast(steps, busy))).toBe(false) // the machine itself is as slow
})

test('workers that always share the machine need consent for a build of 50 s, without other work', () => {
  const phone = { alone: 1, together: 0.4 }
  const steps = [stepOf({ class: 'KQvKR', seconds: 11 }), stepOf({ class: 'KQvKB', seconds: 11 })]
  const { seconds, usual } = forecast(steps, {
    ...setting,
    workers: 2,
    speed: phone,
    measured: { ...phone, best: phone },
  })
  expect(seconds).toBeCloseTo(50, -1)
  expect(usual).toBeCloseTo(seconds)
})

const GIB = 2 ** 30
const six = stepOf({ class: 'KRRvKRR', seconds: 630, stored: 0.2 * GIB, scratch: 33 * GIB })
/** @param {number} free */
const storage = (free) => ({ usage: GIB, quota: GIB + free, persisted: false, declined: false })

test('a quick and small build needs no consent, and a long or large one is heavy', () => {
  const at = (/** @type {Partial<import('../../engine/types.js').Step>} */ some) =>
    forecast([{ ...small, ...some }], setting)
  expect([isQuick(at({})), isHeavy(at({}))]).toEqual([true, false])
  expect([isQuick(at({ seconds: SHORT })), isHeavy(at({ seconds: SHORT }))]).toEqual([false, false])
  expect([isQuick(at({ seconds: 600 })), isHeavy(at({ seconds: 600 }))]).toEqual([false, true])
  const unknown = forecast([small], { ...setting, speed: { alone: NaN, together: NaN } })
  expect([isQuick(unknown), isHeavy(unknown)]).toEqual([false, true])
  // However fast the machine is.
  const fast = forecast([{ ...six, seconds: 1 }], setting)
  expect([isQuick(fast), isHeavy(fast)]).toEqual([false, true])
})

test('a build is impossible if its temporary files have no room, unless the browser does not report the room', () => {
  const at = (/** @type {number} */ free) => forecast([six], { ...setting, storage: storage(free) })
  expect([at(34 * GIB).room, isImpossible(at(34 * GIB))]).toEqual(['enough', false])
  expect([at(10 * GIB).room, isImpossible(at(10 * GIB))]).toEqual(['unknown', false])
  expect([at(9 * GIB).room, isImpossible(at(9 * GIB))]).toEqual(['short', true])
  // Some of many small tables have room.
  const many = forecast(Array(100).fill(queens), { ...setting, storage: storage(GIB) })
  expect([many.room, isImpossible(many), isQuick(many)]).toEqual(['short', false, false])
  expect(isImpossible(forecast([six], { ...setting, memory: 99 }))).toBe(true)
})

/** Classes with up to six men; those with six have up to four pawns. */
const classes = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...'QRBNPPPP'), minLength: 1, maxLength: 4 }),
    fc.string({ unit: fc.constantFrom(...'QRBNP'), maxLength: 2 }),
  )
  .map(([white, black]) => `K${white}vK${black}`)
const counts = fc.nat({ max: 2 ** 40 })
const steps = fc.array(
  fc
    .record({
      class: classes,
      positions: counts,
      seconds: fc.double({ min: 0, max: 1e6, noNaN: true }),
      memory: counts,
      peak: counts,
      stored: counts,
      scratch: counts,
      longer: counts,
      units: fc.array(
        fc.record({
          number: fc.nat(9),
          positions: counts,
          needs: fc.constant(/** @type {number[]} */ ([])),
          bytes: fc.nat(1),
        }),
        { maxLength: 3 },
      ),
    })
    .map(stepOf),
  { maxLength: 6 },
)

test('each estimate of any build is a number', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 16 }), fc.nat(), (steps, workers, positions) => {
      const { seconds, memory, storage, passing, longer } = forecast(steps, { ...setting, workers })
      for (const number of [seconds, memory, storage, passing, longer]) expect(Number.isFinite(number)).toBe(true)
      let state = advance(
        begin({ ...initialState(), workers }, ['KQvK'], 0),
        { type: 'planned', plan: { steps, present: [] } },
        0,
      )
      for (const task of state.build?.todo ?? []) {
        state = advance(state, { type: 'started', task }, 0)
        state = advance(
          state,
          {
            type: 'progress',
            task,
            progress: { class: task.class, step: 'solving', slice: 0, slices: 1, ply: 1, positions, wasmBytes: 1 },
          },
          500,
        )
      }
      state = tick(tick(state, 1000), 2000)
      if (!state.build) throw new Error('there is no build')
      const { percent, left } = progressOf(state.build)
      expect([percent, left].map(Number.isFinite)).toEqual([true, true])
    }),
  )
})

test('six men with four pawns take time', () => {
  expect(forecast([stepOf({ class: 'KPPvKPP', seconds: 100 })], setting).seconds).toBeCloseTo(0.25 + 230)
})
