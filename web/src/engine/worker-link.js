// A worker and the certainty that a call to it ends: with its answer, or with WorkerDied.

import * as Comlink from 'comlink'
import { whenFree } from './locks.js'
import { engineModule, engineScript } from './module.js'
import { usedMetrics } from './metrics.js'
import { WorkerDied } from './problems.js'

/** @typedef {import('./types.js').Engine} Engine */

export class WorkerLink {
  /** @type {Worker | null} until it is started */
  #worker = null
  /** @type {Comlink.Remote<Engine & {start(lifeLock: string, module: WebAssembly.Module, metrics: string[]): Promise<void>}>} once it is ready */
  #remote = /** @type {any} */ (null)
  #ready
  #ended = false
  /** @type {(error: WorkerDied) => void} */
  #die = () => {}
  /** Rejects when the worker ends without being asked to. */
  #death

  #module

  /** @param {import('./metrics.js').Metric[]} [metrics] @param {typeof engineModule} [module] */
  constructor(metrics = usedMetrics(), module = engineModule) {
    this.#module = module
    this.#death = new Promise((_, reject) => (this.#die = reject))
    this.#death.catch(() => {})
    this.#ready = this.#start(metrics)
    this.#ready.catch((error) => this.#die(new WorkerDied(error.message)))
  }

  /** @param {string[]} metrics */
  async #start(metrics) {
    if (!isSecureContext) throw new Error('Browsers let a page keep tables only over https, or from localhost.')
    const module = this.#module()
    module.catch(() => {}) // it is awaited below
    const script = await engineScript()
    if (this.#ended) return
    this.#worker = new Worker(script, { type: 'module' })
    this.#worker.addEventListener('error', (event) => this.#die(new WorkerDied(event.message || 'The engine could not be started.')))
    this.#worker.addEventListener('message', ({ data }) => {
      if (data?.matewrightDied) this.#die(new WorkerDied(data.matewrightDied))
    })
    this.#remote = Comlink.wrap(this.#worker)
    const lifeLock = `matewright-worker-${crypto.randomUUID()}`
    await this.#remote.start(lifeLock, await module, metrics).catch(explain)
    whenFree(lifeLock, () => this.#die(new WorkerDied('The browser ended the engine.')))
  }

  /**
   * @template T
   * @param {(remote: Comlink.Remote<Engine>) => Promise<T>} use
   * @returns {Promise<T>}
   */
  async call(use) {
    await Promise.race([this.#ready, this.#death])
    return /** @type {Promise<T>} */ (Promise.race([use(this.#remote), this.#death]))
  }

  /** Ends the worker, and calls under way with WorkerDied. */
  terminate() {
    this.#ended = true
    this.#worker?.terminate()
    this.#die(new WorkerDied('The engine was stopped.'))
  }
}

/** @param {Error} error @returns {never} */
function explain(error) {
  if (error.name === 'SecurityError') throw new Error('This browser lets the page store nothing here, and so it can keep no tables.', { cause: error })
  throw error
}
