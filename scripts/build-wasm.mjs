// Builds the engine for the page in web/generated, and updates its types in the repository:
//
// - matewright.wasm, with the loops that Go leaves out, and matewright.wasm.zst, the same packed for the page;
// - matewright-check.wasm, which also reads games and solves endings, and its packed form. The page loads it for these;
// - wasm_exec.js of the Go that compiled it: another version may not work with it.
//
//   node scripts/build-wasm.mjs             both steps
//   node scripts/build-wasm.mjs --compile   only the compiler's step, which needs no npm package
//   node scripts/build-wasm.mjs --pack      only the packed forms

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { compilerEnv, output, root, run, structure, wasmEnv } from './tools.mjs'

const target = `${root}/web/generated`
/** The builds of the engine, and their tags. */
const BUILDS = { matewright: '', 'matewright-check': 'check' }

/** Prefixes of functions that gain by loops, as the linker names them: they may be in the engine twice. */
const LOOPS = [
  'board.',
  'ending.',
  'search.',
  'slice.',
  'solve.',
  'tile.',
  'value.',
  ...['__packer_', '__tilePacker_', '__spilledTile_', '__spilledPart_', '__Encoder_.survey'].map(
    (name) => `encode.${name}`,
  ),
  ...[
    'PackValues',
    'UnpackValues',
    'unpack',
    '__valuePacker_',
    '__valueCounts_',
    '__WordCounts_',
    '__Tally_',
    '__FaceChunks_',
  ].map((name) => `format.${name}`),
  ...['__Source_', '__query_', '__Moves_', '__Reader_'].map((name) => `library.${name}`),
  ...['look', 'lanes', 'find', 'reach', 'escapeless', 'valueBelow', 'onlyMove'].map((name) => `find.__Search_.${name}`),
  'find.among',
  'find.mutual',
  'find.__byteSet_',
  'verify.__worker_',
]

/** zstd's tightest without a larger window. */
const LEVEL = 19

/** @param {string} name of a build */
const fileOf = (name) => `${target}/${name}.wasm`

function compile() {
  mkdirSync(target, { recursive: true })
  run('go', ['run', './wasm/border'], compilerEnv)
  for (const [name, tags] of Object.entries(BUILDS)) {
    const file = fileOf(name)
    rmSync(file, { force: true }) // Go would take the file with loops for its own output, and keep it
    run('go', ['build', '-trimpath', '-ldflags=-w', `-tags=${tags}`, '-o', file, './wasm'], {
      ...compilerEnv,
      ...wasmEnv,
    })
    structure(
      file,
      LOOPS.map((name) => `github.com/matewright/matewright/core/${name}`),
    )
  }
  copyFileSync(`${output('go', ['env', 'GOROOT'])}/lib/wasm/wasm_exec.js`, `${target}/wasm_exec.js`)
}

/**
 * Packs both builds. Packing takes seconds, so each has its thread, and a packed file that is up to date stays.
 * The packer is an npm package: it is imported when it is installed.
 */
const pack = () =>
  Promise.all(
    Object.keys(BUILDS).map(
      (name) =>
        new Promise((resolve, reject) => {
          const thread = new Worker(new URL(import.meta.url), { workerData: fileOf(name) })
          thread.on('error', reject)
          thread.on('exit', (code) =>
            code ? reject(new Error(`Packing ${name} ended with ${code}.`)) : resolve(undefined),
          )
        }),
    ),
  )

/** @param {string} file */
async function packFile(file) {
  const [{ compress, init }, { decompress }] = await Promise.all([import('@bokuweb/zstd-wasm'), import('fzstd')])
  const wasm = readFileSync(file)
  const packed = `${file}.zst`
  if (!existsSync(packed) || !wasm.equals(decompress(readFileSync(packed)))) {
    await init()
    writeFileSync(packed, compress(wasm, LEVEL))
  }
  console.log(`${file.slice(root.length + 1)}: ${megabytes(wasm)}, packed ${megabytes(readFileSync(packed))}`)
}

/** @param {Buffer} file */
const megabytes = (file) => `${(file.length / 1e6).toFixed(2)} MB`

try {
  const [step] = process.argv.slice(2)
  if (!isMainThread) {
    await packFile(workerData)
  } else {
    if (step && !['--compile', '--pack'].includes(step)) throw new Error(`unknown option ${step}`)
    if (step !== '--pack') compile()
    if (step !== '--compile') await pack()
  }
} catch (error) {
  if (!isMainThread) throw error
  console.error(error.message)
  process.exit(1)
}
