// Moves as people type them: SAN with or without its marks, or the two squares.

import { say } from '../../language.js'
import { shownMove, typedLoosely, typedMove } from '../../san.js'
import { list } from '../../words.js'

const SAN = /^([KQRBN]?)([a-h]?)([1-8]?)([a-h][1-8])([QRBN]?)$/
const CASTLING = /^(oo|ooo|00|000)$/i
const SQUARES = /^([a-h][1-8])([a-h][1-8])([qrbn]?)$/

/**
 * @template {{uci: string, san: string}} M
 * @param {M[]} moves  the legal ones
 * @param {string} text
 * @returns {{move: M} | {problem: string}}
 */
export function readMove(moves, text) {
  const typed = text.replace(/[\s+#!?x=:-]|e\.?p\.?$/g, '')
  const found = matching(moves, typedMove(typed))
  // Without capitals a letter means a pawn first, or else a piece.
  const fitting = found.length ? found : matching(moves, typedLoosely(typed))
  if (fitting.length === 1) return { move: fitting[0] }
  if (!fitting.length) return { problem: say('typedMove.none', { text: text.trim() }) }
  return {
    problem: say('typedMove.several', { text: text.trim(), moves: list(fitting.map(({ san }) => shownMove(san))) }),
  }
}

/** @template {{uci: string, san: string}} M @param {M[]} moves @param {string} typed */
function matching(moves, typed) {
  const squares = typed.toLowerCase().match(SQUARES)
  if (squares) return moves.filter(({ uci }) => uci === squares[0] || (!squares[3] && uci.startsWith(squares[0])))
  if (CASTLING.test(typed)) return moves.filter(({ san }) => san.match(/O/g)?.length === typed.length)
  const [, piece, file, rank, to, promotion] = typed.match(SAN) ?? []
  if (!to) return []
  return moves.filter(
    ({ uci, san }) =>
      uci.slice(2, 4) === to &&
      uci.startsWith(file) &&
      (!rank || uci[1] === rank) &&
      (/^[KQRBNO]/.test(san) ? san[0] : '') === piece &&
      (!promotion || uci[4] === promotion.toLowerCase()),
  )
}
