// The engine's code, compiled once and shared by all workers: each begins at once, with the code as
// far as the browser has optimised it for those before.

import wasmUrl from '#generated/matewright.wasm?url'

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
  const response = await fetch(wasmUrl)
  if (!response.ok) throw new Error(`The engine could not be loaded (${response.status}).`)
  // Some static servers don't know the type of .wasm, and streaming insists on it.
  if (response.headers.get('content-type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(response)
  return WebAssembly.compile(await response.arrayBuffer())
}
