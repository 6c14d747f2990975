import { kingOnFirstRank, rightOf, RIGHTS } from './castling.js'
import { piecesOf } from './position.js'

/**
 * A FEN with the files of rooks, from one of Chess960 in which KQkq name the outermost rooks (X-FEN).
 * @param {string} fen
 */
export function fromXfen(fen) {
  const [, before, letters] = /^(\S+?[\s_]+[wb][\s_]+)([A-Za-z]+)/.exec(fen) ?? []
  if (!letters) return fen
  const pieces = piecesOf(fen)
  const file = (/** @type {string} */ letter) => {
    const { color, move } = RIGHTS.find((right) => right.letter === letter) ?? {}
    const king = color && kingOnFirstRank(pieces, color)
    if (!king) return letter
    const rooks = [...pieces]
      .flatMap(([key, piece]) => (piece.role === 'rook' && piece.color === color && key[1] === king[1] ? key : []))
      .filter((rook) => (move === 'O-O' ? rook > king : rook < king))
      .sort()
    const outermost = move === 'O-O' ? rooks.at(-1) : rooks[0]
    return outermost ? rightOf(color, king, outermost).letter : letter
  }
  return before + [...letters].map(file).join('') + fen.slice(before.length + letters.length)
}
