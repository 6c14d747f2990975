// Positions in a text from anywhere: a FEN among words, EPD, an address of a chess site, the first positions of a PGN's
// games. This file finds the boards. The engine reads the rest of a board's line, and returns the whole FEN or an
// error.

import { say } from '../../language.js'
import { shownMove } from '../../san.js'
import { list, sentence } from '../../words.js'
import { isEnding } from '../ending/ending.js'
import { USUAL_MEN } from '../tables/large.js'
import { BETWEEN_GAMES, firstResult, isResult, movesInWords, readMoves, resultIn } from '../game/pgn.js'
import { menIn, numberOf, turnOf } from '../board/position.js'
import { fromXfen } from '../board/xfen.js'
import { followingOf, lineThrough, pathTo, reordered } from '../game/variations.js'

/**
 * @typedef {import('../../shell/state.js').GamePly} GamePly
 *
 * @typedef {object} Found
 * @property {string} fen   as the engine writes it
 * @property {string} name  its name in the text, or ''
 * @property {string} [label]  sets it apart from other games from the same position: its name and first moves, which
 *   may be a solution
 * @property {string} [moves]  the text of its game, after the tags
 * @property {Record<string, string>} [tags]  of its game
 * @property {Whole} [whole]  the game that has the position
 * @property {string} [repaired]  the engine's repairs of its FEN, in words
 *
 * @typedef {object} Whole  a game from its beginning
 * @property {string} start  a FEN
 * @property {string} moves  their text
 * @property {number} at     the number of the move that leads to the position, as the text lists them
 *
 * @typedef {import('../../engine/types.js').Reading} Reading
 * @typedef {ReadonlyMap<string, Reading>} Readings  the engine's results by candidate
 */

/** A choice among more positions is useless. */
export const MOST_FOUND = 500

/** The rest of a longer text is not read. */
export const MOST_LETTERS = 2_000_000

const RANK = '[1-8kqrbnpKQRBNP]{1,8}'

/** Eight ranks that are not part of a longer run. */
const BOARD = new RegExp(`(?<![\\w/])${RANK}(?:/${RANK}){7}(?![\\w/]*/)`, 'g')

/** The largest length of a FEN with some operations of EPD after it. */
const MOST_CANDIDATE = 400

/**
 * The boards of a line, each with the text after it, up to the end of a tag. In addresses underscores or plus signs
 * separate the fields.
 * @param {string} line
 */
const candidatesOf = (line) =>
  [...line.matchAll(BOARD)].map(({ index }) => {
    const [text] = line.slice(index, index + MOST_CANDIDATE).split(/"\s*\]/, 1)
    return { text: text.replace(/[\s_+]+/g, ' ').trim(), name: nameIn(line.slice(index)) }
  })

/** A board at the end of a line whose other fields begin the next one, as mail programs break lines. */
const BROKEN = new RegExp(`(${RANK}(?:/${RANK}){7})[ \\t]*\\r?\\n[> \\t]*(?=[wb][ \\t])`, 'g')

/** The lines of a text. Some programs begin a game in the line in which another one ends. @param {string} text */
const linesOf = (text) =>
  text
    .slice(0, MOST_LETTERS)
    .replace(BROKEN, '$1 ')
    .split(/\r\n?|\n/)
    .flatMap((line) => (/\S\s*\[\s*[A-Za-z]/.test(line) ? line.split(BETWEEN_GAMES) : line))

/**
 * The boards of a text: those that games begin from, and then those in comments. Games by other rules are left out.
 * @param {string} text
 */
function boardsIn(text) {
  const boards = (/** @type {string[]} */ lines) => lines.flatMap((line) => candidatesOf(readable(line)))
  if (!isGames(text)) return boards(linesOf(text))
  const games = gamesOf(linesOf(text)).filter(isChess)
  return [
    ...games.flatMap(({ start }) => (start ? [{ text: start, name: '' }] : [])),
    ...games.flatMap(({ moves }) => boards(moves)),
  ]
}

/**
 * The boards of a text with the text after them, each once. The engine reads them.
 * @param {string} text
 */
export const candidatesIn = (text) => [...new Set(boardsIn(text).map((board) => board.text))].slice(0, MOST_FOUND)

/**
 * All positions of a text, each once or with each game from there, in their order. Candidates that
 * the engine refuses are left out.
 * @param {string} text
 * @param {Readings} readings  of its candidates
 * @returns {Found[]}
 */
export function positionsIn(text, readings) {
  /** @type {Map<string, Found>} */
  const found = new Map()
  for (const { text: candidate, name } of boardsIn(text)) {
    const { fen, warnings = [] } = readings.get(candidate) ?? {}
    if (fen && !found.has(fen))
      found.set(fen, { fen, name, ...(warnings.length ? { repaired: repairsInWords(warnings) } : {}) })
  }
  return isGames(text) ? named([...found.values()], linesOf(text), readings) : [...found.values()]
}

/** @param {import('../../engine/types.js').Warning[]} warnings */
export const repairsInWords = (warnings) => warnings.map(({ message }) => `${sentence(message)}.`).join(' ')

/**
 * A text with the repairs of FENs and the unreadable ones; '' without any.
 * @param {Readings} readings
 */
export function faultsInWords(readings) {
  const all = [...readings.values()]
  const [refused, ...moreRefused] = all.flatMap(({ error }) => error?.message ?? [])
  const [repaired, ...moreRepaired] = all.flatMap(({ warnings }) => (warnings ? repairsInWords(warnings) : []))
  const of = (
    /** @type {'unreadable' | 'repaired'} */ faults,
    /** @type {number} */ count,
    /** @type {string} */ first,
  ) => (all.length === 1 ? first : say('pasted.faults', { faults, count, all: all.length, first }))
  return [
    refused && of('unreadable', moreRefused.length + 1, refused),
    repaired && of('repaired', moreRepaired.length + 1, repaired),
  ]
    .filter(Boolean)
    .join(' ')
}

/** A text with more lines is not read as a list. */
const MOST_LISTED = 4 * MOST_FOUND

/** The largest number of lines that are named. */
const MOST_LINES = 12

/**
 * The lines of a list that have no position, in words; '' for none. In other texts most lines have no position.
 * @param {string} text
 * @param {Readings} readings  of its candidates
 */
export function unreadLines(text, readings) {
  const lines = text.slice(0, MOST_LETTERS).split(/\r\n?|\n/)
  // Beyond these candidates and letters, nothing was read.
  const isCut = text.length > MOST_LETTERS || candidatesIn(text).length === MOST_FOUND
  if (isGames(text) || isCut || lines.length > MOST_LISTED) return ''
  const hasBoard = (/** @type {string} */ line) => candidatesOf(readable(line)).length > 0
  // The fields of a FEN may begin another line: see BROKEN.
  const isRest = (/** @type {string} */ line, /** @type {number} */ i) =>
    /^[> \t]*[wb][ \t]/.test(line) && hasBoard(lines[i - 1] ?? '')
  const isRead = (/** @type {string} */ line, /** @type {number} */ i) =>
    isRest(line, i) ||
    candidatesIn(i + 1 < lines.length && isRest(lines[i + 1], i + 1) ? `${line}\n${lines[i + 1]}` : line).some(
      (each) => readings.get(each)?.fen,
    )
  const written = lines.flatMap((line, i) =>
    line.trim() ? [{ number: i + 1, isRead: isRead(line, i), hasBoard: hasBoard(line) }] : [],
  )
  const unread = written.filter(({ isRead }) => !isRead)
  if (written.filter(({ hasBoard }) => hasBoard).length < 2 || 2 * unread.length > written.length) return ''
  const numbers = unread.map(({ number }) => String(number))
  const named = numbers.length > MOST_LINES ? [...numbers.slice(0, MOST_LINES), '…'] : numbers
  return numbers.length ? say('pasted.lines', { count: numbers.length, lines: list(named) }) : ''
}

/** The positions that need a build of their own, in words; '' for none. @param {{fen: string}[]} found */
export function largeInWords(found) {
  const count = found.filter(({ fen }) => menIn(fen) > USUAL_MEN).length
  return count ? say('pasted.large', { count, men: USUAL_MEN }) : ''
}

/** Whether a position comes from a game with moves, as far as the beginning of its text shows. @param {Found} found */
const isOfGame = ({ moves, whole }) => !!whole || (!!moves && readMoves(firstOf(moves)).moves.length > 0)

/** Whether positions come without any game, as a list of FENs does. @param {Found[]} found */
export const areBare = (found) => found.length > 0 && !found.some(isOfGame)

/** The number and kind of the positions found, in words. @param {Found[]} found */
export function foundInWords(found) {
  if (!found.length) return say('pasted.games')
  const isShared = new Set(found.map(({ fen }) => fen)).size < found.length
  const kind = found.every(isOfGame) ? 'games' : isShared ? 'both' : 'positions'
  return say('pasted.found', { count: found.length, kind, first: found.length === MOST_FOUND ? 'yes' : 'no' })
}

/**
 * Whether the text is a game, or several.
 * @param {string} text
 */
export const isGames = (text) => /^[ \t\ufeff]*\[[ \t]*[A-Za-z]\w*[ \t]+"/m.test(text.slice(0, MOST_LETTERS))

/**
 * A readable line: addresses have escaped letters, and a path before the position.
 * @param {string} line
 */
function readable(line) {
  const address = /\bhttps?:\/\/\S+/.exec(line)
  if (!address) return line
  const spelt = address[0]
    .replace(/%2F/gi, '/')
    .replace(/%20/g, '_')
    .replace(/[?&]\w+=|^https?:\/\/[^/]*\/(?:[A-Za-z]+\/)*?(?=[1-8kqrbnpKQRBNP]{1,8}\/)/g, ' ')
  return line.replace(address[0], () => spelt)
}

/** The name that EPD gives a position. @param {string} rest  of the line */
const nameIn = (rest) => /\bid\s+"([^"]*)"/.exec(rest)?.[1] ?? ''

/**
 * The positions that games begin from, by the names of the games, with their moves.
 * @param {Found[]} found
 * @param {string[]} lines
 * @param {Readings} readings
 */
function named(found, lines, readings) {
  /** @type {Map<string | undefined, Game[]>} */
  const games = new Map(found.map(({ fen }) => [fen, []]))
  for (const game of gamesOf(lines).filter(isChess)) games.get(startOf(game, readings))?.push(game)
  let room = MOST_FOUND - found.length // for more games from the same positions
  return found.flatMap((position) => {
    const [first, ...others] = distinct(position, games.get(position.fen) ?? [])
    const more = others.slice(0, room)
    room -= more.length
    return [first, ...more]
  })
}

/**
 * A position with each game that begins from it, or by itself. Games with the same name get their first moves as a
 * label.
 * @param {Found} position
 * @param {Game[]} games
 * @returns {Found[]}
 */
function distinct(position, games) {
  const played = games.filter(({ moves }) => moves.length)
  const all = new Map(
    (played.length ? played : games.slice(0, 1)).map(({ tags, moves }) => {
      const text = moves.join('\n')
      const name = gameName(tags) || position.name
      return [`${name}\n${text}`, { ...position, name, ...tagged(tags), ...(text ? { moves: text } : {}) }]
    }),
  )
  if (!all.size) return [position]
  const list = [...all.values()].slice(0, MOST_FOUND)
  const names = list.map(({ name }) => name)
  const isOnly = (/** @type {string} */ name) =>
    list.length === 1 || (name && names.indexOf(name) === names.lastIndexOf(name))
  return list.map((game) =>
    isOnly(game.name) ? game : { ...game, label: [game.name, beginning(game)].filter(Boolean).join(': ') },
  )
}

/** Matches the beginning of a game, to the end of a word: enough for its first moves with comments. */
const BEGINNING = /^[^]{0,1000}(?!\S)/
const firstOf = (/** @type {string} */ moves) => BEGINNING.exec(moves)?.[0] ?? ''

/** The first moves of a game. @param {Found} game */
function beginning({ fen, moves = '' }) {
  const { moves: sans, after } = readMoves(firstOf(moves))
  const line = lineThrough(
    after.map((before) => ({ after: before })),
    0,
  ).slice(0, 4)
  return movesInWords(
    fen,
    line.map((number) => ({ uci: '', san: sans[number - 1], fen: '' })),
    undefined,
    numberOf(fen),
  )
}

/** The largest number of a game's tags, and the length at which each is cut. */
const MOST_TAGS = 50
const MOST_TAG = 255

/** Tags that depend on the first position and the number of moves. */
const WRITTEN_ANEW = ['FEN', 'SetUp', 'PlyCount']

/**
 * @typedef {{tags: Record<string, string>, moves: string[], start?: string}} Game the candidate for the FEN that it
 *   begins from, if it has one, and the lines of its moves
 */

/** Matches tags, several in a line too, and those with quotation marks that should be escaped. */
const TAG = /\s*\[\s*([A-Za-z]\w{0,63})\s+"((?:[^"\\]|\\.)*)"\s*\]\s*/y
const LOOSE_TAG = /\s*\[\s*([A-Za-z]\w{0,63})\s+"(.*)"\s*\]\s*$/y

/** Tags that this file uses, in any case. */
const NAMES = new Map(
  ['Event', 'White', 'Black', 'Date', 'Result', 'Variant', 'FEN', 'SetUp', 'PlyCount'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
)

/**
 * The tags that a line begins with, and the rest of the line.
 * @param {string} line
 */
function tagsOf(line) {
  /** @type {[string, string][]} */
  const tags = []
  let end = 0
  const take = (/** @type {RegExp} */ pattern, /** @type {(value: string) => string} */ unescaped) => {
    pattern.lastIndex = end
    const [whole, name, value] = pattern.exec(line) ?? []
    if (whole === undefined) return false
    tags.push([NAMES.get(name.toLowerCase()) ?? name, unescaped(value)])
    end += whole.length
    return true
  }
  while (take(TAG, (value) => value.replace(/\\(["\\])/g, '$1')));
  take(LOOSE_TAG, (value) => value)
  return { tags, rest: line.slice(end) }
}

/** Whether a line ends inside of a comment. @param {string} line @param {boolean} inComment  as it begins */
function endsInComment(line, inComment) {
  for (const [sign] of line.matchAll(/[{};]/g)) {
    if (inComment) inComment = sign !== '}'
    else if (sign === ';') return false
    else inComment = sign === '{'
  }
  return inComment
}

/** Splits a text into games by the engine's rules (core/pgn/read.go). @param {string[]} lines */
function gamesOf(lines) {
  /** @type {Game} */
  let game = { tags: {}, moves: [] }
  const games = [game]
  /** @type {Set<string>} of the game's tags, in lower case */
  let names = new Set()
  let blank = false // the line before
  let inComment = false
  for (const line of lines) {
    if (line.startsWith('%') && !inComment) continue // for programs
    const { tags, rest } = inComment && !blank ? { tags: [], rest: line } : tagsOf(line)
    const isNext = blank && names.size > 0 && tags.some(([name]) => name === 'Event' || names.has(name.toLowerCase()))
    if (tags.length && (isNext || game.moves.length)) {
      games.push((game = { tags: {}, moves: [] }))
      names = new Set()
      inComment = false
    }
    for (const [name, value] of tags) {
      if (names.has(name.toLowerCase())) continue // the first one counts
      names.add(name.toLowerCase())
      game.tags[name] = value.slice(0, MOST_TAG).replace(/[\uD800-\uDBFF]$/, '')
      if (name === 'FEN') game.start = candidatesOf(value)[0]?.text ?? ''
    }
    if (rest.trim()) {
      game.moves.push(rest)
      inComment = endsInComment(rest, inComment)
    }
    blank = !line.trim()
  }
  for (const game of games) {
    const { tags, moves, start } = game
    if (start && isChess960(game)) game.start = fromXfen(start)
    if (isResult(tags.Result)) continue
    const result = [firstResult(moves.join('\n')), resultIn(tags.Result ?? '')].find(isResult)
    if (result) tags.Result = result
  }
  return games
}

/** Names of the rules of chess in the tag Variant, as core/pgn has them. Games of CHESS960 begin with an X-FEN. */
const STANDARD = [
  '',
  '?',
  'chess',
  'standard',
  'standardchess',
  'normal',
  'regular',
  'classical',
  'orthodox',
  'fromposition',
]
const CHESS960 = ['chess960', 'fischerandom', 'fischerrandom', 'freestyle', 'freestylechess']

/** @param {Game} game */
const rulesOf = ({ tags: { Variant = '' } }) => Variant.replace(/[ _-]/g, '').toLowerCase()

/** @param {Game} game */
const isChess960 = (game) => CHESS960.includes(rulesOf(game))

/** Whether a game is one of chess, or of Chess960 from a known position. @param {Game} game */
const isChess = (game) => STANDARD.includes(rulesOf(game)) || (isChess960(game) && game.start !== undefined)

/** The text of the moves of a game, and its tags. @param {string} text  a game */
export function movesIn(text) {
  const [{ tags, moves }] = gamesOf(linesOf(text))
  return { moves: moves.join('\n'), ...tagged(tags) }
}

/** Whether a text has games of chess, as far as it is read. @param {string} text */
export const hasChess = (text) => isGames(text) && (text.length >= MOST_LETTERS || gamesOf(linesOf(text)).some(isChess))

/** How many games were left out, because they are by other rules; '' if none. @param {string} text */
export function variantsInWords(text) {
  const [first, ...more] = isGames(text) ? gamesOf(linesOf(text)).filter((game) => !isChess(game)) : []
  if (!first) return ''
  const count = more.length + 1
  if (isChess960(first)) return say('pasted.chess960', { count })
  return say('pasted.variant', { count, variant: first.tags.Variant })
}

/** The FEN that a game begins from, if it has one that can be read. @param {Game} game @param {Readings} readings */
const startOf = ({ start = '' }, readings) => readings.get(start)?.fen

/** The largest number of men of a position that is offered if a game has no ending: a search may prove it. */
const MOST_SEARCHED = 8

/** The first position of games without a FEN. */
const FIRST = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

/**
 * Games of a text that begin with more men than tables have. They may reach an ending.
 * @param {string} text
 * @param {Readings} readings  of its candidates
 * @returns {{start: string, name: string, moves: string, tags?: Record<string, string>}[]}
 */
export const longGamesIn = (text, readings) =>
  (isGames(text) ? gamesOf(linesOf(text)).filter(isChess) : [])
    .map((game) => ({ ...game, start: game.start === undefined ? FIRST : (startOf(game, readings) ?? '') }))
    .filter(({ moves, start }) => moves.length && menIn(start) > USUAL_MEN)
    .slice(0, MOST_FOUND)
    .map(({ tags, moves, start }) => ({ start, name: gameName(tags), moves: moves.join('\n'), ...tagged(tags) }))

/**
 * Returns the first position in the main line of a game that tables have, with the moves from there. Without one it is
 * the first whose ending can be solved, or that a search may prove, or null.
 * @param {{start: string, name: string, moves?: string, tags?: Record<string, string>}} game
 * @param {GamePly[]} plies
 * @param {number[]} [numbers]  of the plies, for each move as the text lists them
 * @returns {Found | null}
 */
export function endingOf({ start, name, moves: text, tags }, plies, numbers = []) {
  const line = lineThrough(plies, 0)
  const at =
    line.find((number) => menIn(plies[number - 1].fen) <= USUAL_MEN) ??
    line.find((number) => isEnding(plies[number - 1].fen)) ??
    line.find((number) => menIn(plies[number - 1].fen) <= MOST_SEARCHED)
  if (!at) return null
  const { san, fen } = plies[at - 1]
  const place = pathTo(plies, at).length - (turnOf(start) === 'white' ? 1 : 0)
  const number = `${numberOf(start) + Math.floor(place / 2)}${turnOf(fen) === 'black' ? '.' : '…'}`
  const after = say('found.after', { move: `${number} ${shownMove(san)}` })
  const moves = movesInWords(fen, reordered(plies, followingOf(plies, at)))
  const whole = text ? { whole: { start, moves: text, at: numbers.indexOf(at) + 1 } } : {}
  return { fen, name: name ? `${name}, ${after}` : after, ...tagged(tags), ...(moves ? { moves } : {}), ...whole }
}

/** The tags of a game that stay with it, if there are any. @param {Record<string, string>} [tags] */
function tagged(tags = {}) {
  const kept = Object.entries(tags)
    .filter(([name]) => !WRITTEN_ANEW.includes(name))
    .slice(0, MOST_TAGS)
  return kept.length ? { tags: Object.fromEntries(kept) } : {}
}

/** @param {Record<string, string>} tags */
function gameName({ White, Black, Event, Date }) {
  const known = [White, Black].filter((name) => name && name !== '?')
  return [known.join(' – ') || (Event !== '?' && Event) || '', /^\d{4}/.exec(Date ?? '')?.[0]]
    .filter(Boolean)
    .join(', ')
}
