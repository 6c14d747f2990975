// The engine as the page uses it: a prober that is always there, and a builder per build.

import * as Comlink from 'comlink'
import { WorkerDied, WorkerLink } from './worker-link.js'

/**
 * @typedef {import('./types.js').Engine} Engine
 * @typedef {import('./types.js').EngineError} EngineError
 * @typedef {import('./types.js').Built} Built
 * @typedef {import('./types.js').Progress | import('./types.js').Waiting} Progress
 */
/**
 * @template T
 * @typedef {import('./types.js').Result<T>} Result
 */

/**
 * A prober that starts its worker when first asked, and again after a death.
 * @param {() => void} onRestart
 */
export function createProber(onRestart) {
  /** @type {WorkerLink | null} */
  let link = null

  /**
   * @template T
   * @param {(remote: Comlink.Remote<Engine>) => Promise<Result<T>>} use
   * @param {number} [triesLeft]
   * @returns {Promise<Result<T>>}
   */
  async function ask(use, triesLeft = 1) {
    const mine = (link ??= new WorkerLink())
    try {
      return await mine.call(use)
    } catch (error) {
      if (!(error instanceof WorkerDied)) return failure('internal', error)
      // Of several calls that fell with the worker, the first replaces it.
      if (link === mine) {
        link = null
        mine.terminate()
        onRestart()
      }
      return triesLeft ? ask(use, triesLeft - 1) : failure('died', error)
    }
  }

  return {
    /** @param {string} fen */
    probe: (fen) => ask((remote) => remote.probe(fen)),
    /** @param {string} fen */
    line: (fen) => ask((remote) => remote.line(fen)),
    classes: () => ask((remote) => remote.classes()),
    /** @param {string[]} names */
    plan: (names) => ask((remote) => remote.plan(names)),
    /** @param {string} name */
    remove: (name) => ask((remote) => remote.remove(name)),
  }
}

/**
 * Builds what is absent of `names` and what they need, in a worker of its own whose memory
 * returns with its end.
 * @param {string[]} names
 * @param {(progress: Progress) => void} onProgress
 * @returns {{result: Promise<Result<Built> | 'cancelled'>, cancel: () => void}}
 */
export function startBuild(names, onProgress) {
  /** @type {WorkerLink | null} */
  let link = null
  let cancelled = false

  /** @returns {Promise<Result<Built> | 'cancelled'>} */
  async function run() {
    try {
      link = new WorkerLink() // may throw: browsers can refuse a worker
      return await link.call(async (remote) => remote.build(names, Comlink.proxy(onProgress)))
    } catch (error) {
      if (cancelled) return 'cancelled'
      return failure(error instanceof WorkerDied ? 'died' : 'internal', error)
    } finally {
      link?.terminate()
    }
  }

  return {
    result: run(),
    cancel() {
      cancelled = true
      link?.terminate()
    },
  }
}

/**
 * @param {EngineError['code']} code
 * @param {unknown} error
 * @returns {{ok: false, error: EngineError}}
 */
function failure(code, error) {
  return { ok: false, error: { code, message: error instanceof Error ? error.message : String(error) } }
}
