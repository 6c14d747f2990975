// What crosses the border between the page and the Go engine, as the page's scripts see it: Go's types, from
// border.d.ts, and what is added on this side. Only the type checker reads this file.

export * from './border.js'

/**
 * @template T
 * @typedef {{ok: true, value: T} | {ok: false, error: EngineError}} Result
 */

/**
 * 'busy', 'died', 'memory', 'budget' and 'none' are the page's own: another tab holds the build lock; the worker
 * ended by itself; it ended because it got no more memory; a table takes more than the user allows; a table has
 * no position of the kind.
 * @typedef {import('./border.js').Problem} Problem
 * @typedef {import('./border.js').Said} Said
 * @typedef {Omit<Problem, 'code'> & {code: Problem['code'] | 'busy' | 'died' | 'memory' | 'budget' | 'none'}}
 *   EngineError
 */

/**
 * @typedef {import('./border.js').Verdict['category']} Category
 * @typedef {import('./border.js').OutcomeCounts} Counts
 * @typedef {Omit<import('./border.js').Class, 'damaged'> & {damaged?: string}} ClassInfo  its damage in words
 * @typedef {import('./border.js').FindRequest} Query
 * @typedef {import('./border.js').Record} Found
 */

/**
 * @typedef {{wasmBytes: number}} Memory  of the worker, which is largest at its end
 * @typedef {import('./border.js').Progress & Memory} Progress  of a task
 * @typedef {import('./border.js').Built & Memory} Made         by a task
 *
 * @typedef {object} Making
 * @property {number} elapsedSeconds  by the clock, the worker's start included
 * @property {boolean} [resumed]      some of it was made before, which the seconds leave out
 * @typedef {Made & Making} Built     a class, or what a task made of it
 */

/**
 * The calls that the worker adds something to: the right to write, or the memory.
 * @typedef {object} WorkersCalls
 * @property {(request: import('./border.js').ClassRequest) => Promise<Result<null>>} remove
 * @property {(request: import('./border.js').ClassRequest, report: (progress: import('./border.js').Importing) => void)
 *   => Promise<Result<null>>} judge
 * @property {(request: import('./border.js').BuildRequest, report: (progress: Progress) => void) =>
 *   Promise<Result<Made>>} build
 *
 * @typedef {Omit<import('./border.js').Engine, keyof WorkersCalls> & WorkersCalls} Engine  what the page can ask a
 *   worker
 */
