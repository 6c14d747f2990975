// The text of a position on a solution sheet.

import { say } from '../../language.js'
import { shownMove } from '../../san.js'
import { isDrawn, uncheckedWords, verdict } from '../../words.js'
import { keeping } from '../answer/answer.js'
import { movesInWords } from '../game/pgn.js'
import { turnOf } from '../board/position.js'

/**
 * @typedef {import('../../engine/types.js').Probe} Probe
 * @typedef {import('../../engine/types.js').Ply} Ply
 */

/** The largest number of plies of best play that are printed. */
const MOST_PLIES = 24

/**
 * "White wins. Only move: c7. 1. c7 Rd6+ 2. Kb5 …"
 * @param {Probe} probe
 * @param {Ply[]} line
 * @param {string[]} [unproven]  the unchecked tables that the text depends on
 */
export function solutionOf(probe, line, unproven = []) {
  const turn = turnOf(probe.fen)
  const words = [`${verdict(probe, turn)}.`]
  const kept = keeping(probe)
  if (probe.category !== 'loss' && kept.length && kept.length < probe.moves.length) {
    const moves = kept
      .slice(0, 4)
      .map(({ san }) => shownMove(san))
      .join(', ')
    words.push(say(isDrawn(probe.category) ? 'solution.hold' : 'solution.win', { count: kept.length, moves }))
  }
  if (line.length)
    words.push(
      `${shownMove(movesInWords(probe.fen, line.slice(0, MOST_PLIES)))}${line.length > MOST_PLIES ? ' …' : ''}`,
    )
  if (unproven.length) words.push(uncheckedWords(unproven))
  return words.join(' ')
}
