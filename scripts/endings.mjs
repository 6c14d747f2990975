// npm run endings: solves the endings of core/ending/testdata/literature.tsv, natively on two threads and in Chromium
// on one worker, and writes docs/measurements/data/endings.json.
//
//   npm run endings -- --most 20   only endings that the list gives at most 20 seconds
//
// Each ending is a process of its own, so that its peak of memory is known. In the browser that is the memory of Go.

import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { output, root, run, wasmEnv } from './tools.mjs'

const THREADS = 2

const { values } = parseArgs({ options: { most: { type: 'string', default: '1000' } } })
const folder = mkdtempSync(`${tmpdir()}/matewright-endings-`)
try {
  const rows = readFileSync(`${root}/core/ending/testdata/literature.tsv`, 'utf8').trim().split('\n').slice(1)
  run('go', ['build', '-o', `${folder}/matewright`, './core/cmd/matewright'])
  run('go', ['test', '-c', '-o', `${folder}/ending.test`, './core/ending'], wasmEnv)
  const measured = []
  for (const [name, fen, , only, seconds] of rows.map((row) => row.split('\t'))) {
    if (Number(seconds) > Number(values.most)) continue
    const { solved, peak } = await natively(fen)
    const there = inChromium(name)
    const result = solved.low === solved.high ? solved.low : `${solved.low} to ${solved.high}`
    measured.push([
      name,
      String(fen.split(' ')[0].replace(/[^a-z]/gi, '').length),
      result + (only === '-' ? '' : `, only ${solved.moves[0].san}`),
      String(solved.slices),
      solved.seconds.toFixed(1),
      String(peak),
      (solved.bytes / 2 ** 20).toFixed(1),
      there.seconds.toFixed(1),
      String(there.peak),
    ])
    console.log(measured.at(-1).join('  '))
  }
  write(measured)
} finally {
  rmSync(folder, { recursive: true })
}

/**
 * Solves an ending by the command.
 * @param {string} fen
 * @returns {Promise<{solved: any, peak: number}>} the peak in MiB
 */
function natively(fen) {
  const child = spawn(`${folder}/matewright`, ['ending', fen, '--json', '--threads', String(THREADS)])
  let text = ''
  let peak = 0
  child.stdout.on('data', (data) => (text += data))
  const look = () => {
    try {
      peak = Number(readFileSync(`/proc/${child.pid}/status`, 'utf8').match(/VmHWM:\s+(\d+)/)?.[1] ?? peak)
    } catch {} // the process has ended
  }
  const timer = setInterval(look, 10)
  return new Promise((resolve, reject) =>
    child.on('close', (code) => {
      clearInterval(timer)
      if (code === 0) resolve({ solved: JSON.parse(text), peak: Math.ceil(peak / 1024) })
      else reject(new Error(`${fen}: exit code ${code}`))
    }),
  )
}

/** @param {string} name  of a row */
function inChromium(name) {
  const pattern = `^TestLiterature$/^${name.replaceAll(' ', '_').replace(/[^\w]/g, '.')}$`
  const test = `${folder}/this.test`
  copyFileSync(`${folder}/ending.test`, test) // each run changes its file: see wasm/structure
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [`${root}/scripts/go-wasm-exec.mjs`, test, '-test.v', '-test.run', pattern, '-test.timeout', '1h'],
    { encoding: 'utf8', env: { ...process.env, MATEWRIGHT_LONG: '1' } },
  )
  const seconds = Number(stdout.match(/--- PASS: TestLiterature\/.* \(([\d.]+)s\)/)?.[1])
  const peak = Number(stdout.match(/(\d+) MiB of memory/)?.[1])
  if (status !== 0 || !seconds || !peak) throw new Error(`${name} in Chromium: exit code ${status}\n${stdout}${stderr}`)
  return { seconds, peak }
}

/** @param {string[][]} rows */
function write(rows) {
  const left = (/** @type {string} */ name) => ({ name, align: 'left' })
  const right = (/** @type {string} */ name) => ({ name, align: 'right' })
  const data = {
    command: `npm run endings${values.most === '1000' ? '' : ` -- --most ${values.most}`}`,
    date: new Date().toISOString().slice(0, 10),
    machine: `${availableParallelism()} cores of a shared EPYC server; Chromium 156`,
    commit: output('git', ['rev-parse', '--short', 'HEAD']),
    columns: [
      left('ending'),
      right('men'),
      left('result'),
      ...['slices', 's', 'MiB', 'MiB packed', 's in Chromium', 'MiB in Chromium'].map(right),
    ],
    rows,
  }
  writeFileSync(`${root}/docs/measurements/data/endings.json`, `${JSON.stringify(data, null, 2)}\n`)
}
