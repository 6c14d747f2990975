// One Go engine in a worker. The page keeps one for probing and starts another for every task
// of a build, and for every search; all run this script.
//
// Whatever kills a worker, its locks are released: the page waits for the life lock to learn of a
// death that sends no event, such as a worker ended for its memory.

import '#generated/wasm_exec.js'
import * as Comlink from 'comlink'
import { holdForever, ifMayBuild } from './locks.js'
import { refusal } from './problems.js'

/**
 * @typedef {import('./types.js').Engine} Engine
 * @typedef {import('./types.js').Progress} Progress
 * @typedef {import('./types.js').Built} Built
 */
/**
 * @template T
 * @typedef {import('./types.js').Result<T>} Result
 */

/** Go's last words, for the page. */
let epitaph = ''

/** @type {WebAssembly.Memory} Go's memory */
let memory

/** It only grows. */
const wasmBytes = () => memory.buffer.byteLength

/**
 * @param {string} lifeLock  the name of the lock to hold while alive
 * @param {WebAssembly.Module} module
 */
async function start(lifeLock, module) {
  await holdForever(lifeLock)
  listenToGo()
  const go = new Go()
  const instance = await WebAssembly.instantiate(module, go.importObject)
  memory = /** @type {WebAssembly.Memory} */ (instance.exports.mem)
  // main sets globalThis.matewright before it blocks, and blocks for ever.
  go.run(instance).then(() => die('The engine ended.'), (error) => die(String(error)))
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
 * Adds the memory to what Go reports of its work.
 * @param {(progress: Progress) => void} onProgress
 * @param {(report: (progress: Progress) => void) => Promise<Result<Built>>} work
 */
async function withMemory(onProgress, work) {
  const result = await work((progress) => onProgress(Object.assign(progress, { wasmBytes: wasmBytes() })))
  if (result.ok) result.value.wasmBytes = wasmBytes()
  return result
}

/** @type {Engine & {start: typeof start}} */
const worker = {
  start,
  probe: (fen) => matewright.probe(fen),
  line: (fen) => matewright.line(fen),
  pass: (fen) => matewright.pass(fen),
  find: (query, onProgress) => matewright.find(query, (finding) => onProgress(finding)),
  classes: () => matewright.classes(),
  details: (name) => matewright.details(name),
  sum: (name) => matewright.sum(name),
  plan: (names, memory) => matewright.plan(names, memory),

  prepare: (names, memory) => matewright.prepare(names, memory),
  tidy: (later) => matewright.tidy(later),

  async remove(name) {
    const result = await ifMayBuild(() => matewright.remove(name))
    return result ?? refusal('busy', name)
  },

  build: (name, unit, later, memory, onProgress) => withMemory(onProgress, (report) => matewright.build(name, unit, later, memory, report)),
  join: (name, onProgress) => withMemory(onProgress, (report) => matewright.join(name, report)),

  file: (name) => matewright.file(name),
  import: (file, onProgress) => matewright.import(file, onProgress),
}

Comlink.expose(worker)
