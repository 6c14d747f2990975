// The mark and the text of a class on the map.

import { nothing } from 'lit'
import { store } from '../../shell/app.js'
import { say } from '../../language.js'
import { COUNTS, size } from '../../words.js'
import { alertIcon, checkIcon, clockIcon, hammerIcon, partIcon } from '../../ui/icons.js'
import { longestWin } from './table-facts.view.js'

/**
 * @typedef {import('./map.js').Cell} Cell
 * @typedef {import('../../shell/state.js').ClassInfo} ClassInfo
 */

/** The states in the order of the legend. @type {Record<Cell['state'], {words: string, mark: unknown}>} */
export const STATES = {
  present: { words: say('cellWords.present'), mark: checkIcon },
  building: { words: say('cellWords.building'), mark: hammerIcon },
  queued: { words: say('cellWords.queued'), mark: clockIcon },
  part: { words: say('cellWords.part'), mark: partIcon },
  damaged: { words: say('cellWords.damaged'), mark: alertIcon },
  absent: { words: say('cellWords.absent'), mark: nothing },
}

/** @param {Cell} cell */
export const cellMark = ({ state }) => STATES[state].mark

/**
 * @param {ClassInfo} table
 * @param {Cell} cell
 */
export function cellWords({ stats, bytes, finished, lone, units, saved, unproven }, { state, filled }) {
  const words = STATES[state].words
  const parts = { state: words, finished, count: units }
  if (state === 'building') return say('cellWords.done', { state: words, percent: Math.floor(100 * filled) })
  if (saved && state === 'part') return say('cellWords.saved', { ply: saved.ply })
  if (saved && state === 'queued') return say('cellWords.savedQueued', { state: words, ply: saved.ply })
  if (lone && !finished && state === 'part') return say('cellWords.lone')
  if (finished && state === 'part') return say('cellWords.parts', parts)
  if (finished && state === 'queued') return say('cellWords.partsQueued', parts)
  if (!stats) return unproven ? say('cellWords.unproven') : words
  return say('cellWords.stats', {
    state: words,
    moves: longestWin(stats.sides) ?? 0,
    longest: COUNTS[store.state.metric].longestWin,
    size: size(bytes ?? 0),
  })
}
