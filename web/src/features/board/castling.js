// Castling: rights to castle in a FEN, castling among moves, and what there is of it in tables. Where king and rook
// have to be is known here, because a position that is being set up loses its rights before the engine has seen it.

import { list, nameOf } from '../../words.js'

/**
 * @typedef {import('../../shell/state.js').Color} Color
 * @typedef {import('../../shell/state.js').ClassInfo} ClassInfo
 * @typedef {import('@lichess-org/chessground/types').Key} Key
 *
 * @typedef {object} Right
 * @property {string} letter  in a FEN
 * @property {Color} color
 * @property {string} move    what castling is called
 * @property {Key} king       where the king has to be ...
 * @property {Key} rook       ... and the rook
 */

/** In the order of a FEN. @type {Right[]} */
export const RIGHTS = [
  { letter: 'K', color: 'white', move: 'O-O', king: 'e1', rook: 'h1' },
  { letter: 'Q', color: 'white', move: 'O-O-O', king: 'e1', rook: 'a1' },
  { letter: 'k', color: 'black', move: 'O-O', king: 'e8', rook: 'h8' },
  { letter: 'q', color: 'black', move: 'O-O-O', king: 'e8', rook: 'a8' },
]

/**
 * Whether king and rook are where they have not moved from.
 * @param {import('@lichess-org/chessground/types').Pieces} pieces
 * @param {Right} right
 */
export function isPossible(pieces, { color, king, rook }) {
  const isThere = (/** @type {Key} */ key, /** @type {string} */ role) =>
    pieces.get(key)?.role === role && pieces.get(key)?.color === color
  return isThere(king, 'king') && isThere(rook, 'rook')
}

/**
 * The square of the rook that castles with a move of the king; undefined for other moves.
 * @param {{uci: string, san: string}} move
 */
export const castlingRook = ({ uci, san }) =>
  san.startsWith('O-O')
    ? RIGHTS.find(({ move, king }) => king === uci.slice(0, 2) && move === san.replace(/[+#]$/, ''))?.rook
    : undefined

/**
 * How many tables of castling a class lacks: those are beside the table of the same men.
 * @param {Pick<ClassInfo, 'castling'>} table
 */
export const castlingLacking = ({ castling }) => (castling ? castling.tables - castling.present.length : 0)

/** What the plan of a class calls the unit that has its castling. */
export const CASTLING_UNIT = -1

/**
 * Whether there is nothing left to build of a class.
 * @param {Pick<ClassInfo, 'present' | 'castling'>} table
 */
export const isComplete = (table) => table.present && !castlingLacking(table)

/** "White O-O" @param {Pick<Right, 'color' | 'move'>} right */
export const rightInWords = ({ color, move }) => `${nameOf(color)} ${move}`

/**
 * Who may castle in the positions of a class, in words: KRvKR-h1 -> "White O-O"
 * @param {string} name
 */
export const rightsInWords = (name) =>
  list(RIGHTS.filter(({ rook }) => name.split('-')[1]?.includes(rook)).map(rightInWords))

/**
 * The files of a class: its table, and those of its castling that are here.
 * @param {Pick<ClassInfo, 'name' | 'castling'>} table
 */
export const tablesOf = ({ name, castling }) => [name, ...(castling?.present ?? [])]
