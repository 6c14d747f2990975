// The engine's code. The page compiles it once and shares it with all workers. So each starts at once, with the code
// that the browser has optimised for earlier workers.

import checkUrl from '#generated/matewright-check.wasm.zst?url'
import wasmUrl from '#generated/matewright.wasm.zst?url'
import workerUrl from './worker.js?worker&url'
import { unpacking } from './unpacking.js'

/**
 * Loads something once in the life of the page, as an update in another tab deletes the files of this version. A failed
 * load is tried again at the next call: the network may be back.
 * @template T
 * @param {() => Promise<T>} load
 */
function once(load) {
  /** @type {Promise<T> | null} */
  let loaded = null
  return () =>
    (loaded ??= load().catch((error) => {
      loaded = null
      throw error
    }))
}

export const engineModule = once(() => compile(wasmUrl))

/**
 * The engine that also reads games and Syzygy files, imports tables, and solves endings. It is loaded at its first use.
 */
export const checkModule = once(() => compile(checkUrl))

/** The URL of the workers' script. In development it has many files, which stay available. */
export const engineScript = once(async () => {
  if (import.meta.env.DEV) return workerUrl
  const response = await load(workerUrl)
  return URL.createObjectURL(new Blob([await response.blob()], { type: 'text/javascript' }))
})

/** @param {string} url */
async function load(url) {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The engine could not be loaded (${response.status}).`)
  return response
}

/** @param {string} url */
async function compile(url) {
  const { body } = await load(url)
  if (!body) throw new Error('The engine came without its code.')
  // The code is compiled while it loads.
  return WebAssembly.compileStreaming(
    new Response(body.pipeThrough(unpacking()), { headers: { 'content-type': 'application/wasm' } }),
  )
}
