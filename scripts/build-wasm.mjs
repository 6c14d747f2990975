// Compiles the engine for the page: web/generated/matewright.wasm, and beside it
// wasm_exec.js, which must come from the very compiler in use.

import { copyFileSync, mkdirSync, statSync } from 'node:fs'
import { output, root, run, wasmEnv } from './tools.mjs'

const target = `${root}/web/generated`

try {
  mkdirSync(target, { recursive: true })
  run('go', ['build', '-trimpath', '-ldflags=-s -w', '-o', `${target}/matewright.wasm`, './wasm'], wasmEnv)
  copyFileSync(`${output('go', ['env', 'GOROOT'])}/lib/wasm/wasm_exec.js`, `${target}/wasm_exec.js`)
  console.log(`web/generated/matewright.wasm: ${(statSync(`${target}/matewright.wasm`).size / 1e6).toFixed(1)} MB`)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
