// Builders between two tasks. One that has done a task is worth keeping: it starts at once, and it has read what the
// task needed. And WebKit goes on compiling the functions that it ran often. When a worker ends, WebKit drops those
// that still wait to be compiled, and other workers interpret them from then on, ten times slower.

/** @typedef {import('./worker-link.js').WorkerLink} WorkerLink */

/** A worker of at most so many bytes serves any task, and is kept for it. */
const SMALL = 64 * 2 ** 20
/** So long. By then the browser has compiled what it will compile. */
const KEPT_MS = 30_000

/**
 * @typedef {{link: WorkerLink, metrics: string, kind: string, bytes: number, timer: ReturnType<typeof setTimeout>}}
 *   Spare
 */

/** The one used last comes last. @type {Spare[]} */
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
 * A worker without a task: one that did a task of the kind if there is one, or else a small one.
 * @param {string} kind @param {import('./metrics.js').Metric[]} [metrics]
 */
export function takeSpare(kind, metrics) {
  const fit = spares.filter((spare) => spare.metrics === String(metrics) && !spare.link.isOver)
  const spare = fit.findLast((spare) => spare.kind === kind) ?? fit.findLast((spare) => spare.bytes <= SMALL)
  return spare ? remove(spare) : null
}

/**
 * Keeps a worker that has done a task: for the next that begins right now, if it is of the same kind, or for any if it
 * is small.
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

/** Ends workers, the longest unused first, until those left take no more memory. @param {number} bytes */
export function boundSpares(bytes) {
  while (spares.reduce((sum, spare) => sum + spare.bytes, 0) > bytes) end(spares[0])
}

/** Ends those that open tables of the metrics. @param {import('./metrics.js').Metric[]} [metrics] */
export function endSpares(metrics) {
  for (const spare of spares) if (spare.metrics === String(metrics)) end(spare)
}
