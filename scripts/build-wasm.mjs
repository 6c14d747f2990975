// Compiles the engine for the page: web/generated/matewright.wasm, with the loops that Go leaves out, packed beside it
// as the page loads it; the same with what reads games, matewright-check.wasm, which is loaded when games are checked; and wasm_exec.js, which must come from the very compiler in use. Its types, which are in the
// repository, are brought up to date.

import { compress, init } from '@bokuweb/zstd-wasm'
import { decompress } from 'fzstd'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { output, root, run, structure, wasmEnv } from './tools.mjs'

const target = `${root}/web/generated`
/** The builds of the engine, and their tags. */
const BUILDS = { matewright: '', 'matewright-check': 'check' }

/** What has loops worth it, as the linker names it: a function that gets them may be in the engine twice. */
const LOOPS = [
  'board.', 'search.', 'slice.', 'solve.', 'tile.', 'value.',
  ...['__packer_', '__tilePacker_', '__spilledTile_', '__spilledPart_', '__Encoder_.survey'].map((name) => `encode.${name}`),
  ...['PackValues', 'UnpackValues', 'unpack', '__valuePacker_', '__valueCounts_', '__WordCounts_', '__Tally_', '__FaceChunks_'].map((name) => `format.${name}`),
  ...['__Source_', '__query_', '__Moves_', '__Reader_'].map((name) => `library.${name}`),
  ...['look', 'lanes', 'find', 'reach', 'escapeless', 'valueBelow', 'onlyMove'].map((name) => `find.__Search_.${name}`), 'find.among', 'find.mutual', 'find.__byteSet_', 'verify.__worker_',
]

/** zstd's tightest without a larger window. */
const LEVEL = 19

/** Packing takes seconds, so what is packed already is left alone. @param {Buffer} wasm @param {string} packed */
async function pack(wasm, packed) {
  if (existsSync(packed) && wasm.equals(decompress(readFileSync(packed)))) return
  await init()
  writeFileSync(packed, compress(wasm, LEVEL))
}

try {
  mkdirSync(target, { recursive: true })
  run('go', ['run', './wasm/border'])
  for (const [name, tags] of Object.entries(BUILDS)) await build(`${target}/${name}.wasm`, tags)
  copyFileSync(`${output('go', ['env', 'GOROOT'])}/lib/wasm/wasm_exec.js`, `${target}/wasm_exec.js`)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

/** @param {string} file @param {string} tags */
async function build(file, tags) {
  rmSync(file, { force: true }) // Go takes what it linked last for up to date, loops or not
  run('go', ['build', '-trimpath', '-ldflags=-w', `-tags=${tags}`, '-o', file, './wasm'], wasmEnv)
  structure(file, LOOPS.map((name) => `github.com/matewright/matewright/core/${name}`))
  const wasm = readFileSync(file)
  await pack(wasm, `${file}.zst`)
  console.log(`${file.slice(root.length + 1)}: ${megabytes(wasm)}, packed ${megabytes(readFileSync(`${file}.zst`))}`)
}

/** @param {Buffer} file */
function megabytes(file) {
  return `${(file.length / 1e6).toFixed(2)} MB`
}
