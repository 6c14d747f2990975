// Imports files, one after the other, in a separate worker. The check of a large file takes seconds, and the prober
// must stay free.

import * as Comlink from 'comlink'
import { ifMayBuild, whenMayBuild } from './locks.js'
import { endOfCall } from './problems.js'
import { WorkerLink } from './worker-link.js'

/**
 * @typedef {import('./types.js').Importing} Importing
 * @typedef {import('./types.js').Imported} Imported
 * @typedef {import('./types.js').Result<Imported>} Taken
 *
 * @typedef {{at: number} & ({type: 'begun'} | {type: 'progress', progress: Importing} | {type: 'ended', taken: Taken})}
 *   ImportEvent  at: the index of the file
 */

/**
 * @param {import('./engine.js').Prober} prober
 * @param {Blob[]} files
 * @param {(event: ImportEvent) => void} report
 * @param {'import' | 'importAny'} [call]  importAny also imports tables without a known checksum, which startJudging in
 *   engine.js verifies
 */
export function startImport(prober, files, report, call = 'import') {
  const stopped = new AbortController()
  /** @type {WorkerLink | null} */
  let link = null
  /** The index of the next file. */
  let next = 0
  let begun = false

  /** @param {Blob} file @param {(progress: Importing) => void} onProgress @returns {Promise<Taken>} */
  async function take(file, onProgress) {
    try {
      link ??= new WorkerLink(prober.metrics) // may throw: browsers can refuse a worker
      return await link.call(async (remote) => remote[call](/** @type {File} */ (file), Comlink.proxy(onProgress)))
    } catch (error) {
      link?.terminate()
      link = null // the next file has another one
      return endOfCall(error)
    }
  }

  /**
   * Imports the files that are left. When the user returns to the page, it is called again, and begins with the
   * interrupted file.
   * @param {AbortSignal} left
   */
  async function takeAll(left) {
    begun = true
    for (; next < files.length && !stopped.signal.aborted; next++) {
      const at = next
      report({ type: 'begun', at })
      const taken = await take(files[at], (progress) => report({ type: 'progress', at, progress }))
      if (left.aborted) return true
      if (stopped.signal.aborted) break
      report({ type: 'ended', at, taken })
    }
    link?.terminate()
    await prober.tidy() // a stopped worker could not clean up
    return true
  }

  /** @param {unknown} error */
  function unlessStopped(error) {
    if (!stopped.signal.aborted) throw error
  }

  async function importInTurn() {
    if (await ifMayBuild(takeAll)) return true
    // Another page may have taken the build lock while the user was away.
    if (begun && !stopped.signal.aborted) await whenMayBuild(stopped.signal, () => {}, takeAll).catch(unlessStopped)
    return begun
  }

  return {
    /** Resolves to whether the import could begin: it cannot while another page writes tables. */
    begun: importInTurn(),
    stop() {
      stopped.abort()
      link?.terminate()
    },
  }
}
