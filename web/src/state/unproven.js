// Tables that were imported and whose bytes nobody knows: they answer at once, are checked one after the other, and then count or go.

import { findTable } from './library.js'

/**
 * @typedef {import('./state.js').State} State
 * @typedef {import('./state.js').EngineError} EngineError
 *
 * @typedef {object} Judging
 * @property {string | null} name  of the table that this page is checking
 * @property {number} done         the share of it, from 0 to 1
 * @property {Record<string, EngineError>} failed   why tables can't be checked now, or were wrong and have gone
 */

/** @type {Judging} */
export const IDLE = { name: null, done: 0, failed: {} }

/** All that are not checked yet. @param {Pick<State, 'tables'>} state */
export const unprovenIn = ({ tables }) => (tables ?? []).flatMap(({ unproven }) => unproven ?? [])

/** What an answer rests on that is not checked yet. @param {...({unproven?: string[]} | null | undefined)} said @returns {string[]} */
export const restsOn = (...said) => [...new Set(said.flatMap((each) => each?.unproven ?? []))]

/** Those that were wrong, and are gone. @param {Pick<State, 'judging'>} state */
export const foundWrong = ({ judging }) => Object.keys(judging.failed).filter((name) => judging.failed[name].code === 'refused')

/**
 * The table to check next: none while this page builds, and none that can't be.
 * @param {Pick<State, 'tables' | 'build' | 'judging'>} state
 */
export const nextToJudge = (state) => (state.build ? undefined : unprovenIn(state).find((name) => !isHeldUp(state, name)))

/** Whether nothing has changed since it was found that it can't be checked. @param {Pick<State, 'tables' | 'judging'>} state @param {string} name */
function isHeldUp({ tables, judging }, name) {
  const error = judging.failed[name]
  if (error?.code === 'refused') return false // another one of the same name
  return !!error && !(error.missing?.length && error.missing.every((needed) => findTable(tables, needed)?.present))
}

/** @param {State} state @param {Partial<Judging>} change @returns {State} */
const withJudging = (state, change) => ({ ...state, judging: { ...state.judging, ...change } })

/** @param {State} state @param {string} name @returns {State} */
export const beginJudging = (state, name) => withJudging(forgetFailure(state, name), { name, done: 0 })

/** @param {State} state @param {import('../engine/types.js').Importing} progress @returns {State} */
export const judgedMore = (state, { done, of }) => withJudging(state, { done: done / of })

/** @param {State} state @param {EngineError | null} [error]  none if the table was right, or it was stopped @returns {State} */
export function endJudging(state, error) {
  const { name, failed } = state.judging
  return withJudging(state, { name: null, done: 0, failed: name && error ? { ...failed, [name]: error } : failed })
}

/** It is tried again, or the user has read of it. @param {State} state @param {string} name @returns {State} */
export function forgetFailure(state, name) {
  const { [name]: _, ...failed } = state.judging.failed
  return withJudging(state, { failed })
}
