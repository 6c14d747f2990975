// The engine for other web pages: web/src/engine as one class. Its promises reject, and signals stop long calls.
// scripts/package.mjs makes the npm package.

import { createProber, createShelf, startBuild, startEnding, startFind } from '../src/engine/engine.js'
import { startImport } from '../src/engine/importer.js'
import { failure, refusal } from '../src/engine/problems.js'
import { siteAddress } from '../src/engine/site-address.js'
import { thisDevice } from '../src/engine/device.js'
import { defaultMemory, defaultWorkers } from '../src/features/builds/workers.js'
import { DEFAULT_METRIC } from '../src/metrics.js'
import { rootOf, wdlOf } from './root.js'
import { Tally } from './tally.js'

/**
 * @typedef {import('../src/engine/types.js').EngineError} Problem
 * @typedef {import('../src/engine/types.js').Probe} Probe
 * @typedef {import('../src/engine/types.js').Move} Move
 * @typedef {import('../src/engine/types.js').ClassInfo} TableInfo
 * @typedef {import('../src/engine/types.js').Plan} Plan
 * @typedef {import('../src/engine/types.js').Found} Found
 * @typedef {import('../src/engine/types.js').Importing} ImportProgress
 * @typedef {import('../src/engine/types.js').Imported} Imported
 * @typedef {import('../src/engine/types.js').Probe['by']} Metric
 * @typedef {import('../src/engine/types.js').Ending} Ending
 * @typedef {import('../src/engine/types.js').StoredEnding} StoredEnding
 * @typedef {import('../src/engine/types.js').Known} Bounds
 * @typedef {import('./root.js').WDL} WDL
 * @typedef {import('./root.js').Root} Root
 *
 * @typedef {import('../src/features/frame/message-types.js').FrameRequest} FrameRequest  to the page in a frame:
 *   docs/reference/embed.md
 * @typedef {import('../src/features/frame/message-types.js').FrameMessage} FrameMessage    from that page
 * @typedef {import('../src/features/frame/message-types.js').FramePosition} FramePosition  on its board
 */

/**
 * @typedef {object} BuildProgress
 * @property {'waiting' | 'building'} stage  waiting: another tab builds
 * @property {string} class   of the last report, '' before the first
 * @property {'preparing' | 'reading' | 'solving' | 'storing' | ''} step
 * @property {number} done    positions
 * @property {number} of      positions, 0 if all tables exist
 *
 * @typedef {object} Options
 * @property {Metric | Metric[]} [metric]  of the tables that are built and listed. In a list, that is the first one;
 *   probes also return the distances of the others. By default 'dtm', moves to mate
 * @property {number} [workers]  the number of classes built at once, each on one processor; by default all except one,
 *   at most 16, and both of two
 * @property {string} [tables]  the address of a web server with tables, for probes and lines that lack some: see the
 *   README
 * @property {number} [memory]  bytes for all workers together; by default a quarter of the device's, at most 2 GiB
 *
 * @typedef {object} Stop
 * @property {AbortSignal} [signal]  stops the call. The promise rejects with its reason, and finished tables stay
 *
 * @typedef {Stop & {onProgress?: (progress: BuildProgress) => void, wait?: boolean}} BuildOptions
 *   wait: for a build in another tab, by default true; false rejects with 'busy'
 * @typedef {{tables: string[], bytes: number, seconds: number}} Built  the classes that were built, also in part, with
 *   their stored bytes and the time
 * @typedef {Omit<import('../src/engine/types.js').Query, 'side' | 'kind'> & {side?: 'w' | 'b', kind?: '' | 'zugzwang' |
 *   'only-move'}} Query
 * @typedef {Stop & {onFound?: (found: Found[]) => void}} FindOptions  onFound: gets the positions since the last call
 * @typedef {Stop & {onProgress?: (progress: ImportProgress) => void}} ImportOptions
 * @typedef {Stop & {onProgress?: (progress: Ending) => void, hold?: boolean, mate?: boolean}} EndingOptions  hold: only
 *   find out whether the stronger side wins; mate: find the plies to mate, too
 */

/**
 * An error of the engine: `code` is for programs, `message` is a sentence for people, and `detail` has technical
 * details.
 *
 * - `fen`: the FEN is not a position
 * - `men`: the position has too many men
 * - `class`: the name is not a class
 * - `places`: the squares for men in a query are not valid
 * - `missing`: tables are not built; `missing` lists them, and `classes` all that are needed
 * - `damaged`: a stored table has wrong bytes
 * - `full`: the storage is full
 * - `refused`: a file is not the known table
 * - `newer`: a later version wrote the tables
 * - `ending`: no ending begins with the position
 * - `busy`: another tab writes tables, or solves the ending
 * - `memory`: the browser gave the engine no more memory
 * - `budget`: a table needs more than the allowed memory
 * - `died`: the engine ended, or was closed
 * - `internal`: a bug
 */
export class MatewrightError extends Error {
  name = 'MatewrightError'

  /** @param {Problem} problem */
  constructor({ code, message, detail, class: name, classes, missing }) {
    super(message)
    this.code = code
    this.detail = detail
    /** The class of the table concerned. */
    this.class = name
    this.classes = classes ?? []
    this.missing = missing ?? []
  }
}

/** The tables of this page's origin, in its IndexedDB, and the engine that builds and reads them. */
export class Matewright {
  #limits
  #engine
  #shelf = createShelf()
  #closed = false
  /** The number of running builds and imports, which use the engine until they end. */
  #working = 0

  /** Loads nothing before the first call. @param {Options} [options] */
  constructor({
    metric = DEFAULT_METRIC,
    tables = '',
    workers = defaultWorkers(thisDevice().processors),
    memory = defaultMemory(thisDevice()),
  } = {}) {
    this.#limits = { workers, memory }
    this.#engine = createProber(() => {}, [metric].flat(), siteAddress(tables))
  }

  /** The engine, unless it was closed. */
  get #prober() {
    this.#mustBeOpen()
    return this.#engine
  }

  /** The stored endings, unless the engine was closed. */
  get #endings() {
    this.#mustBeOpen()
    return this.#shelf
  }

  #mustBeOpen() {
    if (this.#closed) throw new MatewrightError(failure('died', 'It was closed.').error)
  }

  /**
   * Returns the outcome and distances of a position and of all its moves, best first.
   * @param {string} fen
   * @param {{by?: Metric}} [options]  by: ranks the moves, if its tables exist
   * @returns {Promise<Probe>}
   */
  async probe(fen, { by } = {}) {
    return valueOf(await this.#prober.probe(fen, by))
  }

  /**
   * Returns best play to mate.
   * @param {string} fen
   * @param {{by?: Metric}} [options]
   * @returns {Promise<Move[]>}
   */
  async line(fen, { by } = {}) {
    return valueOf(await this.#prober.line(fen, by)).moves
  }

  /**
   * Returns the outcome of a position in the numbers of chess engines, or null if no table has it.
   * @param {string} fen
   * @returns {Promise<WDL | null>}
   */
  async probeWDL(fen) {
    const probe = await this.#probeIfBuilt(fen)
    return probe && wdlOf(probe)
  }

  /**
   * Returns the outcome of a position and of its moves, or null if no table has it. An engine that searches only the
   * moves that keep the outcome throws no result away: `go searchmoves`.
   * @param {string} fen  with the halfmove clock. By 'dtz50' a win that the clock ends is a cursed win
   * @returns {Promise<Root | null>}
   */
  async probeRoot(fen) {
    const probe = await this.#probeIfBuilt(fen)
    return probe && rootOf(probe)
  }

  /** Returns null if the tables of a position are not built, or cannot be. @param {string} fen */
  async #probeIfBuilt(fen) {
    const result = await this.#prober.probe(fen)
    return !result.ok && ['missing', 'men'].includes(result.error.code) ? null : valueOf(result)
  }

  /**
   * Returns all classes with up to the given number of men, and larger ones with stored data.
   * @param {{men?: number}} [options]  by default 5
   * @returns {Promise<TableInfo[]>}
   */
  async classes({ men = 5 } = {}) {
    return valueOf(await this.#prober.classes(men))
  }

  /** Returns the names of the stored tables. @returns {Promise<string[]>} */
  async tables() {
    const classes = await this.classes({ men: 0 })
    return classes.flatMap(({ name, present }) => (present ? [name] : []))
  }

  /**
   * Returns the steps of a build, with their time, memory and storage.
   * @param {string | string[]} wanted  names of classes, such as KQvKR, or the FEN of a position
   * @returns {Promise<Plan>}
   */
  async plan(wanted) {
    return valueOf(await this.#prober.plan([wanted].flat(), this.#limits))
  }

  /**
   * Builds the missing tables of classes, and those that they need.
   * @param {string | string[]} wanted  names of classes, such as KQvKR, or the FEN of a position: then only the parts
   *   that play from there can reach
   * @param {BuildOptions} [options]
   * @returns {Promise<Built>}
   */
  async build(wanted, { signal, onProgress = () => {}, wait = true } = {}) {
    signal?.throwIfAborted()
    const tally = new Tally(onProgress)
    const { outcome, stop } = startBuild(this.#prober, [wanted].flat(), this.#limits, tally.add, wait)
    const { how, error = tally.error } = await whileNot(signal, this.#toItsEnd(outcome), () => stop('cancelled'))
    if (how === 'busy') valueOf(refusal('busy'))
    if (error) valueOf({ ok: false, error })
    return tally.built
  }

  /**
   * Finds positions of a class in its table: `{class: 'KPvK', side: 'w', outcome: 'win', minPlies: 37, limit: 10}`.
   * @param {Query} query
   * @param {FindOptions} [options]
   * @returns {Promise<Found[]>}
   */
  async find(query, { signal, onFound = () => {} } = {}) {
    signal?.throwIfAborted()
    const { metrics } = this.#prober
    const { result, stop } = startFind(
      { side: 'w', kind: '', ...query },
      ({ found }) => signal?.aborted || onFound(found),
      metrics,
    )
    return valueOf(await whileNot(signal, result, stop)).found
  }

  /** Deletes a table, also one that is only built in part. @param {string} name  of the class */
  async delete(name) {
    valueOf(await this.#prober.remove(name))
  }

  /**
   * Returns a table as a file. Its bytes are the same on every machine.
   * @param {string} name of the class
   * @returns {Promise<Blob>}
   */
  async export(name) {
    return valueOf(await this.#prober.file(name))
  }

  /**
   * Imports an exported table. A file with an unknown checksum is refused.
   * @param {Blob} file
   * @param {ImportOptions} [options]
   * @returns {Promise<Imported>}
   */
  async import(file, { signal, onProgress = () => {} } = {}) {
    signal?.throwIfAborted()
    /** @type {import('../src/engine/importer.js').Taken} */
    let taken = refusal('busy')
    const { begun, stop } = startImport(this.#prober, [file], (event) => {
      if (event.type === 'progress') onProgress(event.progress)
      if (event.type === 'ended') taken = event.taken
    })
    await whileNot(signal, this.#toItsEnd(begun), stop)
    return valueOf(taken)
  }

  /**
   * Solves a position with any number of pawns and up to two other pieces, without tables. It stores the ending, and
   * resumes an earlier call. It ends when the position and its moves have a result, or when no more can be solved.
   * @param {string} fen
   * @param {EndingOptions} [options]
   * @returns {Promise<Ending>}
   */
  async ending(fen, { signal, onProgress = () => {}, hold = false, mate = false } = {}) {
    signal?.throwIfAborted()
    this.#mustBeOpen()
    const { result, stop } = startEnding({ fen, hold, mate }, (found) => signal?.aborted || onProgress(found))
    return valueOf(await whileNot(signal, result, stop))
  }

  /**
   * Returns the least and greatest outcome of a position and of its moves by the stored endings, or null if they narrow
   * none. Plies of wins and losses can take seconds.
   * @param {string} fen
   * @returns {Promise<Bounds | null>}
   */
  async bounds(fen) {
    return valueOf(await this.#endings.measure(fen))
  }

  /** Returns the stored endings. @returns {Promise<StoredEnding[]>} */
  async endings() {
    return valueOf(await this.#endings.list())
  }

  /** Deletes a stored ending. @param {string} name */
  async removeEnding(name) {
    valueOf(await this.#endings.remove(name))
  }

  /**
   * Closes the engine: later calls fail. Running and waiting builds and imports finish, or their signals stop them.
   * Then the engine's worker ends.
   */
  close() {
    this.#closed = true
    this.#shelf.end()
    this.#endIfDone()
  }

  /** @template T @param {Promise<T>} work @returns {Promise<T>} */
  async #toItsEnd(work) {
    this.#working++
    try {
      return await work
    } finally {
      this.#working--
      this.#endIfDone()
    }
  }

  #endIfDone() {
    if (this.#closed && !this.#working) this.#engine.end()
  }
}

/**
 * @template T
 * @param {import('../src/engine/types.js').Result<T>} result
 * @returns {T}
 */
function valueOf(result) {
  if (result.ok) return result.value
  throw new MatewrightError(result.error)
}

/**
 * Waits for the end of a call, and stops it if the signal aborts.
 * @template T
 * @param {AbortSignal | undefined} signal
 * @param {Promise<T>} work
 * @param {() => void} stop
 * @returns {Promise<T>}
 */
async function whileNot(signal, work, stop) {
  signal?.addEventListener('abort', stop)
  try {
    const result = await work
    signal?.throwIfAborted()
    return result
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
