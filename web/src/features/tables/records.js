// Records of how tables were built. The bytes of a table are the same for all methods.

/**
 * @typedef {object} BuildRecord
 * @property {string} method    '' if unknown
 * @property {string} how       the method in a few words; '' if unknown
 * @property {number} seconds
 * @property {boolean} resumed  the seconds are only those of the last build, which resumed an earlier one
 * @property {number} memory    bytes
 * @property {number} at        the time, in milliseconds since 1970
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
 * @param {string | null} text  as stored
 * @returns {BuildRecord | null} null if it is not valid
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
