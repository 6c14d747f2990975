// A position as text. This file has no rules of chess: it only edits the letters of a FEN.

import { read, write } from '@lichess-org/chessground/fen'
import { other, pieceName } from '../../words.js'
import { CASTLING_MEN, isPossible, namedRights } from './castling.js'

/**
 * @typedef {import('../../shell/state.js').Piece} Piece
 * @typedef {import('../../shell/state.js').Color} Color
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
 * Returns the FEN with another side to move, if it has one. The result has no en passant square.
 * @param {string} fen
 * @param {Color} turn
 */
export const withTurn = (fen, turn) =>
  fen.replace(
    /^(\S+) [wb](?!\S)( \S+)?( [a-h][36])?/,
    (_, placement, rights = '', passant) => `${placement} ${turn[0]}${rights}${passant ? ' -' : ''}`,
  )

/** @param {string} fen  @returns {string} a square, or '-' */
export const enPassantOf = (fen) => fields(fen)[3] ?? '-'

/** The letters of the rights to castle, or ''. @param {string} fen */
export const rightsOf = (fen) => (/\d/.test(fields(fen)[2]) ? '' : (fields(fen)[2] ?? '').replace(/[^KQkqA-Ha-h]/g, ''))

/** Whether it has castling rights of Chess960, as the engine writes them. @param {string} fen */
export const isChess960 = (fen) => /[A-Ha-h]/.test(rightsOf(fen))

/**
 * Reports whether the tables of a position are built for it alone: no class is built with those castling rights.
 * @param {string} fen
 */
export const isBuiltAlone = (fen) => isChess960(fen) || (menIn(fen) > CASTLING_MEN && !!rightsOf(fen))

/** Returns a FEN without its counters, as EPD has it. @param {string} fen */
export const withoutCounters = (fen) => fields(fen).slice(0, 4).join(' ')

/** Plies without a capture or a pawn move that were played before. @param {string} fen */
export const clockOf = (fen) => (/^\d{1,4}$/.test(fields(fen)[4] ?? '') ? Number(fields(fen)[4]) : 0)

/** How many men there are. @param {string} fen */
export const menIn = (fen) => placementOf(fen).replace(/[^a-z]/gi, '').length

/** The number of the next move. @param {string} fen */
export const numberOf = (fen) => (/^[1-9]\d{0,3}$/.test(fields(fen)[5] ?? '') ? Number(fields(fen)[5]) : 1)

/**
 * @param {string} placement
 * @param {Color} turn
 * @param {string} [rights]  to castle; those whose king or rook is not on its square are dropped
 * @param {string} [enPassant]
 * @param {number} [clock]  plies without a capture or a pawn move
 */
export function fenOf(placement, turn, rights = '', enPassant = '-', clock = 0) {
  const kept = namedRights(piecesOf(placement), rights)
  return `${placement} ${turn[0]} ${kept.map(({ letter }) => letter).join('') || '-'} ${enPassant} ${clock} 1`
}

/**
 * The readable pieces. chessground also reads letters that name no piece, and then cannot write them.
 * @param {string} fen
 * @returns {import('@lichess-org/chessground/types').Pieces}
 */
export const piecesOf = (fen) => new Map([...read(placementOf(fen))].filter(([, { role }]) => role))

/**
 * The men of a position in words.
 * @param {string} fen
 */
export const menOf = (fen) =>
  [...piecesOf(fen)].map(([key, { color, role }]) => `${pieceName(color, role)} ${key}`).join(', ')

/**
 * A placement that a board can show, whatever the user has typed.
 * @param {string} fen
 */
export const shownPlacement = (fen) => write(piecesOf(fen))

/**
 * The position with another placement. It keeps the rights to castle whose king and rook stay on their squares.
 * @param {string} fen
 * @param {string} placement
 */
export function rearranged(fen, placement) {
  const pieces = piecesOf(placement)
  const kept = namedRights(piecesOf(fen), rightsOf(fen)).filter((right) => isPossible(pieces, right))
  return fenOf(placement, turnOf(fen), kept.map(({ letter }) => letter).join(''))
}

/**
 * @param {string} fen
 * @param {Key} key
 * @param {Piece | null} piece
 */
export function put(fen, key, piece) {
  const pieces = piecesOf(fen)
  if (piece) pieces.set(key, piece)
  else pieces.delete(key)
  return rearranged(fen, write(pieces))
}

/**
 * The same position with left and right exchanged. It has no rights to castle: castling is not the same mirrored.
 * @param {string} fen
 */
export const mirrored = (fen) =>
  transformed(
    fen,
    (key) => `${'hgfedcba'['abcdefgh'.indexOf(key[0])]}${key[1]}`,
    (color) => color,
    '',
  )

/**
 * The same position for the other side: colours exchanged, and the board turned upside down.
 * @param {string} fen
 */
export const coloursSwapped = (fen) =>
  transformed(fen, (key) => `${key[0]}${9 - Number(key[1])}`, other, rightsOf(fen).replace(/./g, otherCase))

/** @param {string} letter */
const otherCase = (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())

/**
 * @param {string} fen
 * @param {(key: string) => string} toSquare
 * @param {(color: Color) => Color} toColor
 * @param {string} rights  to castle
 */
function transformed(fen, toSquare, toColor, rights) {
  const pieces = [...piecesOf(fen)].map(
    ([key, { color, role }]) => /** @type {[Key, Piece]} */ ([toSquare(key), { color: toColor(color), role }]),
  )
  const enPassant = enPassantOf(fen)
  return fenOf(
    write(new Map(pieces)),
    toColor(turnOf(fen)),
    rights,
    /^[a-h][36]$/.test(enPassant) ? toSquare(enPassant) : '-',
    clockOf(fen),
  )
}
