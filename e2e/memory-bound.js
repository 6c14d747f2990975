// Bounds the memory of a WebAssembly module, as in a browser without more memory.

const MEMORY_SECTION = 5
const PAGE = 2 ** 16

/** @param {Buffer} module @param {number} bytes */
export function withMemoryBound(module, bytes) {
  for (let at = 8; at < module.length;) {
    const [size, body] = readNumber(module, at + 1)
    if (module[at] === MEMORY_SECTION) {
      // One memory; flags, of which 1 marks a maximum; the minimum and the maximum in pages.
      const [minimum] = readNumber(module, body + 2)
      const bounded = [1, 1, ...number(minimum), ...number(bytes / PAGE)]
      return Buffer.concat([
        module.subarray(0, at),
        Buffer.from([MEMORY_SECTION, ...number(bounded.length), ...bounded]),
        module.subarray(body + size),
      ])
    }
    at = body + size
  }
  throw new Error('The module has no memory.')
}

// Numbers are in base 128, the lowest digit first. All digits except the last have another bit set.

/** @param {Buffer} bytes @param {number} at @returns {[value: number, end: number]} */
function readNumber(bytes, at) {
  let value = 0
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++]
    value += (byte & 127) * 2 ** shift
    if (byte < 128) return [value, at]
  }
}

/** @param {number} value @returns {number[]} */
const number = (value) => (value < 128 ? [value] : [(value % 128) + 128, ...number(Math.floor(value / 128))])
