// Does tasks side by side: which is next, how many at once, and how it all ends. What a task is done
// by is not known here.
//
// A task is begun when all it needs is done; of those that could be, one of the largest class, so that
// the long ones don't come last, alone. After a failure nothing new is begun, but what is under way
// goes on to its end: it may be hours old, and what it makes is sound.

/**
 * @typedef {import('./tasks.js').Task} Task
 * @typedef {import('./types.js').Built} Built
 * @typedef {import('./types.js').Progress} Progress
 * @typedef {import('./types.js').EngineError} EngineError
 *
 * @typedef {object} Job  a task under way
 * @property {Promise<import('./types.js').Result<Built>>} result
 * @property {() => void} stop  the result then doesn't matter
 *
 * @typedef {(task: Task, onProgress: (progress: Progress) => void) => Job} StartJob
 *
 * @typedef {{type: 'started', task: Task}
 *   | {type: 'progress', task: Task, progress: Progress}
 *   | {type: 'done', task: Task, built: Built}
 *   | {type: 'failed', task: Task, error: EngineError}} PoolEvent
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
   * @param {Task[]} tasks
   * @param {number} workers  the most jobs at once
   * @param {StartJob} start
   * @param {(event: PoolEvent) => void} report
   */
  constructor(tasks, workers, start, report) {
    this.#waiting = tasks
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
      const task = nextOf(this.#waiting, this.#running.keys())
      if (!task) break
      this.#waiting = this.#waiting.filter((other) => other !== task)
      this.#begin(task)
    }
    if (!this.#running.size) this.#end(this.#failed ? 'failed' : 'done')
  }

  /** @param {Task} task */
  #begin(task) {
    this.#report({ type: 'started', task })
    const job = this.#start(task, (progress) => {
      if (this.#running.get(task.id) === job) this.#report({ type: 'progress', task, progress })
    })
    this.#running.set(task.id, job)
    job.result.then((result) => {
      if (this.#running.get(task.id) !== job) return // cancelled
      this.#running.delete(task.id)
      if (result.ok) {
        this.#report({ type: 'done', task, built: result.value })
      } else {
        this.#failed = true
        this.#report({ type: 'failed', task, error: result.error })
      }
      this.#handOut()
    })
  }
}

/**
 * The heaviest task that needs nothing still to come; of several, the first.
 * @param {Task[]} waiting
 * @param {Iterable<string>} running
 */
function nextOf(waiting, running) {
  const toCome = new Set([...running, ...waiting.map((task) => task.id)])
  const ready = waiting.filter((task) => !task.needs.some((id) => toCome.has(id)))
  return ready.reduce((/** @type {Task | null} */ best, task) => (best && best.weight >= task.weight ? best : task), null)
}
