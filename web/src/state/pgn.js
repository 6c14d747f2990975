// Moves as text: as in a book, and as a PGN file, there and back.

import { numberOf, turnOf } from './position.js'
import { joined, lineThrough, written } from './variations.js'

/**
 * @typedef {import('./state.js').GamePly} GamePly
 * @typedef {import('./state.js').Remarks} Remarks
 */

const WIDTH = 80

/**
 * "1… Kd4 2. Rh4+ $1 {At last.} (2. Kb2 Ke5) 2… Kc3"
 * @param {string} fen  that the moves begin from
 * @param {GamePly[]} plies
 * @param {string} [dots]  after the number of a move by Black
 * @param {number} [first]  the number of the first move
 */
export const movesInWords = (fen, plies, dots = '…', first = 1) =>
  written(plies, turnOf(fen), first)
    .map(({ number, label, opens, closes }) => {
      const { lead, san, nags = [], note } = plies[number - 1]
      return `${opens ? '(' : ''}${joined(commented(lead), label.replace('…', dots), san, ...nags.map((nag) => `$${nag}`), commented(note))}${')'.repeat(closes)}`
    })
    .join(' ')

/**
 * A game in the Portable Game Notation, from a position of its own: its moves are numbered from where that says.
 * @param {string} fen
 * @param {GamePly[]} plies
 * @param {string} [event]
 * @param {{white?: string, note?: string, tags?: Record<string, string>}} [more]  tags that a PGN had, which stay
 */
export function pgnOf(fen, plies, event = 'Best play', { white, note, tags = {} } = {}) {
  const mate = resultOf(fen, plies)
  const result = mate === '*' && RESULTS.includes(tags.Result) ? tags.Result : mate
  const own = { Event: event, Site: 'Matewright', Date: '????.??.??', Round: '-', White: white || '?', Black: '?', Result: result } // in this order
  const all = { ...own, ...tags, Result: result, SetUp: '1', FEN: fen }
  const lines = Object.entries(all).map(([name, value]) => `[${name} "${quoted(value)}"]`)
  return `${lines.join('\n')}\n\n${wrapped(joined(commented(note), movesInWords(fen, plies, '...', numberOf(fen)), result))}\n`
}

/** Nothing ends a comment but its end. @param {string} [note] */
const commented = (note) => (note ? `{${note.replaceAll('{', '(').replaceAll('}', ')')}}` : '')

/** As a header's value, which is one line. @param {string} text */
const quoted = (text) => text.trim().replace(/\s+/g, ' ').replace(/["\\]/g, '\\$&')

/** How games end. */
const RESULTS = ['1-0', '0-1', '1/2-1/2']

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
    if (line && line.length + 1 + word.length >= WIDTH && !/^[%[]/.test(word)) { // which would be no comment where a line begins
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

/** So many letters of a game's comments are read. */
export const MOST_COMMENTS = 20_000

/** More glyphs nobody gives a move. */
const MOST_NAGS = 8

/** Glyphs by their numbers. @type {Record<number, string>} */
const GLYPHS = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□', 10: '=', 13: '∞', 14: '⩲', 15: '⩱', 16: '±', 17: '∓', 18: '+−', 19: '−+', 22: '⨀', 146: 'N' }

/** The glyphs of a move as they are printed, as far as there are signs for them. @param {Remarks} remarks */
export const glyphsOf = ({ nags = [] }) => nags.map((nag) => GLYPHS[nag] ?? '').join('')

/** A comment without what it says to programs: of clocks and arrows. @param {string} [comment] */
export const readable = (comment = '') => comment.replace(/\[%[^[\]]*\]/g, '').trim()

const NAGS = new Map(Object.entries(GLYPHS).map(([nag, sign]) => [sign, Number(nag)]))

/** The number of a glyph, written so or as a sign; 0 if there is none. @param {string} word */
const nagOf = (word) => (/^\$\d{1,3}$/.test(word) ? Number(word.slice(1)) : NAGS.get(word.replace('-', '−')) ?? 0)

/** At the end of a move. */
const SIGNS = /(?<![!?])[!?]+$/

/** What stands between moves: numbers, glyphs by their number or as they are, novelties and diagrams. */
const IS_MARK = /^(?:\d+|\$\d+|[ND]|[^\p{L}\p{N}*]*)$/u

/** A comment, to its end or that of its line; a line for programs; a bracket; a word. */
const TOKENS = /\{(?<comment>[^}]*)(?:\}|$)|;(?<rest>.*)|(?<escape>^%.*)|[()]|[^\s(){;]+/gm

/**
 * The moves of a game's text, with its variations, comments and glyphs. A line ends before a word that is none of that, such as a result:
 * what comes after it may follow anything. Nobody has said yet that the moves are legal.
 * @param {string} text
 * @returns {{moves: string[], after: number[], remarks: Remarks[], unread: number, uncommented: boolean}}  with the number of the move before each, how many more there seem to be, and whether there are comments of no move that is read, or longer ones than are read
 */
export function readMoves(text) {
  /** @type {string[]} */
  const moves = []
  /** @type {number[]} */
  const after = []
  /** @type {Remarks[]} */
  const remarks = []
  /** @type {{at: number, lead: string, begins: boolean}[]} what is gone on with when a variation is closed */
  const open = []
  let unread = 0
  let at = 0 // less where a line has ended
  let lead = ''
  let begins = true // a game or a variation
  let room = MOST_COMMENTS
  let uncommented = false
  /** @param {string} comment */
  const say = (comment) => {
    const words = comment.trim().replace(/\s+/g, ' ')
    const read = at < 0 ? '' : words.slice(0, room)
    uncommented ||= read !== words
    room -= read.length
    if (begins) lead = joined(lead, read)
    else if (at > 0) remarks[at - 1].note = joined(remarks[at - 1].note, read)
  }
  /** @param {string} [word] */
  const mark = (word) => {
    if (!word || begins || at < 1) return
    const nag = nagOf(word)
    const { nags = [] } = remarks[at - 1]
    if (nag && nags.length < MOST_NAGS && !nags.includes(nag)) remarks[at - 1].nags = [...nags, nag]
  }
  for (const { 0: token, groups } of text.matchAll(TOKENS)) {
    const comment = groups?.comment ?? groups?.rest
    const move = token.replace(/^\d*[.…]+/, '').replace(SIGNS, '').replace(/e\.p\.$/, '')
    if (comment !== undefined) say(comment)
    else if (groups?.escape) continue
    else if (token === '(') {
      open.push({ at, lead, begins })
      at = at < 0 ? at : after[at - 1] ?? 0
      begins = true
      lead = ''
    } else if (token === ')') {
      const outer = open.pop()
      if (!outer) continue
      uncommented ||= lead !== ''
      ;({ at, lead, begins } = outer)
    } else if (!IS_MOVE.test(move)) {
      if (IS_MARK.test(move)) mark(token)
      else at = -1
    } else if (at < 0 || moves.length === MOST_MOVES) {
      unread++
      at = -1
    } else {
      moves.push(move)
      after.push(at)
      remarks.push(begins && lead ? { lead } : {})
      at = moves.length
      begins = false
      lead = ''
      mark(SIGNS.exec(token)?.[0])
    }
  }
  return { moves, after, remarks, unread, uncommented: uncommented || lead !== '' }
}
