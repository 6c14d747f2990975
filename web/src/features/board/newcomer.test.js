import { expect, test } from 'vitest'
import { acquaint, isNewcomer } from './newcomer.js'
import { initialState } from '../../shell/state.js'

/** @param {string} name @param {number} men @param {boolean} present */
const table = (name, men, present) => /** @type {import('../../shell/state.js').ClassInfo} */ ({ name, men, present })

test('a user with larger tables is not a newcomer, now or later', () => {
  const first = initialState()
  const small = { ...first, tables: [table('KRvK', 3, true), table('KRPvK', 4, false)] }
  expect([first, small].map((state) => [isNewcomer(state), acquaint(state)])).toEqual([
    [true, first],
    [true, small],
  ])
  const large = acquaint({ ...small, tables: [table('KRPvK', 4, true)] })
  expect([large.isKnown, isNewcomer(large), isNewcomer({ ...large, tables: [] })]).toEqual([true, false, false])
})
