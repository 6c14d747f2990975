// How the tables that are here were built. Their bytes don't say: they are the same however it was done.

/**
 * @typedef {object} BuildRecord
 * @property {string} method    '' if nobody knows
 * @property {string} how       what the method does, in few words; '' if nobody knows
 * @property {number} seconds
 * @property {boolean} resumed  the seconds are those of the last build only, which went on with an earlier one
 * @property {number} memory    bytes
 * @property {number} at        when, in milliseconds
 */

/**
 * @param {import('../../engine/types.js').Built} built
 * @param {number} at
 * @returns {BuildRecord}
 */
export const recordOf = ({ method, how, elapsedSeconds, resumed = false, wasmBytes }, at) => ({
  method,
  how,
  seconds: elapsedSeconds,
  resumed,
  memory: wasmBytes,
  at,
})

/**
 * @param {string | null} text  as it was remembered
 * @returns {BuildRecord | null} null if it means nothing
 */
export function parseRecord(text) {
  try {
    const { method, how = '', seconds, resumed, memory, at } = JSON.parse(text ?? '')
    const known =
      [method, how].every((text) => typeof text === 'string') &&
      typeof resumed === 'boolean' &&
      [seconds, memory, at].every(Number.isFinite)
    return known ? { method, how, seconds, resumed, memory, at } : null
  } catch {
    return null
  }
}
