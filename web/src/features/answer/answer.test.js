import { say } from '#words'
import { expect, test } from 'vitest'
import { moveOf } from '../../engine/move.fixture.js'
import {
  answered,
  ask,
  setSlow,
  groupMoves,
  otherCastling,
  setCastling,
  setNullMove,
  setTurned,
  isZugzwang,
  kingsToPlace,
  lined,
  onlyMove,
  probeOf,
} from './answer.js'
import { clear, currentFen, enter, place } from '../game/game.js'
import { setMode } from '../board/tools.js'
import { initialState } from '../../shell/state.js'

/** @param {string} uci @param {import('../../engine/types.js').Category} category */
const move = (uci, category) => moveOf({ uci, san: uci, category })

const moves = [move('e7e8q', 'loss'), move('e7e8r', 'loss'), move('e1d1', 'draw'), move('e1f1', 'win')]
/** @type {import('../../engine/types.js').Probe} */
const probe = {
  fen: '',
  class: 'KPvK',
  side: 'w',
  category: 'win',
  dtz: null,
  precise_dtz: null,
  dtm: 9,
  dtm50: null,
  dtc: null,
  checkmate: false,
  stalemate: false,
  insufficient_material: false,
  en_passant: [],
  moves,
  metrics: ['dtm'],
  by: 'dtm',
}
const state = initialState()
const fen = currentFen(state)

test('an illegal position keeps its FEN with the other side to move while the same position is probed again', () => {
  const error = { code: /** @type {const} */ ('fen'), message: '' }
  const wrong = enter(state, '4k3/8/8/8/8/8/8/K3R3 w - - 0 1')
  const asked = currentFen(wrong)
  const known = setTurned(answered(ask(wrong), { fen: asked, error }), asked, 'turned')
  expect(known.answer?.turned).toBe('turned')
  expect(answered(ask(known), { fen: asked, error }).answer?.turned).toBe('turned')
  expect(answered(ask(known), { fen: asked, error: { ...error, code: 'missing' } }).answer?.turned).toBeUndefined()
  expect(setTurned(answered(ask(state), { fen, probe }), fen, 'turned').answer?.turned).toBeUndefined()
  expect(setTurned(known, fen, 'other').answer?.turned).toBe('turned')
})

test('an answer ends the asking, unless its position has left the board', () => {
  const known = answered(ask(state), { fen, probe })
  expect(known).toMatchObject({ asking: false, answer: { probe } })
  const gone = enter(ask(state), '8/8/8/8/8/8/8/8 w - - 0 1')
  expect(answered(gone, { fen, probe })).toBe(gone)
})

test('the answer about one position is not used for the next', () => {
  const known = answered(ask(state), { fen, probe })
  expect(probeOf(known)).toBe(probe)
  const moved = enter(known, '8/8/8/8/8/8/8/8 w - - 0 1')
  expect(probeOf(moved)).toBeUndefined()
  expect(probeOf(ask(moved))).toBeUndefined()
  expect(probeOf(answered(ask(moved), { fen, probe }))).toBeUndefined()
})

test('a position that is probed again keeps its answer meanwhile', () => {
  const known = answered(ask(state), { fen, probe })
  expect(probeOf(ask(known))).toBe(probe)
})

test('waiting shows only while it lasts', () => {
  expect(setSlow(ask(state)).slow).toBe(true)
  const known = answered(setSlow(ask(state)), { fen, probe })
  expect(known.slow).toBe(false)
  expect(setSlow(known)).toBe(known)
})

test('a line goes with its own position', () => {
  const known = answered(ask(state), { fen, probe })
  expect(lined(known, fen, moves).answer?.line).toBe(moves)
  expect(lined(known, 'another', moves)).toBe(known)
  expect(lined(known, fen, moves, ['KQvK']).answer?.unproven).toEqual(['KQvK'])
  expect(lined(lined(known, fen, moves), fen, undefined).answer?.line).toBeUndefined()
})

test('a position that is probed again keeps its line and the verdict after a pass until newer ones come', () => {
  const passed = { ...probe, category: /** @type {const} */ ('draw') }
  const known = setNullMove(lined(answered(ask(state), { fen, probe }), fen, moves), fen, passed)
  expect(answered(ask(known), { fen, probe: { ...probe, by: 'dtz50' } }).answer).toMatchObject({
    line: moves,
    passed,
    probe: { by: 'dtz50' },
  })
  expect(answered(ask(known), { fen, probe: { ...probe, category: 'cursed-win' } }).answer?.line).toBeUndefined()
  expect(answered(ask(known), { fen, error: { code: 'missing', message: '' } }).answer).toEqual({
    fen,
    error: { code: 'missing', message: '' },
  })
  const elsewhere = enter(known, '8/8/8/8/8/8/8/8 w - - 0 1')
  expect(answered(ask(elsewhere), { fen: currentFen(elsewhere), probe }).answer?.line).toBeUndefined()
})

test('the verdict with other rights to castle is known if it differs, and also after they are chosen', () => {
  const castling = {
    fen: '8/8/8/8/8/2k5/8/K6R w Q - 0 1',
    verdict: { ...probe, category: /** @type {const} */ ('draw') },
  }
  const known = setCastling(answered(ask(state), { fen, probe }), fen, castling)
  expect(otherCastling(/** @type {any} */ (known.answer))).toBe(castling)
  expect(otherCastling({ fen, probe, castling: { ...castling, verdict: probe } })).toBeUndefined()
  const chosen = answered(ask(enter(known, castling.fen)), { fen: castling.fen, probe: castling.verdict })
  expect(chosen.answer?.castling).toEqual({ fen, verdict: probe })
  expect(setCastling(chosen, castling.fen, undefined).answer?.castling).toBeUndefined()
})

test('moves are grouped as the mover sees them', () => {
  const { winning, drawn, losing } = groupMoves(moves)
  expect([winning.length, drawn.length, losing.length]).toEqual([2, 1, 1])
  expect(winning[0].uci).toBe('e7e8q')
})

test('draws by the fifty-move rule are a group of their own, and draws where a move is the only one', () => {
  const cursed = [move('a1a2', 'blessed-loss'), move('a1a3', 'draw'), move('a1a4', 'cursed-win'), move('a1a5', 'win')]
  const groups = groupMoves(cursed)
  expect(groups.drawnByRule.map(({ uci }) => uci)).toEqual(['a1a2', 'a1a4'])
  expect([groups.winning, groups.drawn, groups.losing].map(({ length }) => length)).toEqual([0, 1, 1])
  expect(onlyMove({ ...probe, category: 'cursed-win', moves: cursed })).toBeUndefined() // three keep the draw
  expect(onlyMove({ ...probe, category: 'draw', moves: [cursed[0], cursed[3]] })).toBe(cursed[0])
  expect(isZugzwang({ ...probe, category: 'cursed-win' }, { ...probe, category: 'draw' })).toBe(false)
  expect(isZugzwang({ ...probe, category: 'blessed-loss' }, { ...probe, category: 'loss' })).toBe(true)
})

test('whoever sets up a position is reminded of the kings, and a FEN without them is an error', () => {
  const placeKing = (/** @type {string} */ color) => say('setup.placeKing', { color })
  const empty = clear(setMode(state, 'edit'))
  expect(kingsToPlace(empty)).toBe(placeKing('both'))
  const white = place(empty, 'e1', { color: 'white', role: 'king' })
  expect(kingsToPlace(white)).toBe(placeKing('black'))
  expect(kingsToPlace(place(empty, 'e1', { color: 'black', role: 'king' }))).toBe(placeKing('white'))
  expect(kingsToPlace(place(white, 'e8', { color: 'black', role: 'king' }))).toBeUndefined()
  expect(kingsToPlace(enter(setMode(state, 'edit'), '8/8/8/8/8/8/8/K7 w - - 0 1'))).toBeUndefined()
})
