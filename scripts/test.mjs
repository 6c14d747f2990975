// npm test: installs missing packages, then checks everything.
//
//   npm test                      all steps; a lane ends with the first step that fails
//   npm test -- staticcheck e2e   only these steps, one after the other
//   npm run check                 the inner loop: quick steps, and tests of changed files
//
// The last lines count the steps, with the time of each.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ensureCompilers } from './debian.mjs'
import { compilerEnv, installPackages, npm, output, root, run, wasmEnv } from './tools.mjs'

/** Vet is a step of its own. */
const NO_VET = '-vet=off'

/** Runs Go's tests in a real Chromium. */
const inBrowser = (...args) =>
  run('go', ['test', NO_VET, '-exec', `node '${root}/scripts/go-wasm-exec.mjs'`, ...args], wasmEnv)

/**
 * Lists the packages with other files in the browser, tests included. All others have the same findings as on this
 * machine, because integers and pointers have 64 bits on both. The package of the root is for programs of any platform.
 */
function otherInBrowser() {
  const files = '{{.ImportPath}} {{.GoFiles}} {{.CgoFiles}} {{.SFiles}} {{.TestGoFiles}} {{.XTestGoFiles}}'
  const list = (env) => output('go', ['list', '-f', files, './...'], env).split('\n')
  const here = new Set(list())
  const others = list(wasmEnv).filter((line) => !here.has(line))
  if (!others.some((line) => line.includes('/wasm '))) throw new Error(`./wasm is not among ${others}`)
  return ['.', ...others.map((line) => line.split(' ')[0])]
}

const GO_FOLDERS = ['cluster', 'core', 'indexeddb', 'wasm']

/**
 * The packages with goroutines whose tests are quick. The race detector makes code some ten times slower, and all Go
 * tests take 13 minutes of CPU without it. After a change of core/builder, run its tests named TestJoint by hand.
 */
const RACED = ['./core/lines', './core/store/...', './core/serve', './core/service', './core/uci']

/** The tests that take more than five seconds each. The inner loop skips them. */
const LONG = [
  'Attack.*',
  'Backup',
  'Budget',
  'BuildPositions',
  'By',
  'Castling',
  'Cut',
  'Encode',
  'Exhaustive',
  'Halved',
  'Levels.*',
  'Methods',
  'Metric',
  'Minor',
  'MoveRule',
  'Outcomes',
  'Planted',
  'Reference',
  'Requests',
  'Resume',
  'RoundTrip',
  'Slices',
  'Split',
  'Threads',
  'Totals',
  'UnitDamage',
  'Units',
  'Unpacked',
  'Wrong.*',
]

const VITEST = `${root}/node_modules/vitest/vitest.mjs`

/** Returns the tests of the page that read the catalogue, relative to web. */
const testsOfWords = () =>
  readdirSync(`${root}/web`, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.test.js') &&
      /#words|core\/words|\/words\.js|\/language\.js/.test(readFileSync(`${root}/web/${file}`, 'utf8')),
  )

/**
 * Does some work, in which all Go tests share the tables that they build: see core/internal/tabletest. The tests under
 * the race detector take them from the others, which build them ten times faster.
 * @param {() => Promise<void>} work
 */
async function sharingTables(work) {
  const variable = 'MATEWRIGHT_TEST_TABLES'
  if (process.env[variable]) return work()
  // The name is always the same one, because Go keeps a test's result only for the same environment. Tables of other
  // code may have other bytes.
  const tables = `${tmpdir()}/matewright-test-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`
  const remove = () => rmSync(tables, { recursive: true, force: true })
  remove()
  process.env[variable] = tables
  try {
    await work()
  } finally {
    remove()
  }
}

/** All its tests need all tables with up to four men, which take half a minute to build. */
const EXACT = 'core/internal/exact'

/**
 * Runs Go in the module of the cluster.
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
const inCluster = (args, env) => run('go', ['-C', 'cluster', ...args], env)

const steps = {
  packages: installPackages,
  browser: () => run(process.execPath, [`${root}/scripts/browser.mjs`, '--others']),
  gofmt() {
    const atRoot = readdirSync(root).filter((name) => name.endsWith('.go'))
    const unformatted = output('gofmt', ['-l', ...atRoot, ...GO_FOLDERS])
    if (unformatted) throw new Error(`gofmt -w is needed for:\n${unformatted}`)
  },
  vet() {
    run('go', ['vet', './...'], compilerEnv)
    run('go', ['vet', ...otherInBrowser()], { ...compilerEnv, ...wasmEnv })
    run('go', ['vet', '-tags=check', './wasm'], { ...compilerEnv, ...wasmEnv })
  },
  staticcheck() {
    // Built for this machine first: `go tool` would build it for the browser.
    const staticcheck = output('go', ['tool', '-n', 'staticcheck'])
    run(staticcheck, ['./...'], compilerEnv)
    run(staticcheck, otherInBrowser(), { ...compilerEnv, ...wasmEnv })
  },
  // The command for Linux, macOS and Windows, type-checked: 15 s of CPU without a cache. Compiling takes 40 s for each
  // of the two other systems.
  systems: () => run('go', ['run', './core/internal/systems'], compilerEnv),
  // Not beside the step browser: both may install packages of Debian.
  prose() {
    ensureCompilers()
    run(process.execPath, ['--test', `${root}/scripts/prose.test.mjs`])
    run(process.execPath, [`${root}/scripts/prose.mjs`])
  },
  go: () => run('go', ['test', NO_VET, '-timeout', '30m', './...']),
  race() {
    ensureCompilers()
    run('go', ['build', '-race', ...RACED], { ...compilerEnv, CGO_ENABLED: '1' })
    run('go', ['test', NO_VET, '-race', '-short', ...RACED], { CGO_ENABLED: '1' })
  },
  cluster() {
    inCluster(['vet', './...'], compilerEnv)
    inCluster(['tool', 'staticcheck', './...'], compilerEnv)
    inCluster(['test', NO_VET, './...'])
  },
  wasm: () => inBrowser('./indexeddb', './wasm'),
  // The kernels, which differ from the native ones, and slices with five men: whole tables would take too long.
  slices: () =>
    inBrowser('-run', 'TestKernels|TestSlices|TestTwins', './core/solve', './core/solve/kernel', './core/tile'),
  build: () => npm('run', 'build'),
  types: () => npm('exec', '--', 'tsc', '--noEmit'),
  lint: () => npm('run', 'lint'),
  // The configuration of releases. A dry run with GoReleaser is a job of its own in .github/workflows/test.yml.
  release() {
    run(process.execPath, ['--test', `${root}/scripts/release.test.mjs`])
    run('go', ['-C', 'scripts/release', 'run', '.', `${root}/.goreleaser.yaml`])
  },
  matches: () => run(process.execPath, ['--test', `${root}/scripts/matches/relayed.test.mjs`]),
  measurements() {
    run(process.execPath, ['--test', `${root}/scripts/suite/suite.test.mjs`])
    run(process.execPath, [`${root}/scripts/history.mjs`, '--check'])
    run(process.execPath, [`${root}/scripts/measurements.mjs`, '--check'])
  },
  // Only the tests that read the catalogue: the step words runs all, and the others have the same results there.
  vitest: () => run(process.execPath, [VITEST, 'run', ...testsOfWords()]),
  // With other words (scripts/pseudo.mjs): no test may assert a sentence of the page.
  words: () => run(process.execPath, [VITEST, 'run'], { MATEWRIGHT_WORDS: 'pseudo' }),
  vetNative: () => run('go', ['vet', './...'], compilerEnv),
  // The changed packages only: all packages take minutes, and a package that depends on them is tested by npm test.
  goChanged() {
    const files = changedFiles().filter((file) => file.endsWith('.go') && !file.startsWith('cluster/'))
    const tested = (folder) =>
      !folder.includes('testdata') &&
      !folder.startsWith('scripts/') &&
      folder !== EXACT &&
      existsSync(`${root}/${folder}`)
    const packages = [...new Set(files.map(dirname))].filter(tested)
    const skip = `^Test(${LONG.join('|')})$`
    const args = ['test', NO_VET, '-short', '-skip', skip, ...packages.map((folder) => `./${folder}`)]
    if (packages.length) run('go', args)
  },
  proseChanged: () => run(process.execPath, [`${root}/scripts/prose.mjs`, '--changed', MAIN]),
  vitestChanged: () => npm('exec', '--', 'vitest', 'run', '--changed', MAIN),
  // The page in Firefox and WebKitGTK.
  browsers: () => run(process.execPath, [`${root}/e2e/browsers.mjs`, '--short']),
  e2e: () => npm('exec', '--', 'playwright', 'test', '--config', 'e2e'),
}

/**
 * Steps in their order. The lanes of a list run side by side.
 * @typedef {(string | Lane[])[]} Order
 * @typedef {{steps: string[], patient?: boolean}} Lane
 *   A patient lane gets the processors' time that the others leave, such as those that wait for a browser.
 */

/** @type {Order} */
const ALL = [
  [
    { steps: ['packages', 'browser', 'measurements', 'matches', 'build', 'types', 'lint'] },
    { steps: ['gofmt', 'vet', 'staticcheck', 'systems'] },
  ],
  [
    { steps: ['e2e', 'browsers', 'wasm', 'slices', 'vitest', 'words', 'race', 'prose', 'release'] },
    { steps: ['go'], patient: true },
    { steps: ['cluster'], patient: true },
  ],
]

/** @type {Order} */
const CHECK = [
  [
    { steps: ['packages', 'types', 'lint', 'measurements', 'matches', 'vitestChanged', 'proseChanged'] },
    { steps: ['gofmt', 'vetNative', 'goChanged'] },
  ],
]

/** The branch that changes are compared with. */
const MAIN = 'main'

/** Returns the files that changed since the branch left {@link MAIN}, or are new. */
function changedFiles() {
  const base = output('git', ['merge-base', MAIN, 'HEAD'])
  const changed = output('git', ['diff', '--name-only', '--diff-filter=d', base])
  const untracked = output('git', ['ls-files', '--others', '--exclude-standard'])
  return `${changed}\n${untracked}`.split('\n').filter(Boolean)
}

/** The time of each step, as text. @type {string[]} */
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

/**
 * Runs each lane in a process. A lane's output is printed when the lane ends.
 * @param {Lane[]} lanes
 */
async function sideBySide(lanes) {
  const results = await Promise.allSettled(
    lanes.map(async ({ steps, patient }) => {
      const lane = promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), ...steps], {
        maxBuffer: Infinity,
      })
      if (patient && lane.child.pid) setPriority(lane.child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
      const { stdout, stderr } = await lane.catch((error) => error)
      const end = stdout.lastIndexOf(END)
      console.log(stdout.slice(0, end).trimEnd())
      console.error(stderr.trimEnd())
      took.push(
        ...stdout
          .slice(end + END.length)
          .split('\n')[0]
          .split(', '),
      )
      await lane
    }),
  )
  const broken = lanes.filter((_, i) => results[i].status === 'rejected')
  failed += broken.length // each lane ends with the first step that fails
  if (broken.length) throw new Error(broken.map(({ steps }) => `one of ${steps.join(', ')} failed`).join('; '))
}

/** Begins the lines that end the output. */
const END = '\n-- '

/** @param {string[]} args */
async function main(args) {
  const order = args.length === 0 ? ALL : args[0] === '--check' ? CHECK : args
  const unknown = order.flat().filter((name) => typeof name === 'string' && !steps[name])
  if (unknown.length) throw new Error(`No step ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}.`)
  const start = performance.now()
  try {
    await sharingTables(async () => {
      for (const each of order) await (typeof each === 'string' ? step(each) : sideBySide(each))
    })
  } catch (error) {
    console.error(`== ${error.message}`)
    process.exitCode = 1
  }
  const all = args.length === 1 ? '' : `, ${((performance.now() - start) / 1000).toFixed(1)} s in all`
  console.log(`${END}${took.join(', ')}\n${took.length - failed} passed, ${failed} failed${all}`)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
