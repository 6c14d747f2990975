import { expect, test } from 'vitest'
import { answered, ask } from '../answer/answer.js'
import { currentFen, enter } from '../game/game.js'
import { standingIn } from './standing.js'
import { initialState } from '../../shell/state.js'

/** @param {string} position @param {Partial<import('../../engine/types.js').Probe>} some */
function on(position, some) {
  const state = ask(enter(initialState(), position))
  const fen = currentFen(state)
  return answered(state, {
    fen,
    probe: {
      fen,
      class: 'KRvK',
      side: 'w',
      category: 'win',
      dtz: null,
      precise_dtz: null,
      dtm: 31,
      dtm50: null,
      dtc: null,
      checkmate: false,
      stalemate: false,
      insufficient_material: false,
      en_passant: [],
      moves: [],
      metrics: ['dtm'],
      by: 'dtm',
      ...some,
    },
  })
}

const white = '8/8/8/8/8/2k5/8/K6R w - - 0 1'
const black = '8/8/8/8/8/2K5/8/k6r b - - 0 1'

test('the place of a position has its side to move and its plies', () => {
  expect(standingIn(on(white, {}), 'KRvK')).toEqual({ side: 'w', plies: 31, wins: true, swapped: false })
  expect(standingIn(on(white, { category: 'loss', dtm: -4 }), 'KRvK')?.plies).toBe(4)
  expect(
    standingIn(on(white, { category: 'draw', dtz: null, precise_dtz: null, dtm: null, dtc: null }), 'KRvK')?.plies,
  ).toBeNull()
})

test('with the colours swapped a position has the place of its mirror image', () => {
  expect(standingIn(on(black, {}), 'KRvK')).toEqual({ side: 'w', plies: 31, wins: true, swapped: true })
})

test('a position of another class, or without a checked answer, has no place', () => {
  expect(standingIn(on(white, {}), 'KQvK')).toBeNull()
  expect(standingIn(on(white, { unproven: ['KRvK'] }), 'KRvK')).toBeNull()
  expect(standingIn(ask(enter(on(white, {}), black)), 'KRvK')).toBeNull()
})

test('by the fifty-move rule the plies are those to zeroing, and a draw by the rule has none', () => {
  expect(standingIn({ ...on(white, { category: 'win', dtc: 5 }), metric: 'dtc' }, 'KRvK')?.plies).toBe(5)
  const byRule = (/** @type {any} */ some) =>
    standingIn({ ...on(white, { precise_dtz: 7, ...some }), metric: 'dtz50' }, 'KRvK')
  expect(byRule({})?.plies).toBe(7)
  expect(byRule({ category: 'cursed-win', precise_dtz: 101 })?.plies).toBeNull()
  expect(byRule({ category: 'loss', precise_dtz: -1, checkmate: true })?.plies).toBe(0)
})
