import { say } from '#words'
import { expect, test } from 'vitest'
import { destinations, movesBetween } from './moves.js'
import { builtAs, castlingLacking, castlingRook, isComplete, rightsInWords, tablesOf } from './castling.js'
import {
  allowCastling,
  arrange,
  back,
  clear,
  currentFen,
  enter,
  giveTurn,
  mirror,
  place,
  play,
  swapColours,
  type,
} from '../game/game.js'
import { pgnOf } from '../game/pgn.js'
import { coloursSwapped, fenOf, mirrored, put, rightsOf } from './position.js'
import { fromXfen } from './xfen.js'
import { initialState } from '../../shell/state.js'
import { readMove } from '../game/typed-move.js'
const WHITE = say('side.white')
const BLACK = say('side.black')

const ALL = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 1'
const PLACEMENT = 'r3k2r/8/8/8/8/8/8/R3K2R'
/** @param {string} fen */
const at = (fen) => enter(initialState(), fen)

test('castling is built with its class, except that of Chess960 and six men', () => {
  expect(['KRvK-h1', 'KRvKR-a1h8', 'KRvK-kf1h1', 'KRRvKRR-h1', 'KRRvKRR'].map(builtAs)).toEqual([
    'KRvK',
    'KRvKR',
    'KRvK-kf1h1',
    'KRRvKRR-h1',
    'KRRvKRR',
  ])
})

test('rights are read from a FEN, whatever its other fields', () => {
  expect(rightsOf(ALL)).toBe('KQkq')
  expect(rightsOf(ALL.replaceAll(' ', '_'))).toBe('KQkq')
  expect(rightsOf('8/8/8/8/8/8/8/8 w - - 0 1')).toBe('')
  expect(rightsOf('8/8/8/8/8/8/8/8')).toBe('')
  expect(rightsOf('8/8/8/8/8/8/8/8 w HAx - 0 1')).toBe('HA')
  expect(rightsOf('8/8/8/8/8/8/8/8 w e3 0 1')).toBe('')
})

test('a class names its rights to castle', () => {
  const onG1 = say('castling.withRook', { color: 'white', move: 'O-O', rook: 'g1' })
  expect(['KRvK-g1', 'KRvKR-kf1g1a8'].map(rightsInWords)).toEqual([onG1, `${onG1} and ${BLACK} O-O-O`])
  expect(['KRvKR', 'KRvKR-h1', 'KRvKR-a1h8', 'KRRvK-h1a1'].map(rightsInWords)).toEqual([
    '',
    `${WHITE} O-O`,
    `${WHITE} O-O-O and ${BLACK} O-O`,
    `${WHITE} O-O and ${WHITE} O-O-O`,
  ])
})

test('a position is given the rights whose king and rook are at home, in order', () => {
  expect(fenOf(PLACEMENT, 'white', 'qkQK')).toBe(`${PLACEMENT} w KQkq - 0 1`)
  expect(fenOf('4k2r/8/8/8/8/8/8/R3K3', 'black', 'KQkq')).toBe('4k2r/8/8/8/8/8/8/R3K3 b Qk - 0 1')
  expect(fenOf('8/8/8/8/8/8/8/R2K3R', 'white', 'KQ')).toBe('8/8/8/8/8/8/8/R2K3R w - - 0 1')
  expect(fenOf('8/8/8/8/8/8/8/r3K2B', 'white', 'KQ')).toBe('8/8/8/8/8/8/8/r3K2B w - - 0 1')
})

test('a position keeps rights of Chess960 while king and rook stay', () => {
  const placement = '1r2k2r/8/8/8/8/8/8/RR3KR1'
  expect(fenOf(placement, 'white', 'bkGB')).toBe(`${placement} w GBkb - 0 1`)
  expect(fenOf('r3k2r/8/8/8/8/8/8/R3K2R', 'white', 'hAHa')).toBe('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1')
  expect(fenOf('4k3/8/8/8/8/8/5K2/6R1', 'white', 'G')).toBe('4k3/8/8/8/8/8/5K2/6R1 w - - 0 1')
  const at960 = '4k3/8/8/8/8/8/8/R4KR1 w GA - 0 1'
  expect(rightsOf(put(at960, 'd4', { color: 'black', role: 'queen' }))).toBe('GA')
  expect(rightsOf(put(at960, 'g1', null))).toBe('A')
  expect(rightsOf(coloursSwapped(at960))).toBe('ga')
})

test('in Chess960 the king castles onto its rook only', () => {
  const castles = [{ uci: 'e1g1', san: 'O-O' }]
  expect(destinations(castles, 'G').get('e1')).toEqual(['g1'])
  expect(movesBetween(castles, 'e1', 'h1', 'G')).toEqual([])
})

test('of two rooks on a side of the king one may castle, the one that was chosen last', () => {
  const start = '4k3/8/8/8/8/8/8/4KR1R w F - 0 1'
  expect(rightsOf(currentFen(allowCastling(at(start), 'K', true)))).toBe('K')
  expect(rightsOf(currentFen(allowCastling(at(start.replace('F', 'K')), 'F', true)))).toBe('F')
  expect(rightsOf(currentFen(allowCastling(at(start), 'F', false)))).toBe('')
})

test('a king that moves along its rank loses its rights of Chess960', () => {
  expect(rightsOf(currentFen(arrange(at('4k3/8/8/8/8/8/8/5K1R w H - 0 1'), '4k3/8/8/8/8/8/8/4K2R')))).toBe('')
  expect(rightsOf(currentFen(arrange(at('4k3/8/8/8/8/8/8/5K1R w H - 0 1'), '4k3/8/8/8/8/8/7P/5K1R')))).toBe('H')
})

test('letters of an X-FEN become files of rooks', () => {
  expect(fromXfen('1rr3k1/8/8/8/8/8/8/RRK1RR2 w KQq - 3 9')).toBe('1rr3k1/8/8/8/8/8/8/RRK1RR2 w FAb - 3 9')
  expect(fromXfen(ALL)).toBe(ALL)
  expect(fromXfen('1rr3k1/8/8/8/8/8/8/RRK1RR2_w_EBc_-')).toBe('1rr3k1/8/8/8/8/8/8/RRK1RR2_w_EBc_-')
  expect(fromXfen('4k3/8/8/8/8/8/5K2/7R w K - 0 1')).toBe('4k3/8/8/8/8/8/5K2/7R w K - 0 1')
  expect(fromXfen('4k3/8/8/8/8/8/8/5K1R b')).toBe('4k3/8/8/8/8/8/8/5K1R b')
})

test('moving or removing a king or a rook drops its rights and no others', () => {
  expect(rightsOf(put(ALL, 'h1', null))).toBe('Qkq')
  expect(rightsOf(put(ALL, 'a8', { color: 'white', role: 'rook' }))).toBe('KQk')
  expect(rightsOf(put(ALL, 'e8', { color: 'black', role: 'queen' }))).toBe('KQ')
  expect(rightsOf(put(ALL, 'd4', { color: 'black', role: 'queen' }))).toBe('KQkq')
  const moved = arrange(at(ALL), 'r3k2r/8/8/8/8/8/8/R2K3R')
  expect(rightsOf(currentFen(moved))).toBe('kq')
  expect(rightsOf(currentFen(arrange(moved, PLACEMENT)))).toBe('kq') // the king has moved
  expect(currentFen(back(moved))).toBe(ALL)
  expect(currentFen(clear(at(ALL)))).toBe('8/8/8/8/8/8/8/8 w - - 0 1')
})

test('rights are given and taken, and stay when it is the turn of the other side', () => {
  const none = at(`${PLACEMENT} w - - 3 1`)
  const one = allowCastling(none, 'q', true)
  expect(currentFen(one)).toBe(`${PLACEMENT} w q - 3 1`)
  expect(currentFen(allowCastling(one, 'K', true))).toBe(`${PLACEMENT} w Kq - 3 1`)
  expect(currentFen(allowCastling(one, 'q', true))).toBe(currentFen(one))
  expect(currentFen(allowCastling(one, 'q', false))).toBe(currentFen(none))
  expect(currentFen(giveTurn(one, 'black'))).toBe(`${PLACEMENT} b q - 0 1`)
  expect(rightsOf(currentFen(place(one, 'd4', { color: 'white', role: 'pawn' })))).toBe('q')
  expect(currentFen(back(one))).toBe(currentFen(none))
  expect(currentFen(allowCastling(at('8/8/8/8/8/8/8/R3K3 w - - 0 1'), 'K', true))).toBe('8/8/8/8/8/8/8/R3K3 w - - 0 1')
})

test('a typed FEN keeps impossible rights, as the engine reports them', () => {
  const typed = '8/8/8/3k4/8/8/8/R3K3 w KQ - 0 1'
  expect(currentFen(type(at(ALL), typed))).toBe(typed)
  expect(rightsOf(put(typed, 'd5', null))).toBe('Q')
})

test('a swap of colours swaps the rights', () => {
  expect(coloursSwapped('4k2r/8/8/8/8/8/8/R3K3 b Qk - 5 1')).toBe('r3k3/8/8/8/8/8/8/4K2R w Kq - 5 1')
  expect(currentFen(swapColours(swapColours(at(ALL))))).toBe(ALL)
  expect(swapColours(at(ALL)).notice).toBeNull()
})

test('a mirrored position has no rights, with a notice', () => {
  expect(mirrored(ALL)).toBe('r2k3r/8/8/8/8/8/8/R2K3R w - - 3 1')
  const state = mirror(at(ALL))
  expect(currentFen(state)).toBe(mirrored(ALL))
  expect(state.notice).toBe(say('game.rightsDropped'))
  expect(currentFen(mirror(state))).toBe(ALL.replace('KQkq', '-'))
  expect(mirror(at('8/8/8/3k4/8/8/8/R3K3 w - - 0 1')).notice).toBeNull()
})

const castles = [
  { uci: 'e1g1', san: 'O-O' },
  { uci: 'e1c1', san: 'O-O-O+' },
  { uci: 'e1f1', san: 'Kf1' },
  { uci: 'g2g1q', san: 'g1=Q' },
].map((move) => ({ ...move, fen: '' }))

test('to castle, the king goes two squares, or onto the rook', () => {
  expect(destinations(castles).get('e1')).toEqual(['g1', 'h1', 'c1', 'a1', 'f1'])
  for (const to of ['c1', 'a1']) expect(movesBetween(castles, 'e1', to)).toEqual([castles[1]])
  expect(movesBetween(castles, 'e1', 'f1')).toEqual([castles[2]])
  expect(castlingRook({ uci: 'e8g8', san: 'O-O#' }, 'kq')).toBe('h8')
  expect(castlingRook({ uci: 'e8c8', san: 'O-O-O' }, 'kq')).toBe('a8')
  expect(castlingRook({ uci: 'e1g1', san: 'Rg1' }, 'KQ')).toBeUndefined()
})

test('castling is typed with letters or zeros, or as the move of the king', () => {
  /** @param {string} text */
  const read = (text) => {
    const result = readMove(castles, text)
    return 'move' in result ? result.move.uci : result.problem
  }
  for (const text of ['O-O', 'o-o', '0-0', 'OO', ' 0-0! ', 'e1g1', 'e1-g1']) expect(read(text)).toBe('e1g1')
  for (const text of ['O-O-O', 'o-o-o', '0-0-0', '000+', 'O-O-O+', 'e1c1']) expect(read(text)).toBe('e1c1')
  expect(read('g1')).toBe('g2g1q')
  expect(read('c1')).toBe(say('typedMove.none', { text: 'c1' }))
  expect(readMove([], '0-0')).toEqual({ problem: say('typedMove.none', { text: '0-0' }) })
})

test('moves and a PGN have castling as it is', () => {
  const fen = '8/8/8/3k4/8/8/1r6/R3K3 w Q - 0 1'
  const ply = { ...castles[1], fen: '8/8/8/3k4/8/8/1r6/2KR4 b - - 1 1' }
  expect(currentFen(play(at(fen), [ply]))).toBe(ply.fen)
  expect(pgnOf(fen, [ply])).toContain(`[FEN "${fen}"]\n\n1. O-O-O+ *`)
})

test('a class is complete with all tables of its castling, if it has a rook', () => {
  const of = (/** @type {string[]} */ ...present) => ({
    name: 'KRvK',
    present: true,
    castling: { tables: 2, present, bytes: 100 },
  })
  expect(castlingLacking(of())).toBe(2)
  expect(
    [of('KRvK-h1'), of('KRvK-h1', 'KRvK-a1'), { present: true }, { ...of('KRvK-h1', 'KRvK-a1'), present: false }].map(
      isComplete,
    ),
  ).toEqual([false, true, true, false])
  expect(tablesOf(of('KRvK-h1', 'KRvK-a1'))).toEqual(['KRvK', 'KRvK-h1', 'KRvK-a1'])
  expect(tablesOf({ name: 'KQvK' })).toEqual(['KQvK'])
})
