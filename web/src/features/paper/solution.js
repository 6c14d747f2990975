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
 * "White to play and win", "Black to move, White wins", or "White to move" for an unknown position.
 * @param {string} fen
 * @param {Probe | null} probe
 */
export function taskOf(fen, probe) {
  const side = turnOf(fen)
  if (!probe?.moves.length) return toMove(side)
  if (probe.category === 'loss') return say('paper.toMoveLost', { side })
  return say('practice.toPlayAnd', { side, goal: isDrawn(probe.category) ? 'draw' : 'win' })
}

/** A text that ends with its own punctuation, or else with a full stop. @param {string} text */
export const ended = (text) => (/[.!?…。]["”»)]?$/u.test(text) ? text : `${text}.`)

/**
 * Paragraphs such as "White wins. Only c7 wins." and "1. c7 Rd6+ 2. Kb5 Rd5+ and so on, 26 moves to mate in all."
 * @param {Probe} probe
 * @param {Ply[]} line
 * @param {string[]} [unproven]  the unchecked tables that the text depends on
 * @param {string} [own]  the position's own line, which comes first
 */
export function solutionOf(probe, line, unproven = [], own = '') {
  const best = line.length ? shownMove(movesInWords(probe.fen, line.slice(0, MOST_PLIES))) : ''
  const isBest = line.length > 0 && `${shownMove(movesInWords(probe.fen, line))} `.startsWith(`${own} `)
  const played = line.length > MOST_PLIES ? `${best} ${restOf(line)}` : best
  return [
    judgement(probe),
    isBest ? '' : own,
    isBest || !own || !best ? played : say('solution.bestPlay', { line: played }),
    unproven.length ? uncheckedWords(unproven) : '',
  ].filter(Boolean)
}

/** The verdict, and the moves that keep it. @param {Probe} probe */
function judgement(probe) {
  const words = `${verdict(probe, turnOf(probe.fen))}.`
  if (!isAtStake(probe)) return words
  const kept = keeping(probe)
  const moves = kept
    .slice(0, 4)
    .map(({ san }) => shownMove(san))
    .join(', ')
  return `${words} ${say(isDrawn(probe.category) ? 'solution.hold' : 'solution.win', { count: kept.length, moves })}`
}

/** Whether some moves of the side to move keep its win or draw, and others do not. @param {Probe} probe */
export function isAtStake(probe) {
  const kept = keeping(probe).length
  return probe.category !== 'loss' && kept > 0 && kept < probe.moves.length
}

/** The end of a line that is not printed as a whole. The moves are those of the winner. @param {Ply[]} line */
function restOf(line) {
  const mates = line.at(-1)?.san.endsWith('#') ? 'yes' : 'no'
  return say('solution.rest', { mates, moves: Math.ceil(line.length / 2) })
}
