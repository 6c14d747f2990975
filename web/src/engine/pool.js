// Schedules tasks in parallel: which is next, how many at once, and how a build ends. Callers start the jobs.
//
// A task is ready when all tasks that it needs are done. The pool starts a ready task of the largest class, so that no
// long task runs last and alone. Among these it prefers one that needs the task just done, because the worker of that
// task has its tables in memory. A task gets its share of the memory, or its minimum if that is larger. If the memory
// is not free, this task and all behind it wait. After a failure, and while paused, the pool starts no task. Running
// jobs finish, as they may have worked for hours and their tables are sound.

/**
 * @typedef {import('./tasks.js').Task} Task
 * @typedef {import('./types.js').Built} Built
 * @typedef {import('./types.js').Progress} Progress
 * @typedef {import('./types.js').EngineError} EngineError
 *
 * @typedef {object} Job  a running task
 * @property {Promise<import('./types.js').Result<Built>>} result
 * @property {() => void} stop  stops it; ignore the result afterwards
 *
 * @typedef {{workers: number, memory: number, method?: string}} Limits  the largest number of jobs at once, the bytes
 *   for all of them, and the method; by default the fastest
 *
 * @typedef {(task: Task, later: string[], grant: {memory: number, left: number}, method: string | undefined,
 *   onProgress: (progress: Progress) => void) => Job} StartJob
 *     later: the classes that other tasks have still to build, also those with castling rights; left: the bytes that no
 *     running job may take
 *
 * @typedef {{type: 'started', task: Task}
 *   | {type: 'progress', task: Task, progress: Progress}
 *   | {type: 'done', task: Task, built: Built}
 *   | {type: 'failed', task: Task, error: EngineError}} PoolEvent
 *
 * @typedef {'done' | 'paused' | 'cancelled' | 'failed'} How  paused: with tasks left
 */

export class Pool {
  #waiting
  /** Tasks that are not done. */
  #left
  #limits
  #start
  #report
  /** @type {Map<string, Job>} */
  #running = new Map()
  /** The bytes granted to running jobs. */
  #granted = 0
  #failed = false
  #paused = false
  #over = false
  /** @type {(how: How) => void} */
  #settle = () => {}

  /** Settles when no job is running any more. @type {Promise<How>} */
  ended = new Promise((settle) => (this.#settle = settle))

  /**
   * @param {Task[]} tasks
   * @param {Limits} limits
   * @param {StartJob} start
   * @param {(event: PoolEvent) => void} report
   */
  constructor(tasks, limits, start, report) {
    this.#waiting = tasks
    this.#left = tasks
    this.#limits = limits
    this.#start = start
    this.#report = report
    this.#handOut()
  }

  /**
   * Changes the limits. No running job is stopped.
   * @param {Limits} limits
   */
  resize(limits) {
    this.#limits = limits
    this.#handOut()
  }

  /** Starts no more tasks. The pool ends when the running jobs are done. */
  pause() {
    this.#paused = true
  }

  resume() {
    this.#paused = false
    this.#handOut()
  }

  /**
   * Stops all jobs. Finished tables stay.
   * @param {How} how  the end of the pool, if no task failed
   */
  stop(how) {
    const jobs = [...this.#running.values()]
    this.#running.clear()
    this.#end(how)
    for (const job of jobs) job.stop()
  }

  /** The classes that have still to be built. */
  get left() {
    return classesOf(this.#left)
  }

  /** @param {How} how */
  #end(how) {
    this.#over = true
    this.#settle(this.#failed ? 'failed' : how)
  }

  /** @param {Task} [last]  the task that was just done */
  #handOut(last) {
    while (this.#mayBegin()) {
      const alone = !this.#running.size // a single worker has the tables of all tasks in memory
      const task = nextOf(this.#waiting, this.#running.keys(), alone ? undefined : last)
      if (!task) break
      const memory = grantOf(task, this.#limits)
      // A task that exceeds the whole memory was refused before, or the user has lowered the limit since.
      if (this.#running.size && this.#granted + memory > this.#limits.memory) break
      this.#waiting = this.#waiting.filter((other) => other !== task)
      this.#begin(task, memory)
    }
    if (!this.#running.size) this.#end(this.#waiting.length ? 'paused' : 'done')
  }

  #mayBegin() {
    return !this.#over && !this.#failed && !this.#paused && this.#running.size < this.#limits.workers
  }

  /** @param {Task} task @param {number} memory */
  #begin(task, memory) {
    this.#report({ type: 'started', task })
    const later = classesOf(this.#left.filter((other) => other !== task))
    this.#granted += memory
    const grant = { memory, left: this.#limits.memory - this.#granted }
    const job = this.#start(task, later, grant, this.#limits.method, (progress) => {
      if (this.#running.get(task.id) === job) this.#report({ type: 'progress', task, progress })
    })
    this.#running.set(task.id, job)
    job.result.then((result) => {
      if (this.#running.get(task.id) !== job) return // cancelled
      this.#running.delete(task.id)
      this.#granted -= memory
      if (result.ok) {
        this.#left = this.#left.filter((other) => other !== task)
        this.#report({ type: 'done', task, built: result.value })
      } else {
        this.#failed = true
        this.#report({ type: 'failed', task, error: result.error })
      }
      this.#handOut(task)
    })
  }
}

/** @param {Task[]} tasks */
const classesOf = (tasks) => [...new Set(tasks.flatMap((task) => [task.class, ...task.castling]))]

/** The largest share: WebAssembly has 32-bit addresses. */
const MOST_MEMORY = 3.5 * 2 ** 30

/**
 * The bytes for a table with four men in memory. With less, several workers use the disk, and are slower than one.
 */
const LEAST_SHARE = 40 * 2 ** 20

/**
 * Returns the bytes for each worker, unless its task needs more. If memory is scarce, fewer workers share it.
 * @param {Limits} limits
 */
export function shareOf({ workers, memory }) {
  const sharing = Math.max(1, Math.min(workers, Math.floor(memory / LEAST_SHARE)))
  return Math.min(MOST_MEMORY, Math.floor(memory / sharing))
}

/**
 * Returns the bytes for a task.
 * @param {Task} task
 * @param {Limits} limits
 */
const grantOf = (task, limits) => Math.max(task.memory, shareOf(limits))

/**
 * Returns the heaviest ready task. Among equals it returns one that needs the last task and has its class, or else the
 * first.
 * @param {Task[]} waiting
 * @param {Iterable<string>} running
 * @param {Task} [last]
 */
function nextOf(waiting, running, last) {
  const toCome = new Set([...running, ...waiting.map((task) => task.id)])
  const ready = waiting.filter((task) => !task.needs.some((id) => toCome.has(id)))
  const follows = (/** @type {Task} */ task) => task.class === last?.class && task.needs.includes(last.id)
  const better = (/** @type {Task} */ task, /** @type {Task} */ best) =>
    task.weight > best.weight || (task.weight === best.weight && follows(task) && !follows(best))
  return ready.reduce((/** @type {Task | null} */ best, task) => (best && !better(task, best) ? best : task), null)
}
