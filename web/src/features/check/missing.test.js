import fc from 'fast-check'
import { expect, test } from 'vitest'
import { REFERENCE } from '../../engine/speed.js'
import { stepOf } from '../../engine/step.fixture.js'
import { initialState } from '../../shell/state.js'
import { forecast, SHORT } from '../builds/forecast.js'
import { costOf, workOf } from '../builds/work.js'
import { quick, ranked, soon, stepsOf, tablesIn } from './missing.js'

/** A plan in which a class may need any before it. */
const plans = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.array(fc.nat(9), { maxLength: 3 }), fc.nat(50)), {
    minLength: 1,
    maxLength: 10,
  })
  .map((list) => ({
    plan: list.map(([seconds, needs], i) =>
      stepOf({ class: `c${i}`, seconds, needs: needs.filter((need) => need < i).map((need) => `c${need}`) }),
    ),
    missing: Object.fromEntries(list.flatMap(([, , positions], i) => (positions ? [[`c${i}`, positions]] : []))),
  }))

/** The names of all that a class needs, found one step at a time. @param {import('./missing.js').Step[]} plan */
const closure = (plan, /** @type {string} */ name) => {
  const all = [name]
  for (const each of all) all.push(...(plan.find((step) => step.class === each)?.needs ?? []))
  return new Set(all)
}

test('each class comes with its needs, and judges most positions for its additional cost', () => {
  fc.assert(
    fc.property(plans, ({ plan, missing }) => {
      const ranking = ranked(missing, plan)
      expect(ranking.map(({ name }) => name).sort()).toEqual(Object.keys(missing).sort())
      const made = new Set()
      for (const [i, { name, steps }] of ranking.entries()) {
        expect(steps).toEqual(plan.filter((step) => closure(plan, name).has(step.class)))
        const rate = (/** @type {string} */ other) => {
          const added = plan.filter((step) => closure(plan, other).has(step.class) && !made.has(step.class))
          return missing[other] / costOf(workOf(added))
        }
        for (const other of ranking.slice(i + 1)) {
          const [mine, theirs] = [rate(name), rate(other.name)]
          expect(mine === Infinity || mine >= theirs * (1 - 1e-9)).toBe(true)
        }
        for (const step of steps) made.add(step.class)
      }
      expect(new Set(stepsOf(ranking).map((step) => step.class))).toEqual(made)
    }),
  )
})

test('tables that exist by now are left out, and parts are no tables', () => {
  expect(ranked({ KRvK: 5, KQvK: 1 }, [stepOf({ class: 'KQvK' })]).map(({ name }) => name)).toEqual(['KQvK'])
  expect(tablesIn([stepOf({ class: 'KQvK' }), stepOf({ class: 'KPPvKP', whole: false })])).toBe(1)
})

test('the first classes take at most five minutes, and the quick ones are chosen from all', () => {
  const plan = [stepOf({ class: 'long', seconds: 1000 }), ...['a', 'b', 'c'].map((name) => stepOf({ class: name }))]
  const state = { ...initialState(), workers: 1, speed: { alone: 1, together: 1 }, measured: REFERENCE }
  const ranking = ranked({ a: 3, b: 2, long: 1000, c: 1 }, plan)
  expect(ranking.map(({ name }) => name)).toEqual(['a', 'b', 'long', 'c'])
  expect(soon(ranking, state).map(({ name }) => name)).toEqual(['a', 'b'])
  expect(soon(ranking.slice(0, 2), state)).toHaveLength(2)
  const chosen = quick(ranking, state)
  expect(chosen.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect(forecast(stepsOf(chosen), state).usual).toBeLessThanOrEqual(SHORT)
})
