// Syzygy files that the user has chosen.

/**
 * @typedef {object} SyzygyState
 * @property {import('./syzygy.js').Syzygy | null} syzygy  the files in use, and the faults of others; null for none
 * @property {boolean} choosingSyzygy  files are being checked
 */

/** @type {SyzygyState} */
export const initialSyzygy = {
  syzygy: null,
  choosingSyzygy: false,
}
