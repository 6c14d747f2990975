// The engine as the page uses it. A prober answers from tables, and a searcher proves outcomes without them. Each task
// of a build has a builder, and each search through a table has a finder.

import * as Comlink from 'comlink'
import { isKept } from './kept.js'
import { ifMayBuild, whenMayBuild } from './locks.js'
import { checkModule } from './module.js'
import { Pool, shareOf } from './pool.js'
import { endOfCall, failure, needsMemory, PageLeft, WorkerDied, reportInWords } from './problems.js'
import { boundSpares, endSpares, keepSpare, takeSpare } from './spares.js'
import { isPosition, tasksOf } from './tasks.js'
import { WorkerLink } from './worker-link.js'

/**
 * @typedef {import('./types.js').Engine} Engine
 * @typedef {import('./types.js').EngineError} EngineError
 * @typedef {import('./types.js').Built} Built
 * @typedef {import('./types.js').Plan} Plan
 * @typedef {import('./types.js').Proof} Proof
 * @typedef {import('./types.js').Answer} Answer
 * @typedef {import('./types.js').Query} Query
 * @typedef {import('./types.js').Finding} Finding
 * @typedef {import('./metrics.js').Metric} Metric
 * @typedef {import('./pool.js').PoolEvent} PoolEvent
 * @typedef {import('./pool.js').How} How
 * @typedef {import('./pool.js').Limits} Limits
 *
 * @typedef {PoolEvent | {type: 'waiting'} | {type: 'planned', plan: Plan} | {type: 'left'}} BuildEvent
 *   waiting: another tab builds. left: the user left the page, and the running tasks are planned again on return
 * @typedef {{how: How | 'busy', error?: EngineError}} Outcome  error: why the build could not begin
 */
/**
 * @template T
 * @typedef {import('./types.js').Result<T>} Result
 */
/**
 * @template T
 * @typedef {{result: Promise<Result<T>>, stop: () => void}} Call  after stop, ignore the result
 */

/**
 * Reports whether a plan takes seconds. A plan for a position with six men visits all positions that play can reach.
 * @param {string} wanted
 */
const isLongPlan = (wanted) => isPosition(wanted) && wanted.split(' ')[0].replace(/[^a-z]/gi, '').length > 5

/**
 * Returns a prober. It starts its worker at the first call, and again after the worker has died. Long because it lists
 * all calls.
 * @param {() => void} onRestart
 * @param {Metric[]} [metrics]  of the prober and its plans; by default those of metrics.js
 * @param {string} [site]  its web server with more tables; by default that of site-address.js
 */
export function createProber(onRestart, metrics, site) {
  /** @type {WorkerLink | null} */
  let link = null
  /** Ends when the worker has its Syzygy files. @type {Promise<unknown> | undefined} */
  let ready
  /** @type {Blob[] | null} Syzygy files; null before any were chosen */
  let files = null
  let over = false

  /** Starts the worker, which first gets the Syzygy files. Only the larger engine can read them. */
  function start() {
    const mine = new WorkerLink(metrics, files ? checkModule : undefined, site)
    const given = files ?? []
    ready = given.length ? mine.call((remote) => remote.syzygy(given)) : undefined
    ready?.catch(() => {}) // the call that started the worker fails, too
    return mine
  }

  /**
   * @template T
   * @param {(remote: Comlink.Remote<Engine>) => Promise<Result<T>>} use
   * @param {boolean} [inTurn]  the call needs the build lock. It fails when the user leaves the page, as the lock is
   *   lost then. Other calls are repeated when the user returns
   * @param {number} [triesLeft]
   * @returns {Promise<Result<T>>}
   */
  async function ask(use, inTurn = false, triesLeft = 1) {
    if (over) return failure('died', 'Nothing is asked any more.')
    const mine = (link ??= start())
    try {
      if (ready) await ready
      return await mine.call(use)
    } catch (error) {
      if (!(error instanceof WorkerDied)) return failure('internal', error)
      // The first of the calls that failed with the worker replaces it.
      if (link === mine && !over) {
        link = null
        mine.terminate()
        if (!(error instanceof PageLeft)) onRestart()
      }
      if (error instanceof PageLeft) return inTurn ? failure('died', error) : ask(use, inTurn, triesLeft)
      return triesLeft ? ask(use, inTurn, triesLeft - 1) : failure('died', error)
    }
  }

  /**
   * @param {'plan' | 'prepare'} call
   * @param {string[]} names
   * @param {Limits} limits
   * @returns {Call<Plan>}
   */
  function startPlan(call, names, limits) {
    /** @param {Comlink.Remote<Engine>} remote @returns {Promise<Result<Plan>>} */
    const use = (remote) => remote[call]({ wanted: names, memory: shareOf(limits) })
    return names.some(isLongPlan) ? askOnce(use, metrics) : { result: ask(use, call === 'prepare'), stop: () => {} }
  }

  return {
    metrics,
    site,
    /** Ends its workers. No call starts one afterwards. */
    end() {
      over = true
      link?.terminate()
      endSpares(metrics)
    },
    /** Returns the legal moves and small classes of a position, without tables. @param {string} fen */
    rules: (fen) => ask((remote) => remote.rules({ fen })),
    /**
     * Makes answers also use Syzygy files, instead of those of earlier calls. They are read in place. The first call
     * replaces the worker, which repeats running calls.
     * @param {Blob[]} chosen
     * @returns {Promise<Result<import('./border.js').Syzygy>>}
     */
    async syzygy(chosen) {
      try {
        await checkModule()
      } catch (error) {
        return failure('internal', error)
      }
      if (!files) {
        const before = link
        link = null
        files = []
        before?.terminate()
      }
      const result = await ask(
        /** @returns {Promise<Result<import('./border.js').Syzygy>>} */ (remote) => remote.syzygy(chosen),
      )
      if (result.ok) files = chosen
      return result
    },
    /** @param {string} fen @param {Metric} [by]  ranks the moves, if its tables exist */
    probe: (fen, by) => ask((remote) => remote.probe({ fen, by })),
    /**
     * Returns the verdict, the best line, and the verdict after a null move. Each part is reported at once.
     * @param {string} fen @param {Metric | undefined} by @param {(part: Answer) => void} report
     */
    answer: (fen, by, report) =>
      ask(
        /** @returns {Promise<Result<Answer>>} */ (remote) =>
          remote.answer(
            { fen, by },
            Comlink.proxy((part) => report(reportInWords(part))),
          ),
      ),
    /** Returns the FENs at the start of texts. @param {string[]} texts */
    read: (texts) => ask((remote) => remote.read({ texts })),
    /** @param {string} fen @param {Metric} [by] */
    line: (fen, by) => ask((remote) => remote.line({ fen, by })),
    /**
     * Judges the position with the man of a square on each square, some squares at a time.
     * @param {string} fen @param {string} square @param {(some: import('./border.js').Placed[]) => void} report
     */
    elsewhere: (fen, square, report) =>
      ask(/** @returns {Promise<Result<{}>>} */ (remote) => remote.elsewhere({ fen, square }, Comlink.proxy(report))),
    /**
     * Rates how hard positions are, one at a time.
     * @param {string[]} fens @param {(rated: import('./border.js').Rated) => void} report
     */
    rate: (fens, report) =>
      ask(/** @returns {Promise<Result<{}>>} */ (remote) => remote.rate({ fens }, Comlink.proxy(report))),
    /** Ends the calls of a name. @param {string} call */
    stop: (call) => ask((remote) => remote.stop({ call })),
    /**
     * Searches for a proof in the prober's worker.
     * @param {string} fen @param {number} seconds @param {number} memory @param {(proof: Proof) => void} report
     */
    prove: (fen, seconds, memory, report) =>
      ask(
        /** @returns {Promise<Result<Proof>>} */ (remote) =>
          remote.prove({ fen, seconds, memory, beside: false }, Comlink.proxy(report)),
      ),
    /** @param {string} fen */
    pass: (fen) => ask((remote) => remote.pass({ fen })),
    /**
     * Returns the legal moves of the given ones of a game.
     * @param {string} fen @param {string[]} moves @param {number[]} [after]  the number of the move before each
     */
    replay: (fen, moves, after) => ask((remote) => remote.replay({ fen, moves, after })),
    /** @param {number} men  the largest number, of classes without stored data */
    classes: (men) => ask(/** @returns {Promise<Result<any>>} */ (remote) => remote.classes({ men })),
    /** @param {string} name */
    details: (name) => ask((remote) => remote.details({ class: name })),
    /** @param {string} name */
    sum: (name) => ask((remote) => remote.sum({ class: name })),
    /**
     * Returns the steps of a build with their costs. A plan that takes seconds has its own worker, so that the prober
     * stays free.
     * @param {string[]} names @param {Limits} limits
     */
    plan: (names, limits) => startPlan('plan', names, limits).result,
    /** Starts a plan that can be stopped. @param {string[]} names @param {Limits} limits */
    startPlan: (names, limits) => startPlan('plan', names, limits),
    /** Cleans up and plans, as the holder of the build lock. @param {string[]} names @param {Limits} limits */
    prepare: (names, limits) => startPlan('prepare', names, limits).result,
    /** Cleans up after a build. @param {string[]} [later]  the classes that have still to be built, if known */
    tidy: (later) => ask((remote) => remote.tidy({ later }), true),
    /** @param {string} name */
    remove: (name) => ask((remote) => remote.remove({ class: name })),
    /** @param {string} name */
    file: (name) => ask((remote) => remote.file({ class: name })),
  }
}

/** @typedef {ReturnType<typeof createProber>} Prober */

/** A worker that no call needs ends after this time, to free its memory. */
const IDLE_MS = 60_000

/**
 * Returns a worker that starts at the first call, and ends when it is idle.
 * @param {() => WorkerLink} start
 * @param {number} [idleMs]
 */
function onDemand(start, idleMs = IDLE_MS) {
  /** @type {WorkerLink | null} */
  let link = null
  let calls = 0
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let idle

  function end() {
    link?.terminate()
    link = null
  }

  return {
    end,
    /** Makes a call if the worker runs. @param {(remote: Comlink.Remote<Engine>) => Promise<Result<null>>} use */
    tell: (use) => void link?.call(use).catch(() => {}),
    /**
     * If the user leaves the page, the call is repeated after the return.
     * @template T
     * @param {(remote: Comlink.Remote<Engine>) => Promise<Result<T>>} use
     * @returns {Promise<Result<T>>}
     */
    async ask(use) {
      clearTimeout(idle)
      calls++
      try {
        const mine = (link ??= start())
        try {
          return await mine.call(use)
        } catch (error) {
          if (link === mine) end()
          return error instanceof PageLeft ? await this.ask(use) : endOfCall(error)
        }
      } finally {
        if (--calls === 0 && idleMs < Infinity) idle = setTimeout(end, idleMs)
      }
    },
  }
}

/**
 * Returns a searcher of proofs. It starts its worker at the first search. The worker keeps its transposition table.
 */
export function createSearcher() {
  const worker = onDemand(() => new WorkerLink())
  let memoryOfWorker = 0

  return {
    /**
     * Searches until the outcome is proven, rest is called, or another search begins.
     * @param {string} fen
     * @param {number} seconds  at most
     * @param {number} memory  bytes of the transposition table
     * @param {boolean} beside  a build is running, and gets most of the time
     * @param {(proof: Proof) => void} report
     * @returns {Promise<Result<Proof>>}
     */
    prove(fen, seconds, memory, beside, report) {
      if (memory !== memoryOfWorker) worker.end() // a worker's memory never shrinks
      memoryOfWorker = memory
      return worker.ask((remote) => remote.prove({ fen, seconds, memory, beside }, Comlink.proxy(report)))
    },
    /**
     * Makes the search use new tables, without a restart.
     * @param {boolean} beside  a build is running
     */
    refresh: (beside) => worker.tell((remote) => remote.refresh({ beside })),
    // The death of the worker also ends the search.
    rest: () => worker.tell((remote) => remote.rest()),
  }
}

/** A link to a worker with the larger engine, which is loaded at its first use. */
export const largerLink = () => new WorkerLink(undefined, checkModule)

/** Returns the stored endings. Their worker starts at the first call. */
export function createShelf() {
  const worker = onDemand(largerLink)
  return {
    /** Returns the size of an ending. @param {string} fen */
    plan: (fen) => worker.ask((remote) => remote.endingPlan({ fen })),
    /**
     * Returns the bounds of a position by the stored endings, or null.
     * @param {string} fen
     */
    known: (fen) =>
      worker.ask(
        /** @returns {Promise<Result<import('./types.js').Known | null>>} */ (remote) => remote.known({ fen }),
      ),
    /**
     * Returns the bounds with the plies to the next exit or mate. This can take seconds.
     * @param {string} fen
     */
    measure: (fen) =>
      worker.ask(
        /** @returns {Promise<Result<import('./types.js').Known | null>>} */ (remote) => remote.measured({ fen }),
      ),
    /** Ends running calls of measure. */
    rest: () => worker.tell((remote) => remote.stop({ call: 'measured' })),
    list: () => worker.ask((remote) => remote.endings()),
    /** @param {string} name */
    remove: (name) => worker.ask((remote) => remote.removeEnding({ name })),
    /** @param {string} name */
    file: (name) => worker.ask((remote) => remote.endingFile({ name })),
    /** Ends the worker and its calls. */
    end: worker.end,
  }
}

/** Returns a comparison of metrics. Its worker starts at the first call, and keeps the tables that it builds. */
export function createComparison() {
  const worker = onDemand(largerLink, Infinity)
  const stop = () => worker.tell((remote) => remote.stop({ call: 'compare' }))
  return {
    /**
     * Judges a position by all kinds of tables, and reports the verdict with each kind more. It ends an earlier call.
     * @param {string} fen
     * @param {(part: import('./types.js').Compared) => void} report
     */
    judge(fen, report) {
      stop()
      return worker.ask((remote) => remote.compare({ fen }, Comlink.proxy(report)))
    },
    /** Ends the worker. If the page has only one worker, that drops the tables. */
    end() {
      stop()
      worker.tell((remote) => remote.endComparison())
      worker.end()
    },
  }
}

/**
 * Builds the missing tables of `names` and those that they need. Long because its functions share the state of the
 * build.
 * @param {Prober} prober
 * @param {string[]} names
 * @param {Limits} limits
 * @param {(event: BuildEvent) => void} report
 * @param {boolean} [patient]  waits while another tab builds
 */
export function startBuild(prober, names, limits, report, patient = true) {
  const stopped = new AbortController()
  /** @type {How} */
  let stoppedAs = 'cancelled'
  /** @type {Pool | null} */
  let pool = null
  /** Whether all calls share one worker. */
  let alone = false
  /** @param {Limits} limits @returns {Limits} */
  const shared = (limits) => (alone ? { ...limits, workers: 1 } : limits)

  let paused = false

  /**
   * Builds the missing tables. When the user returns to the page, it is called again.
   * @param {AbortSignal} left
   * @returns {Promise<Outcome>}
   */
  async function build(left) {
    left.addEventListener('abort', leave)
    try {
      return await buildOnce(left)
    } finally {
      left.removeEventListener('abort', leave)
    }
  }

  function leave() {
    pool?.stop('paused')
    pool = null
    report({ type: 'left' })
  }

  /** @param {AbortSignal} left @returns {Promise<Outcome>} */
  async function buildOnce(left) {
    if (!(await isKept())) alone = true
    if (paused) stop('paused')
    if (stopped.signal.aborted) return { how: stoppedAs }
    const plan = await prober.prepare(names, shared(limits))
    if (left.aborted || stopped.signal.aborted) return { how: stoppedAs }
    if (!plan.ok) return { how: 'failed', error: plan.error }
    const tooLarge = plan.value.steps.find((step) => step.memory > limits.memory)
    if (tooLarge) return { how: 'failed', error: needsMemory(tooLarge) }
    report({ type: 'planned', plan: plan.value })
    const mine = (pool = new Pool(tasksOf(plan.value.steps), shared(limits), startJobs(prober.metrics), report))
    const how = await mine.ended
    if (!left.aborted) await prober.tidy(mine.left) // stopped workers could not clean up
    return { how }
  }

  /** @param {How} how  the end of the build, if no task failed */
  function stop(how) {
    stoppedAs = how
    stopped.abort()
    pool?.stop(how)
  }

  /** @returns {Promise<Outcome>} */
  async function buildInTurn() {
    try {
      if (!patient) return (await ifMayBuild(build)) ?? { how: 'busy' }
      return await whenMayBuild(stopped.signal, () => report({ type: 'waiting' }), build)
    } catch (error) {
      return stopped.signal.aborted ? { how: stoppedAs } : { how: 'failed', error: failure('internal', error).error }
    }
  }

  return {
    outcome: buildInTurn(),
    stop,
    /** Lets the running tasks finish, and then ends the build unless resume is called before. */
    pause() {
      paused = true
      if (pool) pool.pause()
      else stop('paused')
    },
    resume() {
      paused = false
      pool?.resume()
    },
    /** @param {Limits} changed */
    resize(changed) {
      limits = changed
      pool?.resize(shared(changed))
    },
  }
}

/**
 * @param {Metric[]} [metrics]
 * @returns {import('./pool.js').StartJob}
 */
const startJobs =
  (metrics) =>
  (task, later, { memory, left }, method, onProgress) => {
    const start = performance.now()
    const link = takeSpare(task.class, metrics)
    boundSpares(left)
    const { result, stop } = askOnce(
      (remote) => {
        const report = Comlink.proxy(onProgress)
        return remote.build(
          {
            class: task.class,
            unit: task.unit,
            slices: task.slices,
            castling: task.castling,
            later,
            memory,
            method,
            fill: true,
          },
          report,
        )
      },
      metrics,
      link,
      (result, link) => result.ok && (keepSpare(link, result.value.wasmBytes, task.class, metrics), true),
    )
    /** @type {Promise<Result<Built>>} */
    const timed = result.then((result) => {
      const elapsedSeconds = (performance.now() - start) / 1000
      return result.ok ? { ok: true, value: { ...result.value, elapsedSeconds } } : result
    })
    return { result: timed, stop }
  }

/**
 * Finds positions in a table. Each report has the positions found since the last one.
 * @param {Query} query
 * @param {(finding: Finding) => void} onProgress
 * @param {Metric[]} [metrics]
 * @returns {Call<Finding>}
 */
export const startFind = (query, onProgress, metrics) =>
  askOnce((remote) => remote.find(query, Comlink.proxy(onProgress)), metrics)

/**
 * Counts the positions of a class for its film.
 * @param {{class: string, side?: 'w' | 'b'}} request
 * @param {(progress: {done: number}) => void} onProgress
 * @returns {Call<import('./types.js').Film>}
 */
export const startFilm = (request, onProgress) =>
  askOnce((remote) => remote.film(request, Comlink.proxy(onProgress)), undefined, largerLink())

/**
 * Verifies an imported table without a known checksum. A right table becomes a table as any other. A wrong one is
 * deleted, with the error 'refused'.
 * @param {string} name
 * @param {(progress: import('./types.js').Importing) => void} onProgress
 * @returns {Call<null>}
 */
export const startJudging = (name, onProgress) =>
  askOnce((remote) => remote.judge({ class: name }, Comlink.proxy(onProgress)), undefined, largerLink())

/**
 * Solves the ending of a position. It resumes an earlier call that was stopped.
 * @param {{fen: string, hold: boolean, mate: boolean}} request  hold: only whether the stronger side wins; mate: find
 *   the plies to mate, too
 * @param {(found: import('./types.js').Ending) => void} onProgress
 * @returns {Call<import('./types.js').Ending>}
 */
export const startEnding = (request, onProgress) =>
  askOnce((remote) => remote.ending(request, Comlink.proxy(onProgress)), undefined, largerLink())

/**
 * Makes a call in a separate worker, and ends the worker to free its memory.
 * @template T
 * @param {(remote: Comlink.Remote<Engine>) => Promise<Result<T>>} use
 * @param {Metric[]} [metrics]
 * @param {WorkerLink | null} [link]  to use; null starts one
 * @param {(result: Result<T>, link: WorkerLink) => boolean} [keep]  reports whether the worker is kept for another task
 * @returns {Call<T>}
 */
export function askOnce(use, metrics, link = null, keep = () => false) {
  let kept = false

  async function run() {
    try {
      link ??= new WorkerLink(metrics) // may throw: browsers can refuse a worker
      const result = await link.call(use)
      kept = keep(result, link)
      return result
    } catch (error) {
      return endOfCall(error)
    } finally {
      if (!kept) link?.terminate()
    }
  }

  return { result: run(), stop: () => kept || link?.terminate() }
}
