// Imports files, one after the other, in separate workers. The check of a large file takes seconds, and the prober must
// stay free.

import * as Comlink from 'comlink'
import { ifMayBuild, whenMayBuild } from './locks.js'
import { checkModule, engineModule } from './module.js'
import { endOfCall } from './problems.js'
import { WorkerLink } from './worker-link.js'

/**
 * @typedef {import('./types.js').Importing} Importing
 * @typedef {import('./types.js').Imported} Imported
 * @typedef {import('./types.js').ImportedEnding} ImportedEnding
 * @typedef {import('./types.js').Result<Imported | ImportedEnding>} Taken
 *
 * @typedef {{at: number} & ({type: 'begun'} | {type: 'progress', progress: Importing} | {type: 'ended', taken: Taken})}
 *   ImportEvent  at: the index of the file
 */

/** Whether a file is that of an ending, by its name. @param {Blob} file */
const isEnding = (file) => file instanceof File && /\.mwending\b/i.test(file.name)

/**
 * @param {import('./engine.js').Prober} prober
 * @param {Blob[]} files
 * @param {(event: ImportEvent) => void} report
 * @param {'import' | 'importAny'} [call]  importAny also imports endings, and tables without a known checksum, which
 *   startJudging in engine.js verifies
 */
export function startImport(prober, files, report, call = 'import') {
  const stopped = new AbortController()
  /** The workers, by their engines. @type {Map<typeof engineModule, WorkerLink>} */
  const links = new Map()
  /** The index of the next file. */
  let next = 0
  let begun = false

  /** @param {Blob} file @param {(progress: Importing) => void} onProgress @returns {Promise<Taken>} */
  async function take(file, onProgress) {
    const name = call === 'importAny' && isEnding(file) ? 'importEnding' : call
    const module = name === 'importEnding' ? checkModule : engineModule
    try {
      // This may throw: browsers can refuse a worker.
      const link = links.get(module) ?? new WorkerLink(prober.metrics, module, prober.site)
      links.set(module, link)
      return await link.call(
        /** @returns {Promise<Taken>} */ async (remote) =>
          remote[name](/** @type {File} */ (file), Comlink.proxy(onProgress)),
      )
    } catch (error) {
      links.get(module)?.terminate()
      links.delete(module) // the next file has another one
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
    end()
    await prober.tidy() // a stopped worker could not clean up
    return true
  }

  function end() {
    for (const link of links.values()) link.terminate()
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
      end()
    },
  }
}
