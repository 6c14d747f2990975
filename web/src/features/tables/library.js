// The classes of tables, with their data and dependencies.

import { dropPresent } from '../builds/queue.js'
import { judgeAnew } from '../imports/unproven.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../shell/state.js').ClassInfo} ClassInfo
 * @typedef {import('../../engine/types.js').Counts} Counts
 */

/** The largest number of men for "build all": the engine needs much time and memory for more. */
export const COMFORTABLE_MEN = 4

/**
 * @param {State} state
 * @param {ClassInfo[]} tables
 * @param {number} listedMen  the list has all classes with up to this number of men
 * @returns {State}
 */
export const tablesLoaded = (state, tables, listedMen) =>
  dropPresent({ ...judgeAnew(state, tables), tables, listedMen, tablesError: null })

/**
 * @param {State} state
 * @param {import('../../shell/state.js').EngineError} tablesError
 * @returns {State}
 */
export const tablesFailed = (state, tablesError) => ({ ...state, tablesError })

/**
 * @param {ClassInfo[]} tables
 * @returns {{men: number, tables: ClassInfo[]}[]} by rising number of men
 */
export function byMen(tables) {
  const counts = [...new Set(tables.map(({ men }) => men))].sort((a, b) => a - b)
  return counts.map((men) => ({ men, tables: tables.filter((table) => table.men === men) }))
}

/**
 * Reports whether a part of a table is stored.
 * @param {Pick<ClassInfo, 'finished' | 'lone' | 'saved'>} table
 */
export const isBegun = ({ finished, lone, saved }) => finished > 0 || lone > 0 || !!saved

/**
 * Reports whether any data of a table is stored.
 * @param {Pick<ClassInfo, 'present' | 'damaged' | 'finished' | 'lone' | 'saved' | 'unproven' | 'castling'>} table
 */
export const isStored = (table) =>
  table.present || !!table.damaged || isBegun(table) || !!table.unproven || !!table.castling?.present.length

/**
 * Returns the other stored tables, also in part, that depend on some of `names`. Without these they lose part of their
 * use, or cannot be completed.
 * @param {ClassInfo[]} tables
 * @param {string[]} names
 */
export function dependents(tables, names) {
  const leaning = tables.filter(
    (table) => (table.present || isBegun(table)) && table.needs.some((need) => names.includes(need)),
  )
  return leaning.map((table) => table.name).filter((name) => !names.includes(name))
}

/**
 * @param {ClassInfo[] | null} tables
 * @param {string} name
 */
export const findTable = (tables, name) => tables?.find((table) => table.name === name)

/**
 * Returns the outcomes with one side to move, as shares of White's wins, draws and Black's wins.
 * @param {'w' | 'b'} stm
 * @param {Counts} counts
 */
export function shares(stm, counts) {
  const all = countOf(counts) || 1
  const [white, black] = stm === 'w' ? [counts.win, counts.loss] : [counts.loss, counts.win]
  return { white: white / all, draw: drawsOf(counts) / all, black: black / all }
}

/** Returns the draws, with those by the fifty-move rule. @param {Counts} counts */
const drawsOf = ({ draw, 'cursed-win': cursed = 0, 'blessed-loss': blessed = 0 }) => draw + cursed + blessed

/** Returns the number of all positions. @param {Counts} counts */
export const countOf = (counts) => counts.win + drawsOf(counts) + counts.loss
