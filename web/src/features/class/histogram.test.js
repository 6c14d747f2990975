import { expect, test } from 'vitest'
import { barOf, decades, histogramOf, reachOf } from './histogram.js'

/** @typedef {import('../../engine/types.js').PlyCount} PlyCount */

/** @param {PlyCount['outcome']} outcome @param {number} plies @param {number} all @returns {PlyCount} */
const count = (outcome, plies, all) => ({ outcome, plies, all, distinct: all / 2 })

/** @param {'w' | 'b'} stm @param {PlyCount[]} plies */
const side = (stm, ...plies) => {
  const counts = { win: 0, draw: 0, loss: 0 }
  return { stm, all: counts, distinct: counts, longest: null, plies }
}

const wins = histogramOf('dtm', side('w', count('win', 1, 10), count('win', 3, 4000)))
const losses = histogramOf('dtm', side('b', count('loss', 0, 2), count('loss', 2, 20), count('loss', 56, 6)))
const both = histogramOf('dtm', side('b', count('win', 1, 10), count('loss', 2, 30), count('win', 3, 8)))

test('bars are at the moves to mate, in the colour of the winner', () => {
  expect(wins.bars).toEqual([
    { at: 1, winner: 'white', plies: 1, all: 10, distinct: 5 },
    { at: 2, winner: 'white', plies: 3, all: 4000, distinct: 2000 },
  ])
  expect(losses.bars.map(({ at, winner }) => [at, winner])).toEqual([
    [0, 'white'],
    [1, 'white'],
    [28, 'white'],
  ])
})

test('if both sides can win, no bar hides another', () => {
  expect(both.bars.map(({ winner }) => winner)).toEqual(['black', 'white', 'black'])
  const places = both.bars.map(({ at }) => at)
  expect(places.map(Math.round)).toEqual([1, 1, 2])
  expect(Math.min(...places.slice(1).map((at, i) => at - places[i]))).toBeGreaterThanOrEqual(both.width - 1e-9)
})

test('several histograms share the axes of the largest', () => {
  expect(reachOf([wins, losses])).toEqual({ most: 28, positions: 4000 })
  expect(reachOf([])).toEqual({ most: 1, positions: 1 })
})

test.each([
  [1, [1]],
  [9, [1]],
  [10, [1, 10]],
  [4000, [1, 10, 100, 1000]],
])('decades up to %i', (most, expected) => {
  expect(decades(most)).toEqual(expected)
})

test('a position is in the bar of its plies and its side to move; a draw is in none', () => {
  expect(barOf(losses, { side: 'b', plies: 2, wins: false, swapped: false })?.all).toBe(20)
  expect(barOf(wins, { side: 'b', plies: 1, wins: true, swapped: false })).toBeUndefined()
  expect(barOf(losses, { side: 'b', plies: null, wins: false, swapped: false })).toBeUndefined()
  expect(barOf(losses, null)).toBeUndefined()
})

test('by the fifty-move rule bars are at plies, wins beside losses, without draws by the rule', () => {
  const all = histogramOf(
    'dtz50',
    side(
      'w',
      count('loss', 5, 7),
      count('win', 1, 9),
      count('win', 2, 8),
      count('win', 5, 6),
      count('cursed-win', 101, 3),
      count('blessed-loss', 126, 2),
    ),
  )
  expect(all.bars.map(({ at, plies }) => [Math.round(at), plies])).toEqual([
    [5, 5],
    [1, 1],
    [2, 2],
    [5, 5],
  ])
  expect(reachOf([all]).most).toBe(5)
  expect(barOf(all, { side: 'w', plies: 5, wins: true, swapped: false })?.all).toBe(6)
  expect(barOf(all, { side: 'w', plies: 5, wins: false, swapped: false })?.all).toBe(7)
})
