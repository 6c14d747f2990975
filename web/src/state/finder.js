// Finding positions of a class: what is looked for, and what was found so far.

import { findTable } from './library.js'

/**
 * @typedef {import('./state.js').State} State
 * @typedef {import('./state.js').Color} Color
 * @typedef {import('../engine/types.js').EngineError} EngineError
 * @typedef {import('../engine/types.js').Finding} Finding
 * @typedef {import('../engine/types.js').Found} Found
 * @typedef {import('../engine/types.js').Query} Query
 *
 * @typedef {'mate' | 'mated' | 'zugzwang' | 'only-move'} Kind
 *
 * @typedef {object} Wish  what the user looks for
 * @property {Kind} kind
 * @property {number} moves  to mate, where the kind is one of mates
 * @property {Color} turn    who is to move
 * @property {string} castling  the class with rights to castle that is searched, where it is one of that class; '' where nobody has any
 *
 * @typedef {object} Search  under way, or how far it came; `full` when a page is full and there may be more
 * @property {string} class
 * @property {string} table  that is searched: the class's own, or one of its castling
 * @property {Wish} wish
 * @property {'searching' | 'full' | 'complete' | 'stopped' | 'failed'} how
 * @property {Found[]} found
 * @property {number} kept     those of them that earlier pages found
 * @property {number} next     the entry where it goes on
 * @property {number} entries  where it ends; 0 until the engine has said so
 * @property {number | null} total  positions there are to be found, if that is known
 * @property {EngineError | null} error
 *
 * @typedef {object} Finder
 * @property {Wish} wish
 * @property {Search | null} search
 * @property {boolean} picking         one at random is being looked for
 * @property {EngineError | null} pickError  why none came of it, until the next try
 */

/** Positions that are found before the user is asked whether he wants more. */
export const PAGE = 24

/** The longest mate of up to five men takes 127 moves. */
export const MOST_MOVES = 127

/** @type {Finder} */
export const initialFinder = {
  wish: { kind: 'mate', moves: 3, turn: 'white', castling: '' },
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
 * @returns {State}
 */
export const beginSearch = (state, name) => withFinder(state, {
  pickError: null,
  search: { class: name, table: searchedIn(state, name), wish: state.finder.wish, how: 'searching', found: [], kept: 0, next: 0, entries: 0, total: null, error: null },
})

/** @param {State} state @param {(search: Search) => Partial<Search>} change @returns {State} */
function withSearch(state, change) {
  const { search } = state.finder
  return search ? withFinder(state, { search: { ...search, ...change(search) } }) : state
}

/**
 * Goes on where the search ended.
 * @param {State} state
 * @returns {State}
 */
export const goOn = (state) => withSearch(state, ({ found }) => ({ how: 'searching', kept: found.length, error: null }))

/**
 * Adds what was found since the last report.
 * @param {State} state
 * @param {Finding} finding
 * @returns {State}
 */
export const progressed = (state, { found, ...where }) =>
  withSearch(state, (search) => (search.how === 'searching' ? { ...where, found: [...search.found, ...found] } : {}))

/**
 * The finding has all that was found since the search went on, the reported ones too.
 * @param {State} state
 * @param {Finding} finding
 * @returns {State}
 */
export const ended = (state, { found, ...where }) =>
  withSearch(state, (search) => {
    const all = [...search.found.slice(0, search.kept), ...found]
    return { ...where, found: all, how: where.next >= where.entries || all.length === where.total ? 'complete' : 'full' }
  })

/**
 * What was found stays.
 * @param {State} state
 * @returns {State}
 */
export const stopped = (state) =>
  withSearch(withFinder(state, { picking: false }), ({ how }) => (how === 'searching' ? { how: 'stopped' } : {}))

/**
 * @param {State} state
 * @param {EngineError} error
 * @returns {State}
 */
export const failed = (state, error) => withSearch(state, () => ({ how: 'failed', error }))

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
 * The search that is about a class, if the last one is.
 * @param {Finder} finder
 * @param {string} name
 */
export const searchOf = ({ search }, name) => (search?.class === name ? search : null)

/**
 * The class whose table is searched: one with rights to castle, if that is wished, and it is there.
 * @param {State} state
 * @param {string} name
 */
export const searchedIn = ({ tables, finder: { wish: { castling } } }, name) => (findTable(tables, name)?.castling?.present.includes(castling) ? castling : name)

/**
 * What the engine is asked. The winner of a mate in n makes n moves, the loser n - 1, or n if he is to move.
 * @param {string} name
 * @param {Wish} wish
 * @returns {Query}
 */
export function queryOf(name, { kind, moves, turn }) {
  const side = turn === 'white' ? 'w' : 'b'
  if (kind === 'zugzwang' || kind === 'only-move') return { class: name, side, kind }
  const plies = kind === 'mate' ? 2 * moves - 1 : 2 * moves
  return { class: name, side, kind: '', minPlies: plies, maxPlies: plies }
}

/**
 * The share of a class that a search has passed.
 * @param {Search} search
 */
export const searched = ({ next, entries }) => (entries ? next / entries : 0)
