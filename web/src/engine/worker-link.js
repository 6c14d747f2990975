// Links to workers. Every call ends: with its result, or with WorkerDied. When the user leaves the page, its workers
// end, with their open transactions. A page that cannot store anything has one worker, which stays, as it has the
// tables.

import * as Comlink from 'comlink'
import { isKept } from './kept.js'
import { whenFree } from './locks.js'
import { checkModule, engineModule, engineScript } from './module.js'
import { usedMetrics } from './metrics.js'
import { inWords, PageLeft, WorkerDied } from './problems.js'
import { usedSite } from './site-address.js'
import { visitSignal, whenVisited } from './visit.js'

/**
 * @typedef {import('./types.js').Engine} Engine
 * @typedef {Comlink.Remote<Engine & {start(lifeLock: string | null, module: WebAssembly.Module, metrics: string[],
 *   site: string): Promise<void>}>} Remote
 */

/** A worker with the engine. */
class EngineWorker {
  /** @type {Worker | null} until it is started */
  #worker = null
  #ended = false
  /** @type {(error: WorkerDied) => void} */
  #die = () => {}
  /** Rejects when the worker ends. @type {Promise<never>} */
  death = new Promise((_, reject) => (this.#die = reject))
  /** @type {Promise<Remote>} */
  remote

  /**
   * @param {string[]} metrics @param {() => Promise<WebAssembly.Module>} load @param {boolean} kept
   * @param {string} site
   */
  constructor(metrics, load, kept, site) {
    this.death.catch(() => {})
    this.remote = this.#start(metrics, load, kept, site)
    this.remote.catch((error) => this.#die(new WorkerDied(error.message)))
  }

  /**
   * @param {string[]} metrics @param {() => Promise<WebAssembly.Module>} load @param {boolean} kept
   * @param {string} site
   */
  async #start(metrics, load, kept, site) {
    const module = load()
    module.catch(() => {}) // awaited below
    const script = await engineScript()
    if (this.#ended) return this.death
    this.#worker = new Worker(script, { type: 'module' })
    this.#worker.addEventListener('error', (event) =>
      this.#die(new WorkerDied(event.message || 'The engine could not be started.')),
    )
    this.#worker.addEventListener('message', ({ data }) => {
      if (data?.matewrightDied) this.#die(new WorkerDied(data.matewrightDied))
    })
    /** @type {Remote} */
    const remote = Comlink.wrap(this.#worker)
    const lifeLock = kept ? `matewright-worker-${crypto.randomUUID()}` : null
    await remote.start(lifeLock, await module, metrics, site)
    if (lifeLock) whenFree(lifeLock, () => this.#die(new WorkerDied('The browser ended the engine.')))
    return /** @type {any} */ (callable(remote)) // an object with a 'then' would be awaited
  }

  terminate() {
    this.#ended = true
    this.#worker?.terminate()
    this.#die(new WorkerDied('The engine was stopped.'))
  }
}

/**
 * Returns a remote that a promise can resolve to.
 * @param {Remote} remote
 * @param {Map<string, number>} [running]  the number of running calls, by name
 */
const callable = (remote, running) =>
  new Proxy(
    /** @type {Remote} */ ({}),
    {
      get(_, name) {
        if (typeof name !== 'string' || name === 'then') return undefined
        const call = /** @type {any} */ (remote)[name]
        if (!running) return call
        return async (/** @type {unknown[]} */ ...given) => {
          running.set(name, (running.get(name) ?? 0) + 1)
          try {
            return await call(...given)
          } finally {
            running.set(name, (running.get(name) ?? 1) - 1)
          }
        }
      },
    },
  )

/**
 * The workers with tables in memory, by their metrics. Each runs all calls.
 * @type {Map<string, EngineWorker>}
 */
const only = new Map()

/** @param {string[]} metrics @param {string} site  of the first link */
function onlyWorker(metrics, site) {
  const key = metrics.join()
  const there = only.get(key)
  if (there) return there
  const worker = new EngineWorker(metrics, checkModule, false, site)
  only.set(key, worker)
  worker.death.catch(() => only.delete(key))
  return worker
}

/** A link to a worker of its own or, if tables are kept in memory, to the only one. */
export class WorkerLink {
  /** @type {EngineWorker | null} */
  #own = null
  /** @type {Remote | null} */
  #remote = null
  #ended = false
  /** @type {(error: unknown) => void} */
  #die = () => {}
  /** Rejects when the link or its worker ends. @type {Promise<never>} */
  #death = new Promise((_, reject) => (this.#die = reject))
  #ready
  /** The running calls in a shared worker, by name. @type {Map<string, number>} */
  #running = new Map()
  /** @type {AbortSignal | null} of the visit in which the own worker was started */
  #visit = null
  #leave = () => this.#end(new PageLeft('The page was left.'))

  /**
   * @param {import('./metrics.js').Metric[]} [metrics] @param {typeof engineModule} [module]
   * @param {string} [site]  the address of a web server with more tables
   */
  constructor(metrics = usedMetrics(), module = engineModule, site = usedSite()) {
    this.#death.catch(() => (this.#ended = true))
    this.#ready = this.#start(metrics, module, site)
    this.#ready.catch(this.#die)
  }

  /** @param {string[]} metrics @param {typeof engineModule} module @param {string} site */
  async #start(metrics, module, site) {
    const kept = await isKept()
    if (kept) await whenVisited()
    if (this.#ended) return
    if (kept) {
      this.#visit = visitSignal()
      this.#visit.addEventListener('abort', this.#leave)
    }
    const worker = kept ? (this.#own = new EngineWorker(metrics, module, true, site)) : onlyWorker(metrics, site)
    worker.death.catch(this.#die)
    const remote = await worker.remote
    this.#remote = kept ? remote : callable(remote, this.#running)
  }

  /**
   * @template T
   * @param {(remote: Comlink.Remote<Engine>) => Promise<import('./types.js').Result<T>>} use
   * @returns {Promise<import('./types.js').Result<T>>}  in words
   */
  async call(use) {
    await Promise.race([this.#ready, this.#death])
    return inWords(await Promise.race([use(/** @type {Remote} */ (this.#remote)), this.#death]))
  }

  /** Whether the link or its worker has ended. */
  get isOver() {
    return this.#ended
  }

  /** Ends the worker, or stops the calls of this link if it is shared. Running calls reject with WorkerDied. */
  terminate() {
    this.#end(new WorkerDied('The engine was stopped.'))
  }

  /** @param {WorkerDied} why */
  #end(why) {
    this.#ended = true
    this.#visit?.removeEventListener('abort', this.#leave)
    this.#own?.terminate()
    for (const [call, count] of this.#running) if (count) this.#remote?.stop({ call }).catch(() => {})
    this.#die(why)
  }
}
