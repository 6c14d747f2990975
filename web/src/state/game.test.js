import { expect, test } from 'vitest'
import { arrange, clear, currentFen, enter, giveTurn, goTo, lastPly, place, play } from './game.js'
import { initialState } from './state.js'

const START = '8/8/8/8/8/2k5/8/K6R w - - 0 1'
const first = { uci: 'h1h3', san: 'Rh3+', fen: '8/8/8/8/8/2k4R/8/K7 b - - 1 1' }
const second = { uci: 'c3d4', san: 'Kd4', fen: '8/8/8/8/3k4/7R/8/K7 w - - 2 2' }
const other = { uci: 'h1g1', san: 'Rg1', fen: '8/8/8/8/8/2k5/8/K5R1 b - - 1 1' }
const atStart = enter({ ...initialState(), hovered: first }, START)
const played = play(play(atStart, [first]), [second])

test('entering a position forgets moves and arrows, entering the same changes nothing', () => {
  expect(atStart.hovered).toBeNull()
  expect(enter(played, START).game).toEqual({ start: START, plies: [], at: 0 })
  expect(enter(atStart, START)).toBe(atStart)
})

test('moves are played, undone and redone', () => {
  expect(currentFen(played)).toBe(second.fen)
  expect(played.mode).toBe('play')
  const back = goTo(played, 1)
  expect(currentFen(back)).toBe(first.fen)
  expect(lastPly(back)).toEqual(first)
  expect(lastPly(goTo(back, 0))).toBeUndefined()
  expect(currentFen(goTo(back, 99))).toBe(second.fen)
  expect(goTo(back, -1).game.at).toBe(0)
})

test('replaying what was undone keeps what follows, another move drops it', () => {
  const back = goTo(played, 0)
  expect(play(back, [first]).game).toMatchObject({ at: 1, plies: [first, second] })
  expect(play(back, [other]).game).toMatchObject({ at: 1, plies: [other] })
})

test('a whole line is played at once', () => {
  expect(play(atStart, [first, second]).game).toMatchObject({ at: 2, plies: [first, second] })
})

test('pieces are placed, arranged and cleared, and the turn given', () => {
  expect(currentFen(place(atStart, 'h8', { color: 'white', role: 'queen' }))).toBe('7Q/8/8/8/8/2k5/8/K6R w - - 0 1')
  expect(currentFen(arrange(atStart, '8/8/8/8/8/8/8/K1k5'))).toBe('8/8/8/8/8/8/8/K1k5 w - - 0 1')
  expect(currentFen(clear(giveTurn(atStart, 'black')))).toBe('8/8/8/8/8/8/8/8 b - - 0 1')
  expect(giveTurn(atStart, 'white')).toBe(atStart)
})

test('no change touches the state it began from', () => {
  const state = Object.freeze({ ...atStart, game: Object.freeze(atStart.game) })
  expect(() => play(giveTurn(place(state, 'h8', null), 'black'), [first])).not.toThrow()
})
