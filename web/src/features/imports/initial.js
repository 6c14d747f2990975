// Tables from files and into files.

import { IDLE } from './unproven.js'

/**
 * @typedef {object} ImportsState
 * @property {import('./imports.js').FileImport[]} imports  running, or ended and not dismissed
 * @property {import('./unproven.js').Judging} judging  the check of imported tables
 * @property {{done: number, of: number} | null} exporting  tables
 */

/** @type {ImportsState} */
export const initialImports = {
  imports: [],
  judging: IDLE,
  exporting: null,
}
