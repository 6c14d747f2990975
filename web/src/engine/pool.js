// Does tasks side by side: which is next, how many at once, and how it all ends. What a task is done
// by is not known here.
//
// A task is begun when all it needs is done; of those that could be, one of the largest class, so that
// the long ones don't come last, alone. Of these one that needs what was just done follows it, because whoever did that
// has at hand what it reads. It gets its share of the memory, or what it takes at least; if
// there is not so much, it waits, and the others behind it. After a failure, and while it is paused,
// nothing new is begun, but what is under way goes on to its end: it may be hours old, and what it makes
// is sound.

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
 * @typedef {{workers: number, memory: number, method?: string}} Limits  the most jobs at once, the bytes that all may
 *   take, and by which
 *   method tables are made, if not by the fastest
 *
 * @typedef {(task: Task, later: string[], grant: {memory: number, left: number}, method: string | undefined,
 *   onProgress: (progress: Progress) => void) => Job} StartJob
 *     later: the classes that other tasks have still to build, those with rights to castle too; left: the bytes that no
 *     job under way may take
 *
 * @typedef {{type: 'started', task: Task}
 *   | {type: 'progress', task: Task, progress: Progress}
 *   | {type: 'done', task: Task, built: Built}
 *   | {type: 'failed', task: Task, error: EngineError}} PoolEvent
 *
 * @typedef {'done' | 'paused' | 'cancelled' | 'failed'} How  paused: with something left to do
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
  /** Bytes that the running jobs have. */
  #granted = 0
  #failed = false
  #paused = false
  #over = false
  /** @type {(how: How) => void} */
  #settle = () => {}

  /** Settles when nothing is under way any more. @type {Promise<How>} */
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
   * Changes what there may be at once. Jobs under way are not stopped for it.
   * @param {Limits} limits
   */
  resize(limits) {
    this.#limits = limits
    this.#handOut()
  }

  /** Begins nothing new. When what is under way is done, it ends. */
  pause() {
    this.#paused = true
  }

  resume() {
    this.#paused = false
    this.#handOut()
  }

  /**
   * Stops everything. What is finished stays.
   * @param {How} how  it is to end
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

  /** @param {Task} [last]  that was just done */
  #handOut(last) {
    while (this.#mayBegin()) {
      const alone = !this.#running.size // who builds all of them, one after the other, has at hand what all read
      const task = nextOf(this.#waiting, this.#running.keys(), alone ? undefined : last)
      if (!task) break
      const memory = grantOf(task, this.#limits)
      // One that there is too little for alone was refused before, or the user has changed his mind since.
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

/** WebAssembly's addresses have 32 bits. */
const MOST_MEMORY = 3.5 * 2 ** 30

/**
 * What a worker takes to build a table with four men in memory. With less, several use the disk, and are slower
 * together than one.
 */
const LEAST_SHARE = 40 * 2 ** 20

/**
 * The bytes that each worker gets, unless its task takes more. Where memory is scarce, fewer workers share it.
 * @param {Limits} limits
 */
export function shareOf({ workers, memory }) {
  const sharing = Math.max(1, Math.min(workers, Math.floor(memory / LEAST_SHARE)))
  return Math.min(MOST_MEMORY, Math.floor(memory / sharing))
}

/**
 * The bytes that a task gets.
 * @param {Task} task
 * @param {Limits} limits
 */
const grantOf = (task, limits) => Math.max(task.memory, shareOf(limits))

/**
 * The heaviest task that needs nothing still to come; of several, one that needs the last one of its class, or else the
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
