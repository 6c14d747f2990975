// One Go engine in a worker. The page keeps one for probing and starts another for every build;
// both run this script.
//
// Whatever kills a worker, its locks are released: the page waits for the life lock to learn of a
// death that sends no event, such as a worker ended for its memory.

import '#generated/wasm_exec.js'
import wasmUrl from '#generated/matewright.wasm?url'
import * as Comlink from 'comlink'
import { BUILD_LOCK } from './locks.js'

/** @typedef {import('./types.js').Engine} Engine */

/** Go's last words, for the page. */
let epitaph = ''

/** @type {WebAssembly.Memory} Go's memory */
let memory

/** It only grows. */
const wasmBytes = () => memory.buffer.byteLength

/** @param {string} lifeLock  the name of the lock to hold while alive */
async function start(lifeLock) {
  await holdForever(lifeLock)
  listenToGo()
  const go = new Go()
  const { instance } = await instantiate(go.importObject)
  memory = /** @type {WebAssembly.Memory} */ (instance.exports.mem)
  // main sets globalThis.matewright before it blocks, and blocks for ever.
  go.run(instance).then(() => die('The engine ended.'), (error) => die(String(error)))
}

/** @param {string} name */
function holdForever(name) {
  return new Promise((held, refused) => {
    const released = navigator.locks.request(name, () => {
      held(undefined)
      return new Promise(() => {})
    })
    released.catch(refused)
  })
}

/** @param {WebAssembly.Imports} imports */
async function instantiate(imports) {
  const response = await fetch(wasmUrl)
  if (!response.ok) throw new Error(`The engine could not be loaded (${response.status}).`)
  // Some static servers don't know the type of .wasm, and streaming insists on it.
  if (response.headers.get('content-type')?.startsWith('application/wasm')) {
    return WebAssembly.instantiateStreaming(response, imports)
  }
  return WebAssembly.instantiate(await response.arrayBuffer(), imports)
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

/** @type {Engine & {start: typeof start}} */
const worker = {
  start,
  probe: (fen) => matewright.probe(fen),
  line: (fen) => matewright.line(fen),
  classes: () => matewright.classes(),
  plan: (names) => matewright.plan(names),

  async remove(name) {
    const result = await navigator.locks.request(BUILD_LOCK, { ifAvailable: true }, (lock) =>
      lock ? matewright.remove(name) : null,
    )
    return result ?? { ok: false, error: { code: 'busy', class: name, message: 'A build is running, and may be using this table.' } }
  },

  async build(names, onProgress) {
    const build = async () => {
      const result = await matewright.build(names, (progress) => onProgress(Object.assign(progress, { wasmBytes: wasmBytes() })))
      if (result.ok) result.value.wasmBytes = wasmBytes()
      return result
    }
    const result = await navigator.locks.request(BUILD_LOCK, { ifAvailable: true }, (lock) => (lock ? build() : null))
    if (result) return result
    onProgress({ step: 'waiting' })
    return navigator.locks.request(BUILD_LOCK, build)
  },
}

Comlink.expose(worker)
