// The progress of a build as one number, computed from the events of its tasks.

/** @typedef {import('./matewright.js').BuildProgress} BuildProgress */

export class Tally {
  /** @type {BuildProgress} */
  #now = { stage: 'building', class: '', step: '', done: 0, of: 0 }
  /** The positions done of each task. @type {Map<string, number>} */
  #done = new Map()
  /** The positions of finished tasks. */
  #finished = 0
  #report

  /** The error of the first task that failed. @type {import('../src/engine/types.js').EngineError | undefined} */
  error

  /** @type {{tables: string[], bytes: number, seconds: number}} */
  built = { tables: [], bytes: 0, seconds: 0 }
  #start = performance.now()

  /** @param {(progress: BuildProgress) => void} report */
  constructor(report) {
    this.#report = report
  }

  /** @param {import('../src/engine/engine.js').BuildEvent} event */
  add = (event) => {
    if (event.type === 'waiting') return this.#tell({ stage: 'waiting' })
    if (event.type === 'left') {
      this.#done = new Map([['', this.#finished]])
      return this.#tell({ step: '', done: this.#finished })
    }
    if (event.type === 'planned') {
      if (!this.#finished) this.#start = performance.now()
      return this.#tell({
        stage: 'building',
        of: event.plan.steps.reduce((sum, { positions }) => sum + positions, this.#finished),
      })
    }
    const { task } = event
    if (event.type === 'failed') this.error ??= { class: task.class, ...event.error }
    if (event.type === 'progress') this.#count(task, event.progress.positions, event.progress.step)
    if (event.type !== 'done') return
    const { tables, bytes } = this.built
    this.built = {
      tables: [...new Set([...tables, task.class])],
      bytes: bytes + event.built.bytes,
      seconds: (performance.now() - this.#start) / 1000,
    }
    this.#finished += task.positions
    this.#count(task, task.positions, 'storing')
  }

  /**
   * @param {import('../src/engine/tasks.js').Task} task
   * @param {number} positions
   * @param {BuildProgress['step']} step
   */
  #count(task, positions, step) {
    this.#done.set(task.id, positions)
    this.#tell({ class: task.class, step, done: [...this.#done.values()].reduce((sum, done) => sum + done, 0) })
  }

  /** @param {Partial<BuildProgress>} news */
  #tell(news) {
    this.#now = { ...this.#now, ...news }
    this.#report(this.#now)
  }
}
