import { expect, test } from 'vitest'
import { ruled } from '../answer/answer.js'
import { currentFen, enter, play } from '../game/game.js'
import { initialState } from '../../shell/state.js'
import { checkedColor, destinations, legalMoves, movesBetween } from './moves.js'

const moves = ['e7e8q', 'e7e8r', 'e1d1', 'e1f1'].map((uci) => ({ uci, san: uci, fen: '' }))
const state = initialState()
const fen = currentFen(state)

test('destinations and promotions', () => {
  expect(destinations(moves).get('e1')).toEqual(['d1', 'f1'])
  expect(movesBetween(moves, 'e7', 'e8')).toHaveLength(2)
  expect(movesBetween(moves, 'e1', 'd1')).toHaveLength(1)
})

test('check is read off the last move', () => {
  const checking = play(state, [{ uci: 'h1h3', san: 'Rh3+', fen: '8/8/8/8/8/2k4R/8/K7 b - - 1 1' }])
  expect(checkedColor(checking)).toBe('black')
  expect(checkedColor(state)).toBeUndefined()
})

test('moves are legal before an answer arrives, except when they are judged at once', () => {
  const waiting = { ...state, asking: true }
  expect(legalMoves(waiting)).toEqual([])
  const known = ruled(waiting, fen, { moves, small: [] })
  expect(legalMoves(known)).toBe(moves)
  expect(legalMoves({ ...known, mode: 'practice' })).toEqual([])
  expect(legalMoves(enter(known, '8/8/8/8/8/8/8/K1k5 w - - 0 1'))).toEqual([])
  expect(ruled(waiting, '8/8/8/8/8/8/8/K1k5 w - - 0 1', { moves, small: [] })).toBe(waiting)
})
