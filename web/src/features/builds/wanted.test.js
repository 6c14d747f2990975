import { expect, test } from 'vitest'
import { isPosition } from '../../engine/tasks.js'
import { wantedFor } from './wanted.js'

/** @param {string} name @param {number} units */
const table = (name, units) => ({
  name,
  men: name.length - 1,
  positions: 1,
  needs: [],
  leads: [],
  present: false,
  units,
  finished: 0,
  lone: 0,
})

/** @param {string[]} missing */
const state = (missing, tables = [table('KRvK', 1), table('KQRvKR', 1), table('KRPvKR', 21)]) => ({
  answer: { fen: '8/8 w', error: { code: /** @type {const} */ ('missing'), message: '', class: 'KRPvKR', missing } },
  tables,
})

test('a position wants its parts of tables in parts, or its class, or the missing tables', () => {
  expect(wantedFor(state(['KRvK', 'KRPvKR']))).toEqual(['8/8 w'])
  expect(wantedFor(state(['KRvK', 'KRPvKR'], [table('KRPvKR', 1)]))).toEqual(['KRPvKR'])
  expect(wantedFor(state(['KRvK', 'KQRvKR']))).toEqual(['KRvK', 'KQRvKR'])
  const at960 = state(['KRvK'])
  at960.answer.fen = '4k3/8/8/8/8/8/8/4KR2 w F - 0 1'
  expect(wantedFor(at960)).toEqual([at960.answer.fen])
  const atSix = state(['KRRvKRR'])
  atSix.answer.fen = '4k3/8/8/8/8/8/1rr5/R3K2R w KQ - 0 1'
  expect(wantedFor(atSix)).toEqual([atSix.answer.fen])
  atSix.answer.fen = '4k3/8/8/8/8/8/1rr5/R3K2R w - - 0 1'
  expect(wantedFor(atSix)).toEqual(['KRRvKRR'])
  expect(['8/8 w', 'KRvK'].map(isPosition)).toEqual([true, false])
})
