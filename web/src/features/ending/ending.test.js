import { expect, test } from 'vitest'
import { initialState } from '../../shell/state.js'
import { answered } from '../answer/answer.js'
import { currentFen, enter } from '../game/game.js'
import { foundOut, prove, toProve } from '../proof/proof.js'
import {
  beginSolving,
  boundsOf,
  doneOf,
  dropSolving,
  firstEnding,
  isAllKnown,
  isDecided,
  knownOf,
  lacksMate,
  learn,
  onlyProven,
  ownOf,
  paceOf,
  planned,
  planOf,
  restSolving,
  showsEnding,
  solvedMore,
  solvingOf,
  toKnow,
  unlearn,
} from './ending.js'

/** @typedef {import('../../engine/types.js').Category} Category */

const LASKER = '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1'

/** @param {string} uci @param {Category} low @param {Category} high */
const move = (uci, low, high) => ({ uci, san: uci, fen: '', low, high, plies: 0, mate: null })

/** @param {Category} low @param {Category} high @param {ReturnType<typeof move>[]} [moves] */
const bounds = (low, high, moves = []) => ({ fen: LASKER, low, high, plies: 0, mate: null, moves })

/** @param {import('./ending.js').Bounds} some */
const found = (some) => ({
  ...some,
  name: 'KPvK',
  slices: 3,
  positions: 9,
  todo: 1,
  bytes: 100,
  seconds: 1,
  complete: false,
})

/** @param {import('./ending.js').Bounds} some @param {string[]} fens  of the endings */
const known = (some, ...fens) => ({
  ...some,
  from: fens.map((fen) => ({ name: fen, fen, bytes: 10, modified: 1 })),
  complete: false,
  held: false,
})

const state = enter(initialState(), LASKER)
/** @param {import('../../engine/types.js').EngineError['code']} code */
const failing = (code) => answered({ ...state, asking: true }, { fen: LASKER, error: { code, message: '' } })

test('endings are asked about positions that no table answers', () => {
  expect(toKnow(failing('men'))).toBe(LASKER)
  expect(toKnow(failing('missing'))).toBe(LASKER)
  expect(toKnow(failing('fen'))).toBeNull()
  expect(toKnow({ ...failing('men'), asking: true })).toBeNull()
  expect(toKnow({ ...failing('men'), place: { page: 'tables', subject: '' } })).toBeNull()
})

test('a run is about one position, and what it found stays when it begins again', () => {
  const half = found(bounds('draw', 'win'))
  const running = solvedMore(beginSolving(state, LASKER, false), half)
  expect(solvingOf(running)).toMatchObject({ running: true, hold: false, found: half })
  const rested = restSolving(running, { code: 'full', message: '' })
  expect(solvingOf(rested)).toMatchObject({ running: false, found: half, error: { code: 'full' } })
  const again = { hold: true, mate: false, running: true, found: half }
  expect(solvingOf(beginSolving(rested, LASKER, true))).toMatchObject(again)
  expect(solvingOf(beginSolving(rested, '8/8/8/8/8/8/8/K1k5 w - - 0 1', false))).toBeNull()
  expect(dropSolving(rested, LASKER.replace('0 1', '3 9')).solving).toBeNull()
  expect(dropSolving(rested, LASKER.replace('w', 'b'))).toBe(rested)
})

test('the moves to mate of a win are looked for once', () => {
  const won = { ...bounds('win', 'win'), plies: 3 }
  expect(lacksMate(won, null)).toBe(true)
  expect(lacksMate({ ...won, mate: { least: 1, most: 9 } }, null)).toBe(false)
  expect(lacksMate(bounds('draw', 'draw'), null)).toBe(false)
  expect(lacksMate(bounds('draw', 'draw', [move('a1b1', 'loss', 'loss')]), null)).toBe(true)
  /** @param {boolean} mate @param {number} todo */
  const after = (mate, todo) =>
    solvingOf(restSolving(solvedMore(beginSolving(state, LASKER, false, mate), { ...found(won), todo })))
  expect(lacksMate(won, after(true, 0))).toBe(false) // the memory is too small
  expect(lacksMate(won, after(true, 1))).toBe(true)
  expect(lacksMate(won, after(false, 0))).toBe(true)
})

test('a run under way knows more than what is stored, and later what is stored counts', () => {
  const stored = known(bounds('loss', 'win'), LASKER)
  const more = found(bounds('draw', 'win'))
  const running = solvedMore(beginSolving(learn(state, LASKER, stored), LASKER, false), more)
  expect(boundsOf(running)).toBe(more)
  expect(boundsOf(restSolving(running))).toBe(stored)
  expect(boundsOf(unlearn(restSolving(running)))).toBe(more)
  expect(boundsOf(beginSolving(learn(state, LASKER, stored), LASKER, false))).toBe(stored)
  expect(boundsOf(state)).toBeNull()
})

test('stored bounds and plans are those of the position on the board', () => {
  const there = learn(state, LASKER, known(bounds('draw', 'win'), '8/8/8/8/8/8/8/K1k5 w - - 0 1', LASKER))
  expect(ownOf(there)?.fen).toBe(LASKER)
  const plan = { counts: [], slices: 1, positions: 8192, more: false, seconds: 1, stronger: /** @type {const} */ ('w') }
  expect(planOf(planned(state, LASKER, plan))).toBe(plan)
  const gone = enter(planned(there, LASKER, plan), '8/8/8/8/8/8/8/K1k5 w - - 0 1')
  expect([knownOf(gone), ownOf(gone), planOf(gone)]).toEqual([null, null, null])
  const begun = solvedMore(beginSolving(state, LASKER, false), found(bounds('draw', 'win')))
  expect(ownOf(restSolving(begun))).toMatchObject({ name: 'KPvK', bytes: 100 })
})

test('bounds that tell nothing are not shown, and a proof is better than half of one', () => {
  const open = [move('a1b1', 'loss', 'win')]
  /** @param {import('./ending.js').Bounds} some */
  const shown = (some) => showsEnding(learn(failing('men'), LASKER, known(some, LASKER)))
  expect(shown(bounds('loss', 'win', open))).toBe(false)
  expect(shown(bounds('loss', 'win', [move('a1b1', 'draw', 'win')]))).toBe(true)
  expect(shown(bounds('draw', 'win', open))).toBe(true)
  const half = learn(failing('men'), LASKER, known(bounds('draw', 'win'), LASKER))
  /** @type {any} */
  const proof = bounds('win', 'win')
  expect(showsEnding(foundOut(prove(half, LASKER), proof))).toBe(false)
  expect(showsEnding(learn(foundOut(prove(half, LASKER), proof), LASKER, known(bounds('win', 'win'))))).toBe(true)
})

test('a result is no reason for a search', () => {
  const eight = '8/5pk1/6p1/7p/7P/6P1/5PK1/8 w - - 0 1'
  const before = enter(initialState(), eight)
  const failed = answered({ ...before, asking: true }, { fen: eight, error: { code: 'men', message: '' } })
  expect(toProve(failed)).toBe(currentFen(failed))
  expect(toProve(learn(failed, eight, known(bounds('draw', 'win'))))).toBe(eight)
  expect(toProve(learn(failed, eight, known(bounds('draw', 'draw'))))).toBeNull()
})

test('all is known when each move is', () => {
  expect(isAllKnown(bounds('win', 'win', [move('a1b1', 'win', 'win'), move('a1a2', 'loss', 'draw')]))).toBe(false)
  expect(isAllKnown(bounds('win', 'win', [move('a1b1', 'win', 'win'), move('a1a2', 'draw', 'draw')]))).toBe(true)
  expect(isAllKnown(bounds('draw', 'win', []))).toBe(false)
})

test('wins and losses are decided, also those of moves', () => {
  expect(isDecided(bounds('draw', 'draw', [move('a1b1', 'loss', 'draw')]))).toBe(false)
  expect(isDecided(bounds('draw', 'draw', [move('a1b1', 'loss', 'loss')]))).toBe(true)
  expect(isDecided(bounds('win', 'win'))).toBe(true)
})

test('an ending is done by what is stored, or by the last run', () => {
  const half = known(bounds('draw', 'win'), LASKER)
  expect(doneOf(learn(state, LASKER, half))).toBeNull()
  expect(doneOf(learn(state, LASKER, { ...half, held: true }))).toBe('hold')
  expect(doneOf(learn(state, LASKER, { ...half, held: true, complete: true }))).toBe('all')
  /** @param {boolean} hold */
  const run = (hold) =>
    restSolving(solvedMore(beginSolving(state, LASKER, hold), { ...found(bounds('draw', 'win')), complete: true }))
  expect([doneOf(run(false)), doneOf(run(true))]).toEqual(['all', 'hold'])
  expect(doneOf(learn(run(true), LASKER, { ...half, complete: true }))).toBe('all')
})

test('an only move is one that no other may equal', () => {
  const wins = move('a1b1', 'win', 'win')
  const draws = move('a1a2', 'draw', 'draw')
  expect(onlyProven(bounds('win', 'win', [wins, draws, move('a1b2', 'loss', 'draw')]))).toBe(wins)
  expect(onlyProven(bounds('win', 'win', [wins, move('a1b2', 'draw', 'win')]))).toBeUndefined()
  expect(onlyProven(bounds('win', 'win', [wins]))).toBeUndefined()
  expect(onlyProven(bounds('draw', 'win', [wins, draws]))).toBeUndefined()
  expect(onlyProven(bounds('draw', 'draw', [draws, move('a1b1', 'loss', 'loss')]))).toBe(draws)
  expect(
    onlyProven(bounds('loss', 'loss', [move('a1b1', 'loss', 'loss'), move('a1a2', 'loss', 'loss')])),
  ).toBeUndefined()
})

test('a game offers its first position that can be solved as an ending', () => {
  const fens = ['8/k7/3pp3/8/3PP3/8/R6R/K6r w - - 0 1', '8/k7/3pp3/8/3PP3/8/R7/K6r b - - 0 1', LASKER]
  const plies = fens.map((fen) => ({ uci: 'a1a2', san: 'Ka2', fen }))
  /** @param {number} at @param {typeof plies} [moves] */
  const first = (at, moves = plies) => firstEnding({ game: { start: LASKER, plies: moves, at, to: moves.length } })
  expect([first(0), first(1), first(2), first(3)]).toEqual([2, 2, 0, 0])
  expect(first(0, plies.slice(0, 1))).toBe(0)
  expect(first(0, [{ ...plies[1], fen: '8/k7/3p4/8/3P4/8/R7/K6r b - - 0 1' }])).toBe(0)
  const castling = { ...plies[1], fen: '4k3/8/8/8/8/8/PPPPPPPP/R3K3 w Q - 0 1' }
  expect(first(0, [castling])).toBe(0)
})

test('the time is told in words', () => {
  /** @param {number} seconds @param {boolean} [more] */
  const pace = (seconds, more = false) => paceOf({ counts: [], slices: 1, positions: 1, more, seconds, stronger: 'w' })
  expect([pace(0.6), pace(9), pace(100), pace(1000), pace(1, true)]).toEqual([
    'seconds',
    'minutes',
    'hour',
    'hours',
    'hours',
  ])
})
