// The types that cross between the page and the Go engine: Go's types, from border.d.ts, and additions of the page.
// Only the type checker reads this file.

export * from './border.js'

/**
 * @template T
 * @typedef {{ok: true, value: T} | {ok: false, error: EngineError}} Result
 */

/**
 * Six codes are the page's own. 'busy': another tab holds the build lock. 'died': the worker ended by itself.
 * 'memory': the worker ended because the browser gave it no more memory. 'budget': a table needs more memory than the
 * user allows. 'none': a table has no position of the kind. 'place': a file could not be saved.
 * @typedef {import('./border.js').Problem} Problem
 * @typedef {import('./border.js').CatalogMessage} Message
 * @typedef {Omit<Problem, 'code'> & {code: Problem['code'] | 'busy' | 'died' | 'memory' | 'budget' | 'none' | 'place'}}
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
 * @typedef {{wasmBytes: number}} Memory  of the worker; it never shrinks
 * @typedef {import('./border.js').Progress & Memory} Progress  of a task
 * @typedef {import('./border.js').Built & Memory} Made         the result of a task
 * @typedef {{files: Blob[]} & Memory} WrittenSyzygy
 *
 * @typedef {object} Making
 * @property {number} elapsedSeconds  of the clock, with the worker's start
 * @property {boolean} [resumed]      an earlier build made a part, and the seconds do not count it
 * @typedef {Made & Making} Built     a class, or the part of it that a task built
 */

/**
 * The games of a file that were checked since the last report.
 * @typedef {object} Checked
 * @property {import('./border.js').CheckedGame[]} games
 * @property {string} csv    every move of them, one a row
 * @property {number} bytes  that were read of the file, from its beginning
 * @property {import('./border.js').Player[]} [players]  those with most games so far, the first one most of all.
 *   Reports have them now and then, without their slips, and the result with them
 */

/**
 * The calls that the worker extends: with the build lock, or with the memory.
 * @typedef {object} WorkersCalls
 * @property {(request: import('./border.js').ClassRequest) => Promise<Result<null>>} remove
 * @property {(request: import('./border.js').ClassRequest, report: (progress: import('./border.js').Importing) => void)
 *   => Promise<Result<null>>} judge
 * @property {(request: import('./border.js').BuildRequest, report: (progress: Progress) => void) =>
 *   Promise<Result<Made>>} build
 * @property {(request: import('./border.js').SyzygyWriteRequest, report: (progress:
 *   import('./border.js').SyzygyWriting) => void) => Promise<Result<WrittenSyzygy>>} writeSyzygy
 *
 * @typedef {Omit<import('./border.js').Engine, keyof WorkersCalls> & WorkersCalls} Engine  the calls of a worker
 */
