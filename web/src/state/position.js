// A position as text. Nothing here knows a rule of chess: it moves letters about in a FEN.

import { read, write } from '@lichess-org/chessground/fen'
import { other } from '../words.js'

/**
 * @typedef {import('./state.js').Piece} Piece
 * @typedef {import('./state.js').Color} Color
 * @typedef {import('@lichess-org/chessground/types').Key} Key
 */

export const EMPTY_PLACEMENT = '8/8/8/8/8/8/8/8'

/** @param {string} fen */
const fields = (fen) => fen.trim().split(/[\s_]+/)

/** @param {string} fen */
export const placementOf = (fen) => fields(fen)[0]

/**
 * @param {string} fen
 * @returns {Color}
 */
export const turnOf = (fen) => (fields(fen)[1] === 'b' ? 'black' : 'white')

/** @param {string} fen  @returns {string} a square, or '-' */
export const enPassantOf = (fen) => fields(fen)[3] ?? '-'

/** Plies without a capture or a pawn move that were played before. @param {string} fen */
const clockOf = (fen) => (/^\d{1,3}$/.test(fields(fen)[4] ?? '') ? Number(fields(fen)[4]) : 0)

/**
 * A new placement ends whatever castling was about, and en passant unless it is said.
 * @param {string} placement
 * @param {Color} turn
 * @param {string} [enPassant]
 * @param {number} [clock]  plies without a capture or a pawn move
 */
export const fenOf = (placement, turn, enPassant = '-', clock = 0) => `${placement} ${turn[0]} - ${enPassant} ${clock} 1`

/**
 * The pieces that can be read. chessground also reads letters that name none, and then can't write them.
 * @param {string} fen
 * @returns {import('@lichess-org/chessground/types').Pieces}
 */
export const piecesOf = (fen) => new Map([...read(placementOf(fen))].filter(([, { role }]) => role))

/**
 * The placement as a board can show it, whatever the user has typed.
 * @param {string} fen
 */
export const shownPlacement = (fen) => write(piecesOf(fen))

/**
 * @param {string} fen
 * @param {Key} key
 * @param {Piece | null} piece
 */
export function put(fen, key, piece) {
  const pieces = piecesOf(fen)
  if (piece) pieces.set(key, piece)
  else pieces.delete(key)
  return fenOf(write(pieces), turnOf(fen))
}

/**
 * The same position with left and right exchanged.
 * @param {string} fen
 */
export const mirrored = (fen) => transformed(fen, (key) => `${'hgfedcba'['abcdefgh'.indexOf(key[0])]}${key[1]}`, (color) => color)

/**
 * The same position for the other side: colours exchanged, and the board turned upside down, as pawns go.
 * @param {string} fen
 */
export const coloursSwapped = (fen) => transformed(fen, (key) => `${key[0]}${9 - Number(key[1])}`, other)

/**
 * @param {string} fen
 * @param {(key: string) => string} toSquare
 * @param {(color: Color) => Color} toColor
 */
function transformed(fen, toSquare, toColor) {
  const pieces = [...piecesOf(fen)].map(([key, { color, role }]) =>
    /** @type {[Key, Piece]} */ ([toSquare(key), { color: toColor(color), role }]))
  const enPassant = enPassantOf(fen)
  return fenOf(write(new Map(pieces)), toColor(turnOf(fen)), /^[a-h][36]$/.test(enPassant) ? toSquare(enPassant) : '-', clockOf(fen))
}
