// npm test: installs what is missing, then checks everything.
//
//   npm test                      all steps, until the first that fails
//   npm test -- staticcheck e2e   only these
//
// The last lines count the steps, and say how long each took.

import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ensureCompilers } from './debian.mjs'
import { installPackages, npm, output, root, run, wasmEnv } from './tools.mjs'

/** Vet has a step of its own. */
const NO_VET = '-vet=off'

/** Runs Go's tests in a real Chromium. */
const inBrowser = (...args) => run('go', ['test', NO_VET, '-exec', `node '${root}/scripts/go-wasm-exec.mjs'`, ...args], wasmEnv)

const GO_FOLDERS = ['cluster', 'core', 'indexeddb', 'wasm']

/** Runs Go in the module of the cluster. */
const inCluster = (...args) => run('go', ['-C', 'cluster', ...args])

const steps = {
  packages: installPackages,
  browser: () => run(process.execPath, [`${root}/scripts/browser.mjs`, '--others']),
  gofmt() {
    const atRoot = readdirSync(root).filter((name) => name.endsWith('.go'))
    const unformatted = output('gofmt', ['-l', ...atRoot, ...GO_FOLDERS])
    if (unformatted) throw new Error(`gofmt -w is needed for:\n${unformatted}`)
  },
  vet() {
    run('go', ['vet', './...'])
    run('go', ['vet', './...'], wasmEnv)
    run('go', ['vet', '-tags=check', './wasm'], wasmEnv)
  },
  staticcheck() {
    // Built for this machine first: `go tool` would build it for the browser.
    const staticcheck = output('go', ['tool', '-n', 'staticcheck'])
    run(staticcheck, ['./...'])
    run(staticcheck, ['./...'], wasmEnv)
  },
  // The command for Linux, macOS and Windows, type-checked: 30 s of CPU without a cache, where compiling takes 190 s.
  systems: () => run('go', ['run', './core/internal/systems']),
  // Not beside the browsers: both may install packages of Debian.
  prose() {
    ensureCompilers()
    run(process.execPath, ['--test', `${root}/scripts/prose.test.mjs`])
    run(process.execPath, [`${root}/scripts/prose.mjs`, '--changed'])
  },
  go: () => run('go', ['test', NO_VET, '-timeout', '30m', './...']),
  cluster() {
    inCluster('vet', './...')
    inCluster('tool', 'staticcheck', './...')
    inCluster('test', NO_VET, './...')
  },
  wasm: () => inBrowser('./indexeddb', './wasm'),
  // The kernels, which are others than natively, and slices with five men, such as are too many to
  // build whole tables of: each is held to its moves. And what the engine's loops are made of (wasm/structure).
  slices: () => inBrowser('-run', 'TestKernels|TestSlices|TestTwins', './core/solve', './core/solve/kernel', './core/tile'),
  build: () => npm('run', 'build'),
  types: () => npm('exec', '--', 'tsc', '--noEmit'),
  lint: () => npm('run', 'lint'),
  vitest: () => npm('exec', '--', 'vitest', 'run'),
  // With other words (scripts/pseudo.mjs): no test may assert a sentence of the page.
  words: () => run(process.execPath, [`${root}/node_modules/vitest/vitest.mjs`, 'run'], { MATEWRIGHT_WORDS: 'pseudo' }),
  // The page in Firefox and WebKitGTK.
  browsers: () => run(process.execPath, [`${root}/e2e/browsers.mjs`, '--short']),
  e2e: () => npm('exec', '--', 'playwright', 'test', '--config', 'e2e'),
}

/**
 * What is done one after the other. A list of lists is done side by side: these leave a core idle much of the time, or wait for the network.
 * @type {(string | string[][])[]}
 */
const ALL = [
  [['packages', 'browser', 'build', 'types', 'lint'], ['gofmt', 'vet', 'staticcheck', 'systems']],
  'go',
  [['prose', 'wasm', 'slices', 'vitest', 'words', 'browsers'], ['cluster']],
  'e2e',
]

/** What each step took, in words. @type {string[]} */
const took = []

let failed = 0

/** @param {string} name */
function step(name) {
  console.log(`\n== ${name}`)
  const start = performance.now()
  try {
    steps[name]()
  } catch (error) {
    failed++
    error.message = `${name} failed: ${error.message}`
    throw error
  } finally {
    took.push(`${name} ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
}

/** Runs steps in processes of their own, and shows of each what it printed when it has ended. @param {string[][]} lanes */
async function sideBySide(lanes) {
  const results = await Promise.allSettled(lanes.map(async (names) => {
    const lane = promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), ...names], { maxBuffer: Infinity })
    const { stdout, stderr } = await lane.catch((error) => error)
    const end = stdout.lastIndexOf(END)
    console.log(stdout.slice(0, end).trimEnd())
    console.error(stderr.trimEnd())
    took.push(...stdout.slice(end + END.length).split('\n')[0].split(', '))
    await lane
  }))
  const broken = lanes.filter((_, i) => results[i].status === 'rejected')
  failed += broken.length // each ends with the first step that fails
  if (broken.length) throw new Error(broken.map((names) => `one of ${names.join(', ')} failed`).join('; '))
}

/** Begins the lines that end all. */
const END = '\n-- '

async function main(names) {
  const unknown = names.filter((name) => !steps[name])
  if (unknown.length) throw new Error(`No step ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}.`)
  try {
    for (const each of names.length ? names : ALL) await (typeof each === 'string' ? step(each) : sideBySide(each))
  } catch (error) {
    console.error(`== ${error.message}`)
    process.exitCode = 1
  }
  console.log(`${END}${took.join(', ')}\n${took.length - failed} passed, ${failed} failed`)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
