import { expect, test } from 'vitest'
import { answered } from '../answer/answer.js'
import { currentFen, enter } from '../game/game.js'
import { foundOut, groupProven, proofOf, prove, restProving, safeSide, toProve } from './proof.js'
import { legalMoves } from '../board/moves.js'
import { initialState } from '../../shell/state.js'

/**
 * @typedef {import('../../engine/types.js').Category} Category
 * @param {string} uci @param {Category} low @param {Category} high
 */
const move = (uci, low, high) => ({ uci, san: uci, fen: '', low, high })

const moves = [
  move('e1e2', 'win', 'win'),
  move('e1d1', 'draw', 'win'),
  move('e1f1', 'draw', 'draw'),
  move('e1d2', 'loss', 'draw'),
  move('e1f2', 'loss', 'loss'),
  move('e2e3', 'loss', 'win'),
]
/** @type {import('../../engine/types.js').Proof} */
const proof = {
  fen: '',
  low: 'win',
  high: 'win',
  moves,
  depth: 4,
  plies: 3,
  nodes: 10,
  table_hits: 2,
  memory: { bytes: 64, entries: 4, used: 1, probes: 2, hits: 1, stores: 1, replaced: 0 },
}
const state = initialState()
const fen = currentFen(state)
/** @param {import('../../engine/types.js').EngineError['code']} code */
const failing = (code) => answered({ ...state, asking: true }, { fen, error: { code, message: '' } })

test('a search is worth it if tables are missing, or have fewer men', () => {
  expect(toProve(failing('missing'))).toBe(fen)
  expect(toProve(failing('men'))).toBe(fen)
  expect(toProve(failing('fen'))).toBeNull()
  const nine = enter(failing('men'), '4k3/pppp4/8/8/8/8/PPP5/4K3 w - - 0 1')
  expect(
    toProve(answered({ ...nine, asking: true }, { fen: currentFen(nine), error: { code: 'men', message: '' } })),
  ).toBeNull()
  expect(toProve(failing('damaged'))).toBeNull()
  expect(toProve({ ...failing('missing'), asking: true })).toBeNull()
  expect(toProve(state)).toBeNull()
})

test('a proof is about the position on the board, and stays while it is searched again', () => {
  const searching = prove(failing('missing'), fen)
  expect(searching.proving).toMatchObject({ searching: true, proof: null })
  const found = restProving(foundOut(searching, proof))
  expect(proofOf(found)).toBe(proof)
  expect(found.proving?.searching).toBe(false)
  expect(proofOf(prove(found, fen))).toBe(proof)
  const gone = enter(found, '8/8/8/8/8/8/8/K1k5 w - - 0 1')
  expect(proofOf(gone)).toBeUndefined()
  expect(prove(gone, currentFen(gone)).proving?.proof).toBeNull()
})

test('a half-proof names the side that does not lose, and does not count as a result', () => {
  const sides = (/** @type {Category} */ low, /** @type {Category} */ high) => [
    safeSide({ low, high }, 'white'),
    safeSide({ low, high }, 'black'),
  ]
  expect(sides('draw', 'win')).toEqual(['white', 'black'])
  expect(sides('loss', 'draw')).toEqual(['black', 'white'])
  for (const [low, high] of /** @type {[Category, Category][]} */ ([
    ['win', 'win'],
    ['draw', 'draw'],
    ['loss', 'loss'],
    ['loss', 'win'],
  ]))
    expect(sides(low, high)).toEqual([null, null])
})

test('a table overrides a proof', () => {
  /** @type {any} */
  const probe = { moves: [move('a1a2', 'win', 'win')] }
  const found = foundOut(prove(failing('missing'), fen), proof)
  expect(proofOf(answered(found, { fen, probe }))).toBeUndefined()
  expect(legalMoves(answered(found, { fen, probe }))).toBe(probe.moves)
})

test('an open move is neither a draw nor a loss', () => {
  const { winning, drawn, holding, open, hoping, losing } = groupProven(moves)
  expect([winning, drawn, holding, open, hoping, losing].map((group) => group.map(({ uci }) => uci))).toEqual([
    ['e1e2'],
    ['e1f1'],
    ['e1d1'],
    ['e2e3'],
    ['e1d2'],
    ['e1f2'],
  ])
})
