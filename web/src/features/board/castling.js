// Castling: rights to castle in a FEN, castling among moves, and tables with castling. The page itself checks the
// squares of king and rook, as a position that is being set up loses rights before the engine gets it.

import { list, nameOf } from '../../words.js'

/**
 * @typedef {import('../../shell/state.js').Color} Color
 * @typedef {import('../../shell/state.js').ClassInfo} ClassInfo
 * @typedef {import('@lichess-org/chessground/types').Key} Key
 *
 * @typedef {object} Right
 * @property {string} letter  in a FEN
 * @property {Color} color
 * @property {string} move    the name of castling
 * @property {Key} king       the king's square ...
 * @property {Key} rook       ... and the rook's
 */

/** In the order of a FEN. @type {Right[]} */
export const RIGHTS = [
  { letter: 'K', color: 'white', move: 'O-O', king: 'e1', rook: 'h1' },
  { letter: 'Q', color: 'white', move: 'O-O-O', king: 'e1', rook: 'a1' },
  { letter: 'k', color: 'black', move: 'O-O', king: 'e8', rook: 'h8' },
  { letter: 'q', color: 'black', move: 'O-O-O', king: 'e8', rook: 'a8' },
]

/**
 * Whether king and rook are on their original squares.
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

/** The number of the unit with castling in the plan of a class. */
export const CASTLING_UNIT = -1

/**
 * Whether there is nothing left to build of a class.
 * @param {Pick<ClassInfo, 'present' | 'castling'>} table
 */
export const isComplete = (table) => table.present && !castlingLacking(table)

/** "White O-O" @param {Pick<Right, 'color' | 'move'>} right */
export const rightInWords = ({ color, move }) => `${nameOf(color)} ${move}`

/**
 * The rights to castle in the positions of a class, in words: KRvKR-h1 -> "White O-O"
 * @param {string} name
 */
export const rightsInWords = (name) =>
  list(RIGHTS.filter(({ rook }) => name.split('-')[1]?.includes(rook)).map(rightInWords))

/**
 * The files of a class: its table, and those of its castling that exist.
 * @param {Pick<ClassInfo, 'name' | 'castling'>} table
 */
export const tablesOf = ({ name, castling }) => [name, ...(castling?.present ?? [])]
