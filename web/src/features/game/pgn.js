// Moves as text: as in a book, and as a PGN file, there and back.

import { isChess960, numberOf, turnOf } from '../board/position.js'
import { joined, lineThrough, written } from './variations.js'

/**
 * @typedef {import('../../shell/state.js').GamePly} GamePly
 * @typedef {import('../../shell/state.js').Remarks} Remarks
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
      const glyphs = nags.map((nag) => `$${nag}`)
      const words = joined(commented(lead), label.replace('…', dots), san, ...glyphs, commented(note))
      return `${opens ? '(' : ''}${words}${')'.repeat(closes)}`
    })
    .join(' ')

/** The event of best play, in every language: core/game recognizes it. */
const BEST_PLAY = 'Best play'

/**
 * A game in the Portable Game Notation, from its own position, whose FEN has the number of the first move.
 * @param {string} fen
 * @param {GamePly[]} plies
 * @param {string} [event]
 * @param {{white?: string, note?: string, tags?: Record<string, string>}} [more]  tags that a PGN had, which stay
 */
export function pgnOf(fen, plies, event = BEST_PLAY, { white, note, tags = {} } = {}) {
  const mate = resultOf(fen, plies)
  const result = mate === '*' && RESULTS.includes(tags.Result) ? tags.Result : mate
  const own = {
    Event: event,
    Site: 'Matewright',
    Date: '????.??.??',
    Round: '-',
    White: white || '?',
    Black: '?',
    Result: result,
  } // in this order
  const rules = isChess960(fen) ? { Variant: 'Chess960' } : {}
  const all = { ...own, ...tags, ...rules, Result: result, SetUp: '1', FEN: fen }
  const lines = Object.entries(all).map(([name, value]) => `[${name} "${quoted(value)}"]`)
  const text = joined(commented(note), movesInWords(fen, plies, '...', numberOf(fen)), result)
  return `${lines.join('\n')}\n\n${wrapped(text)}\n`
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
    if (line && line.length + 1 + word.length >= WIDTH && !/^[%[]/.test(word)) {
      // a line must not begin with % or [, which a comment may contain
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line].join('\n')
}

/** A game has no more moves, its variations included: the engine reads no more (mostReplayed in wasm/engine.go). */
export const MOST_MOVES = 1000

/** The largest number of letters that are read of a game's comments. */
export const MOST_COMMENTS = 20_000

/** The largest number of glyphs of a move. */
const MOST_NAGS = 8

/** Glyphs by their numbers, as they are printed. @type {Record<number, string>} */
const GLYPHS = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  7: '□',
  10: '=',
  13: '∞',
  14: '⩲',
  15: '⩱',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
  22: '⨀',
  146: 'N',
}

/** The printed signs of a move's glyphs; glyphs without a sign are left out. @param {Remarks} remarks */
export const glyphsOf = ({ nags = [] }) => nags.map((nag) => GLYPHS[nag] ?? '').join('')

/** A comment without its commands for programs, such as clocks and arrows. @param {string} [comment] */
export const readable = (comment = '') => comment.replace(/\[%[^[\]]*\]/g, '').trim()

/**
 * Numbers of glyphs by their signs. The words between comments and brackets are split as the engine does for games that
 * it checks (core/pgn/word.go). Tests check both against core/pgn/testdata/moves.json.
 */
const NAGS = new Map([
  ...Object.entries(GLYPHS).map(([nag, sign]) => /** @type {[string, number]} */ ([sign, Number(nag)])),
  ...Object.entries({
    '~': 13,
    '+=': 14,
    '+/=': 14,
    '=+': 15,
    '=/+': 15,
    '+/-': 16,
    '-/+': 17,
    '+-': 18,
    '-+': 19,
    RR: 145,
    TN: 146,
    D: 220,
  }),
])

/** The length of the longest sign. */
const LONGEST_SIGN = 3

/** Passing the turn, as programs write it. */
const NULL_MOVE = /^(?:--|Z0|@@@@|null|0000)([!?□]*)$/

const NULL = '--'

const NUMBER = /^\d+(?:[.…]+|$)|^[.…]+/

/** The beginning of a move: its name, a promotion, a note of en passant, and check or mate. */
const MOVE = new RegExp(
  [
    '^P?([KQRBN][a-h]?[1-8]?[x:-]?[a-h][1-8]|',
    '[a-h]?[1-8]?[x:-]?(?:[a-h][18](?:[=/(]?[QRBNqrbn]\\)?)?|[a-h][2-7])|',
    '[0Oo]-[0Oo](?:-[0Oo])?)(?:e\\.?p\\.?)?((?:(?:\\+\\+?|#)(?![-/=]))?)',
  ].join(''),
)

/** The piece of a promotion, as UCI writes it. */
const PROMOTED = /[qrbn]\)?$/

/** The number of the next move: chess.js 1.4.0 loses the space before it if a comment meets the end of a line. */
const NEXT_NUMBER = /\d+\.+$/

/** A note after a move, in a word of its own or in two. */
const EN_PASSANT = /^(?:e\.?p\.?|e\.$|p\.)/i

/** The largest number of a glyph. */
const LAST_NAG = 255

/** A numeric glyph, and signs after it. */
const NUMBERED = /^\$(\d+)(.*)$/

/** PGN's spelling of figurines, dashes and signs. Invisible characters are dropped. */
const PLAIN = new Map([
  ...[...'♔♕♖♗♘♙♚♛♜♝♞♟'].map(
    (figurine, i) => /** @type {[string, string]} */ ([figurine, ['K', 'Q', 'R', 'B', 'N', ''][i % 6]]),
  ),
  ...[...'‐‑–—−'].map((dash) => /** @type {[string, string]} */ ([dash, '-'])),
  ...Object.entries({ '×': 'x', '‼': '!!', '⁇': '??', '⁈': '?!', '⁉': '!?' }),
])

const SPELT = /[\ufe0e\ufe0f\u00ad\u200b-\u200f\u2060♔-♟‐‑–—−×‼⁇⁈⁉]/g

/**
 * The marks of a run of signs; null if the text is anything else. Unknown signs are skipped.
 * @param {string} text
 */
function marksOf(text) {
  const marks = []
  for (let at = 0; at < text.length;) {
    let n = Math.min(LONGEST_SIGN, text.length - at)
    while (n && !NAGS.has(text.slice(at, at + n))) n--
    if (n) marks.push(NAGS.get(text.slice(at, at + n)) ?? 0)
    else if (/^[\p{L}\p{Nd}@]/u.test(text.slice(at))) return null
    at += n || 1
  }
  return marks
}

/**
 * Splits a word into the name of a move and its marks. The name is '' for a number or marks alone, and null for any
 * other word.
 * @param {string} word
 * @returns {{move: string | null, marks: number[]}}
 */
function wordOf(word) {
  const plain = word.replace(SPELT, (sign) => PLAIN.get(sign) ?? '')
  const text = NULL_MOVE.test(plain) ? plain : plain.replace(NUMBER, '') // 0000 is a null move
  if (text.startsWith('<')) return { move: '', marks: [] } // reserved by the standard
  if (text.startsWith('$')) {
    const [, number, signs = ''] = NUMBERED.exec(text) ?? []
    const more = marksOf(signs)
    return { move: '', marks: more && Number(number) <= LAST_NAG ? [Number(number), ...more].filter(Boolean) : [] }
  }
  const pass = NULL_MOVE.exec(text)
  if (pass) return { move: NULL, marks: marksOf(pass[1]) ?? [] }
  const alone = marksOf(text.replace(EN_PASSANT, ''))
  if (alone) return { move: '', marks: alone }
  const [whole = '', name, check] = MOVE.exec(text) ?? []
  const marks = name ? marksOf(text.slice(whole.length).replace(NEXT_NUMBER, '')) : null
  return marks
    ? { move: (PROMOTED.test(name) ? name.replace(PROMOTED, (piece) => piece.toUpperCase()) : name) + check, marks }
    : { move: null, marks: [] }
}

/** Matches a word that is probably meant as a move. */
const HAS_SQUARE = /[a-h][1-8]/

/** The results of games as they are written, by the one that each means. */
const RESULT = [
  '1[ \\t]*[-‐‑–—−:][ \\t]*0|0[ \\t]*[-‐‑–—−:][ \\t]*1|',
  '(?:1/2|½)(?:[ \\t]*[-‐‑–—−:][ \\t]*(?:1/2|½))?|\\*',
].join('')

/** Matches between a result and the tags of another game in the same line. */
export const BETWEEN_GAMES = new RegExp(`(?=\\[[ \\t]*[A-Za-z]\\w*\\s+")(?<=(?:^|[\\s)}])(?:${RESULT})[ \\t]*)`)

/** Whether a game has ended so. @param {string} [text] */
export const isResult = (text = '') => RESULTS.includes(text)

/** The result that a text means, as people and programs write it, or ''. @param {string} text */
export function resultIn(text) {
  const [result = ''] = new RegExp(`^(?:${RESULT})$`).exec(text.trim()) ?? []
  if (!result || result === '*') return result
  return /^[½]|^1\/2/.test(result) ? '1/2-1/2' : result[0] === '0' ? '0-1' : '1-0'
}

/** A comment, to its end or that of its line; a line for programs; a bracket; a result; a reserved text. */
const PARTS =
  '\\{(?<comment>[^}]*)(?:\\}|$)|;(?<rest>.*)|(?<escape>^%.*)|[()]|' +
  `(?<![^\\s)}])(?<result>${RESULT})(?![\\w/‐‑–—−:-])|<[^<>\\s]*>`

/** The parts, and the words between them. */
const TOKENS = new RegExp(`${PARTS}|\\$?[^\\s(){};<$]+|[<$}]`, 'gm')

/** The parts alone. */
const WORDLESS = new RegExp(PARTS, 'gm')

/**
 * The result of a game's text, or '': the first one outside of variations, except a *.
 * @param {string} text
 */
export function firstResult(text) {
  let open = 0
  for (const { 0: token, groups } of text.matchAll(WORDLESS)) {
    if (token === '(') open++
    else if (token === ')') open = Math.max(0, open - 1)
    else if (groups?.result && !open && token !== '*') return resultIn(token)
  }
  return ''
}

/**
 * @typedef {object} Listing  of a game's moves
 * @property {string[]} moves
 * @property {number[]} after       the number of the move before each
 * @property {Remarks[]} remarks    on each
 * @property {string} result
 * @property {number} unread        the number of other words that seem to be moves
 * @property {string} stray         the first word of the main line that is not read as a move, or ''
 * @property {boolean} uncommented  it lacks comments: of moves that are not read, or too long ones
 */

/**
 * Reads the moves of a game, with its variations, comments and glyphs, and its result. A line ends before any other
 * word, and the game ends with its result. The moves may be illegal.
 * @param {string} text
 * @returns {Listing}
 */
export function readMoves(text) {
  /** @type {string[]} */
  const moves = []
  /** @type {number[]} */
  const after = []
  /** @type {Remarks[]} */
  const remarks = []
  /** @type {{at: number, lead: string, begins: boolean}[]} the states to resume after open variations */
  const open = []
  let result = ''
  let unread = 0
  let stray = ''
  let at = 0 // negative after the end of a line
  let over = false // the result has been read: only comments of the last move may follow
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
    else note(at, read)
  }
  const note = (/** @type {number} */ number, /** @type {string} */ words) => {
    if (number && words) remarks[number - 1].note = joined(remarks[number - 1].note, words)
  }
  /** @param {number[]} marks */
  const mark = (marks) => {
    if (begins || over || at < 1) return
    for (const nag of marks) {
      const { nags = [] } = remarks[at - 1]
      if (nags.length < MOST_NAGS && !nags.includes(nag)) remarks[at - 1].nags = [...nags, nag]
    }
  }
  for (const { 0: token, groups } of text.matchAll(TOKENS)) {
    const comment = groups?.comment ?? groups?.rest
    if (comment !== undefined) say(comment)
    else if (groups?.escape) continue
    else if (token === '(') {
      open.push({ at, lead, begins })
      at = over || at < 0 ? -1 : (after[at - 1] ?? 0)
      begins = true
      lead = ''
    } else if (token === ')') {
      const outer = open.pop()
      if (!outer) continue
      const words = begins && at >= 0 ? lead : '' // instead of a move: they are about the one before
      uncommented ||= lead !== words
      ;({ at, lead, begins } = outer)
      if (begins) lead = joined(lead, words)
      else if (at > 0) note(at, words)
      else uncommented ||= words !== ''
    } else if (groups?.result) {
      if (open.length) continue
      if (!isResult(result)) result = resultIn(token) // a later result replaces a *
      over = true
    } else {
      const { move, marks } = wordOf(token)
      if (move && at >= 0 && !over && moves.length < MOST_MOVES) {
        moves.push(move)
        after.push(at)
        remarks.push(begins && lead ? { lead } : {})
        at = moves.length
        begins = false
        lead = ''
      } else if (move !== '') {
        if (move || HAS_SQUARE.test(token)) unread++
        if (!open.length && at >= 0) stray ||= token
        if (!over) at = -1
      }
      mark(marks)
    }
  }
  return { moves, after, remarks, result, unread, stray, uncommented: uncommented || lead !== '' }
}
