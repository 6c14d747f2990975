// Tables that were imported and whose bytes nobody knows: they answer at once, are checked one after the other, and
// then count or go.

import { ratio } from '../../ui/ratio.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../shell/state.js').EngineError} EngineError
 *
 * @typedef {object} Judging
 * @property {string | null} name  of the table that this page is checking
 * @property {number} done         the share of it, from 0 to 1
 * @property {State['tables']} tables  that were known when the check began
 * @property {Record<string, EngineError>} failed   why tables can't be checked now, or were wrong and have gone
 */

/** @type {Judging} */
export const IDLE = { name: null, done: 0, tables: null, failed: {} }

/** All that are not checked yet. @param {Pick<State, 'tables'>} state */
export const unprovenIn = ({ tables }) => (tables ?? []).flatMap(({ unproven }) => unproven ?? [])

/**
 * What an answer rests on that is not checked yet.
 * @param {...({unproven?: string[]} | null | undefined)} said
 * @returns {string[]}
 */
export const restsOn = (...said) => [...new Set(said.flatMap((each) => each?.unproven ?? []))]

/** Those that were wrong, and are gone. @param {Pick<State, 'judging'>} state */
export const foundWrong = ({ judging }) =>
  Object.keys(judging.failed).filter((name) => judging.failed[name].code === 'refused')

/**
 * The table to check next: none while this page builds, and none that can't be.
 * @param {Pick<State, 'tables' | 'build' | 'judging'>} state
 */
export const nextToJudge = (state) =>
  state.build ? undefined : unprovenIn(state).find((name) => !isHeldUp(state, name))

/**
 * One that was wrong has gone: there is another one of the same name.
 * @param {Pick<State, 'judging'>} state
 * @param {string} name
 */
const isHeldUp = ({ judging }, name) => !!judging.failed[name] && judging.failed[name].code !== 'refused'

/**
 * What is here of the tables because of which one could not be checked.
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
 * What could not be checked is tried again when one of those tables came or went, and not before: one may be here and
 * damaged.
 * @param {State} state
 * @param {State['tables']} tables that are known now
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
 * @param {EngineError | null} [error] none if the table was right, or it was stopped
 * @returns {State}
 */
export function endJudging(state, error) {
  const { name, failed, tables } = state.judging
  // What it was about has changed meanwhile.
  const isOver = !name || !error || (error.code !== 'refused' && hereOf(tables, error) !== hereOf(state.tables, error))
  return withJudging(state, {
    name: null,
    done: 0,
    tables: null,
    failed: isOver ? failed : { ...failed, [name]: error },
  })
}

/** It is tried again, or the user has read of it. @param {State} state @param {string} name @returns {State} */
export function forgetFailure(state, name) {
  const { [name]: _, ...failed } = state.judging.failed
  return withJudging(state, { failed })
}
