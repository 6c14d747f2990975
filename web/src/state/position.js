// A position as text. Nothing here knows a rule of chess: it moves letters about in a FEN.

import { read, write } from '@lichess-org/chessground/fen'

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

/**
 * A new placement ends whatever castling and en passant were about.
 * @param {string} placement
 * @param {Color} turn
 */
export const fenOf = (placement, turn) => `${placement} ${turn[0]} - - 0 1`

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
