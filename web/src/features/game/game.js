// The position on the board and the moves that led to it.

import { say } from '../../language.js'
import {
  clockOf,
  coloursSwapped,
  EMPTY_PLACEMENT,
  enPassantOf,
  fenOf,
  mirrored,
  placementOf,
  put,
  rearranged,
  rightsOf,
  turnOf,
} from '../board/position.js'
import { added, before, followers, lineThrough, numbersIn, pathTo, reordered, united, without } from './variations.js'
import { notify } from '../../shell/view.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../shell/state.js').Game} Game
 * @typedef {import('../../shell/state.js').Piece} Piece
 * @typedef {import('../../shell/state.js').Ply} Ply
 * @typedef {import('../../shell/state.js').GamePly} GamePly
 * @typedef {import('@lichess-org/chessground/types').Key} Key
 */

/** @param {Pick<State, 'game'>} state */
export const currentFen = ({ game }) => (game.at ? game.plies[game.at - 1].fen : game.start)

/**
 * The last move played, if any.
 * @param {State} state
 * @returns {Ply | undefined}
 */
export const lastPly = ({ game }) => game.plies[game.at - 1]

/**
 * Sets a position from outside. The moves played before belong to another.
 * @param {State} state
 * @param {string} fen
 * @returns {State}
 */
export const enter = (state, fen) =>
  fen === currentFen(state) ? state : begin(state, { start: fen, plies: [], at: 0 })

/**
 * Sets a position while the user edits it.
 * @param {State} state
 * @param {string} fen
 * @returns {State}
 */
const alter = (state, fen) =>
  fen === currentFen(state) ? state : begin(state, { start: fen, plies: [], at: 0, byHand: true })

/**
 * Replaces the FEN while the user types. All letters typed count as one change.
 * @param {State} state
 * @param {string} fen
 * @returns {State}
 */
export function type(state, fen) {
  if (fen === currentFen(state)) return state
  const game = { start: fen, plies: [], at: 0, typed: true }
  return state.game.typed ? withGame(state, game) : begin(state, game)
}

/**
 * Begins from the position on the board, without the moves that led to it.
 * @param {State} state
 */
export const beginHere = (state) => begin(state, { start: currentFen(state), plies: [], at: 0 })

/**
 * Ends the change: letters typed later are another one.
 * @param {State} state
 * @returns {State}
 */
export const endTyping = (state) => (state.game.typed ? { ...state, game: { ...state.game, typed: false } } : state)

/**
 * Replaces the FEN that the moves begin from by the engine's reading of it.
 * @param {State} state
 * @param {string} written
 * @param {string} fen
 * @returns {State}
 */
export const settled = (state, written, fen) =>
  state.game.start === written && fen !== written ? withGame(state, { ...state.game, start: fen, written }) : state

/**
 * Sets a position from outside in play mode.
 * @param {State} state
 * @param {string} fen
 * @returns {State}
 */
export const explore = (state, fen) => ({ ...enter(state, fen), mode: 'play', tool: null })

/**
 * Begins a game from outside at its start, before its moves arrive.
 * @param {State} state
 * @param {string} start
 * @param {Record<string, string>} [tags]
 * @returns {State}
 */
export const exploreGame = (state, start, tags) => ({
  ...begin(state, { start, plies: [], at: 0, ...(tags ? { tags } : {}) }),
  ...PLAYED,
})

/**
 * @param {State} state
 * @param {Key} key
 * @param {Piece | null} piece
 */
export const place = (state, key, piece) => alter(state, put(currentFen(state), key, piece))

/**
 * @param {State} state
 * @param {string} placement
 */
export function arrange(state, placement) {
  return alter(state, rearranged(currentFen(state), placement))
}

/** @param {State} state */
export const clear = (state) => arrange(state, EMPTY_PLACEMENT)

/** @param {State} state */
export function mirror(state) {
  const fen = currentFen(state)
  const after = alter(state, mirrored(fen))
  return rightsOf(fen) ? notify(after, say('game.rightsDropped')) : after
}

/** @param {State} state */
export const swapColours = (state) => alter(state, coloursSwapped(currentFen(state)))

/**
 * @param {State} state
 * @param {import('../../shell/state.js').Color} turn
 */
export function giveTurn(state, turn) {
  const fen = currentFen(state)
  return turn === turnOf(fen) ? state : alter(state, fenOf(placementOf(fen), turn, rightsOf(fen)))
}

/**
 * @param {State} state
 * @param {string} square  that a pawn has just jumped over, or '-'
 */
export function allowEnPassant(state, square) {
  const fen = currentFen(state)
  return square === enPassantOf(fen) ? state : alter(state, fenOf(placementOf(fen), turnOf(fen), rightsOf(fen), square))
}

/**
 * @param {State} state
 * @param {string} right  its letter in a FEN
 * @param {boolean} allowed
 */
export function allowCastling(state, right, allowed) {
  const fen = currentFen(state)
  const rights = (allowed ? right : '') + rightsOf(fen).replace(right, '') // the other rook on its side loses its right
  return alter(state, fenOf(placementOf(fen), turnOf(fen), rights, enPassantOf(fen), clockOf(fen)))
}

/**
 * The moves that led to the position on the board.
 * @param {Game} game
 */
export const played = ({ plies, at }) => pathTo(plies, at).map((number) => plies[number - 1])

/**
 * The numbers of the moves of the current line.
 * @param {Game} game
 */
export const lineOf = ({ plies, at, to = at }) => lineThrough(plies, to)

/**
 * Plays moves from the position on the board. If it already has others, they become a variation.
 * @param {State} state
 * @param {Ply[]} moves
 * @returns {State}
 */
export function play(state, moves) {
  const { start, plies: known, at: from, to, tags } = state.game
  const { plies, at } = added(known, from, moves)
  const mode = state.mode === 'practice' ? 'practice' : 'play'
  return withMoves({ ...state, mode, tool: null }, walked({ start, plies, at: from, to, tags }, at))
}

/**
 * Plays moves that were drawn for a position. They do nothing once another one is on the board: views lag behind.
 * @param {State} state
 * @param {string} fen
 * @param {Ply[]} moves
 * @returns {State}
 */
export const playFrom = (state, fen, moves) => (fen === currentFen(state) ? play(state, moves) : state)

/**
 * Adds the moves without playing them: the line continues with them from here.
 * @param {State} state
 * @param {Ply[]} moves
 * @returns {State}
 */
export function append(state, moves) {
  const { plies, at } = added(state.game.plies, state.game.at, moves)
  return withMoves(state, { ...state.game, plies, to: at })
}

/**
 * Puts another move of a game on the board. The line that is walked stays the same, as long as the move is in it.
 * @param {Game} game
 * @param {number} at
 * @returns {Game}
 */
const walked = (game, at) => ({ ...game, at, to: !at || lineOf(game).includes(at) ? (game.to ?? game.at) : at })

/**
 * @param {State} state
 * @param {number} at
 */
export function goTo(state, at) {
  const { game } = state
  const target = Math.max(0, Math.min(at, game.plies.length))
  return target === game.at ? state : withGame(state, walked(game, target))
}

/** @param {State} state */
export const goToEnd = (state) => goTo(state, lineOf(state.game).at(-1) ?? 0)

/** The number of the next move of the line, 0 at its end. @param {Game} game */
export function next(game) {
  const line = lineOf(game)
  return line[line.indexOf(game.at) + 1] ?? 0
}

/**
 * Goes to another variation at the last move on the path with alternatives.
 * @param {State} state
 * @param {1 | -1} step
 */
export function goBeside(state, step) {
  const { plies, at } = state.game
  const after = followers(plies)
  const choices = (/** @type {number} */ number) => after[before(plies, number)]
  const fork = pathTo(plies, at).findLast((number) => choices(number).length > 1)
  if (!fork) return state
  const all = choices(fork)
  return goTo(state, all[(all.indexOf(fork) + step + all.length) % all.length])
}

/** Whether the position on the board is of the main line. @param {Game} game */
export const isMain = ({ plies, at }) => !at || lineThrough(plies, 0).includes(at)

/**
 * The line that is walked becomes the main line.
 * @param {State} state
 * @returns {State}
 */
export function makeMain(state) {
  const { plies, at } = state.game
  const line = lineOf(state.game)
  const order = [...line, ...plies.map((_, i) => i + 1).filter((number) => !line.includes(number))]
  return withMoves(state, {
    ...state.game,
    plies: reordered(plies, order),
    at: order.indexOf(at) + 1,
    to: line.length,
    tags: unended(state.game),
  })
}

/**
 * Deletes the last move from the game, with all that follow it.
 * @param {State} state
 * @returns {State}
 */
export function cut(state) {
  const { start, plies, at } = state.game
  if (!at) return state
  const kept = without(plies, at)
  const tags = isMain(state.game) ? unended(state.game) : state.game.tags
  return begin(state, { start, plies: reordered(plies, kept), at: kept.indexOf(before(plies, at)) + 1, tags })
}

/**
 * Whether there were more moves from the same start before, such as those that were taken out.
 * @param {Pick<State, 'game' | 'past'>} state
 */
export function canUncut({ game, past }) {
  const earlier = past.at(-1)
  return earlier?.start === game.start && !numbersIn(game.plies, earlier.plies)
}

/**
 * Brings them back, with the moves played since as variations.
 * @param {State} state
 * @returns {State}
 */
export function uncut(state) {
  const earlier = state.past[state.past.length - 1]
  return withMoves(
    { ...state, practice: null, past: state.past.slice(0, -1) },
    { ...earlier, plies: united(earlier.plies, state.game.plies).plies },
  )
}

/**
 * Restores the game before the last change.
 * @param {State} state
 * @returns {State}
 */
export const undo = (state) =>
  state.past.length
    ? withGame(
        { ...state, past: state.past.slice(0, -1), future: [...state.future, state.game] },
        state.past[state.past.length - 1],
      )
    : state

/**
 * Undoes a move, or a step that set the position up.
 * @param {State} state
 * @returns {State}
 */
export function back(state) {
  const { plies, at } = state.game
  return at ? goTo(state, before(plies, at)) : undo(state)
}

/**
 * @param {State} state
 * @returns {State}
 */
export function forward(state) {
  const { game, past, future } = state
  const ahead = next(game)
  if (ahead) return goTo(state, ahead)
  if (!future.length) return state
  return withGame({ ...state, past: [...past, game], future: future.slice(0, -1) }, future[future.length - 1])
}

/** @param {State} state */
export const canGoBack = ({ game, past }) => game.at > 0 || past.length > 0

/** @param {State} state */
export const canGoForward = ({ game, future }) => next(game) > 0 || future.length > 0

/**
 * The browser has gone back or forward to an earlier game. The game keeps the moves played since, unless the earlier
 * one has moves that were taken out. Remarks stay.
 * @param {State} state
 * @param {Game} game
 * @returns {State}
 */
export function revisit(state, game) {
  if (game.start !== state.game.start) return restore(state, game)
  const { plies, numbers } = united(state.game.plies, game.plies)
  if (plies.length > state.game.plies.length)
    return restore(state, { ...game, plies: united(game.plies, state.game.plies).plies.slice(0, game.plies.length) })
  const known =
    plies === state.game.plies && sameTags(state.game, game)
      ? state
      : withGame(state, { ...state.game, plies, tags: game.tags })
  if (numbers[game.at] === state.game.at) return known // only the page has changed
  return goTo({ ...known, practice: null, ...(game.plies.length ? PLAYED : {}) }, numbers[game.at])
}

/** Moves are played, and not set up. */
const PLAYED = { mode: /** @type {const} */ ('play'), tool: null }

/**
 * Replaces the game on the board by another one.
 * @param {State} state
 * @param {Game} game
 * @returns {State}
 */
export function restore(state, game) {
  if (sameGame(game, state.game)) return state
  const played = game.plies.length ? PLAYED : {}
  const other = game.start === state.game.start ? {} : { past: [], future: [] }
  const { start, plies, at, tags } = game // without the marks of its making
  return withGame({ ...state, ...played, ...other, practice: null }, { start, plies, at, tags })
}

/**
 * Adds the moves of a game that began before they arrived. Moves played meanwhile stay, and so does the position on the
 * board after them.
 * @param {State} state
 * @param {Game} game
 */
export function complete(state, { start, plies, at }) {
  const { plies: all, numbers } = united(plies, state.game.plies)
  return restore(state, {
    start,
    plies: all,
    at: state.game.plies.length ? numbers[state.game.at] : at,
    tags: state.game.tags,
  })
}

/**
 * A game that the page around a frame sets.
 * @param {State} state
 * @param {Game} game
 * @returns {State}
 */
export function restoreScripted(state, game) {
  const after = restore(state, game)
  return after === state ? state : { ...after, game: { ...after.game, scripted: true } }
}

/**
 * Whether a game has the moves of another one in their order, and no more remarks.
 * @param {Game} one
 * @param {Game} another
 */
function sameGame(one, another) {
  if (
    one.start !== another.start ||
    one.at !== another.at ||
    one.plies.length !== another.plies.length ||
    !sameTags(one, another)
  )
    return false
  const { plies, numbers } = united(another.plies, one.plies)
  return plies === another.plies && numbers.every((number, i) => number === i)
}

/** @param {Game} one @param {Game} another */
const sameTags = (one, another) => JSON.stringify(one.tags) === JSON.stringify(another.tags)

/** Returns the tags without the result, which was that of another line. @param {Game} game */
function unended({ tags }) {
  if (!tags) return undefined
  const { Result, ...others } = tags
  return others
}

/** The largest number of changes that can be undone. */
const MOST_PAST = 200

/**
 * @param {State} state
 * @param {Game} game
 * @returns {State}
 */
const begin = (state, game) =>
  withGame({ ...state, practice: null, past: [...state.past, state.game].slice(-MOST_PAST), future: [] }, game)

/**
 * @param {State} state
 * @param {Game} game
 * @returns {State}
 */
const withGame = (state, game) => ({ ...state, game, hovered: null })

/**
 * Replaces the game. If its moves differ, changes that were undone before cannot be redone.
 * @param {State} state
 * @param {Game} game
 */
const withMoves = (state, game) => withGame(game.plies === state.game.plies ? state : { ...state, future: [] }, game)
