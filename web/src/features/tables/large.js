// Classes with six men. They are too large to build without a click, and too many to list for every user.

import { isOpposed, isPosition } from '../../engine/tasks.js'
import { isStored } from './library.js'
import { coming, wantedOf } from '../builds/wanted.js'

/** @typedef {import('../../shell/state.js').State} State */

/** The largest number of men of classes that are always listed. */
export const USUAL_MEN = 5
/** The largest number of men of classes that are listed on request. */
export const LARGE_MEN = 6

/** @param {string} name */
const isLarge = (name) => name.replace('v', '').length > USUAL_MEN

/**
 * Returns the largest number of men of the classes to list. Large classes are listed if the user wants them, or if the
 * page is about one or a part of one.
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
  return sixMen || isOpposed(place.subject) || names.some((name) => !isPosition(name) && isLarge(name))
    ? LARGE_MEN
    : USUAL_MEN
}

/**
 * Reports whether classes that the page is about may not be listed yet.
 * @param {State} state
 */
export const isListing = (state) => !state.tables || state.listedMen < menToList(state)

/**
 * Returns the classes that are shown. Large classes are shown if the user wants them, if they have data, or if they are
 * queued.
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
