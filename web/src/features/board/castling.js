// Castling: rights to castle in a FEN, castling among moves, and tables with castling. The page itself checks the
// squares of king and rook, as a position that is being set up loses rights before the engine gets it.

import { say } from '../../language.js'
import { list, nameOf } from '../../words.js'

/**
 * @typedef {import('../../shell/state.js').Color} Color
 * @typedef {import('../../shell/state.js').ClassInfo} ClassInfo
 * @typedef {import('@lichess-org/chessground/types').Key} Key
 *
 * @typedef {import('@lichess-org/chessground/types').Pieces} Pieces
 *
 * @typedef {object} Right
 * @property {string} letter  in a FEN: one of KQkq, and in Chess960 the file of the rook
 * @property {Color} color
 * @property {string} move    the name of castling
 * @property {Key} king       the king's square ...
 * @property {Key} rook       ... and the rook's
 */

/** Those of chess, in the order of a FEN. @type {Right[]} */
export const RIGHTS = [
  { letter: 'K', color: 'white', move: 'O-O', king: 'e1', rook: 'h1' },
  { letter: 'Q', color: 'white', move: 'O-O-O', king: 'e1', rook: 'a1' },
  { letter: 'k', color: 'black', move: 'O-O', king: 'e8', rook: 'h8' },
  { letter: 'q', color: 'black', move: 'O-O-O', king: 'e8', rook: 'a8' },
]

/**
 * The rights that letters of a FEN name, in the order of a FEN. King and rook are on their squares. The first of two
 * rooks on one side of the king counts.
 * @param {Pieces} pieces
 * @param {string} letters
 */
export function namedRights(pieces, letters) {
  const rights = [...letters].flatMap(
    (letter) => RIGHTS.find((right) => right.letter === letter) ?? ofFile(pieces, letter),
  )
  const order = (/** @type {Right} */ { color, move }) => (color === 'white' ? 0 : 2) + (move === 'O-O' ? 0 : 1)
  return rights
    .filter((right) => isPossible(pieces, right))
    .filter(({ color, move }, i, all) => all.findIndex((one) => one.color === color && one.move === move) === i)
    .sort((a, b) => order(a) - order(b))
}

/** @param {Right} right  @returns {(other: Right) => boolean} */
const isSame = (right) => (other) => other.king === right.king && other.rook === right.rook

/**
 * The right that the file of a rook names, if its king is on its first rank.
 * @param {Pieces} pieces
 * @param {string} letter
 */
function ofFile(pieces, letter) {
  const color = letter < 'a' ? 'white' : 'black'
  const king = kingOnFirstRank(pieces, color)
  return king ? rightOf(color, king, /** @type {Key} */ (letter.toLowerCase() + king[1])) : []
}

/** @param {Pieces} pieces @param {Color} color */
export const kingOnFirstRank = (pieces, color) =>
  [...pieces].find(
    ([key, piece]) => piece.role === 'king' && piece.color === color && key[1] === (color === 'white' ? '1' : '8'),
  )?.[0]

/** @param {Color} color @param {Key} king @param {Key} rook  @returns {Right} */
export function rightOf(color, king, rook) {
  const usual = RIGHTS.find(isSame({ letter: '', color, move: '', king, rook }))
  const letter = color === 'white' ? rook[0].toUpperCase() : rook[0]
  return usual ?? { letter, color, move: rook > king ? 'O-O' : 'O-O-O', king, rook }
}

/**
 * Whether king and rook are on the squares of a right.
 * @param {Pieces} pieces
 * @param {Right} right
 */
export function isPossible(pieces, { color, king, rook }) {
  const isThere = (/** @type {Key} */ key, /** @type {string} */ role) =>
    pieces.get(key)?.role === role && pieces.get(key)?.color === color
  return isThere(king, 'king') && isThere(rook, 'rook')
}

/**
 * The square of the rook that castles with a move of the king, as in chess; undefined for other moves. In Chess960 the
 * king moves onto its rook.
 * @param {{uci: string, san: string}} move
 * @param {string} rights  the letters of those that the position has
 */
export const castlingRook = ({ uci, san }, rights) =>
  RIGHTS.find(
    ({ letter, move, king }) =>
      rights.includes(letter) && king === uci.slice(0, 2) && move === san.replace(/[+#]$/, ''),
  )?.rook

/**
 * How many tables of castling a class lacks: those are beside the table of the same men.
 * @param {Pick<ClassInfo, 'castling'>} table
 */
export const castlingLacking = ({ castling }) => (castling ? castling.tables - castling.present.length : 0)

/** The largest number of men of a class that is built with its castling. */
export const CASTLING_MEN = 5

/** The number of the unit with castling in the plan of a class. */
export const CASTLING_UNIT = -1

/**
 * Whether there is nothing left to build of a class.
 * @param {Pick<ClassInfo, 'present' | 'castling'>} table
 */
export const isComplete = (table) => table.present && !castlingLacking(table)

/** "White O-O", or "White O-O with the rook on g1" @param {Right} right */
export const rightInWords = (right) => {
  const { color, move, rook } = right
  return RIGHTS.includes(right) ? `${nameOf(color)} ${move}` : say('castling.withRook', { color, move, rook })
}

/**
 * The rights to castle in the positions of a class, in words: KRvKR-h1 -> "White O-O". The square of a king elsewhere
 * than in chess is before those of its rooks, as in KRvK-kf1h1.
 * @param {string} name
 */
export function rightsInWords(name) {
  const kings = { white: /** @type {Key} */ ('e1'), black: /** @type {Key} */ ('e8') }
  /** @type {Right[]} */
  const rights = []
  for (const [square] of (name.split('-')[1] ?? '').matchAll(/k?[a-h][18]/g)) {
    const color = square.endsWith('1') ? 'white' : 'black'
    if (square.startsWith('k')) kings[color] = /** @type {Key} */ (square.slice(1))
    else rights.push(rightOf(color, kings[color], /** @type {Key} */ (square)))
  }
  return list(rights.map(rightInWords))
}

/**
 * The class with which a table is built: that of the same men, except for rights of Chess960 or with six men.
 * @param {string} name
 */
export function builtAs(name) {
  const [men] = name.split('-')
  return men.replace('v', '').length > CASTLING_MEN ? name : name.replace(/-(?:[ah][18])+$/, '')
}

/**
 * The files of a class: its table, and those of its castling that exist.
 * @param {Pick<ClassInfo, 'name' | 'castling'>} table
 */
export const tablesOf = ({ name, castling }) => [name, ...(castling?.present ?? [])]
