/**
 * The share of a whole that a part is, from 0 to 1. It is 0 if there is no whole.
 * @param {number} part
 * @param {number} whole
 */
export const ratio = (part, whole) => (whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0)
