// The place of the position on the board in the statistics of its class.

import { probeOf } from '../answer/answer.js'
import { currentFen } from '../game/game.js'
import { isDrawn } from '../../words.js'
import { rightsOf, turnOf } from '../board/position.js'

/**
 * @typedef {object} Standing
 * @property {'w' | 'b'} side    to move, with the colours of the class
 * @property {number | null} plies  to mate, or to the goal of the metric; null for a draw
 * @property {boolean} wins      the side to move wins
 * @property {boolean} swapped   White of the class is Black on the board
 */

/**
 * @param {import('../../shell/state.js').State} state
 * @param {string} name
 * @returns {Standing | null} null if the position has another class, or no checked answer
 */
export function standingIn(state, name) {
  const probe = probeOf(state)
  // Positions with castling rights are in other tables.
  if (probe?.class !== name || probe.unproven || rightsOf(currentFen(state))) return null
  const { side, category, checkmate } = probe
  const plies = checkmate ? 0 : { dtm: probe.dtm, dtc: probe.dtc, dtz50: probe.precise_dtz }[state.metric]
  return {
    side,
    plies: plies === null || isDrawn(category) ? null : Math.abs(plies),
    wins: category === 'win',
    swapped: side !== turnOf(currentFen(state))[0],
  }
}
