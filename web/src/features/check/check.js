// Games that are judged by tables: what was found so far, as a table to sort.

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/types.js').EngineError} EngineError
 * @typedef {import('../../engine/types.js').Checked} Checked
 * @typedef {import('../../engine/types.js').CheckedGame} Game
 * @typedef {'game' | 'name' | 'goal' | 'flaws' | 'positions'} Column
 *
 * @typedef {object} Checking
 * @property {'checking' | 'done' | 'stopped' | 'failed'} how
 * @property {number} bytes     that were read
 * @property {number} size      of the file
 * @property {Game[]} games     the first ones of the file, as many as are kept
 * @property {number} count     of all games
 * @property {number} flawed    those with flaws
 * @property {number} positions that were judged
 * @property {number} beyond    with more than five men
 * @property {Record<string, number>} missing  positions by the class whose table is missing
 * @property {boolean} building  these tables, to judge the games by them, too
 * @property {{by: Column, down: boolean}} order
 * @property {boolean} flawedOnly
 * @property {number} shown      rows of the table
 * @property {boolean} aside     to let the board be seen
 * @property {boolean} saved     as a file
 * @property {boolean} leaving   the user is asked whether it is to be dropped
 * @property {EngineError | null} error
 */

/** Files have what was found of all games; the page keeps so many. */
export const MOST_GAMES = 2000

/** It shows so many at first, and more if it is asked for them: rows take time to draw. */
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
    positions: 0,
    beyond: 0,
    missing: {},
    building: false,
    order: { by: 'game', down: false },
    flawedOnly: false,
    shown: PAGE,
    aside: false,
    saved: false,
    leaving: false,
    error: null,
  },
})

/**
 * The same games once more: how they are looked at stays.
 * @param {State} state
 * @returns {State}
 */
export function beginAgain(state) {
  if (!state.checking) return state
  const { size, order, flawedOnly, aside } = state.checking
  return withChecking(beginChecking(state, size), () => ({ order, flawedOnly, aside }))
}

/**
 * @param {State} state
 * @param {boolean} building
 * @returns {State}
 */
export const buildForChecking = (state, building) => withChecking(state, () => ({ building }))

/**
 * Adds what was found since the last report.
 * @param {State} state
 * @param {Pick<Checked, 'games' | 'bytes'>} report
 * @returns {State}
 */
export const checkedMore = (state, { games, bytes }) =>
  withChecking(state, (checking) => {
    const missing = { ...checking.missing }
    let { count, flawed, positions, beyond } = checking
    for (const game of games) {
      count++
      if (game.flaws) flawed++
      positions += game.positions
      beyond += game.beyond
      for (const { class: name, positions } of game.missing) missing[name] = (missing[name] ?? 0) + positions
    }
    return {
      bytes,
      count,
      flawed,
      positions,
      beyond,
      missing,
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
 * What was found and not saved is not dropped before the user was asked.
 * @param {State} state
 * @returns {State}
 */
export const leaveChecking = (state) =>
  state.checking?.count && !state.checking.saved
    ? withChecking(state, () => ({ leaving: true, aside: false }))
    : dismissChecking(state)

/** @param {State} state @returns {State} */
export const stayChecking = (state) => withChecking(state, () => ({ leaving: false }))

/** All of it, as a file. @param {State} state @returns {State} */
export const savedChecked = (state) => withChecking(state, () => ({ saved: true }))

/** @param {State} state @returns {State} */
export const showMoreGames = (state) => withChecking(state, ({ shown }) => ({ shown: shown + PAGE }))

/**
 * By a column, and by the same one the other way round.
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
 * The games that may be shown, in their order.
 * @param {Checking} checking
 */
export function rowsOf({ games, order: { by, down }, flawedOnly }) {
  const rows = games.filter(({ flaws }) => flaws || !flawedOnly)
  const sign = down ? -1 : 1
  return rows.sort((a, b) => sign * compare(a[by], b[by]) || a.game - b.game)
}

/** @param {string | number} a @param {string | number} b */
const compare = (a, b) => (typeof a === 'string' ? a.localeCompare(String(b)) : a - Number(b))
