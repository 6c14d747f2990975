// Classes with six men: too large to be built unasked, and too many to be shown to whoever does not want them.

import { isPosition } from '../../engine/tasks.js'
import { isStored } from './library.js'
import { coming, wantedOf } from '../builds/wanted.js'

/** @typedef {import('../../shell/state.js').State} State */

/** Men of the classes that are always listed ... */
export const USUAL_MEN = 5
/** ... and of those that are when asked for. */
export const LARGE_MEN = 6

/** @param {string} name */
const isLarge = (name) => name.replace('v', '').length > USUAL_MEN

/**
 * Up to how many men classes have to be listed: the large ones, too, where the user wants to see them, or the page is
 * about
 * one of them.
 * @param {State} state
 */
export function menToList(state) {
  const { sixMen, place, answer, proposal } = state
  const names = [
    place.subject,
    answer?.error?.class ?? '',
    answer?.probe?.class ?? '',
    ...wantedOf(state).flat(),
    ...(proposal?.wanted ?? []),
  ]
  return sixMen || names.some((name) => !isPosition(name) && isLarge(name)) ? LARGE_MEN : USUAL_MEN
}

/**
 * Whether classes that the page is about may not be listed yet.
 * @param {State} state
 */
export const isListing = (state) => !state.tables || state.listedMen < menToList(state)

/**
 * The classes that the user sees: of the large ones all or, where he does not want them, those that there is something
 * of.
 * @param {State} state
 * @param {Set<string>} [queued]  the classes that are to be built
 */
export function shownTables(state, queued = coming(state)) {
  const tables = state.tables ?? []
  return state.sixMen
    ? tables
    : tables.filter((table) => table.men <= USUAL_MEN || isStored(table) || queued.has(table.name))
}

/**
 * @param {State} state
 * @param {boolean} sixMen
 * @returns {State}
 */
export const showSixMen = (state, sixMen) => ({ ...state, sixMen })
