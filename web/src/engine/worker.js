// One Go engine in a worker. The page keeps one for probing and starts another for every task
// of a build, and for every search; all run this script.
//
// Whatever kills a worker, its locks are released: the page waits for the life lock to learn of a
// death that sends no event, such as a worker ended for its memory.

import '#generated/wasm_exec.js'
import * as Comlink from 'comlink'
import { takeKept } from './kept.js'
import { holdForever, ifMayBuild, whenMayBuild } from './locks.js'

/** Go's last words, for the page. */
let epitaph = ''

/** @type {WebAssembly.Memory} Go's memory, which only grows */
let memory

/** What the page can call: start, and then whatever Go answers. */
const worker = { start }

/**
 * @param {string | null} lifeLock  the name of the lock to hold while alive; without one nothing can be stored, and
 *   tables are kept in memory
 * @param {WebAssembly.Module} module
 * @param {string[]} metrics  see metrics.js
 */
async function start(lifeLock, module, metrics) {
  takeKept(lifeLock !== null)
  if (lifeLock) await holdForever(lifeLock)
  listenToGo()
  const go = new Go()
  go.argv = ['matewright', ...metrics]
  if (!lifeLock) go.env = { MATEWRIGHT_STORE: 'memory' }
  const instance = await WebAssembly.instantiate(module, go.importObject)
  memory = /** @type {WebAssembly.Memory} */ (instance.exports.mem)
  // main sets globalThis.matewright before it blocks, and blocks for ever.
  go.run(instance).then(
    () => die('The engine ended.'),
    (error) => die(String(error)),
  )
  Object.assign(worker, matewright, own)
}

// wasm_exec.js prints what Go writes to standard error through console.log.
function listenToGo() {
  const log = console.log
  console.log = (...line) => {
    const text = line.join(' ')
    if (/^(panic|fatal error): /.test(text)) epitaph ||= text
    log(...line)
  }
}

/** @param {string} reason */
function die(reason) {
  postMessage({ matewrightDied: epitaph || reason })
  close()
}

/**
 * Adds the memory to what Go says of its work.
 * @template {object} T
 * @param {T} said
 */
const withMemory = (said) => Object.assign(said, { wasmBytes: memory.buffer.byteLength })

/**
 * Calls that Go alone can't answer: whether another tab writes is known here, and how much memory there is.
 * @type {import('./types.js').WorkersCalls}
 */
const own = {
  async remove(request) {
    const busy = /** @type {const} */ ({ ok: false, error: { code: 'busy', class: request.class, message: '' } })
    return (await ifMayBuild(() => matewright.remove(request))) ?? busy
  },

  // To judge takes long and writes nothing; what comes of it is written in a moment, when nobody else writes.
  async judge(request, report) {
    const judged = await matewright.judge(request, report)
    return judged.ok
      ? whenMayBuild(
          new AbortController().signal,
          () => {},
          () => matewright.settle(),
        )
      : judged
  },

  async build(request, report) {
    const result = await matewright.build(request, (progress) => report(withMemory(progress)))
    return result.ok ? { ok: true, value: withMemory(result.value) } : result
  },
}

Comlink.expose(worker)
