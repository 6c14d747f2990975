import { expect, test } from 'vitest'
import { rootOf } from './root.js'

/** @param {string} category @param {Record<string, string>} moves  the categories after them */
const probeOf = (category, moves) =>
  /** @type {any} */ ({
    category,
    moves: Object.entries(moves).map(([uci, after]) => ({ uci, category: after })),
  })

test('moves are counted for the side that makes them, and those that keep the result are marked', () => {
  expect(rootOf(probeOf('win', { a1a2: 'loss', a1b1: 'blessed-loss', a1b2: 'draw', a1c1: 'loss' }))).toEqual({
    wdl: 2,
    unsure: false,
    moves: [
      { uci: 'a1a2', wdl: 2, keeps: true },
      { uci: 'a1b1', wdl: 1, keeps: false },
      { uci: 'a1b2', wdl: 0, keeps: false },
      { uci: 'a1c1', wdl: 2, keeps: true },
    ],
  })
})

test('a lost side keeps a blessed loss', () => {
  const { wdl, moves } = rootOf(probeOf('blessed-loss', { a1a2: 'win', a1b1: 'cursed-win' }))
  expect([wdl, moves.filter(({ keeps }) => keeps)]).toEqual([-1, [{ uci: 'a1b1', wdl: -1, keeps: true }]])
})

test('a mated side has no moves', () => {
  expect(rootOf(probeOf('loss', {}))).toEqual({ wdl: -2, unsure: false, moves: [] })
})
