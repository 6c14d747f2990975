// The engine's code, compiled once and shared by all workers: each begins at once, with the code as
// far as the browser has optimised it for those before.

import checkUrl from '#generated/matewright-check.wasm.zst?url'
import wasmUrl from '#generated/matewright.wasm.zst?url'
import workerUrl from './worker.js?worker&url'
import { unpacking } from './unpacking.js'

/**
 * What is loaded once, for as long as the page is there: a new version of it, taken in another tab, takes the
 * files of this one away. What failed is tried again: the network may be back.
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

/** The engine with what reads games. It is not loaded ahead of its use. */
export const checkModule = once(() => compile(checkUrl))

/** The address of what workers run. In development that is many files, which don't go. */
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
  // It is compiled while it comes in.
  return WebAssembly.compileStreaming(
    new Response(body.pipeThrough(unpacking()), { headers: { 'content-type': 'application/wasm' } }),
  )
}
