// Imports files, one after the other, in a worker of its own: a large one takes seconds to check, and the
// prober must answer meanwhile.

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
 *   ImportEvent
 *   about the file at an index
 */

/**
 * @param {import('./engine.js').Prober} prober
 * @param {Blob[]} files
 * @param {(event: ImportEvent) => void} report
 * @param {'import' | 'importAny'} [call]  whether tables are taken, too, that have still to be judged (startJudging in
 *   engine.js)
 */
export function startImport(prober, files, report, call = 'import') {
  const stopped = new AbortController()
  /** @type {WorkerLink | null} */
  let link = null
  /** The file that is next. */
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
   * Takes the files that are left. After a return of the user it is called again, and begins with the file that was
   * under way.
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
    await prober.tidy() // a worker that was stopped could not
    return true
  }

  /** @param {unknown} error */
  function unlessStopped(error) {
    if (!stopped.signal.aborted) throw error
  }

  async function importInTurn() {
    if (await ifMayBuild(takeAll)) return true
    // Another page may have begun to write while this one was left.
    if (begun && !stopped.signal.aborted) await whenMayBuild(stopped.signal, () => {}, takeAll).catch(unlessStopped)
    return begun
  }

  return {
    /** Whether it could begin: nobody else may be writing tables. */
    begun: importInTurn(),
    stop() {
      stopped.abort()
      link?.terminate()
    },
  }
}
