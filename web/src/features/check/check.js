// The check of games by tables: the results so far, as a sortable table.

import { ranked } from './missing.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/types.js').EngineError} EngineError
 * @typedef {import('../../engine/types.js').Checked} Checked
 * @typedef {import('../../engine/types.js').CheckedGame} Game
 * @typedef {import('../../engine/border.js').Player} Player
 * @typedef {'game' | 'name' | 'goal' | 'flaws' | 'positions'} Column
 *
 * @typedef {object} Checking
 * @property {'checking' | 'done' | 'stopped' | 'failed'} how
 * @property {number} bytes     read so far
 * @property {number} size      of the file
 * @property {Game[]} games     the first games of the file, up to MOST_GAMES
 * @property {number} count     of all games
 * @property {number} flawed    games with flaws
 * @property {number} mistaken  games with mistakes
 * @property {number} positions checked
 * @property {number} beyond    positions with more than five men
 * @property {Record<string, number>} missing  positions by the class of their missing table
 * @property {boolean} planning  their build is being planned
 * @property {import('./missing.js').Wanted[] | null} ranking  the classes in the order in which they are best built;
 *   null until they are planned
 * @property {boolean} building  whether these tables are being built for another check
 * @property {{by: Column, down: boolean}} order
 * @property {boolean} flawedOnly
 * @property {Player[]} players  those with the most games, the first one most of all
 * @property {string} player  the name of the chosen one, or ''
 * @property {boolean} studies   some game is a study
 * @property {boolean} castles   some study has a diagram that allows castling rights
 * @property {boolean} presumes   diagrams have the castling rights that they allow
 * @property {number} shown      rows of the table
 * @property {boolean} aside     hidden, to show the board
 * @property {boolean} saved     as a file
 * @property {boolean} leaving   the page shows the question before the result is dropped
 * @property {EngineError | null} error
 */

/** The largest number of games that the page keeps. The files have all games. */
export const MOST_GAMES = 2000

/** The number of rows shown at first, and added on request: rows take time to draw. */
export const PAGE = 100

/** @param {State} state @param {(checking: Checking) => Partial<Checking>} change @returns {State} */
const withChecking = (state, change) =>
  state.checking ? { ...state, checking: { ...state.checking, ...change(state.checking) } } : state

/**
 * @param {State} state
 * @param {number} size
 * @returns {State}
 */
export const beginChecking = (state, size) => ({
  ...state,
  found: null,
  checking: {
    how: 'checking',
    bytes: 0,
    size,
    games: [],
    count: 0,
    flawed: 0,
    mistaken: 0,
    positions: 0,
    beyond: 0,
    missing: {},
    players: [],
    player: '',
    planning: false,
    ranking: null,
    building: false,
    order: { by: 'game', down: false },
    flawedOnly: false,
    studies: false,
    castles: false,
    presumes: false,
    shown: PAGE,
    aside: false,
    saved: false,
    leaving: false,
    error: null,
  },
})

/**
 * Starts a check of the same games again, with the same order and filter.
 * @param {State} state
 * @returns {State}
 */
export function beginAgain(state) {
  if (!state.checking) return state
  const { size, order, flawedOnly, studies, castles, presumes, player, aside } = state.checking
  return withChecking(beginChecking(state, size), () => ({
    order,
    flawedOnly,
    studies,
    castles,
    presumes,
    player,
    aside,
  }))
}

/**
 * @param {State} state
 * @param {boolean} presumes
 * @returns {State}
 */
export const presumeCastling = (state, presumes) => withChecking(state, () => ({ presumes }))

/** @param {State} state @returns {State} */
export const planForChecking = (state) => withChecking(state, () => ({ planning: true }))

/**
 * Keeps the plan of the missing tables.
 * @param {State} state
 * @param {import('../../engine/types.js').Step[] | null} plan  null after an error
 * @returns {State}
 */
export const plannedForChecking = (state, plan) =>
  withChecking(state, ({ missing }) => ({ planning: false, ranking: plan && ranked(missing, plan) }))

/**
 * @param {State} state
 * @param {boolean} building
 * @returns {State}
 */
export const buildForChecking = (state, building) => withChecking(state, () => ({ building }))

/**
 * Adds the games of a report.
 * @param {State} state
 * @param {Pick<Checked, 'games' | 'bytes' | 'players'>} report
 * @returns {State}
 */
export const checkedMore = (state, { games, bytes, players }) =>
  withChecking(state, (checking) => {
    const missing = { ...checking.missing }
    let { count, flawed, mistaken, positions, beyond, studies, castles } = checking
    for (const game of games) {
      count++
      if (game.flaws) flawed++
      if (mistakesIn(game).length) mistaken++
      studies ||= game.goal !== ''
      castles ||= game.castles
      positions += game.positions
      beyond += game.beyond
      for (const { class: name, positions } of game.missing) missing[name] = (missing[name] ?? 0) + positions
    }
    return {
      bytes,
      count,
      flawed,
      mistaken,
      positions,
      beyond,
      studies,
      castles,
      missing,
      players: players ?? checking.players,
      games: [...checking.games, ...games].slice(0, MOST_GAMES),
    }
  })

/**
 * @param {State} state
 * @param {Checking['how']} how
 * @param {EngineError | null} [error]
 * @returns {State}
 */
export const endChecking = (state, how, error = null) =>
  withChecking(state, (checking) => (checking.how === 'checking' ? { how, error } : {}))

/**
 * @param {State} state
 * @returns {State}
 */
export const dismissChecking = (state) => ({ ...state, checking: null })

/**
 * Drops the result if it is empty or saved. Otherwise the page shows a question first.
 * @param {State} state
 * @returns {State}
 */
export const leaveChecking = (state) =>
  state.checking?.count && !state.checking.saved
    ? withChecking(state, () => ({ leaving: true, aside: false }))
    : dismissChecking(state)

/** @param {State} state @returns {State} */
export const stayChecking = (state) => withChecking(state, () => ({ leaving: false }))

/** Notes that the whole result was saved. @param {State} state @returns {State} */
export const savedChecked = (state) => withChecking(state, () => ({ saved: true }))

/** @param {State} state @returns {State} */
export const showMoreGames = (state) => withChecking(state, ({ shown }) => ({ shown: shown + PAGE }))

/**
 * Sorts by a column. The same column again reverses the order.
 * @param {State} state
 * @param {Column} by
 * @returns {State}
 */
export const orderBy = (state, by) =>
  withChecking(state, ({ order }) => ({
    order: { by, down: order.by === by ? !order.down : by === 'flaws' || by === 'positions' },
  }))

/**
 * @param {State} state
 * @param {boolean} flawedOnly
 * @returns {State}
 */
export const showFlawedOnly = (state, flawedOnly) => withChecking(state, () => ({ flawedOnly }))

/**
 * @param {State} state
 * @param {boolean} aside
 * @returns {State}
 */
export const putAside = (state, aside) => withChecking(state, () => ({ aside, leaving: false }))

/**
 * Returns the games that match the filter, in order.
 * @param {Checking} checking
 */
export function rowsOf({ games, order: { by, down }, flawedOnly, studies }) {
  const rows = games.filter((game) => !flawedOnly || faultsIn(game, studies))
  const sign = down ? -1 : 1
  const valueOf = (/** @type {Game} */ game) => (by === 'flaws' ? faultsIn(game, studies) : game[by])
  return rows.sort((a, b) => sign * compare(valueOf(a), valueOf(b)) || a.game - b.game)
}

/** The flaws among studies, and the mistakes among games. @param {Game} game @param {boolean} studies */
export const faultsIn = (game, studies) => (studies ? game.flaws : mistakesIn(game).length)

/**
 * The moves of the game itself that threw a result away, also those that a comment has marked.
 * @param {Pick<Game, 'moves'>} game
 */
export const mistakesIn = ({ moves }) => moves.filter(({ main, mark }) => main && mark === 'mistake')

/** @param {string | number} a @param {string | number} b */
const compare = (a, b) => (typeof a === 'string' ? a.localeCompare(String(b)) : a - Number(b))

/** @param {State} state @param {string} player @returns {State} */
export const showPlayer = (state, player) => withChecking(state, () => ({ player }))

/**
 * Returns the player whose endings are shown: the chosen one, or the only one with most games. It returns undefined
 * if several have as many games.
 * @param {Checking} checking
 */
export function playerOf({ players, player }) {
  const [first, second] = players
  return players.find(({ name }) => name === player) ?? (first?.games > (second?.games ?? 0) ? first : undefined)
}
