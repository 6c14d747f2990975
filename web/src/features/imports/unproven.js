// Imported tables without a known checksum. The page uses them at once, and checks them one after the other. Right
// tables then count as any other, and wrong ones are deleted.

import { ratio } from '../../ui/ratio.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../shell/state.js').EngineError} EngineError
 *
 * @typedef {object} Judging
 * @property {string | null} name  of the table that this page is checking
 * @property {number} done         the checked share, from 0 to 1
 * @property {State['tables']} tables  the list at the start of the check
 * @property {Record<string, EngineError>} failed   why tables cannot be checked now, or that they were wrong
 */

/** @type {Judging} */
export const IDLE = { name: null, done: 0, tables: null, failed: {} }

/** Returns all tables that are not checked yet. @param {Pick<State, 'tables'>} state */
export const unprovenIn = ({ tables }) => (tables ?? []).flatMap(({ unproven }) => unproven ?? [])

/**
 * Returns the unchecked tables that an answer depends on.
 * @param {...({unproven?: string[]} | null | undefined)} parts  of the answer
 * @returns {string[]}
 */
export const restsOn = (...parts) => [...new Set(parts.flatMap((each) => each?.unproven ?? []))]

/** Returns the tables that were wrong and are deleted. @param {Pick<State, 'judging'>} state */
export const foundWrong = ({ judging }) =>
  Object.keys(judging.failed).filter((name) => judging.failed[name].code === 'refused')

/**
 * Returns the table to check next, or undefined: none while this page builds, and none that cannot be checked.
 * @param {Pick<State, 'tables' | 'build' | 'judging'>} state
 */
export const nextToJudge = (state) =>
  state.build ? undefined : unprovenIn(state).find((name) => !isHeldUp(state, name))

/**
 * Reports whether a table cannot be checked now. A wrong table was deleted, so another file of its name can be.
 * @param {Pick<State, 'judging'>} state
 * @param {string} name
 */
const isHeldUp = ({ judging }, name) => !!judging.failed[name] && judging.failed[name].code !== 'refused'

/**
 * Returns the stored parts of the tables that prevented a check, as text.
 * @param {State['tables']} tables
 * @param {EngineError} error
 */
const hereOf = (tables, error) =>
  JSON.stringify(
    (error.missing ?? [error.class]).map((needed) => {
      const table = tables?.find(({ name }) => name === needed)
      return [table?.present, table?.castling?.present]
    }),
  )

/**
 * Allows another check of a table when one of those tables was added or deleted, and not before: an existing one may be
 * damaged.
 * @param {State} state
 * @param {State['tables']} tables  the new list
 */
export const judgeAnew = (state, tables) =>
  Object.entries(state.judging.failed).reduce(
    (state, [name, error]) =>
      error.code === 'refused' || hereOf(tables, error) === hereOf(state.tables, error)
        ? state
        : forgetFailure(state, name),
    state,
  )

/** @param {State} state @param {Partial<Judging>} change @returns {State} */
const withJudging = (state, change) => ({ ...state, judging: { ...state.judging, ...change } })

/** @param {State} state @param {string} name @returns {State} */
export const beginJudging = (state, name) =>
  withJudging(forgetFailure(state, name), { name, done: 0, tables: state.tables })

/** @param {State} state @param {import('../../engine/types.js').Importing} progress @returns {State} */
export const judgedMore = (state, { done, of }) => withJudging(state, { done: ratio(done, of) })

/**
 * @param {State} state
 * @param {EngineError | null} [error]  none if the table was right, or the check was stopped
 * @returns {State}
 */
export function endJudging(state, error) {
  const { name, failed, tables } = state.judging
  // The tables that prevented the check may have changed during it.
  const isOver = !name || !error || (error.code !== 'refused' && hereOf(tables, error) !== hereOf(state.tables, error))
  return withJudging(state, {
    name: null,
    done: 0,
    tables: null,
    failed: isOver ? failed : { ...failed, [name]: error },
  })
}

/**
 * Drops the failure of a table: for another try, or after the user has dismissed it.
 * @param {State} state
 * @param {string} name
 * @returns {State}
 */
export function forgetFailure(state, name) {
  const { [name]: _, ...failed } = state.judging.failed
  return withJudging(state, { failed })
}
