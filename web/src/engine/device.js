// What the browser tells of the machine that it runs on.

/** Browsers that don't tell have at least this many processors. */
const FEW = 2

export const thisDevice = () => ({
  /** Firefox and Safari do not state the memory, in GiB. @type {number | undefined} */
  gigabytes: /** @type {any} */ (navigator).deviceMemory,
  processors: navigator.hardwareConcurrency ?? FEW,
  /** The pointer is a finger. */
  touch: matchMedia('(pointer: coarse)').matches,
})
