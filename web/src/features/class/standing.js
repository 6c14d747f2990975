// Where the position on the board stands in the statistics of its class.

import { probeOf } from '../answer/answer.js'
import { currentFen } from '../game/game.js'
import { isDrawn } from '../../words.js'
import { rightsOf, turnOf } from '../board/position.js'

/**
 * @typedef {object} Standing
 * @property {'w' | 'b'} side    to move, as the class has it
 * @property {number | null} plies  to mate, or what the metric counts; null for a draw
 * @property {boolean} wins  the side to move does
 * @property {boolean} swapped   what is White in the class is Black on the board
 */

/**
 * @param {import('../../shell/state.js').State} state
 * @param {string} name
 * @returns {Standing | null} null if it is of another class, or not known
 */
export function standingIn(state, name) {
  const probe = probeOf(state)
  // Who may castle is in other tables.
  if (probe?.class !== name || probe.unproven || rightsOf(currentFen(state))) return null
  const { side, category, checkmate } = probe
  const plies = checkmate ? 0 : { dtm: probe.dtm, dtc: probe.dtc, dtz50: probe.dtz }[state.metric]
  return {
    side,
    plies: plies === null || isDrawn(category) ? null : Math.abs(plies),
    wins: category === 'win',
    swapped: side !== turnOf(currentFen(state))[0],
  }
}
