// Alternatives in a line of best play that are as good.

import { isDrawn, pliesWith } from '../../words.js'
import { fromTheOtherSide, rankOf } from './answer.js'

/**
 * @typedef {import('../../engine/types.js').Probe} Probe
 * @typedef {import('../../engine/types.js').Move} Move
 *
 * @typedef {object} Fork  a position of a line
 * @property {'forced' | 'only' | 'duals' | 'defences'} kind  one legal move; one that keeps the result; several that
 *   do; the longest defences of a lost position
 * @property {Move[]} others  that also keep the result, or resist as long
 * @property {Set<Move>} quick  those of them that are as quick, if one side wins
 */

/**
 * @param {Probe} probe
 * @param {string} uci  the move of the line
 * @returns {Fork}
 */
export function forkOf(probe, uci) {
  const rank = rankOf(probe.category)
  const played = probe.moves.find((move) => move.uci === uci)
  const others = probe.moves.filter((move) => move !== played && rankOf(fromTheOtherSide(move.category)) === rank)
  const plies = played && pliesWith(played, probe.by)
  const quick = new Set(others.filter((move) => !isDrawn(probe.category) && pliesWith(move, probe.by) === plies))
  if (probe.moves.length === 1) return { kind: 'forced', others, quick }
  if (rank === 0) return { kind: 'defences', others: [...quick], quick }
  return { kind: others.length ? 'duals' : 'only', others, quick }
}
