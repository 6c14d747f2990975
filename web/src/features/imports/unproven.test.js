import { expect, test } from 'vitest'
import { tablesLoaded } from '../tables/library.js'
import { initialState } from '../../shell/state.js'
import {
  beginJudging,
  endJudging,
  forgetFailure,
  foundWrong,
  judgedMore,
  nextToJudge,
  restsOn,
  unprovenIn,
} from './unproven.js'

/** @param {string} name @param {Partial<import('../../shell/state.js').ClassInfo>} more */
const table = (name, more) => ({
  name,
  men: 3,
  positions: 1,
  needs: [],
  leads: [],
  present: false,
  units: 1,
  finished: 0,
  lone: 0,
  ...more,
})

/** @param {boolean} [queens]  are here */
const tables = (queens = false) => [
  table('KQvK', { present: queens }),
  table('KRvK', { unproven: ['KRvK', 'KRvK-h1'] }),
  table('KPvK', { unproven: ['KPvK'] }),
]

const begun = { ...initialState(), tables: tables() }

/** @param {import('../../engine/types.js').EngineError['code']} code @param {string[]} [missing] */
const error = (code, missing) => ({ code, message: 'No.', missing })

test('tables are checked in build order, one at a time, and not during a build', () => {
  expect(unprovenIn(initialState())).toEqual([])
  expect(nextToJudge(initialState())).toBeUndefined()
  expect(unprovenIn(begun)).toEqual(['KRvK', 'KRvK-h1', 'KPvK'])
  expect(nextToJudge(begun)).toBe('KRvK')
  expect(nextToJudge({ ...begun, build: /** @type {any} */ ({}) })).toBeUndefined()
  const half = judgedMore(beginJudging(begun, 'KRvK'), { class: 'KRvK', step: 'checking', done: 1, of: 2 })
  expect(half.judging).toMatchObject({ name: 'KRvK', done: 0.5, failed: {} })
  expect(endJudging(half).judging).toEqual({ name: null, done: 0, tables: null, failed: {} })
})

test('a table that cannot be verified waits for the tables that it needs, or for the user', () => {
  const needing = endJudging(beginJudging(begun, 'KRvK'), error('missing', ['KQvK']))
  expect(nextToJudge(needing)).toBe('KRvK-h1')
  expect(nextToJudge(tablesLoaded(needing, tables(), 3))).toBe('KRvK-h1')
  expect(nextToJudge(tablesLoaded(needing, tables(true), 3))).toBe('KRvK')
  const failed = ['KRvK-h1', 'KPvK'].reduce(
    (state, name) => endJudging(beginJudging(state, name), error('memory')),
    needing,
  )
  expect(nextToJudge(failed)).toBeUndefined()
  expect(foundWrong(failed)).toEqual([])
  expect(nextToJudge(forgetFailure(failed, 'KPvK'))).toBe('KPvK')
})

test('a check is not repeated for an existing table, only after that was added or deleted', () => {
  const here = { ...begun, tables: tables(true) }
  for (const failure of [error('missing', ['KQvK']), { ...error('damaged'), class: 'KQvK' }]) {
    const failed = endJudging(beginJudging(here, 'KRvK'), failure)
    expect(nextToJudge(failed)).toBe('KRvK-h1')
    expect(nextToJudge(tablesLoaded(failed, tables(true), 3))).toBe('KRvK-h1')
    const gone = tablesLoaded(failed, tables(), 3) // to be rebuilt, and back
    expect(nextToJudge(gone)).toBe('KRvK')
    expect(nextToJudge(tablesLoaded(gone, tables(true), 3))).toBe('KRvK')
    const castling = { tables: 1, present: ['KQvK-h1'], bytes: 1 } // which is missing as part of its class
    expect(
      nextToJudge(
        tablesLoaded(
          failed,
          tables(true).map((each) => (each.name === 'KQvK' ? { ...each, castling } : each)),
          3,
        ),
      ),
    ).toBe('KRvK')
  }
})

test('a table that is added during a check counts', () => {
  const meanwhile = tablesLoaded(beginJudging(begun, 'KRvK'), tables(true), 3)
  expect(nextToJudge(endJudging(meanwhile, error('missing', ['KQvK'])))).toBe('KRvK')
})

test('a wrong table is shown until the user dismisses it, and another file of it is checked', () => {
  const wrong = {
    ...endJudging(beginJudging(begun, 'KRvK'), error('refused')),
    tables: tables().filter(({ name }) => name !== 'KRvK'),
  }
  expect(foundWrong(wrong)).toEqual(['KRvK'])
  expect(nextToJudge(wrong)).toBe('KPvK')
  const again = { ...wrong, tables: tables() }
  expect(nextToJudge(again)).toBe('KRvK')
  expect(foundWrong(endJudging(beginJudging(again, 'KRvK')))).toEqual([])
  expect(foundWrong(forgetFailure(wrong, 'KRvK'))).toEqual([])
})

test('an answer depends on all tables that its parts depend on', () => {
  expect(restsOn(undefined, null, {})).toEqual([])
  expect(restsOn({ unproven: ['KQvK'] }, { unproven: ['KRvK', 'KQvK'] })).toEqual(['KQvK', 'KRvK'])
})
