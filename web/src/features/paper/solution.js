// The texts of a position on the worksheet and on the sheet of solutions.

import { say } from '../../language.js'
import { shownMove } from '../../san.js'
import { isDrawn, toMove, uncheckedWords, verdict } from '../../words.js'
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
 * "White to play and win", or "White to move" for a lost or unknown position.
 * @param {string} fen
 * @param {Probe | null} probe
 */
export function taskOf(fen, probe) {
  const side = turnOf(fen)
  if (!probe?.moves.length || probe.category === 'loss') return toMove(side)
  return say('practice.toPlayAnd', { side, goal: isDrawn(probe.category) ? 'draw' : 'win' })
}

/**
 * "White wins. Only c7 wins. 1. c7 Rd6+ 2. Kb5 Rd5+ and so on, with mate on move 26."
 * @param {Probe} probe
 * @param {Ply[]} line
 * @param {string[]} [unproven]  the unchecked tables that the text depends on
 */
export function solutionOf(probe, line, unproven = []) {
  const turn = turnOf(probe.fen)
  const words = [`${verdict(probe, turn)}.`]
  const kept = keeping(probe)
  if (isAtStake(probe)) {
    const moves = kept
      .slice(0, 4)
      .map(({ san }) => shownMove(san))
      .join(', ')
    words.push(say(isDrawn(probe.category) ? 'solution.hold' : 'solution.win', { count: kept.length, moves }))
  }
  if (line.length) words.push(shownMove(movesInWords(probe.fen, line.slice(0, MOST_PLIES))))
  if (line.length > MOST_PLIES) words.push(restOf(probe.fen, line))
  if (unproven.length) words.push(uncheckedWords(unproven))
  return words.join(' ')
}

/** Whether some moves of the side to move keep its win or draw, and others do not. @param {Probe} probe */
export function isAtStake(probe) {
  const kept = keeping(probe).length
  return probe.category !== 'loss' && kept > 0 && kept < probe.moves.length
}

/** The end of a line that is not printed as a whole. @param {string} fen @param {Ply[]} line */
function restOf(fen, line) {
  const before = turnOf(fen) === 'white' ? 0 : 1
  const mates = line.at(-1)?.san.endsWith('#') ? 'yes' : 'no'
  return say('solution.rest', { mates, move: Math.ceil((line.length + before) / 2) })
}
