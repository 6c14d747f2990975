import { expect, test } from 'vitest'
import { initialState } from '../../shell/state.js'
import { moveOf } from '../../engine/move.fixture.js'
import { beginComparison, cellsOf, closeComparison, compared, withClock, withRights } from './compare.js'

const MATE = moveOf({ san: 'Qb7#', checkmate: true, category: 'loss', dtm: 0, dtc: 0, dtz: -1, dtm50: 0 })
const TAKES = moveOf({ san: 'Qxb7', zeroing: true, category: 'loss', dtm: -10, dtc: -4, dtz: -6, dtm50: -10 })
const QUIET = moveOf({ san: 'Kc2', category: 'loss', dtm: -6, dtc: -6, dtz: -6, dtm50: -8 })
const LATE = moveOf({ san: 'Kc1', category: 'blessed-loss', dtm: -30, dtc: -20, dtz: -102 })
const DRAWN = moveOf({ san: 'Ka2', dtz: 0 })
const LOST = moveOf({ san: 'Ka1', category: 'win', dtm: 7, dtc: 3, dtz: 3, dtm50: 7 })

test('a mate is one ply by every count', () => {
  for (const kind of /** @type {const} */ (['dtm', 'dtc', 'dtz50', 'dtm50']))
    expect(cellsOf([MATE], kind)).toEqual([{ result: 'win', plies: 1, best: true }])
})

test('a capture converts at once, and its mate comes later', () => {
  expect(cellsOf([TAKES, QUIET], 'dtm')).toEqual([
    { result: 'win', plies: 11, best: false },
    { result: 'win', plies: 7, best: true },
  ])
  expect(cellsOf([TAKES, QUIET], 'dtc')).toMatchObject([{ plies: 1, best: true }, { plies: 7 }])
  expect(cellsOf([TAKES, QUIET], 'dtz50')).toMatchObject([{ plies: 1, best: true }, { plies: 7 }])
  expect(cellsOf([TAKES, QUIET], 'dtm50')).toMatchObject([{ plies: 11 }, { plies: 9, best: true }])
})

test('a pawn move restarts the clock, but converts only if it captures or promotes', () => {
  const push = moveOf({ ...QUIET, san: 'e4', zeroing: true })
  expect(cellsOf([push], 'dtz50')[0].plies).toBe(1)
  expect(cellsOf([push], 'dtc')[0].plies).toBe(7)
  expect(cellsOf([moveOf({ ...push, san: 'e8=Q' })], 'dtc')[0].plies).toBe(1)
})

test('a win that comes too late is a draw by the counts that know the rule', () => {
  const results = (/** @type {import('./compare.js').Kind} */ kind) => cellsOf([LATE], kind)[0].result
  expect([results('dtm'), results('dtc'), results('dtz50'), results('dtm50')]).toEqual(['win', 'win', 'draw', 'draw'])
})

test('if all moves draw, none is best', () => {
  expect(cellsOf([DRAWN, DRAWN], 'dtm').map(({ best }) => best)).toEqual([false, false])
})

test('without a win a draw is best, and without a draw the longest loss', () => {
  expect(cellsOf([LOST, DRAWN], 'dtm')).toMatchObject([{ result: 'loss', best: false }, { best: true }])
  const longer = moveOf({ ...LOST, dtm: 9 })
  expect(cellsOf([LOST, longer], 'dtm')).toMatchObject([
    { plies: 8, best: false },
    { plies: 10, best: true },
  ])
})

test('with a clock of a hundred plies a mate comes too late by the counts that know the rule', () => {
  const late = moveOf({ ...MATE, category: 'blessed-loss', dtm50: null })
  expect(cellsOf([late], 'dtm')[0].result).toBe('win')
  expect(cellsOf([late], 'dtz50')[0].result).toBe('draw')
  expect(cellsOf([late], 'dtm50')[0].result).toBe('draw')
})

const CASTLES = '8/8/8/8/8/5k2/8/R3K2R w K - 3 1'

test('the clock and the rights of a position are changed alone', () => {
  expect(withClock(CASTLES, 99)).toBe('8/8/8/8/8/5k2/8/R3K2R w K - 99 1')
  expect(withRights(CASTLES, '')).toBe('8/8/8/8/8/5k2/8/R3K2R w - - 3 1')
})

test('castling is switched between no rights and those of the first position, or those that it allows', () => {
  const opened = beginComparison(initialState(), CASTLES)
  expect(opened.comparison?.rights).toBe('K')
  expect(beginComparison(opened, withRights(CASTLES, '')).comparison?.rights).toBe('K')
  expect(beginComparison(initialState(), withRights(CASTLES, '')).comparison?.rights).toBe('KQ')
  expect(beginComparison(initialState(), '8/8/8/8/8/5k2/8/3K3R w - - 3 1').comparison?.rights).toBe('')
})

test('the last answer stays until the next one, and counts as that of the position before', () => {
  const probe = /** @type {import('./compare.js').Probe} */ ({ fen: 'a' })
  const one = compared(beginComparison(initialState(), CASTLES), { kinds: ['dtm'], probe, answered: true })
  const two = beginComparison(one, withClock(CASTLES, 9))
  expect(two.comparison).toMatchObject({ kinds: ['dtm'], probe, answered: false, done: false })
  expect(closeComparison(two).comparison).toBe(null)
  expect(compared(closeComparison(two), { done: true }).comparison).toBe(null)
})
