// What can go wrong outside of the engine's Go code, in sentences. All that goes wrong inside comes with its own
// (core/problem).

import { say } from '../language.js'
import { size } from '../words.js'

/**
 * @typedef {import('./types.js').EngineError} EngineError
 * @typedef {{ok: false, error: EngineError}} Failure
 */

/** Thrown by a call to a worker that ended by itself. */
export class WorkerDied extends Error {
  name = 'WorkerDied'
}

/** Thrown by a call to a worker that was ended because the user has left the page (visit.js). */
export class PageLeft extends WorkerDied {
  name = 'PageLeft'
}

/** @type {Partial<Record<EngineError['code'], string>>} */
const SENTENCES = {
  busy: say('problem.busy'),
  died: say('problem.died'),
  memory: say('problem.memory'),
  none: say('problem.none'),
}

/**
 * Of an error that was thrown: what it says itself is more than most people want to know, where there is a sentence.
 * @param {EngineError['code']} code
 * @param {unknown} thrown
 * @returns {Failure}
 */
export function failure(code, thrown) {
  const detail = thrown instanceof Error ? thrown.message : String(thrown)
  const message = SENTENCES[code]
  return { ok: false, error: message ? { code, message, detail } : { code, message: detail } }
}

/**
 * What ended a call to a worker.
 * @param {unknown} thrown
 */
export function endOfCall(thrown) {
  if (!(thrown instanceof WorkerDied)) return failure('internal', thrown)
  return failure(/out of memory|cannot allocate/i.test(thrown.message) ? 'memory' : 'died', thrown)
}

/**
 * What is refused without a throw.
 * @param {'busy' | 'none'} code
 * @param {string} [name]  of the class concerned
 * @returns {Failure}
 */
export const refusal = (code, name) => ({ ok: false, error: { code, message: SENTENCES[code] ?? '', class: name } })

/**
 * Adds the words to a refusal from a worker, which has a code alone: only the page loads words.
 * @template T
 * @param {import('./types.js').Result<T>} result
 * @returns {import('./types.js').Result<T>}
 */
export function inWords(result) {
  if (result.ok || result.error.message) return result
  return { ok: false, error: { ...result.error, message: SENTENCES[result.error.code] ?? '' } }
}

/** @param {import('./types.js').Step} step @returns {EngineError} */
export const needsMemory = ({ class: name, memory }) => ({
  code: 'budget', class: name, message: say('problem.budget', { class: name, memory: size(memory) }),
})
