// Builds classes side by side: which is next, how many at once, and how it all ends. What a job is
// done by is not known here.
//
// A class is begun when all it needs is there; of those that could be, the largest, so that the
// long ones don't come last, alone. After a failure nothing new is begun, but what is under way
// goes on to its end: it may be hours old, and what it makes is sound.

/**
 * @typedef {import('./types.js').Step} Step
 * @typedef {import('./types.js').Built} Built
 * @typedef {import('./types.js').Progress} Progress
 * @typedef {import('./types.js').EngineError} EngineError
 *
 * @typedef {object} Job  one class being built
 * @property {Promise<import('./types.js').Result<Built>>} result
 * @property {() => void} stop  the result then doesn't matter
 *
 * @typedef {(name: string, onProgress: (progress: Progress) => void) => Job} StartJob
 *
 * @typedef {{type: 'started', class: string}
 *   | {type: 'progress', progress: Progress}
 *   | {type: 'built', table: Built}
 *   | {type: 'failed', class: string, error: EngineError}} PoolEvent
 *
 * @typedef {'done' | 'cancelled' | 'failed'} How
 */

export class Pool {
  #waiting
  #workers
  #start
  #report
  /** @type {Map<string, Job>} */
  #running = new Map()
  #failed = false
  /** @type {(how: How) => void} */
  #end = () => {}

  /** Settles when nothing is under way any more. @type {Promise<How>} */
  ended = new Promise((end) => (this.#end = end))

  /**
   * @param {Step[]} steps
   * @param {number} workers  the most jobs at once
   * @param {StartJob} start
   * @param {(event: PoolEvent) => void} report
   */
  constructor(steps, workers, start, report) {
    this.#waiting = steps
    this.#workers = workers
    this.#start = start
    this.#report = report
    this.#handOut()
  }

  /**
   * Changes how many jobs there may be at once. Those under way are not stopped for it.
   * @param {number} workers
   */
  resize(workers) {
    this.#workers = workers
    this.#handOut()
  }

  /** Stops everything. What is finished stays. */
  cancel() {
    const jobs = [...this.#running.values()]
    this.#waiting = []
    this.#running.clear()
    this.#end(this.#failed ? 'failed' : 'cancelled')
    for (const job of jobs) job.stop()
  }

  #handOut() {
    while (!this.#failed && this.#running.size < this.#workers) {
      const step = nextOf(this.#waiting, this.#running.keys())
      if (!step) break
      this.#waiting = this.#waiting.filter((other) => other !== step)
      this.#begin(step.class)
    }
    if (!this.#running.size) this.#end(this.#failed ? 'failed' : 'done')
  }

  /** @param {string} name */
  #begin(name) {
    this.#report({ type: 'started', class: name })
    const job = this.#start(name, (progress) => {
      if (this.#running.get(name) === job) this.#report({ type: 'progress', progress })
    })
    this.#running.set(name, job)
    job.result.then((result) => {
      if (this.#running.get(name) !== job) return // cancelled
      this.#running.delete(name)
      if (result.ok) {
        this.#report({ type: 'built', table: result.value })
      } else {
        this.#failed = true
        this.#report({ type: 'failed', class: name, error: result.error })
      }
      this.#handOut()
    })
  }
}

/**
 * The largest step that needs nothing still to come.
 * @param {Step[]} waiting
 * @param {Iterable<string>} running
 */
function nextOf(waiting, running) {
  const toCome = new Set([...running, ...waiting.map((step) => step.class)])
  const ready = waiting.filter((step) => !step.needs.some((name) => toCome.has(name)))
  return ready.reduce((/** @type {Step | null} */ best, step) => (best && best.positions >= step.positions ? best : step), null)
}
