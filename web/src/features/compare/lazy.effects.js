// The code of comparisons is loaded at its first use.

import { lazily } from '../../shell/lazy.effects.js'

const load = lazily(() => import('./compare-entry.js'), 'compare.notLoaded')

/** @param {string} fen */
export const showComparison = async (fen) => (await load())?.compare(fen)
