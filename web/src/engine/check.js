// Checks the games of a file. Several workers judge parts of it side by side. Each finds the end of its part first, and
// then another worker begins the next part. The reports are passed on in the order of the games. While no table
// changes, the result is the same with any number of workers.

import * as Comlink from 'comlink'
import { engineMessages, language } from '../language.js'
import { largerLink } from './engine.js'
import { isKept } from './kept.js'
import { endOfCall, hasDied, inWords, WorkerDied } from './problems.js'

/**
 * @typedef {import('./types.js').Engine} Engine
 * @typedef {import('./types.js').Checked} Checked
 * @typedef {import('./types.js').CheckedPart} CheckedPart
 * @typedef {import('./types.js').Place} Place
 * @typedef {import('./types.js').Player} Player
 * @typedef {import('./types.js').Tally} Tally
 *
 * @typedef {object} PartWorker
 * @property {(from: Place, report: (report: CheckedPart) => void) => Promise<Result<CheckedPart>>} judge
 * @property {(tally: Tally, first: boolean, before: number) => Promise<Result<null>>} add  adds the players of a part;
 *   before: the number of games before it
 * @property {(isLast: boolean) => Promise<Result<Player[]>>} most  the players of the added parts with most games; the
 *   last call ends the check
 *
 * @typedef {object} Part  a part of the file that was begun
 * @property {Place} from
 * @property {CheckedPart[]} reports  that wait for the parts before
 * @property {boolean} hasEnd  its end is known, so the next part may begin
 * @property {number} games  that were passed on
 * @property {Result<CheckedPart> | null} result  null while it is judged
 */
/**
 * @template T
 * @typedef {import('./types.js').Result<T>} Result
 */

/** The bytes of a part: some fifty games. */
const PART = 64 * 1024

/** The bytes for each worker, at least: some two hundred games. A worker takes a second to start. */
const SHARE = 4 * PART

/** The memory of a worker, with its tables. 2026-11-30: npm run games. */
const WORKER_BYTES = 256 * 2 ** 20

/** The parts for each worker that are begun and not passed on, at most. They are kept in memory. */
const AHEAD = 4

/** The time between two lists of the players, at least. */
const PLAYERS_MS = 2000

/**
 * Checks the games of a file. Each report has the games checked since the last one.
 * @param {Blob} file
 * @param {boolean} presumesCastling  diagrams have the castling rights that they allow
 * @param {import('./pool.js').Limits} limits  of the workers
 * @param {(checked: Checked) => void} onProgress
 * @returns {import('./engine.js').Call<Checked>}
 */
export function startCheck(file, presumesCastling, { workers: most, memory }, onProgress) {
  /** @type {import('./worker-link.js').WorkerLink[]} */
  const links = []
  let isOver = false

  function end() {
    isOver = true
    for (const link of links) link.terminate()
  }

  async function run() {
    try {
      const alone = await isKept()
      if (isOver) return endOfCall(new WorkerDied())
      const useful = Math.min(most, Math.floor(memory / WORKER_BYTES), Math.ceil(file.size / SHARE))
      for (let i = 0; i < (alone ? Math.max(1, useful) : 1); i++) links.push(largerLink())
      const judges = links.map((link) => workerOf(link, { games: file, presumesCastling, alone }))
      return await new PartsInOrder(file.size, judges, onProgress).ended
    } catch (error) {
      return endOfCall(error)
    } finally {
      end()
    }
  }

  return { result: run(), stop: end }
}

/**
 * @param {import('./worker-link.js').WorkerLink} link
 * @param {{games: Blob, presumesCastling: boolean, alone: boolean}} request  alone: only the check uses the worker
 * @returns {PartWorker}
 */
function workerOf(link, request) {
  const speaking = call((remote) => remote.speak({ language, messages: engineMessages() }))

  /** @template T @param {(remote: Comlink.Remote<Engine>) => Promise<Result<T>>} use @returns {Promise<Result<T>>} */
  async function call(use) {
    try {
      return await link.call(use)
    } catch (error) {
      return endOfCall(error)
    }
  }

  return {
    async judge(from, report) {
      const spoken = await speaking
      if (!spoken.ok) return spoken
      const inMyWords = (/** @type {CheckedPart} */ part) => {
        inWords({ ok: true, value: part })
        report(part)
      }
      return call((remote) => remote.check({ ...request, from, bytes: PART }, Comlink.proxy(inMyWords)))
    },
    add: (tally, first, before) => call((remote) => remote.addPlayers({ tally, first, before })),
    most: (last) => call((remote) => remote.mostPlayers({ last })),
  }
}

/** The parts of a file, judged by several workers and passed on in their order. */
export class PartsInOrder {
  #size
  #first
  #most
  #report
  /** The parts that are begun and not passed on. @type {Part[]} */
  #parts = []
  /** The beginning of the next part; null until the part before it has found its end, and after the last part. */
  #next = /** @type {Place | null} */ ({ offset: 0, lines: 0 })
  /** Whether no other part will begin. */
  #isLast = false
  /** Parts whose worker died. @type {Part[]} */
  #again = []
  /** Workers that wait for a part. @type {((part: Part | null) => void)[]} */
  #waiting = []
  /** Games of the parts that were passed on. */
  #before = 0
  /** Bytes that were passed on. */
  #bytes = 0
  /** Settles when the players of these parts are added. @type {Promise<unknown>} */
  #added = Promise.resolve()
  #listedAt = performance.now()
  /** @type {(result: Result<Checked>) => void} */
  #settle = () => {}

  /** Settles with the players, after all reports. An error comes after the reports and the players before it. */
  ended = /** @type {Promise<Result<Checked>>} */ (new Promise((settle) => (this.#settle = settle)))

  /**
   * @param {number} size  of the file
   * @param {PartWorker[]} workers  the first one adds the players
   * @param {(checked: Checked) => void} report
   */
  constructor(size, workers, report) {
    this.#size = size
    this.#first = workers[0]
    this.#most = AHEAD * workers.length
    this.#report = report
    for (const worker of workers) this.#work(worker).catch((error) => this.#settle(endOfCall(error)))
  }

  /** @param {PartWorker} worker */
  async #work(worker) {
    for (let part; (part = await this.#begin());) {
      const { from, reports } = part
      const result = await worker.judge(from, (report) => {
        reports.push(report)
        if (report.end) this.#cut(part, report.end)
        this.#passOn()
      })
      if (!result.ok && hasDied(result.error) && worker !== this.#first && !part.games) {
        reports.length = 0
        this.#again.push(part)
        this.#handOut()
        return
      }
      part.result = result
      if (!result.ok) this.#isLast = true
      this.#passOn()
      this.#handOut()
    }
  }

  /** Returns the next part, or null after the last one. @returns {Promise<Part | null>} */
  #begin() {
    return new Promise((begin) => {
      this.#waiting.push(begin)
      this.#handOut()
    })
  }

  #handOut() {
    while (this.#again.length && this.#waiting.length) this.#waiting.shift()?.(this.#again.shift() ?? null)
    // Workers wait for all parts, as another one may die.
    const isOver = this.#isLast && this.#parts.every(({ result }) => result)
    while (isOver && this.#waiting.length) this.#waiting.shift()?.(null)
    if (!this.#next || !this.#waiting.length || this.#isLast || this.#parts.length >= this.#most) return
    /** @type {Part} */
    const part = { from: this.#next, reports: [], hasEnd: false, games: 0, result: null }
    this.#next = null
    this.#parts.push(part)
    this.#waiting.shift()?.(part)
  }

  /** Cuts the file after a part, unless another worker has done that. @param {Part} part @param {Place} end */
  #cut(part, end) {
    if (part.hasEnd) return
    part.hasEnd = true
    if (end.offset < this.#size) this.#next = end
    else this.#isLast = true
    this.#handOut()
  }

  /** Passes on all that is known of the first parts. */
  #passOn() {
    try {
      for (let part; (part = this.#parts[0]); this.#parts.shift()) {
        for (const report of part.reports.splice(0)) this.#pass(part, report)
        if (!part.result) return
        if (!part.result.ok) return void this.#fail(part.result)
        this.#pass(part, part.result.value)
        this.#before += part.games
      }
      if (this.#isLast) this.#end()
    } catch (error) {
      this.#settle(endOfCall(error))
    }
  }

  /** @param {Part} part @param {CheckedPart} report */
  #pass(part, { games, csv, bytes, tally, columns = '' }) {
    for (const game of games) game.game += this.#before
    const rows = csv.flatMap((list, i) => list.map((row) => `${games[i].game},${row}`)).join('')
    part.games += games.length
    this.#bytes = part.from.offset + bytes
    this.#report({ games, csv: (part.from.offset ? '' : columns) + rows, bytes: this.#bytes })
    if (tally) this.#add(tally, !part.from.offset, this.#before)
  }

  /** @param {Tally} tally @param {boolean} first  of the first part @param {number} before */
  #add(tally, first, before) {
    this.#added = this.#added.then(async () => {
      const added = await this.#first.add(tally, first, before)
      if (!added.ok) return this.#settle(added)
      if (performance.now() - this.#listedAt >= PLAYERS_MS) await this.#list()
    })
    this.#added.catch((error) => this.#settle(endOfCall(error)))
  }

  /** Reports the players of the parts that are added. */
  async #list() {
    this.#listedAt = performance.now()
    const listed = await this.#first.most(false)
    if (listed.ok) this.#report({ games: [], csv: '', bytes: this.#bytes, players: listed.value })
  }

  /** @param {import('./problems.js').Failure} failure */
  async #fail(failure) {
    try {
      await this.#added
      if (!hasDied(failure.error)) await this.#list()
    } finally {
      this.#settle(failure)
    }
  }

  async #end() {
    try {
      await this.#added
      const listed = await this.#first.most(true)
      if (!listed.ok) return this.#settle(listed)
      const value = { games: [], csv: '', bytes: this.#size, players: listed.value }
      this.#settle({ ok: true, value })
    } catch (error) {
      this.#settle(endOfCall(error))
    }
  }
}
