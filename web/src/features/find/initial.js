// The search for positions of a class.

import { initialFinder } from './finder.js'

/**
 * @typedef {object} FindState
 * @property {import('./finder.js').Finder} finder
 */

/** @type {FindState} */
export const initialFind = {
  finder: initialFinder,
}
