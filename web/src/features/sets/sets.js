// Sets of positions to practise: making, changing and scoring them. set-texts.js has them as files and links.

import { say } from '../../language.js'
import { BOARD, isTraining } from '../../shell/address.js'
import classics from '../board/classics.json'
import { isCourse } from '../course/course.js'
import { isDaily, taskOf } from '../daily/daily.js'
import { fromEasiest } from '../difficulty/difficulty.js'
import { beginHere, currentFen, enter } from '../game/game.js'
import { MOST_FOUND } from '../paste/pasted.js'
import { readMoves } from '../game/pgn.js'
import { lineThrough } from '../game/variations.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/border.js').Rating} Rating
 *
 * @typedef {object} SetPosition
 * @property {string} fen   identifies it in its set
 * @property {string} name  shown after it is played, as it may give the solution away; that of a lesson at once
 * @property {string} note  shown at its end; that of a lesson at once
 * @property {string} line  moves in SAN that the other side follows as long as the user does: the longest defence does
 *   not always set a trap
 *
 * @typedef {{name: string, positions: SetPosition[]}} SetContent  the shared part
 *
 * @typedef {'missed' | 'solved' | 'at-once'} Score  missed: not yet solved, but tried; solved: not at the first try
 *
 * @typedef {SetContent & {id: string, made: number, scores: Record<string, Score>, passing?: boolean}} PracticeSet
 *   made: the time, which orders the sets; passing: the set came by a link, or is one of the page, and nothing of it is
 *   stored yet
 *
 * @typedef {{id: string, fen: string, line: string[], row?: number, rating?: Rating, open?: boolean}} Training  the set
 *   that is practised, and its position that is, with its line; row: the number of moves of the user after which it
 *   ends; rating: that of the row; open: the result is shown
 *
 * @typedef {{ok: true, set: SetContent, faults: string} | {ok: false, problem: string}} Reading  faults: of FENs, in
 *   words, '' for none
 *
 * @typedef {(text: string) => Promise<import('../paste/pasted.js').Readings>} ReadFens  the engine's results for the
 *   candidates of a text
 */

/** @type {Score[]} */
const SCORES = ['missed', 'solved', 'at-once']
const MOST_NAME = 100
const MOST_NOTE = 1000
const MOST_PLIES = 100
/** The largest length of a link: many programs cut longer ones. */
export const MOST_LINK = 8000

/** @type {SetContent} */
export const CLASSICS = { name: say('sets.classics'), positions: classics }

/** The place of the classics on the page of sets. */
export const CLASSICS_ID = 'classics'

/**
 * @param {SetContent} content
 * @param {number} made
 * @returns {PracticeSet}
 */
export const newSet = ({ name, positions }, made) => ({
  id: crypto.randomUUID(),
  made,
  name: nameFrom(name) || 'Positions',
  positions: united([], positions),
  scores: {},
})

/**
 * Joins two lists of positions, each once, up to the largest number.
 * @param {SetPosition[]} positions @param {SetPosition[]} more
 */
export function united(positions, more) {
  /** @type {Map<string, SetPosition>} */
  const byFen = new Map()
  for (const each of [...positions, ...more]) if (!byFen.has(each.fen)) byFen.set(each.fen, each)
  return [...byFen.values()].slice(0, MOST_FOUND)
}

/** @param {unknown} text */
export const nameFrom = (text) => lineOf(text, MOST_NAME)

/** A line of text without control characters. @param {unknown} text @param {number} most */
const lineOf = (text, most) =>
  typeof text === 'string'
    ? [
        ...text
          .slice(0, 4 * most)
          .replace(/[\s\p{C}]+/gu, ' ')
          .trim(),
      ]
        .slice(0, most)
        .join('')
    : ''

/** The form of a FEN that the engine has written. */
const WRITTEN =
  /^(?:[1-8kqrbnpKQRBNP]{1,8}\/){7}[1-8kqrbnpKQRBNP]{1,8} [wb] (?:-|[KQkqA-Ha-h]{1,4}) (?:-|[a-h][36]) \d{1,4} \d{1,4}$/

/**
 * A position as it is kept; undefined if it has no FEN as the engine writes it.
 * @param {unknown} value
 * @returns {SetPosition | undefined}
 */
export function positionOf(value) {
  const { fen, name, note, line } = /** @type {Record<string, unknown>} */ (
    value && typeof value === 'object' ? value : {}
  )
  return typeof fen === 'string' && WRITTEN.test(fen)
    ? { fen, name: nameFrom(name), note: lineOf(note, MOST_NOTE), line: movesFrom(line) }
    : undefined
}

/**
 * A position with its own words. If it was pasted, it has the first comment of its game and its moves.
 * @param {import('./collecting.js').Collected} found
 */
export const positionOfFound = ({ fen, name, moves = '', note, line }) =>
  positionOf({
    fen,
    name,
    note: note ?? /\{([^{}]*)\}/.exec(moves.slice(0, MOST_TEXT))?.[1].replace(/\[%[^[\]]*\]/g, ''),
    line: line ?? moves,
  })

/** The largest number of letters that are read of a game's text. */
const MOST_TEXT = 20_000

const SAN = /^(?:O-O(?:-O)?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?)[+#]?$/

/** Reports whether a word is a move in SAN. A null move is not. @param {string} word */
export const isSan = (word) => SAN.test(word)

/**
 * The main line of a game's text, with the first word in it that is not a move, or ''.
 * @param {string} text
 */
export function mainLine(text) {
  const { moves, after, stray } = readMoves(text.slice(0, MOST_TEXT))
  const line = lineThrough(
    after.map((before) => ({ after: before })),
    0,
  )
  return { sans: line.slice(0, MOST_PLIES).map((number) => moves[number - 1]), stray }
}

/** The main line of a game's text, as far as it can be read. The moves may be illegal. @param {unknown} text */
function movesFrom(text) {
  const { sans } = mainLine(typeof text === 'string' ? text : '')
  const end = sans.findIndex((san) => !isSan(san))
  return sans.slice(0, end < 0 ? sans.length : end).join(' ')
}

// Changes of a set. FENs identify positions, so that the changes of two tabs to a set combine.

/** @param {PracticeSet} set @param {SetPosition[]} more @returns {PracticeSet} */
export const withMore = (set, more) => ({ ...set, positions: united(set.positions, more) })

/** @param {PracticeSet} set @param {string} name @returns {PracticeSet} */
export const renamed = (set, name) => ({ ...set, name: nameFrom(name) || set.name })

/** @param {PracticeSet} set @param {string} fen @returns {PracticeSet} */
export const withoutPosition = (set, fen) => ({ ...set, positions: set.positions.filter((each) => each.fen !== fen) })

/**
 * Puts a removed position back to its place, unless the set is full.
 * @param {PracticeSet} set @param {SetPosition} position @param {number} at
 * @returns {PracticeSet}
 */
export const putBack = (set, position, at) =>
  set.positions.some(({ fen }) => fen === position.fen) || set.positions.length >= MOST_FOUND
    ? set
    : { ...set, positions: set.positions.toSpliced(at, 0, position) }

/** @param {PracticeSet} set @param {string} fen @param {Partial<SetPosition>} words @returns {PracticeSet} */
export const described = (set, fen, words) => ({
  ...set,
  positions: set.positions.map((each) => (each.fen === fen ? (positionOf({ ...each, ...words }) ?? each) : each)),
})

/** @param {PracticeSet} set @param {string} fen @param {number} by  places @returns {PracticeSet} */
export function moved(set, fen, by) {
  const from = set.positions.findIndex((each) => each.fen === fen)
  if (from < 0) return set
  return {
    ...set,
    positions: set.positions.toSpliced(from, 1).toSpliced(Math.max(0, from + by), 0, set.positions[from]),
  }
}

/** @param {PracticeSet} set @param {State['ratings']} ratings @returns {PracticeSet} */
export const sorted = (set, ratings) => ({ ...set, positions: fromEasiest(set.positions, ratings) })

/**
 * Scores an attempt. A solved position stays solved.
 * @param {PracticeSet} set @param {string} fen @param {'missed' | 'done'} event
 * @returns {PracticeSet}
 */
export function scored(set, fen, event) {
  const before = set.scores[fen]
  const now = event === 'missed' ? (before ?? 'missed') : before === 'missed' ? 'solved' : (before ?? 'at-once')
  return now === before ? set : { ...set, scores: { ...set.scores, [fen]: now } }
}

/**
 * Returns a change that also keeps a set of a link. A set that was deleted elsewhere stays deleted.
 * @param {(set: PracticeSet) => PracticeSet | null} change
 * @returns {import('./keeper.js').Change}
 */
export const keeping = (change) => (set) => {
  const changed = set && change(set)
  if (!changed?.passing) return changed
  const { passing: _, ...kept } = changed
  return kept
}

/**
 * The result of adding positions, in words.
 * @param {PracticeSet | undefined} set  then
 * @param {string} name @param {number} had  positions before @param {number} offered
 */
export function addedInWords(set, name, had, offered) {
  if (!set) return say('sets.gone', { name })
  const added = set.positions.length - had
  const isFull = set.positions.length === MOST_FOUND && added < offered
  const values = { count: added, name: set.name, most: MOST_FOUND }
  if (added) return say(isFull ? 'sets.addedFull' : 'sets.added', values)
  return say(isFull ? 'sets.full' : 'sets.nothingNew', values)
}

/** How far a set is solved. @param {PracticeSet} set */
export function tally({ positions, scores }) {
  const atOnce = positions.filter(({ fen }) => scores[fen] === 'at-once').length
  return {
    atOnce,
    solved: atOnce + positions.filter(({ fen }) => scores[fen] === 'solved').length,
    of: positions.length,
  }
}

/**
 * Returns the set in a stored value, or undefined. All pages of an origin share the storage, so any value is possible.
 * @param {unknown} stored
 * @returns {PracticeSet | undefined}
 */
export function asKept(stored) {
  const { id, made, name, positions, scores } = /** @type {Record<string, unknown>} */ (
    stored && typeof stored === 'object' ? stored : {}
  )
  if (typeof id !== 'string' || typeof made !== 'number' || !Array.isArray(positions)) return undefined
  const earned = Object.entries(scores && typeof scores === 'object' ? scores : {}).filter(([, score]) =>
    SCORES.includes(score),
  )
  return {
    id,
    made,
    name: nameFrom(name),
    positions: united(
      [],
      positions.flatMap((each) => positionOf(each) ?? []),
    ),
    scores: Object.fromEntries(earned),
  }
}

/** @param {string} line */
export const sansOf = (line) => line.split(' ').filter(Boolean)

// Practising a set.

/** Whether a set is one of the page itself, and not of the user. @param {{id: string}} set */
export const isOwn = (set) => isDaily(set) || isCourse(set)

/** @param {State} state @param {string} id */
export const findSet = ({ sets }, id) => sets?.find((set) => set.id === id)

/** The set with a page of its own. It is the user's, or the classics. @param {State} state @param {string} id */
export const setAt = (state, id) =>
  findSet(state, id) ?? (id === CLASSICS_ID ? { ...CLASSICS, id, made: 0, scores: {} } : undefined)

/** The user's sets. @param {Pick<State, 'sets'>} state */
export const setsOf = ({ sets }) => sets?.filter((set) => !isOwn(set))

/**
 * Returns a position with its words: the first ones in the user's sets, or those of the classics.
 * @param {Pick<State, 'sets'>} state
 * @param {string} fen
 * @returns {SetPosition}
 */
export const withWords = (state, fen) =>
  [...(setsOf(state) ?? []), CLASSICS]
    .flatMap(({ positions }) => positions)
    .find((each) => each.fen === fen && (each.name || each.note || each.line)) ?? { fen, name: '', note: '', line: '' }

/**
 * Returns the user's set with the same positions in the same order, whatever its name.
 * @param {Pick<State, 'sets'>} state
 * @param {SetContent} content
 */
export const sameSet = (state, { positions }) => setsOf(state)?.find((set) => fensOf(set) === fensOf({ positions }))

/** @param {Pick<SetContent, 'positions'>} content */
const fensOf = ({ positions }) => positions.map(({ fen }) => fen).join()

/** The sets could not be read. @param {State} state @param {string} problem  in words @returns {State} */
export const withoutStored = (state, problem) => ({ ...state, sets: state.sets ?? [], setProblem: problem })

/** @param {State} state @param {PracticeSet} set @returns {State} */
export const withNew = (state, set) => ({ ...state, sets: [set, ...(state.sets ?? [])] })

/**
 * A set after a change.
 * @param {State} state
 * @param {string} id
 * @param {PracticeSet | null | undefined} now  undefined or null: it was deleted
 * @returns {State}
 */
export const withSet = (state, id, now) => ({
  ...state,
  sets: state.sets?.flatMap((set) => (set.id === id ? (now ?? []) : set)) ?? null,
})

/** @param {State} state @param {string | null} problem  in words, null to dismiss it @returns {State} */
export const setProblem = (state, problem) => ({ ...state, setProblem: problem })

/**
 * Replaces all sets by the stored and waiting ones. A set of a link gives way to the same set if another tab has kept
 * it.
 * @param {State} state @param {PracticeSet[]} all
 * @returns {State}
 */
export function withStored(state, all) {
  const kept = { sets: all.filter(({ passing }) => !passing) }
  const sets = all.filter((set) => !set.passing || !sameSet(kept, set)).sort((one, another) => another.made - one.made)
  const { training } = state
  const trained = all.find(({ id }) => id === training?.id)
  const instead = trained?.passing && sameSet(kept, trained)
  return { ...state, sets, training: training && instead ? { ...training, id: instead.id } : training }
}

/** The set that is practised, and the place in it. @param {State} state */
export function trained(state) {
  const set = state.training && findSet(state, state.training.id)
  const at = set ? set.positions.findIndex(({ fen }) => fen === state.training?.fen) : -1
  return set && at >= 0 ? { set, at, position: set.positions[at] } : null
}

/** The positions that are not solved yet, or all if none is left. @param {PracticeSet} set */
export function unsolved({ positions, scores }) {
  const open = positions.filter(({ fen }) => !scores[fen] || scores[fen] === 'missed')
  return open.length ? open : positions
}

/** Returns the FEN of the first unsolved position, or of the first one. @param {PracticeSet} set */
export const firstOpen = (set) => unsolved(set)[0]?.fen

/**
 * Puts a position of a set onto the board. Practice begins when it is known.
 * @param {State} state
 * @param {string} id
 * @param {string} fen
 * @returns {State}
 */
export function trainOn(state, id, fen) {
  const entered = fen === currentFen(state) && state.game.plies.length ? beginHere(state) : enter(state, fen)
  const line = findSet(state, id)?.positions.find((each) => each.fen === fen)?.line ?? ''
  const open = isOwn({ id }) ? { open: true } : {}
  return {
    ...entered,
    training: { id, fen, line: sansOf(line), ...(isDaily({ id }) ? taskOf(fen) : {}), ...open },
    mode: 'practice',
    practice: null,
    tool: null,
  }
}

/**
 * Ends the training if the board or the page has changed.
 * @param {State} state
 * @returns {State}
 */
export function endTraining(state) {
  const { training, place, game } = state
  if (!training || (isTraining(place) && game.start === training.fen)) return state
  return { ...state, training: null, place: isTraining(place) ? BOARD : place }
}

/**
 * Returns the event of the set's position, or null. A user who looks at the verdict before the end has not solved it.
 * @param {State} state
 * @returns {'missed' | 'done' | null}
 */
export function eventOf({ training, practice, mode, game }) {
  if (!training || game.start !== training.fen) return null
  if (mode !== 'practice' || practice?.helped || practice?.stage === 'thrown') return 'missed'
  return practice?.stage === 'done' ? 'done' : null
}

/** @param {PracticeSet} set */
export function tallyInWords(set) {
  const { solved, atOnce, of } = tally(set)
  const how = atOnce === solved ? 'allAtOnce' : atOnce ? 'someAtOnce' : 'none'
  return say(solved ? 'sets.tally' : 'common.positions', {
    count: of,
    solved: solved === of ? 'all' : solved,
    how,
    atOnce,
  })
}

/**
 * Selects different positions: one from each range of lengths.
 * @template {{dtm?: number | null}} Found
 * @param {Found[]} found
 * @param {number} count
 */
export function varied(found, count) {
  const byLength = found.toSorted((one, another) => Math.abs(one.dtm ?? 0) - Math.abs(another.dtm ?? 0))
  return Array.from(
    { length: Math.min(count, found.length) },
    (_, i) => byLength[Math.floor(((i + 0.5) * found.length) / Math.min(count, found.length))],
  )
}
