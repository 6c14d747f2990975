import { expect, test } from 'vitest'
import { initialState } from '../../shell/state.js'
import {
  advanceWriting,
  beginWriting,
  breakOff,
  dismissWriting,
  dropWish,
  endWriting,
  keep,
  leftOf,
  missingOf,
  reach,
  setComplete,
  setCosts,
  setRounded,
  stopWriting,
  tooLargeOf,
  wishFor,
} from './writing.js'

/** @param {string} name @param {string[]} needs @param {object} [more] */
const table = (name, needs, more = {}) => /** @type {any} */ ({ name, needs, present: true, ...more })

const tables = [
  table('KQvK', []),
  table('KRvK', []),
  table('KPvK', ['KQvK', 'KRvK'], { present: false }),
  table('KQvKR', ['KQvK', 'KRvK'], { damaged: 'yes' }),
]
const start = () => ({ ...initialState(), tables })

/** @param {import('../../shell/state.js').State} state */
const writingOf = ({ syzygyWriting }) => /** @type {import('./writing.js').Writing} */ (syzygyWriting)

/** @type {import('./writing.js').Costs} */
const costs = { memory: { KQvK: 1, KRvK: 1, KPvK: 9 }, steps: [], error: null }

/** @param {import('./writing.js').Failure[]} failures */
const begun = (failures = []) => beginWriting(wishFor(start(), ['KPvK']), 'folder', failures)

test('a wish has the classes that captures and promotions lead to, first, or does without them', () => {
  const wished = wishFor(start(), ['KPvK'])
  expect(wished.syzygyWish).toMatchObject({ complete: true, rounded: false, costs: null })
  expect(wished.syzygyWish?.classes).toEqual(['KQvK', 'KRvK', 'KPvK'])
  expect(setComplete(wished, false).syzygyWish?.classes).toEqual(['KPvK'])
  expect(wishFor(start(), ['KQvKR', 'KPvK']).syzygyWish?.classes).toEqual(['KQvK', 'KRvK', 'KPvK', 'KQvKR'])
  expect(dropWish(wished).syzygyWish).toBeNull()
  expect(setComplete(start(), false).syzygyWish).toBeNull()
  expect(setRounded(start(), true).syzygyWish).toBeNull()
})

test('costs belong to the classes they were computed for, and outlast the choice of distances', () => {
  const wished = wishFor(start(), ['KPvK'])
  const classes = wished.syzygyWish?.classes ?? []
  const known = setCosts(wished, classes, costs)
  expect(setRounded(known, true).syzygyWish).toMatchObject({ rounded: true, costs })
  expect(setComplete(known, false).syzygyWish?.costs).toBeNull()
  expect(setCosts(setComplete(wished, false), classes, costs).syzygyWish?.costs).toBeNull()
  expect(setCosts(start(), classes, costs)).toEqual(start())
})

test('absent and damaged tables are missing, and classes that need more than the memory are too large', () => {
  const names = tables.map(({ name }) => name)
  expect(missingOf({ tables }, names)).toEqual(['KPvK', 'KQvKR'])
  expect(missingOf({ tables: null }, ['KQvK'])).toEqual(['KQvK'])
  const wish = /** @type {any} */ ({ classes: names, costs })
  expect(tooLargeOf(wish, 9)).toEqual([])
  expect(tooLargeOf(wish, 8)).toEqual(['KPvK'])
})

test('classes are kept, written or fail, and the others are left; it counts as an export until its end', () => {
  const error = /** @type {const} */ ({ code: 'budget', message: 'too large' })
  let state = begun([{ class: 'KPvK', error }])
  expect(state).toMatchObject({ syzygyWish: null, exporting: { done: 0, of: 2 } })
  expect(writingOf(state)).toMatchObject({
    classes: ['KQvK', 'KRvK'],
    stage: 'checking',
    failures: [{ class: 'KPvK' }],
  })

  state = reach(keep(state, ['KQvK']), 'building')
  expect(leftOf(writingOf(state))).toEqual(['KRvK'])
  expect(state.exporting).toEqual({ done: 1, of: 2 })

  const left = leftOf(writingOf(state))
  state = advanceWriting(state, left, { at: 0, type: 'begun' })
  state = advanceWriting(state, left, { at: 0, type: 'progress', progress: { done: 1, of: 2 } })
  expect(writingOf(state)).toMatchObject({ stage: 'writing', at: 'KRvK', progress: { done: 1, of: 2 } })
  const written = advanceWriting(state, left, { at: 0, type: 'ended', taken: { ok: true, value: { bytes: 5 } } })
  expect(writingOf(written)).toMatchObject({ written: ['KRvK'], bytes: 5 })
  const failed = advanceWriting(state, left, { at: 0, type: 'ended', taken: { ok: false, error } })
  expect(writingOf(failed).failures.map((failure) => failure.class)).toEqual(['KPvK', 'KRvK'])
  for (const each of [written, failed]) {
    expect(each.exporting).toEqual({ done: 2, of: 2 })
    expect(endWriting(each)).toMatchObject({ exporting: null, syzygyWriting: { stage: 'ended', at: null } })
  }
})

test('it ends by the user or by an error, and nothing changes the end', () => {
  const error = /** @type {const} */ ({ code: 'place', message: 'no room' })
  const stopped = endWriting(stopWriting(begun()))
  expect(writingOf(stopped)).toMatchObject({ stopped: true, error: null })
  expect(writingOf(endWriting(breakOff(begun(), error)))).toMatchObject({ stopped: false, error })
  expect(keep(stopped, ['KQvK'])).toBe(stopped)
  expect(dismissWriting(stopped).syzygyWriting).toBeNull()
  expect(beginWriting(start(), 'zip', [])).toEqual(start())
  expect(stopWriting(start())).toEqual(start())
})
