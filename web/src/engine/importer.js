// Imports files, one after the other, in a worker of its own: a large one takes seconds to check, and the
// prober must answer meanwhile.

import * as Comlink from 'comlink'
import { ifMayBuild } from './locks.js'
import { endOfCall } from './problems.js'
import { WorkerLink } from './worker-link.js'

/**
 * @typedef {import('./types.js').Importing} Importing
 * @typedef {import('./types.js').Imported} Imported
 * @typedef {import('./types.js').Result<Imported>} Taken
 *
 * @typedef {{at: number} & ({type: 'begun'} | {type: 'progress', progress: Importing} | {type: 'ended', taken: Taken})} ImportEvent
 *   about the file at an index
 */

/**
 * @param {import('./engine.js').Prober} prober
 * @param {Blob[]} files
 * @param {(event: ImportEvent) => void} report
 * @param {'import' | 'importAny'} [call]  whether tables are taken, too, that have still to be judged (startJudging in engine.js)
 */
export function startImport(prober, files, report, call = 'import') {
  let stopped = false
  /** @type {WorkerLink | null} */
  let link = null

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

  async function takeAll() {
    for (const [at, file] of files.entries()) {
      report({ type: 'begun', at })
      const taken = await take(file, (progress) => report({ type: 'progress', at, progress }))
      if (stopped) break
      report({ type: 'ended', at, taken })
    }
    link?.terminate()
    await prober.tidy() // a worker that was stopped could not
    return true
  }

  return {
    /** Whether it could begin: nobody else may be writing tables. */
    begun: ifMayBuild(takeAll).then((done) => !!done),
    stop() {
      stopped = true
      link?.terminate()
    },
  }
}
