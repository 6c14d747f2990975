// Builds: running, in the queue, and planned.

import { REFERENCE } from '../../engine/speed.js'
import { EMPTY } from './queue.js'

/**
 * @typedef {object} BuildsState
 * @property {import('./build.js').Build | null} build
 * @property {import('./build.js').BuildEnd | null} buildEnd  how the last build ended, until dismissed
 * @property {import('./queue.js').Queue} queue  the classes that are built after it
 * @property {number} workers  how many classes are built at once
 * @property {number} memory  bytes that all of them may take together
 * @property {string} method  that makes tables, '' for the fastest that fits
 * @property {import('./work.js').Speed} speed  of this machine now, as far as it is known
 * @property {import('../../engine/speed.js').Measured} measured  the last quick measurement of it
 * @property {number} measuredAt  milliseconds: when it ended
 * @property {import('./forecast.js').Proposal | null} outlook  a plan for the tables that the position needs
 * @property {boolean} forecasting  the outlook is being computed
 * @property {boolean} autobuild  tables that are quick to build are built without a click
 * @property {number} scriptedBuilds  the number of such builds for positions that the page around a frame has set
 * @property {Record<string, import('./build.js').BuildEnd['how']>} leftAlone
 *   how such a build ended, by a position for which it is not repeated
 * @property {import('./forecast.js').Proposal | null} proposal  a plan that waits for the user's consent
 */

/** @type {BuildsState} */
export const initialBuilds = {
  build: null,
  buildEnd: null,
  queue: EMPTY,
  workers: 1,
  memory: 256 * 2 ** 20,
  method: '',
  speed: { alone: 1, together: 1 },
  measured: REFERENCE,
  measuredAt: -Infinity,
  outlook: null,
  forecasting: false,
  autobuild: true,
  scriptedBuilds: 0,
  leftAlone: {},
  proposal: null,
}
