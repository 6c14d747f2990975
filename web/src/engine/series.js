// Handles items one after the other, in workers of their own and under the build lock. Each takes seconds, and the
// prober must stay free.

import { ifMayBuild, whenMayBuild } from './locks.js'
import { endOfCall } from './problems.js'
import { WorkerLink } from './worker-link.js'

/**
 * @typedef {typeof import('./module.js').engineModule} Load
 * @typedef {<T>(load: Load, use: (remote: import('comlink').Remote<import('./types.js').Engine>) =>
 *   Promise<import('./types.js').Result<T>>) => Promise<import('./types.js').Result<T>>} Calling
 *
 * @typedef {object} Workers  one for each engine
 * @property {Calling} call  makes a call in the worker with an engine
 * @property {(load: Load) => void} end  ends the worker with an engine: the next call has another one
 */
/**
 * @template T, P
 * @typedef {{at: number} & ({type: 'begun'} | {type: 'progress', progress: P} | {type: 'ended', taken: T})} SeriesEvent
 *   at: the index of the item
 */

/**
 * @template T, P
 * @param {import('./engine.js').Prober} prober
 * @param {number} count  of the items
 * @param {(at: number, workers: Workers, onProgress: (progress: P) => void) => Promise<T>} take  handles an item
 * @param {(event: SeriesEvent<T, P>) => void} report
 * @param {{onWait?: () => void, later?: string[]}} [options]  onWait: the series waits for the build lock, and calls
 *   this if it is not free. later: the classes whose faces stay; by default all of them
 */
export function startSeries(prober, count, take, report, { onWait, later } = {}) {
  const stopped = new AbortController()
  /** The workers, by their engines. @type {Map<Load, WorkerLink>} */
  const links = new Map()
  /** The index of the next item. */
  let next = 0
  let begun = false

  /** @type {Calling} */
  async function call(load, use) {
    try {
      // This may throw: browsers can refuse a worker.
      const link = links.get(load) ?? new WorkerLink(prober.metrics, load, prober.site)
      links.set(load, link)
      return await link.call(use)
    } catch (error) {
      workers.end(load)
      return endOfCall(error)
    }
  }

  /** @type {Workers} */
  const workers = {
    call,
    end(load) {
      links.get(load)?.terminate()
      links.delete(load)
    },
  }

  /**
   * Handles the items that are left. When the user returns to the page, it is called again, and begins with the
   * interrupted item.
   * @param {AbortSignal} left
   */
  async function takeAll(left) {
    begun = true
    for (; next < count && !stopped.signal.aborted; next++) {
      const at = next
      report({ type: 'begun', at })
      const taken = await take(at, workers, (progress) => report({ type: 'progress', at, progress }))
      if (left.aborted) return true
      if (stopped.signal.aborted) break
      report({ type: 'ended', at, taken })
    }
    end()
    await prober.tidy(later) // a stopped worker could not clean up
    return true
  }

  function end() {
    for (const link of links.values()) link.terminate()
  }

  /** @param {unknown} error */
  function unlessStopped(error) {
    if (!stopped.signal.aborted) throw error
  }

  async function inTurn() {
    if (!onWait && (await ifMayBuild(takeAll))) return true
    // Another page may have taken the build lock while the user was away.
    if ((onWait || begun) && !stopped.signal.aborted)
      await whenMayBuild(stopped.signal, onWait ?? (() => {}), takeAll).catch(unlessStopped)
    return begun
  }

  return {
    /** Settles at the end, with whether the series could begin: it cannot while another page writes tables. */
    begun: inTurn(),
    stop() {
      stopped.abort()
      end()
    },
  }
}
