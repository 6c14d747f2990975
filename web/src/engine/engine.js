// The engine as the page uses it: a prober that is always there, a searcher for what tables don't answer, a builder
// for every task, and a finder for every search through a table.

import * as Comlink from 'comlink'
import { isKept } from './kept.js'
import { ifMayBuild, whenMayBuild } from './locks.js'
import { checkModule } from './module.js'
import { Pool, shareOf } from './pool.js'
import { endOfCall, failure, needsMemory, PageLeft, WorkerDied } from './problems.js'
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
 * @typedef {PoolEvent | {type: 'waiting'} | {type: 'planned', plan: Plan} | {type: 'left'}} BuildEvent  waiting for
 *   another tab; left: the page
 *   was, and what was under way is planned again when the user is back
 * @typedef {{how: How | 'busy', error?: EngineError}} Outcome  the error is that of a build that could not begin
 */
/**
 * @template T
 * @typedef {import('./types.js').Result<T>} Result
 */
/**
 * @template T
 * @typedef {{result: Promise<Result<T>>, stop: () => void}} Asked  once stopped, the result doesn't matter
 */

/**
 * Whether the plan takes seconds: one for a position with six men goes through all that play can reach.
 * @param {string} wanted
 */
const isLongPlan = (wanted) => isPosition(wanted) && wanted.split(' ')[0].replace(/[^a-z]/gi, '').length > 5

/**
 * A prober that starts its worker when first asked, and again after a death.
 * @param {() => void} onRestart
 * @param {Metric[]} [metrics]  whose tables it and what is begun with it are about, if not those that all are
 *   (metrics.js)
 */
export function createProber(onRestart, metrics) {
  /** @type {WorkerLink | null} */
  let link = null
  let over = false

  /**
   * @template T
   * @param {(remote: Comlink.Remote<Engine>) => Promise<Result<T>>} use
   * @param {boolean} [inTurn]  it takes the right to write tables, which is lost when the page is left: then it fails.
   *   All else is asked again
   *   after the user's return
   * @param {number} [triesLeft]
   * @returns {Promise<Result<T>>}
   */
  async function ask(use, inTurn = false, triesLeft = 1) {
    if (over) return failure('died', 'Nothing is asked any more.')
    const mine = (link ??= new WorkerLink(metrics))
    try {
      return await mine.call(use)
    } catch (error) {
      if (!(error instanceof WorkerDied)) return failure('internal', error)
      // Of several calls that fell with the worker, the first replaces it.
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
   * @returns {Asked<Plan>}
   */
  function startPlan(call, names, limits) {
    /** @param {Comlink.Remote<Engine>} remote @returns {Promise<Result<Plan>>} */
    const use = (remote) => remote[call]({ wanted: names, memory: shareOf(limits) })
    return names.some(isLongPlan) ? askOnce(use, metrics) : { result: ask(use, call === 'prepare'), stop: () => {} }
  }

  return {
    metrics,
    /** Ends its workers, and starts none any more. */
    end() {
      over = true
      link?.terminate()
      endSpares(metrics)
    },
    /** What the rules of chess alone tell about a position. @param {string} fen */
    rules: (fen) => ask((remote) => remote.rules({ fen })),
    /** @param {string} fen @param {Metric} [by]  that says what moves are best, if its tables are there */
    probe: (fen, by) => ask((remote) => remote.probe({ fen, by })),
    /**
     * The verdict and the best line, reported as soon as each is known, and the verdict after a null move.
     * @param {string} fen @param {Metric | undefined} by @param {(part: Answer) => void} report
     */
    answer: (fen, by, report) =>
      ask(/** @returns {Promise<Result<Answer>>} */ (remote) => remote.answer({ fen, by }, Comlink.proxy(report))),
    /** What texts begin with, as FENs. @param {string[]} texts */
    read: (texts) => ask((remote) => remote.read({ texts })),
    /** @param {string} fen @param {Metric} [by] */
    line: (fen, by) => ask((remote) => remote.line({ fen, by })),
    /**
     * A first look ahead, beside other questions.
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
     * The legal ones of the moves of a game.
     * @param {string} fen @param {string[]} moves @param {number[]} [after]  the number of the move before each
     */
    replay: (fen, moves, after) => ask((remote) => remote.replay({ fen, moves, after })),
    /** @param {number} men  at most, of classes that nothing is stored of */
    classes: (men) => ask(/** @returns {Promise<Result<any>>} */ (remote) => remote.classes({ men })),
    /** @param {string} name */
    details: (name) => ask((remote) => remote.details({ class: name })),
    /** @param {string} name */
    sum: (name) => ask((remote) => remote.sum({ class: name })),
    /**
     * What it takes to build something. A worker of its own makes a plan that takes seconds: the prober answers
     * meanwhile.
     * @param {string[]} names @param {Limits} limits
     */
    plan: (names, limits) => startPlan('plan', names, limits).result,
    /** A plan that can be given up. @param {string[]} names @param {Limits} limits */
    startPlan: (names, limits) => startPlan('plan', names, limits),
    /** What a build begins with, once it may. @param {string[]} names @param {Limits} limits */
    prepare: (names, limits) => startPlan('prepare', names, limits).result,
    /** What it ends with. @param {string[]} [later]  the classes that have still to be built, if they are known */
    tidy: (later) => ask((remote) => remote.tidy({ later }), true),
    /** @param {string} name */
    remove: (name) => ask((remote) => remote.remove({ class: name })),
    /** @param {string} name */
    file: (name) => ask((remote) => remote.file({ class: name })),
  }
}

/** @typedef {ReturnType<typeof createProber>} Prober */

/** A worker that has nothing to search for so long is ended, for its memory. */
const IDLE_MS = 60_000

/**
 * A search for proofs, in a worker that starts when it is asked for. It remembers what it found out, in so much memory.
 */
export function createSearcher() {
  /** @type {WorkerLink | null} */
  let link = null
  let memoryOfLink = 0
  let asked = 0
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let idle

  function end() {
    link?.terminate()
    link = null
  }

  return {
    /**
     * Searches until it is settled, until it is told to rest, or until it is asked about another position.
     * @param {string} fen
     * @param {number} seconds  at most
     * @param {number} memory  bytes for what it remembers
     * @param {boolean} beside  a build, which has most of the time
     * @param {(proof: Proof) => void} report
     * @returns {Promise<Result<Proof>>}
     */
    async prove(fen, seconds, memory, beside, report) {
      if (memory !== memoryOfLink) end() // a worker's memory never shrinks
      memoryOfLink = memory
      const mine = (link ??= new WorkerLink())
      clearTimeout(idle)
      asked++
      try {
        return await mine.call(
          /** @returns {Promise<Result<Proof>>} */ (remote) =>
            remote.prove({ fen, seconds, memory, beside }, Comlink.proxy(report)),
        )
      } catch (error) {
        if (link === mine) end()
        return error instanceof PageLeft ? await this.prove(fen, seconds, memory, beside, report) : endOfCall(error)
      } finally {
        if (--asked === 0) idle = setTimeout(end, IDLE_MS)
      }
    },
    /**
     * There may be more tables now, and a build or none. The search goes on with them where it is.
     * @param {boolean} beside
     */
    refresh: (beside) =>
      void link?.call(/** @returns {Promise<Result<null>>} */ (remote) => remote.refresh({ beside })).catch(() => {}),
    // Its death ends the search, too.
    rest: () => void link?.call(/** @returns {Promise<Result<null>>} */ (remote) => remote.rest()).catch(() => {}),
  }
}

/**
 * Builds what is absent of `names` and what they need, when no other tab builds; or only if none does.
 * @param {Prober} prober
 * @param {string[]} names
 * @param {Limits} limits
 * @param {(event: BuildEvent) => void} report
 * @param {boolean} [patient]
 */
export function startBuild(prober, names, limits, report, patient = true) {
  const stopped = new AbortController()
  /** @type {How} */
  let stoppedAs = 'cancelled'
  /** @type {Pool | null} */
  let pool = null
  /** Whether there is only one worker. */
  let alone = false
  /** @param {Limits} limits @returns {Limits} */
  const shared = (limits) => (alone ? { ...limits, workers: 1 } : limits)

  let paused = false

  /**
   * Is called again when the user is back after the page was left, and builds then what is still absent.
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
    if (!left.aborted) await prober.tidy(mine.left) // workers that were stopped could not
    return { how }
  }

  /** @param {How} how  it ends, if nothing has failed */
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
    /** What is under way goes on to its end, and then the build ends, if it isn't resumed before. */
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
          { class: task.class, unit: task.unit, slices: task.slices, castling: task.castling, later, memory, method },
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
 * Looks for positions. What is reported was found since the last report.
 * @param {Query} query
 * @param {(finding: Finding) => void} onProgress
 * @param {Metric[]} [metrics]
 * @returns {Asked<Finding>}
 */
export const startFind = (query, onProgress, metrics) =>
  askOnce((remote) => remote.find(query, Comlink.proxy(onProgress)), metrics)

/**
 * Finds out whether an imported table whose bytes nobody knows is right. It then counts as any other, or is gone: that
 * is the error 'refused'.
 * @param {string} name
 * @param {(progress: import('./types.js').Importing) => void} onProgress
 * @returns {Asked<null>}
 */
export const startJudging = (name, onProgress) =>
  askOnce((remote) => remote.judge({ class: name }, Comlink.proxy(onProgress)))

/**
 * Judges the games of a file. What is reported was found since the last report.
 * @param {Blob} file
 * @param {(checked: import('./types.js').Checked) => void} onProgress
 */
export const startCheck = (file, onProgress) =>
  askOnce(
    (remote) => remote.check(/** @type {File} */ (file), Comlink.proxy(onProgress)),
    undefined,
    new WorkerLink(undefined, checkModule),
  )

/**
 * Asks a worker of its own, whose memory returns with its end.
 * @template T
 * @param {(remote: Comlink.Remote<Engine>) => Promise<Result<T>>} use
 * @param {Metric[]} [metrics]
 * @param {WorkerLink | null} [link]  if one is there
 * @param {(result: Result<T>, link: WorkerLink) => boolean} [keep]  whether somebody else has use for it
 * @returns {Asked<T>}
 */
function askOnce(use, metrics, link = null, keep = () => false) {
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
