// npm test: installs what is missing, then checks everything.
//
//   npm test                      all steps, until the first that fails
//   npm test -- staticcheck e2e   only these
//
// The last lines count the steps, and say how long each took.

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
  browser: () => run(process.execPath, [`${root}/scripts/browser.mjs`]),
  gofmt() {
    const unformatted = output('gofmt', ['-l', ...GO_FOLDERS])
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
  go: () => run('go', ['test', NO_VET, '-timeout', '30m', './...']),
  cluster() {
    inCluster('vet', './...')
    inCluster('tool', 'staticcheck', './...')
    inCluster('test', NO_VET, './...')
  },
  wasm: () => inBrowser('./indexeddb', './wasm'),
  // The kernels, which are others than natively, and slices with five men, such as are too many to
  // build whole tables of: each is held to its moves. And what the engine's loops are made of (wasm/structure).
  slices: () => inBrowser('-run', 'TestKernels|TestSlices|TestTwins', './core/solve', './core/tile'),
  build: () => npm('run', 'build'),
  types: () => npm('exec', '--', 'tsc', '--noEmit'),
  vitest: () => npm('exec', '--', 'vitest', 'run'),
  e2e: () => npm('exec', '--', 'playwright', 'test', '--config', 'e2e'),
}

function main(names) {
  const unknown = names.filter((name) => !steps[name])
  if (unknown.length) throw new Error(`No step ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}.`)
  const took = []
  const end = (failed) => console.log(`\n${took.join(', ')}\n${took.length - failed} passed, ${failed} failed`)
  for (const name of names.length ? names : Object.keys(steps)) {
    console.log(`\n== ${name}`)
    const start = performance.now()
    const note = () => took.push(`${name} ${((performance.now() - start) / 1000).toFixed(1)} s`)
    try {
      steps[name]()
    } catch (error) {
      note()
      console.error(`== ${name} failed: ${error.message}`)
      process.exitCode = 1
      return end(1)
    }
    note()
  }
  end(0)
}

try {
  main(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
