// What the map says of a class: a mark, and words.

import { nothing } from 'lit'
import { store } from '../app/app.js'
import { COUNTS, plural, size } from '../words.js'
import { alertIcon, checkIcon, clockIcon, hammerIcon, partIcon } from './icons.js'
import { longestWin } from './table-facts.js'

/**
 * @typedef {import('../state/map.js').Cell} Cell
 * @typedef {import('../state/state.js').ClassInfo} ClassInfo
 */

/** In the order of the legend. @type {Record<Cell['state'], {words: string, mark: unknown}>} */
export const STATES = {
  present: { words: 'here', mark: checkIcon },
  building: { words: 'being built', mark: hammerIcon },
  queued: { words: 'queued', mark: clockIcon },
  part: { words: 'in part', mark: partIcon },
  damaged: { words: 'damaged', mark: alertIcon },
  absent: { words: 'not built', mark: nothing },
}

/** @param {Cell} cell */
export const cellMark = ({ state }) => STATES[state].mark

/**
 * @param {ClassInfo} table
 * @param {Cell} cell
 */
export function cellWords({ stats, bytes, finished, lone, units, saved, unproven }, { state, filled }) {
  const words = STATES[state].words
  if (state === 'building') return `${words}, ${Math.floor(100 * filled)}% done`
  const parts = `${finished} of ${units} parts are built`
  if (saved && (state === 'part' || state === 'queued')) return `${state === 'queued' ? `${words}, ` : ''}solved up to ply ${saved.ply}`
  if (lone && !finished && state === 'part') return 'what some positions need is built'
  if (finished && state === 'part') return parts
  if (finished && state === 'queued') return `${words}, ${parts}`
  if (!stats) return unproven ? 'imported, not checked yet' : words
  const moves = longestWin(stats.sides)
  return `${words}, ${moves ? `${COUNTS[store.state.metric].longestWin} ${plural(moves, 'move')}` : 'always a draw'}, ${size(bytes ?? 0)}`
}
