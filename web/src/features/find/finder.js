// Finding positions of a class: the user's wish, and the positions found.

import { findTable } from '../tables/library.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../shell/state.js').Color} Color
 * @typedef {import('../../engine/types.js').EngineError} EngineError
 * @typedef {import('../../engine/types.js').Finding} Finding
 * @typedef {import('../../engine/types.js').Found} Found
 *
 * @typedef {'mate' | 'mated' | 'zugzwang' | 'cyclic-zugzwang' | 'only-move' | 'only-draw' | 'any'} Kind
 *
 * @typedef {object} Wish  the kind of position that the user looks for
 * @property {Kind} kind
 * @property {number} moves  to mate, for a kind of mates
 * @property {number} toMoves  at most, 0 for exactly those
 * @property {number} plies    to mate at least, for other kinds
 * @property {number} toPlies  and at most, 0 for any
 * @property {Color | 'either'} turn  the side to move
 * @property {string} men     the squares of men, in words, or ''
 * @property {string} theme   of the move, for a kind about one move; '' for any
 * @property {'' | 'named' | '3' | '4' | '5'} scope  which tables are searched after the page's: none, those in `also`,
 *   or all finished ones with up to this number of men
 * @property {string} also    names of classes
 * @property {number} row     the number of single moves in a row, for a kind about one move
 * @property {boolean} varied  positions far from each other come, not neighbours
 * @property {string} castling  the class with rights to castle that is searched, if one of this class is chosen; ''
 *   for no rights
 *
 * @typedef {'' | 'easy' | 'hard'} Sort  the order of the positions in view, by their difficulty
 *
 * @typedef {object} Search  under way or ended; `full` if a page is full and there may be more
 * @property {string} class
 * @property {string} table  that is searched: the class's own, or one of its castling
 * @property {string[]} also  the tables that are searched after it
 * @property {Wish} wish
 * @property {'searching' | 'full' | 'complete' | 'stopped' | 'failed'} how
 * @property {Found[]} found
 * @property {number} seed     selects among the positions that are far from each other
 * @property {number} shown    how many of them the page shows
 * @property {number} kept     those of them that earlier pages found
 * @property {number} next     the entry to resume from
 * @property {number} ahead    entries that another worker has searched beyond that
 * @property {number | null} left  about the seconds that the search still takes, or null before an estimate
 * @property {number | null} leftAhead  those of the other worker
 * @property {number} entries  of the table; 0 until the engine has reported it
 * @property {number | null} total  the number of positions to find, if it is known
 * @property {{low: number, high: number} | null} size  bounds of this number, if they are known
 * @property {EngineError | null} error
 *
 * @typedef {object} Saving  a search for all positions, for a file
 * @property {number} count
 * @property {number} share  of the tables that is searched
 * @property {number | null} left  about the seconds that it still takes, or null before an estimate
 *
 * @typedef {object} Finder
 * @property {Wish} wish
 * @property {Sort} sort
 * @property {Saving | null} saving
 * @property {EngineError | null} saveError  why the last file was not saved
 * @property {'' | 'most' | 'left'} saveEnd  why the last file ended before the last position: it has the most that one
 *   may have, or the page was left
 * @property {Search | null} search
 * @property {boolean} picking         the page looks for one at random
 * @property {EngineError | null} pickError  why it found none, until the next try
 */

/** The number of positions after which a search stops until the user wants more. */
export const PAGE = 24

/** The largest number of positions that a search keeps. */
export const MOST_FOUND = 20_000

/**
 * The page stores only the wish of a search that found more. A browser has room for some millions of letters, which
 * other data need too.
 */
export const MOST_KEPT = 1000

/** The largest number of positions in a file. */
export const MOST_SAVED = 1_000_000

/** The largest number of letters in the field for men. */
export const MOST_MEN = 160

/** The largest number of pictures at once: more make the page slow. */
const MOST_SHOWN = 480

/** The longest mate of up to five men takes 127 moves. */
export const MOST_MOVES = 127

/** @type {Finder} */
export const initialFinder = {
  wish: {
    kind: 'mate',
    moves: 3,
    toMoves: 0,
    plies: 0,
    toPlies: 0,
    turn: 'white',
    men: '',
    row: 1,
    theme: '',
    scope: '',
    also: '',
    varied: false,
    castling: '',
  },
  sort: '',
  saving: null,
  saveError: null,
  saveEnd: '',
  search: null,
  picking: false,
  pickError: null,
}

/** @param {State} state @param {Partial<Finder>} change @returns {State} */
const withFinder = (state, change) => ({ ...state, finder: { ...state.finder, ...change } })

/**
 * @param {State} state
 * @param {Partial<Wish>} change
 * @returns {State}
 */
export const wish = (state, change) => withFinder(state, { wish: { ...state.finder.wish, ...change }, pickError: null })

/**
 * Begins with an empty list.
 * @param {State} state
 * @param {string} name
 * @param {number} [seed]
 * @returns {State}
 */
export const beginSearch = (state, name, seed = 0) =>
  withFinder(state, {
    pickError: null,
    saveError: null,
    saveEnd: '',
    search: {
      class: name,
      table: searchedIn(state, name),
      also: alsoIn(state, name),
      wish: state.finder.wish,
      how: 'searching',
      found: [],
      seed,
      shown: PAGE,
      kept: 0,
      next: 0,
      ahead: 0,
      left: null,
      leftAhead: null,
      entries: 0,
      total: null,
      size: null,
      error: null,
    },
  })

/** @param {State} state @param {(search: Search) => Partial<Search>} change @returns {State} */
function withSearch(state, change) {
  const { search } = state.finder
  return search ? withFinder(state, { search: { ...search, ...change(search) } }) : state
}

/**
 * Resumes the search.
 * @param {State} state
 * @returns {State}
 */
export const resumeSearch = (state) =>
  withSearch(state, ({ found }) => ({
    how: 'searching',
    shown: Math.min(found.length + PAGE, MOST_SHOWN),
    kept: found.length,
    ahead: 0,
    left: null,
    leftAhead: null,
    size: null,
    error: null,
  }))

/**
 * Adds the positions found since the last report.
 * @param {State} state
 * @param {Finding} finding
 * @returns {State}
 */
export const progressed = (state, { found, ...where }) =>
  withSearch(state, (search) =>
    search.how === 'searching'
      ? {
          ...where,
          total: where.total ?? search.total,
          left: where.left ?? search.left,
          found: [...search.found, ...found],
        }
      : {},
  )

/**
 * The finding has all positions found since the search resumed, the reported ones too.
 * @param {State} state
 * @param {Finding} finding
 * @returns {State}
 */
export const ended = (state, { found, ...where }) =>
  withSearch(state, (search) => {
    const all = [...search.found.slice(0, search.kept), ...found]
    const total = where.total ?? search.total
    return {
      ...where,
      total,
      ahead: 0,
      found: all,
      how: where.next >= where.entries || all.length === total ? 'complete' : 'full',
    }
  })

/**
 * Keeps the positions found.
 * @param {State} state
 * @returns {State}
 */
export const stopped = (state) =>
  withSearch(withFinder(state, { picking: false }), ({ how }) =>
    how === 'searching' ? { how: 'stopped', ahead: 0 } : {},
  )

/**
 * @param {State} state
 * @param {EngineError} error
 * @returns {State}
 */
export const failed = (state, error) => withSearch(state, () => ({ how: 'failed', ahead: 0, error }))

/**
 * Stores how far another worker has searched beyond.
 * @param {State} state
 * @param {number} entries
 * @param {number} [leftAhead]  about the seconds that it still takes
 * @returns {State}
 */
export const searchedAhead = (state, entries, leftAhead) =>
  withSearch(state, ({ how }) => (how === 'searching' ? { ahead: entries, leftAhead: leftAhead ?? null } : {}))

/**
 * About the seconds that a search still takes, or null before an estimate. Two workers search at the same time.
 * @param {Pick<Search, 'left' | 'leftAhead'>} search
 */
export const secondsLeft = ({ left, leftAhead }) => (left === null ? leftAhead : Math.max(left, leftAhead ?? 0))

/**
 * @param {State} state
 * @returns {State}
 */
export const picking = (state) => withFinder(state, { picking: true, pickError: null })

/**
 * @param {State} state
 * @param {EngineError | null} pickError
 * @returns {State}
 */
export const picked = (state, pickError) => withFinder(state, { picking: false, pickError })

/**
 * Returns the last search, if it is about a class.
 * @param {Finder} finder
 * @param {string} name
 */
export const searchOf = ({ search }, name) => (search?.class === name ? search : null)

/**
 * Returns the class whose table is searched: one with rights to castle, if the user wishes it and the table exists.
 * @param {State} state
 * @param {string} name
 */
export const searchedIn = (
  {
    tables,
    finder: {
      wish: { castling },
    },
  },
  name,
) => (findTable(tables, name)?.castling?.present.includes(castling) ? castling : name)

/**
 * The tables that are searched after the first one, by the user's wish. Those that the user names may be missing.
 * @param {State} state
 * @param {string} name
 */
export function alsoIn(state, name) {
  const {
    tables,
    finder: { wish },
  } = state
  const most = Number(wish.scope)
  const all =
    wish.scope === 'named'
      ? wish.also.split(/[\s,;]+/)
      : (tables ?? []).filter(({ present, large, men }) => present && !large && men <= most).map((table) => table.name)
  const names = [searchedIn(state, name), ...all].filter(Boolean)
  const lower = names.map((each) => each.toLowerCase())
  return names.filter((_, i) => i > 0 && lower.indexOf(lower[i]) === i)
}

/** The positions in view. @param {Search} search */
export const inView = ({ found, shown }) => found.slice(0, Math.max(shown, PAGE))

/**
 * The FENs of the positions in view, if they are sorted by their difficulty.
 * @param {Pick<State, 'finder' | 'place'>} state
 */
export function toRate({ finder: { sort, search }, place }) {
  const isInView = place.page === 'class' && search && place.subject === search.class
  return sort && isInView && isRated(search.wish.kind) ? inView(search).map(({ fen }) => fen) : []
}

/**
 * Reports whether ratings of found positions mean something. They rate the side to move, which risks little in a cyclic
 * zugzwang: the replies of the other side are hard.
 * @param {Kind} kind
 */
export const isRated = (kind) => kind !== 'cyclic-zugzwang'

/** @param {State} state @param {Sort} sort @returns {State} */
export const setSort = (state, sort) => withFinder(state, { sort })

/**
 * Begins with a file of all positions, or reports how far the search for it is.
 * @param {State} state
 * @param {Saving} saving
 */
export const setSaving = (state, saving) => withFinder(state, { saving, saveError: null, saveEnd: '' })

/**
 * @param {State} state
 * @param {EngineError | null} saveError
 * @param {Finder['saveEnd']} [saveEnd]
 */
export const saved = (state, saveError, saveEnd = '') => withFinder(state, { saving: null, saveError, saveEnd })

/**
 * Appends a condition for men, except a repeated one or one that does not fit into the field.
 * @param {State} state
 * @param {string} text
 */
export function addMen(state, text) {
  const before = state.finder.wish.men.trim().replace(/,$/, '')
  const men = before ? `${before}, ${text}` : text
  const isThere = before.split(',').some((each) => each.trim() === text)
  return isThere || men.length > MOST_MEN ? state : wish(state, { men })
}

/** Reports whether the user learns more from the number of positions. @param {Search} search */
export const toCount = ({ how, total, wish }) => how === 'full' && total === null && !wish.varied

/**
 * Stores about how many positions are left after those found. An exact number gives the total.
 * @param {State} state
 * @param {NonNullable<Finding['size']>} left
 * @returns {State}
 */
export const sized = (state, { low, high }) =>
  withSearch(state, (search) => {
    const size = { low: search.found.length + low, high: search.found.length + high }
    return !toCount(search) ? {} : low === high ? { total: size.low } : { size }
  })

/** The largest ratio of bounds that mean something to the user. */
const MOST_RATIO = 4

/** The bounds of the number of all positions, with two digits; null if they mean little. @param {Search} search */
export function expected({ size }) {
  if (!size || size.high > MOST_RATIO * size.low) return null
  return { low: roundTo(Math.floor, size.low), high: roundTo(Math.ceil, size.high) }
}

/** @param {(n: number) => number} round @param {number} n */
function roundTo(round, n) {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(n)) - 1)
  return round(n / unit) * unit
}

/**
 * A search as text, for storage.
 * @param {Search} search
 */
export const keep = (search) =>
  JSON.stringify(search.found.length > MOST_KEPT ? { wish: search.wish } : { ...search, size: null, error: null })

const FEN = /^[1-8kqrbnpKQRBNP/]{15,71} [wb] [KQkqA-Ha-h-]{1,4} (-|[a-h][36])( \d+){0,2}$/

/**
 * Reads a stored search or a stored wish from a text.
 * @param {string | null} text
 * @returns {{wish: Wish, search: Search | null} | null}
 */
export function kept(text) {
  try {
    const {
      class: name,
      table,
      also = [],
      wish: wished,
      how,
      found,
      seed,
      shown,
      next,
      entries,
      total,
    } = JSON.parse(text ?? '')
    const { moves, toMoves, plies, toPlies, row, varied, castling, theme = '', scope = '' } = wished
    if (!KINDS.includes(wished.kind) || ![wished.turn, wished.men, theme].every(isShort)) return null
    const wish = {
      ...wished,
      moves: Number(moves),
      toMoves: Number(toMoves),
      plies: Number(plies),
      toPlies: Number(toPlies),
      row: Number(row),
      theme,
      scope: SCOPES.includes(scope) ? scope : '',
      also: String(wished.also ?? ''),
      varied: !!varied,
      castling: String(castling),
    }
    if (found === undefined) return { wish, search: null }
    const numbers = [seed, shown, next, entries, total ?? 0]
    const texts = [
      name,
      table,
      ...also,
      ...found.flatMap((/** @type {Found} */ { category, san = '' }) => [category, san]),
    ]
    const isSound =
      numbers.every(Number.isFinite) &&
      texts.every(isShort) &&
      found.length <= MOST_KEPT &&
      found.every(
        (/** @type {Found} */ { fen, passed }) => FEN.test(fen) && (!passed || typeof passed.category === 'string'),
      )
    if (!isSound) return null
    return {
      wish,
      search: {
        class: name,
        table,
        also,
        wish,
        how: how === 'complete' || how === 'full' ? how : 'stopped',
        found,
        seed,
        shown,
        kept: found.length,
        next,
        ahead: 0,
        left: null,
        leftAhead: null,
        entries,
        total,
        size: null,
        error: null,
      },
    }
  } catch {
    return null
  }
}

/** @param {unknown} text */
const isShort = (text) => typeof text === 'string' && text.length < 200

/** @type {Wish['scope'][]} */
export const SCOPES = ['', 'named', '3', '4', '5']

/** @type {Kind[]} */
export const KINDS = ['mate', 'mated', 'zugzwang', 'cyclic-zugzwang', 'only-move', 'only-draw', 'any']

/**
 * The share of a class that a search has passed.
 * @param {Search} search
 */
export const searched = ({ next, ahead, entries }) => (entries ? (next + ahead) / entries : 0)

/**
 * The finder's state after the last visit.
 * @param {State} state
 * @param {Partial<Finder>} finder
 * @returns {State}
 */
export const restoreFinder = (state, finder) => withFinder(state, finder)
