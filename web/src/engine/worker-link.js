// A worker and the certainty that a call to it ends: with its answer, or with WorkerDied.

import * as Comlink from 'comlink'
import { whenFree } from './locks.js'
import { engineModule } from './module.js'
import { WorkerDied } from './problems.js'

/** @typedef {import('./types.js').Engine} Engine */

export class WorkerLink {
  #worker
  #remote
  #ready
  /** @type {(error: WorkerDied) => void} */
  #die = () => {}
  /** Rejects when the worker ends without being asked to. */
  #death

  constructor() {
    this.#worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
    /** @type {Comlink.Remote<Engine & {start(lifeLock: string, module: WebAssembly.Module): Promise<void>}>} */
    this.#remote = Comlink.wrap(this.#worker)
    this.#death = new Promise((_, reject) => (this.#die = reject))
    this.#death.catch(() => {})
    this.#worker.addEventListener('error', (event) => this.#die(new WorkerDied(event.message || 'The engine could not be started.')))
    this.#worker.addEventListener('message', ({ data }) => {
      if (data?.matewrightDied) this.#die(new WorkerDied(data.matewrightDied))
    })
    this.#ready = this.#start()
    this.#ready.catch((error) => this.#die(new WorkerDied(error.message)))
  }

  async #start() {
    if (!isSecureContext) throw new Error('Browsers let a page keep tables only over https, or from localhost.')
    const lifeLock = `matewright-worker-${crypto.randomUUID()}`
    await this.#remote.start(lifeLock, await engineModule())
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
    this.#worker.terminate()
    this.#die(new WorkerDied('The engine was stopped.'))
  }
}
