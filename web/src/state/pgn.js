// Moves as text: as in a book, and as a PGN file.

import { numberOf, turnOf } from './position.js'

/** @typedef {import('./state.js').Ply} Ply */

const WIDTH = 80

/**
 * "1… Kd4 2. Rh4+ Kc3"
 * @param {string} fen  that the moves begin from
 * @param {Ply[]} plies
 * @param {string} [blackFirst]  after the number of a first move by Black
 * @param {number} [first]       the number of the first move
 */
export function movesInWords(fen, plies, blackFirst = '…', first = 1) {
  const offset = turnOf(fen) === 'white' ? 0 : 1
  return plies
    .map(({ san }, i) => {
      const number = Math.floor((i + offset) / 2) + first
      if ((i + offset) % 2 === 0) return `${number}. ${san}`
      return i === 0 ? `${number}${blackFirst} ${san}` : san
    })
    .join(' ')
}

/**
 * A game in the Portable Game Notation, from a position of its own: its moves are numbered from where that says.
 * @param {string} fen
 * @param {Ply[]} plies
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

/** @param {string} fen @param {Ply[]} plies */
function resultOf(fen, plies) {
  if (!plies.at(-1)?.san.endsWith('#')) return '*'
  const whiteMates = (turnOf(fen) === 'white') === (plies.length % 2 === 1)
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
