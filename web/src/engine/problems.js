// Problems as sentences in the user's language. They come from the page, or from the engine's Go code as messages of
// the catalogue (core/problem, core/words).

import { ifMove } from '../san.js'
import { isKey, say } from '../language.js'
import { sentence, size } from '../words.js'

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

/** A message of Go as a sentence. @param {string} words */
const asSentence = (words) => `${sentence(words).replace(/\.$/, '')}.`

const SENTENCES = {
  busy: say('problem.busy'),
  died: say('problem.died'),
  internal: asSentence(say('core.problem.unexpected')),
  memory: say('problem.memory'),
  none: say('problem.none'),
}

/**
 * Returns the failure of a thrown error. The error's own text is the detail.
 * @param {keyof typeof SENTENCES} code
 * @param {unknown} thrown
 * @returns {Failure}
 */
export function failure(code, thrown) {
  const detail = thrown instanceof Error ? thrown.message : String(thrown)
  return { ok: false, error: { code, message: SENTENCES[code], detail } }
}

/** A problem in one text, for places that fold nothing. @param {EngineError} problem */
export const inOneText = ({ message, detail }) => (detail ? say('problem.withDetail', { message, detail }) : message)

/**
 * Returns the failure that ended a call to a worker.
 * @param {unknown} thrown
 */
export function endOfCall(thrown) {
  if (!(thrown instanceof WorkerDied)) return failure('internal', thrown)
  return failure(/out of memory|cannot allocate/i.test(thrown.message) ? 'memory' : 'died', thrown)
}

/** Reports whether an error means that the worker has ended. @param {EngineError} error */
export const hasDied = ({ code }) => code === 'died' || code === 'memory'

/**
 * Returns a failure without a thrown error.
 * @param {'busy' | 'none'} code
 * @param {string} [name]  of the class concerned
 * @returns {Failure}
 */
export const refusal = (code, name) => ({ ok: false, error: { code, message: SENTENCES[code], class: name } })

/**
 * Returns a message of the engine in the user's language, or undefined if this page does not have it.
 * @param {import('./types.js').Message | undefined} message
 * @returns {string | undefined}
 */
export function wordsOf(message) {
  if (!message || !isKey(message.key)) return undefined
  const values = Object.entries(message.values ?? {}).map(([name, value]) => [name, plain(value)])
  try {
    return say(message.key, Object.fromEntries(values))
  } catch {
    return undefined // a worker of another version leaves out a value
  }
}

/**
 * @typedef {import('./types.js').Message} Message
 * @param {string | number | Message | (string | Message)[]} value
 * @returns {string | number}
 */
function plain(value) {
  if (typeof value === 'string') return ifMove(value)
  if (typeof value !== 'object') return value
  return Array.isArray(value) ? value.map(plain).join(', ') : (wordsOf(value) ?? value.key)
}

/** Adds a problem's sentence in the user's language. @param {EngineError} problem */
function putInWords(problem) {
  const words = wordsOf(problem.said)
  const other = /** @type {Partial<Record<EngineError['code'], string>>} */ (SENTENCES)[problem.code]
  problem.message = words ? asSentence(words) : problem.message || other || ''
}

/**
 * Adds the texts of a worker's result, as only the page loads the catalogue. These are the error, the warnings, errors
 * and damages in a list, the methods of a plan or a build, and the findings of games.
 * @template T
 * @param {import('./types.js').Result<T>} result
 */
export function inWords(result) {
  if (!result.ok) putInWords(result.error)
  else for (const part of /** @type {any[]} */ ([result.value].flat())) putPartInWords(part)
  return result
}

/**
 * Adds the texts of a report that comes before the result, such as the verdict of an answer.
 * @template {object} T
 * @param {T} report
 */
export function reportInWords(report) {
  for (const part of Object.values(report)) putPartInWords(part)
  return report
}

/** @param {{how?: string, slower?: string}} made  with keys of messages about the method */
function putMethodInWords(made) {
  if (made.how) made.how = wordsOf({ key: made.how }) ?? made.how
  if (made.slower) made.slower = wordsOf({ key: made.slower }) ?? made.slower
}

/** @param {import('./types.js').CheckedGame} game */
function putGameInWords(game) {
  game.goal = wordsOf(game.saidGoal) ?? game.goal
  for (const finding of game.findings) finding.words = wordsOf(finding.said) ?? finding.words
}

/**
 * @typedef {{warnings?: import('./types.js').Warning[], error?: EngineError, fault?: EngineError, site?:
 *   {fault?: EngineError}, damaged?: EngineError | string, how?:
 *   string, steps?: {how?: string}[], games?: import('./types.js').CheckedGame[],
 *   refused?: EngineError[]}} Part
 * @param {Part | null} part
 */
function putPartInWords(part) {
  if (typeof part?.how === 'string') putMethodInWords(part)
  if (Array.isArray(part?.steps)) part.steps.forEach(putMethodInWords)
  if (Array.isArray(part?.games)) part.games.forEach(putGameInWords)
  if (part?.error?.said) putInWords(part.error)
  if (Array.isArray(part?.refused)) part.refused.forEach(putInWords)
  if (part?.fault) putInWords(part.fault)
  if (part?.site?.fault) putInWords(part.site.fault)
  if (Array.isArray(part?.warnings))
    for (const warning of part.warnings) warning.message = wordsOf(warning.said) ?? warning.message
  if (typeof part?.damaged === 'object') {
    putInWords(part.damaged)
    part.damaged = inOneText(part.damaged)
  }
}

/** @param {import('./types.js').Step} step @returns {EngineError} */
export const needsMemory = ({ class: name, memory }) => ({
  code: 'budget',
  class: name,
  message: say('problem.budget', { class: name, memory: size(memory) }),
})
