import { expect, test } from 'vitest'
import { initialState } from '../../shell/state.js'
import { beginFilm, boardsOf, changeFilm, dropFilm, framesOf, pace } from './film.js'

/** Counts with some numbers on the first squares. @param {number[]} first */
const squares = (...first) => [...first, ...Array(64 - first.length).fill(0)]
const none = [squares(), squares()]

/** @type {import('./film.js').Film} */
const film = {
  side: 'b',
  legal: [squares(4, 4), squares(8)],
  plies: [
    { plies: 0, white: [squares(1), squares(1)], black: none },
    { plies: 1, white: none, black: [squares(0, 2), squares(2)] },
    { plies: 2, white: [squares(1, 1), squares(2)], black: none },
  ],
  unproven: [],
}

test('each frame has all positions that are decided by then', () => {
  const frames = framesOf(film)
  expect(frames.map(({ plies }) => plies)).toEqual([null, 0, 1, 2])
  expect(frames.map(({ decided }) => decided)).toEqual([0, 1 / 8, 3 / 8, 5 / 8])
  const [ofWhite, ofBlack] = frames[3].boards
  expect(Array.from(ofWhite.white).slice(0, 3)).toEqual([0.5, 0.25, 0])
  expect(Array.from(ofWhite.black).slice(0, 3)).toEqual([0, 0.5, 0])
  expect([ofBlack.white[0], ofBlack.black[0]]).toEqual([3 / 8, 2 / 8])
  expect(Array.from(frames[0].boards[0].white)).toEqual(squares())
})

test('a class without positions has one frame with nothing', () => {
  expect(framesOf({ ...film, legal: none, plies: [] }).map(({ decided }) => decided)).toEqual([0])
})

test('a slice that is being solved has its shares as bytes', () => {
  const board = (/** @type {number} */ first) => btoa(String.fromCharCode(...squares(first)))
  const [ofWhite, ofBlack] = boardsOf({ still: '', shares: [board(255), board(0), board(51), board(102)] })
  expect(ofWhite.white[0]).toBe(1)
  expect(ofWhite.black[0]).toBe(0)
  expect(ofBlack.white[0]).toBeCloseTo(0.2)
  expect(ofBlack.black[0]).toBeCloseTo(0.4)
  expect(ofBlack.black[63]).toBe(0)
})

test('only the film that is shown changes', () => {
  const begun = beginFilm(initialState(), 'KQvK')
  expect(begun.film).toMatchObject({ class: 'KQvK', how: 'counting', side: null })
  expect(changeFilm(begun, 'KRvK', { done: 1 })).toBe(begun)
  expect(changeFilm(begun, 'KQvK', { done: 0.5 }).film?.done).toBe(0.5)
  expect(dropFilm(begun).film).toBe(null)
  expect(dropFilm(initialState()).film).toBe(null)
})

test('short films are slow, and long ones fast', () => {
  expect(pace(10)).toBe(250)
  expect(pace(120)).toBe(100)
  expect(pace(255)).toBe(50)
})
