// The engine for pages of others: what the page does by web/src/engine, as one class with promises that reject, and
// with signals that stop what takes long. scripts/package.mjs makes the npm package of it.

import { createProber, startBuild, startFind } from '../src/engine/engine.js'
import { startImport } from '../src/engine/importer.js'
import { failure, refusal } from '../src/engine/problems.js'
import { thisDevice } from '../src/engine/device.js'
import { defaultMemory, defaultWorkers } from '../src/features/builds/workers.js'
import { DEFAULT_METRIC } from '../src/metrics.js'
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
 *
 * @typedef {import('../src/features/frame/message-types.js').FrameRequest} FrameRequest  to the page in a frame:
 *   docs/reference/embed.md
 * @typedef {import('../src/features/frame/message-types.js').FrameMessage} FrameMessage    from there
 * @typedef {import('../src/features/frame/message-types.js').FramePosition} FramePosition  what is on its board
 */

/**
 * @typedef {object} BuildProgress
 * @property {'waiting' | 'building'} stage  waiting: another tab builds
 * @property {string} class   that was heard of last, '' before the first
 * @property {'preparing' | 'reading' | 'solving' | 'storing' | ''} step
 * @property {number} done    positions
 * @property {number} of      positions, 0 where all is here already
 *
 * @typedef {object} Options
 * @property {Metric | Metric[]} [metric]  what tables count that are built and listed; of several, the first: positions
 *   are told what the
 *   others say, too. Moves to mate, 'dtm', if it is not said
 * @property {number} [workers]  that build side by side, and so processors; all but one, if it is not said
 * @property {number} [memory]  bytes that all of them may take together; a quarter of what the browser says there is,
 *   if it is not said
 *
 * @typedef {object} Stop
 * @property {AbortSignal} [signal]  stops it, and the promise rejects with the signal's reason. What is finished stays
 *
 * @typedef {Stop & {onProgress?: (progress: BuildProgress) => void, wait?: boolean}} BuildOptions  wait: for the end of
 *   a build in another
 *   tab, which is done if it is not said; or else what is refused is 'busy'
 * @typedef {{tables: string[], bytes: number, seconds: number}} Built  the classes of which something was built, what
 *   of it is stored, and
 *   how long that took
 * @typedef {Omit<import('../src/engine/types.js').Query, 'side' | 'kind'> & {side?: 'w' | 'b', kind?: '' | 'zugzwang' |
 *   'only-move'}} Query
 * @typedef {Stop & {onFound?: (found: Found[]) => void}} FindOptions  onFound: what was found since the last time
 * @typedef {Stop & {onProgress?: (progress: ImportProgress) => void}} ImportOptions
 */

/**
 * What goes wrong: `code` is for programs, `message` a sentence for people, and `detail` one for those who want to know
 * more.
 *
 * The codes: `fen` is no position; `men` are too many; `class` is no class; `missing` tables are not built (`missing`
 * has them, `classes`
 * all that are needed); `damaged` bytes were found; storage is `full`; a file is `refused`; tables were written by a
 * `newer` version;
 * another tab is `busy` writing tables; the browser gave no more `memory`; a table takes more than the `budget`; the
 * engine `died`; `internal`
 * is our mistake.
 */
export class MatewrightError extends Error {
  name = 'MatewrightError'

  /** @param {Problem} problem */
  constructor({ code, message, detail, class: name, classes, missing }) {
    super(message)
    this.code = code
    this.detail = detail
    /** Whose table it is about. */
    this.class = name
    this.classes = classes ?? []
    this.missing = missing ?? []
  }
}

/** The tables of this page's origin, in its IndexedDB, and the engine that builds and reads them. */
export class Matewright {
  #limits
  #engine
  #closed = false
  /** Builds and imports under way, which ask the engine up to their end. */
  #working = 0

  /** Nothing is loaded before something is asked. @param {Options} [options] */
  constructor({
    metric = DEFAULT_METRIC,
    workers = defaultWorkers(thisDevice().processors),
    memory = defaultMemory(thisDevice()),
  } = {}) {
    this.#limits = { workers, memory }
    this.#engine = createProber(() => {}, [metric].flat())
  }

  /** The engine, as long as it may be asked. */
  get #prober() {
    if (this.#closed) throw new MatewrightError(failure('died', 'It was closed.').error)
    return this.#engine
  }

  /**
   * What tables say of a position and of all its moves, best first.
   * @param {string} fen
   * @param {{by?: Metric}} [options]  by: says which moves are best, if its tables are there
   * @returns {Promise<Probe>}
   */
  async probe(fen, { by } = {}) {
    return valueOf(await this.#prober.probe(fen, by))
  }

  /**
   * Best play to mate.
   * @param {string} fen
   * @param {{by?: Metric}} [options]
   * @returns {Promise<Move[]>}
   */
  async line(fen, { by } = {}) {
    return valueOf(await this.#prober.line(fen, by)).moves
  }

  /**
   * All classes with up to so many men, and larger ones of which something is here.
   * @param {{men?: number}} [options]  5 if it is not said
   * @returns {Promise<TableInfo[]>}
   */
  async classes({ men = 5 } = {}) {
    return valueOf(await this.#prober.classes(men))
  }

  /** The names of the tables that are here. @returns {Promise<string[]>} */
  async tables() {
    const classes = await this.classes({ men: 0 })
    return classes.flatMap(({ name, present }) => (present ? [name] : []))
  }

  /**
   * What it takes to build something: time, memory and storage of each step.
   * @param {string | string[]} wanted  names of classes, such as KQvKR, or the FEN of a position
   * @returns {Promise<Plan>}
   */
  async plan(wanted) {
    return valueOf(await this.#prober.plan([wanted].flat(), this.#limits))
  }

  /**
   * Builds what is not here of some classes and of all that they need.
   * @param {string | string[]} wanted  names of classes, such as KQvKR, or the FEN of a position: then only what play
   *   from there can reach
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
   * Looks for positions of a class whose table is here: `{class: 'KPvK', side: 'w', outcome: 'win', minPlies: 37,
   * limit: 10}`.
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

  /** Deletes a table, and what there is of one that is not finished. @param {string} name  of the class */
  async delete(name) {
    valueOf(await this.#prober.remove(name))
  }

  /**
   * A table as a file, the same bytes wherever it was built.
   * @param {string} name of the class
   * @returns {Promise<Blob>}
   */
  async export(name) {
    return valueOf(await this.#prober.file(name))
  }

  /**
   * Takes in a table that was exported. It must be the table that is known to be right, or else it is refused.
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
   * Nothing more can be asked. What is being built or taken in goes on, or waits for its turn, to its end or until its
   * signal stops it; and
   * then the engine's worker ends.
   */
  close() {
    this.#closed = true
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
 * Waits for the end of some work, which a signal may bring about.
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
