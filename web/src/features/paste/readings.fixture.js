// A stand-in for the engine in tests: it reads FENs that have no faults, and some that have.

import { say, sentence } from '#words'
import { candidatesIn } from './pasted.js'

/** The repair of a FEN that names no side to move. */
export const WHITE_ASSUMED = say('core.repair', { fault: say('core.fen.noTurn'), repair: say('core.repair.white') })

/** The message for a FEN that can't be read. @param {string} fen */
export const unusable = (fen) => `${sentence(say('core.fen.unusable', { why: fen }))}.`

const FIELDS =
  /^(\S+?)\.?(?: ([wb])(?: (-|[KQkqA-Ha-h]{1,4})(?: (-|[a-h][36])(?: (\d{1,4})(?: (\d{1,4}))?)?)?)?)?(?:\.? (?!-).*)?$/

/** @param {string} candidate @returns {import('./pasted.js').Reading} */
function readingOf(candidate) {
  const [, board = '', turn, rights = '-', passant = '-', clock = '0', number = '1'] =
    FIELDS.exec(/^[^",;#&?]*/.exec(candidate)?.[0].trim() ?? '') ?? []
  const isFull = (/** @type {string} */ rank) =>
    [...rank].reduce((squares, letter) => squares + (Number(letter) || 1), 0) === 8
  if (!board.split('/').every(isFull) || / xQ/.test(candidate))
    return { error: { code: 'fen', message: unusable(candidate) } }
  const fen = `${board} ${turn ?? 'w'} ${rights} ${passant} ${clock} ${number}`
  return turn ? { fen } : { fen, warnings: [{ code: 'turn', message: WHITE_ASSUMED }] }
}

/** @param {string} text */
export const readingsOf = (text) => new Map(candidatesIn(text).map((candidate) => [candidate, readingOf(candidate)]))

/** @param {string} text */
export const readFens = async (text) => readingsOf(text)
