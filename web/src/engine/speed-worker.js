// Measures the speed of this machine: runs a fixed piece of integer work several times, and reports the milliseconds of
// each. speed.js starts it.

import { timesOf } from './timing.js'

/** The list fits into the caches of a core. */
const LENGTH = 8192
/** The browser compiles the loops during these. */
const WARM_UP = 12

const list = new Uint32Array(LENGTH)

/** Fills the list with random numbers, and sorts it: shifts, comparisons, and memory in a changing order. */
function work() {
  let seed = 1
  for (let i = 0; i < LENGTH; i++) {
    seed ^= seed << 13
    seed ^= seed >>> 17
    seed ^= seed << 5
    list[i] = seed
  }
  for (let gap = LENGTH >> 1; gap > 0; gap = ((gap * 4) / 9) >> 0) {
    for (let i = gap; i < LENGTH; i++) {
      const n = list[i]
      let at = i
      for (; at >= gap && list[at - gap] > n; at -= gap) list[at] = list[at - gap]
      list[at] = n
    }
  }
}

addEventListener('message', ({ data }) => postMessage(timesOf(data, work, () => performance.now())))
for (let i = 0; i < WARM_UP; i++) work()
postMessage([])
