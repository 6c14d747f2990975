// Imports files, one after the other.

import * as Comlink from 'comlink'
import { checkModule } from './module.js'
import { startSeries } from './series.js'

/**
 * @typedef {import('./types.js').Importing} Importing
 * @typedef {import('./types.js').Imported} Imported
 * @typedef {import('./types.js').ImportedEnding} ImportedEnding
 * @typedef {import('./types.js').Result<Imported | ImportedEnding>} Taken
 * @typedef {import('./series.js').SeriesEvent<Taken, Importing>} ImportEvent  at: the index of the file
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
  /**
   * @param {number} at @param {import('./series.js').Workers} workers @param {(progress: Importing) => void} onProgress
   */
  async function take(at, { call: callWorker }, onProgress) {
    const file = files[at]
    const name = call === 'importAny' && isEnding(file) ? 'importEnding' : call
    return callWorker(
      checkModule,
      /** @returns {Promise<Taken>} */ async (remote) =>
        remote[name](/** @type {File} */ (file), Comlink.proxy(onProgress)),
    )
  }
  return startSeries(prober, files.length, take, report)
}
