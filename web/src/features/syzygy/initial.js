// Syzygy files that the user has chosen, and those that are written.

/**
 * @typedef {object} SyzygyState
 * @property {import('./syzygy.js').Syzygy | null} syzygy  the files in use, and the faults of others; null for none
 * @property {boolean} choosingSyzygy  files are being checked
 * @property {import('./writing.js').Wish | null} syzygyWish  files that a dialog offers to write
 * @property {import('./writing.js').Writing | null} syzygyWriting  files that are written, until dismissed
 */

/** @type {SyzygyState} */
export const initialSyzygy = {
  syzygy: null,
  choosingSyzygy: false,
  syzygyWish: null,
  syzygyWriting: null,
}
