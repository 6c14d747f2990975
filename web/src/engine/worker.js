// One Go engine in a worker. The page has a worker for probing, and starts others for tasks of builds and for searches.
// All run this script.
//
// The browser releases the locks of a dead worker. The page waits for the worker's life lock, because some deaths send
// no event, such as a worker killed for its memory.

import '#generated/wasm_exec.js'
import * as Comlink from 'comlink'
import { takeKept } from './kept.js'
import { holdForever, ifMayBuild, whenMayBuild } from './locks.js'
import { afterReports } from './reports.js'
import { site as matewrightSite } from './site.js'

/** Go's fatal error, for the page. */
let epitaph = ''

/** @type {WebAssembly.Memory} Go's memory, which only grows */
let memory

/**
 * The calls for the page: start, and then those of Go.
 * @type {Record<string, (...given: any[]) => Promise<unknown>>}
 */
const worker = { start }

/**
 * @param {string | null} lifeLock  the name of the lock to hold for life; null keeps tables in memory
 * @param {WebAssembly.Module} module
 * @param {string[]} metrics  see metrics.js
 * @param {string} site  see site-address.js
 */
async function start(lifeLock, module, metrics, site) {
  takeKept(lifeLock !== null)
  if (lifeLock) await holdForever(lifeLock)
  listenToGo()
  const go = new Go()
  go.argv = ['matewright', ...metrics]
  go.env = { MATEWRIGHT_SITE: site, ...(lifeLock ? {} : { MATEWRIGHT_STORE: 'memory' }) }
  Object.assign(globalThis, { matewrightSite })
  const instance = await WebAssembly.instantiate(module, go.importObject)
  memory = /** @type {WebAssembly.Memory} */ (instance.exports.mem)
  // main sets globalThis.matewright before it blocks, and blocks for ever.
  go.run(instance).then(
    () => die('The engine ended.'),
    (error) => die(String(error)),
  )
  /** @type {Record<string, (...given: any[]) => Promise<unknown>>} */
  const calls = { ...matewright, ...own }
  for (const [name, call] of Object.entries(calls)) worker[name] = afterReports(call)
}

// wasm_exec.js prints Go's standard error through console.log.
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
 * Adds the size of the memory to a result of Go.
 * @template {object} T
 * @param {T} result
 */
const withMemory = (result) => Object.assign(result, { wasmBytes: memory.buffer.byteLength })

/**
 * The calls that need more than Go: the build lock, and the size of the memory.
 * @type {import('./types.js').WorkersCalls}
 */
const own = {
  async remove(request) {
    const busy = /** @type {const} */ ({ ok: false, error: { code: 'busy', class: request.class, message: '' } })
    return (await ifMayBuild(() => matewright.remove(request))) ?? busy
  },

  // judge takes long and writes nothing. settle writes the result in a moment, under the build lock.
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

  async writeSyzygy(request, report) {
    const result = await matewright.writeSyzygy(request, report)
    return result.ok ? { ok: true, value: withMemory({ files: result.value }) } : result
  },
}

Comlink.expose(worker)
