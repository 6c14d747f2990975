import { expect, test } from 'vitest'
import { EMPTY_PLACEMENT, fenOf, piecesOf, placementOf, put, shownPlacement, turnOf, withTurn } from './position.js'

const FEN = '8/8/7k/8/1pP5/7K/8/8 b - c3 0 1'

test('reads the fields of a FEN with spaces or underscores', () => {
  expect(placementOf(FEN.replaceAll(' ', '_'))).toBe('8/8/7k/8/1pP5/7K/8/8')
  expect(turnOf(FEN.replaceAll(' ', '_'))).toBe('black')
  expect(turnOf('8/8/8/8/8/8/8/8')).toBe('white')
  expect(piecesOf(FEN).get('b4')).toMatchObject({ color: 'black', role: 'pawn' })
})

test('the other side is to move if the FEN has one, without en passant', () => {
  expect(
    ['4k3/8/8/8/8/8/8/4K2R w K - 3 9', '8/8/8/4pP2/8/8/8/K1k5 w - e6 0 1', '8/8 w', '8/8', 'w', '8/8 white'].map(
      (fen) => withTurn(fen, 'black'),
    ),
  ).toEqual(['4k3/8/8/8/8/8/8/4K2R b K - 3 9', '8/8/8/4pP2/8/8/8/K1k5 b - - 0 1', '8/8 b', '8/8', 'w', '8/8 white'])
})

test('a piece put down ends en passant', () => {
  expect(put(FEN, 'a1', { color: 'white', role: 'queen' })).toBe('8/8/7k/8/1pP5/7K/8/Q7 b - - 0 1')
  expect(put(FEN, 'b4', null)).toBe('8/8/7k/8/2P5/7K/8/8 b - - 0 1')
  expect(fenOf('8/8/8/8/8/8/8/8', 'white')).toBe('8/8/8/8/8/8/8/8 w - - 0 1')
})

test('unfinished FENs do no harm', () => {
  for (const text of ['', ' ', 'hello', '8/8', '99/xx/k w']) expect(() => piecesOf(text)).not.toThrow()
  for (const text of ['', 'Hello', 'X', '9XYZ w']) expect(shownPlacement(text)).toBe(EMPTY_PLACEMENT)
  expect(put('8/8/8/8/4k3/8/8/X6R w', 'a1', { color: 'white', role: 'king' })).toBe('8/8/8/8/4k3/8/8/K6R w - - 0 1')
})
