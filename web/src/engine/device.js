// The properties of the user's device.

/** The number of processors if the browser does not report it. */
const FEW = 2

export const thisDevice = () => ({
  /** The memory in GiB. Firefox and Safari do not report it. @type {number | undefined} */
  gigabytes: /** @type {any} */ (navigator).deviceMemory,
  processors: navigator.hardwareConcurrency ?? FEW,
  /** Whether the pointer is a finger. */
  touch: matchMedia('(pointer: coarse)').matches,
})
