// Builders between two tasks. A used worker starts the next task at once, with the tables of the last one in memory.
// And WebKit keeps compiling the functions that it ran often. When a worker ends, WebKit drops those that wait to be
// compiled. Other workers then interpret them, ten times slower.

/** @typedef {import('./worker-link.js').WorkerLink} WorkerLink */

/** A worker of at most SMALL bytes is kept for any task. */
const SMALL = 64 * 2 ** 20
/** How long a small worker is kept. By then the browser has compiled all functions that it will compile. */
const KEPT_MS = 30_000

/**
 * @typedef {{link: WorkerLink, metrics: string, kind: string, bytes: number, timer: ReturnType<typeof setTimeout>}}
 *   Spare
 */

/** In order of their last use. @type {Spare[]} */
let spares = []

/** @param {Spare} spare */
function remove(spare) {
  clearTimeout(spare.timer)
  spares = spares.filter((other) => other !== spare)
  return spare.link
}

/** @param {Spare} spare */
const end = (spare) => remove(spare).terminate()

/**
 * Returns a worker without a task, or null: the last one that did a task of the kind, or else a small one.
 * @param {string} kind @param {import('./metrics.js').Metric[]} [metrics]
 */
export function takeSpare(kind, metrics) {
  const fit = spares.filter((spare) => spare.metrics === String(metrics) && !spare.link.isOver)
  const spare = fit.findLast((spare) => spare.kind === kind) ?? fit.findLast((spare) => spare.bytes <= SMALL)
  return spare ? remove(spare) : null
}

/**
 * Keeps a worker that has done a task. A small worker is kept for any task. A large one only serves a task of the same
 * kind that begins at once.
 * @param {WorkerLink} link @param {number} bytes  of memory, which never shrinks
 * @param {string} kind @param {import('./metrics.js').Metric[]} [metrics]
 */
export function keepSpare(link, bytes, kind, metrics) {
  /** @type {Spare} */
  const spare = {
    link,
    metrics: String(metrics),
    kind,
    bytes,
    timer: setTimeout(() => end(spare), bytes <= SMALL ? KEPT_MS : 0),
  }
  spares.push(spare)
}

/** Ends workers, the longest unused first, until the others take at most the given bytes. @param {number} bytes */
export function boundSpares(bytes) {
  while (spares.reduce((sum, spare) => sum + spare.bytes, 0) > bytes) end(spares[0])
}

/** Ends the workers with these metrics. @param {import('./metrics.js').Metric[]} [metrics] */
export function endSpares(metrics) {
  for (const spare of spares) if (spare.metrics === String(metrics)) end(spare)
}
