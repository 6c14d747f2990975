// What can go wrong outside of the engine's Go code, in sentences. All that goes wrong inside comes with its own
// (core/problem).

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
  busy: 'A build or an import is under way, and may be using this table.',
  died: 'The engine ended before its work was done.',
  memory: 'The browser gave the engine no more memory.',
  none: 'The table has no such position.',
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

/** @param {import('./types.js').Step} step @returns {EngineError} */
export const needsMemory = ({ class: name, memory }) => ({
  code: 'budget', class: name, message: `${name} takes at least ${size(memory)} of memory to build.`,
})
