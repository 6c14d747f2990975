// The engine's code, compiled once and shared by all workers: each begins at once, with the code as
// far as the browser has optimised it for those before.

import wasmUrl from '#generated/matewright.wasm.zst?url'
import { unpacking } from './unpacking.js'

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null

/** @returns {Promise<WebAssembly.Module>} */
export function engineModule() {
  return (compiled ??= compile().catch((error) => {
    compiled = null // the network may be back the next time
    throw error
  }))
}

async function compile() {
  const { ok, status, body } = await fetch(wasmUrl)
  if (!ok || !body) throw new Error(`The engine could not be loaded (${status}).`)
  // It is compiled while it comes in.
  return WebAssembly.compileStreaming(new Response(body.pipeThrough(unpacking()), { headers: { 'content-type': 'application/wasm' } }))
}
