// Moves as text: as in a book, and as a PGN file, there and back.

import { numberOf, turnOf } from './position.js'
import { lineThrough, written } from './variations.js'

/** @typedef {import('./state.js').GamePly} GamePly */

const WIDTH = 80

/**
 * "1… Kd4 2. Rh4+ (2. Kb2 Ke5) 2… Kc3"
 * @param {string} fen  that the moves begin from
 * @param {GamePly[]} plies
 * @param {string} [dots]  after the number of a move by Black
 * @param {number} [first]  the number of the first move
 */
export const movesInWords = (fen, plies, dots = '…', first = 1) =>
  written(plies, turnOf(fen), first)
    .map(({ number, label, opens, closes }) => `${opens ? '(' : ''}${label.replace('…', dots)}${label && ' '}${plies[number - 1].san}${')'.repeat(closes)}`)
    .join(' ')

/**
 * A game in the Portable Game Notation, from a position of its own: its moves are numbered from where that says.
 * @param {string} fen
 * @param {GamePly[]} plies
 * @param {string} [event]
 * @param {{white?: string, note?: string}} [more]
 */
export function pgnOf(fen, plies, event = 'Best play', { white, note } = {}) {
  const result = resultOf(fen, plies)
  const tags = { Event: event, Site: 'Matewright', Date: '????.??.??', Round: '-', White: white || '?', Black: '?', Result: result, SetUp: '1', FEN: fen }
  const lines = Object.entries(tags).map(([name, value]) => `[${name} "${quoted(value)}"]`)
  return `${lines.join('\n')}\n\n${wrapped([commented(note), movesInWords(fen, plies, '...', numberOf(fen)), result].filter(Boolean).join(' '))}\n`
}

/** Nothing ends a comment but its end. @param {string} [note] */
const commented = (note) => (note ? `{${note.replaceAll('{', '(').replaceAll('}', ')')}}` : '')

/** As a header's value, which is one line. @param {string} text */
const quoted = (text) => text.trim().replace(/\s+/g, ' ').replace(/["\\]/g, '\\$&')

/** @param {string} fen @param {GamePly[]} plies */
function resultOf(fen, plies) {
  const main = lineThrough(plies, 0)
  if (!plies[(main.at(-1) ?? 0) - 1]?.san.endsWith('#')) return '*'
  const whiteMates = (turnOf(fen) === 'white') === (main.length % 2 === 1)
  return whiteMates ? '1-0' : '0-1'
}

/** @param {string} text */
function wrapped(text) {
  let line = ''
  const lines = []
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length >= WIDTH) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line].join('\n')
}

/** A game has no more moves, its variations included: the engine reads no more (mostReplayed in wasm/engine.go). */
export const MOST_MOVES = 1000

/** What a move has, or castling, or a move that is none; numbers, marks and results don't. */
const IS_MOVE = /[a-h][1-8]|^[0Oo]-[0Oo]|^--|^Z0$/

/** What stands between moves: numbers, glyphs by their number or as they are, novelties and diagrams. */
const IS_MARK = /^(?:\d+|\$\d+|[ND]|[^\p{L}\p{N}*]*)$/u

/**
 * The moves of a game's text, with its variations and without comments and marks. A line ends before a word that is neither, such as a result:
 * what comes after it may follow anything. Nobody has said yet that the moves are legal.
 * @param {string} text
 * @returns {{moves: string[], after: number[], unread: number}}  with the number of the move before each, and how many more there seem to be
 */
export function readMoves(text) {
  /** @type {string[]} */
  const moves = []
  /** @type {number[]} */
  const after = []
  /** @type {number[]} the moves that are gone on from when a variation is closed */
  const open = []
  let unread = 0
  let at = 0 // less where a line has ended
  for (const [token] of text.replace(/\{[^}]*(?:\}|$)|;.*|^%.*/gm, ' ').matchAll(/[()]|[^\s()]+/g)) {
    const move = token.replace(/^\d*[.…]+/, '').replace(/[!?]+$|e\.p\.$/g, '')
    if (token === '(') {
      open.push(at)
      at = at < 0 ? at : after[at - 1] ?? 0
    } else if (token === ')') at = open.pop() ?? at
    else if (!IS_MOVE.test(move)) {
      if (!IS_MARK.test(move)) at = -1
    } else if (at < 0 || moves.length === MOST_MOVES) unread++
    else {
      moves.push(move)
      after.push(at)
      at = moves.length
    }
  }
  return { moves, after, unread }
}
