// Games for tests as the page reads them, when all their moves are legal.

import { movesInWords, readMoves } from './pgn.js'
import { numberOf } from '../board/position.js'
import { annotated, joined, listed } from './variations.js'

/** The game of a text of moves, with the comment before its first move. @param {string} text */
export function gameOf(text) {
  const { moves, after, remarks, ...rest } = readMoves(text)
  const plies = listed(moves.map((san, i) => ({ uci: '', san, fen: '', after: after[i] })))
  const [{ lead, ...first } = {}, ...others] = remarks
  return {
    lead,
    plies: annotated(
      plies,
      { after, remarks: [first, ...others].slice(0, moves.length) },
      plies.map((_, i) => i + 1),
    ),
    ...rest,
  }
}

/** The same in words. @param {string} fen @param {ReturnType<typeof gameOf>} game */
export const gameInWords = (fen, { lead, plies }) =>
  joined(lead && `{${lead}}`, movesInWords(fen, plies, '...', numberOf(fen)))
