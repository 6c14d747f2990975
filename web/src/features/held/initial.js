// The results of the position with one of its men on other squares.

/**
 * @typedef {object} HeldState
 * @property {import('./held.js').Held | null} held
 */

/** @type {HeldState} */
export const initialHeld = { held: null }
