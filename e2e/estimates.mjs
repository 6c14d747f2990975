// npm run estimates -- [--native PROGRAM] [--busy N] [--only WORDS] [--json] [--record FILE]
//
//   Compares estimated times of builds with real ones, in a real Chromium with a new profile for each plan. The
//   estimates are those of the page: before the build, and the time left after 10 % and 50 % of the real time. With
//   --native the builds are those of `PROGRAM build`, and the estimate is that of `PROGRAM plan`.
//
// --busy starts N processes that compute all the time. Each line has the plan, the load, the real seconds, and each
// estimate divided by the truth. The last lines count the estimates within a factor of 1.5. Builds of less than a
// second do not count, as the page shows no number for them. --record writes the events of each build to a file.

import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inNewBrowser } from '../scripts/browser.mjs'
import { serve } from './server.mjs'

/** Plans of the page: FENs, or classes. */
const PLANS = [
  'KPvK',
  '8/8/8/8/8/1K6/7R/k7 w - - 0 1',
  'KQvKR',
  'KBNvK',
  'KRPvK',
  'KPvKP',
  'KPPvK',
  'KRvKN',
  'KQvKP',
  'KBBvK',
  '8/8/1KP5/3r4/8/8/8/k7 w - - 0 1',
  '8/8/8/4k3/3p4/8/4P3/4K3 w - - 0 1',
  '8/1k6/8/8/4N3/2K5/4p3/8 w - - 0 1',
  'KQRvKQ',
  'KRRvKR',
  'KBBvKN',
  'KRBvKR',
  'KNNvKN',
  'KQQvKQ',
  'KRBvKN',
  '8/8/8/8/1q6/3k4/1R6/2K4R w - - 0 1',
  '8/3k4/8/8/2b5/3N4/2B5/1K6 w - - 0 1',
  'KRNvKN',
  'KRPvKR',
  '1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1',
  '8/5P2/8/3k4/8/1n6/3B4/1K6 w - - 0 1',
  '8/P7/8/8/8/1k6/5q2/K3Q3 w - - 0 1',
  'KNNPvK',
  'KBPvKN',
  '8/1P6/8/8/2k5/8/3K2p1/1R6 w - - 0 1',
]

/** Plans of the command: these are quicker. */
const NATIVE_PLANS = [
  'KPvK',
  'KQvKR',
  'KBNvK',
  'KRPvK',
  'KPvKP',
  'KPPvK',
  'KQvKP',
  'KRvKN',
  'KQRvKQ',
  'KRRvKR',
  'KBBvKN',
  'KRBvKR',
  'KNNvKN',
  'KQQvKQ',
  'KRNvKN',
  'KQQQvK',
  'KRPvKR',
  'KBPvKN',
  'KNNPvK',
  '1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1',
  '8/5P2/8/3k4/8/1n6/3B4/1K6 w - - 0 1',
  '8/1P6/8/8/2k5/8/3K2p1/1R6 w - - 0 1',
]

const FACTOR = 1.5
/** Seconds. A shorter time is shown by words. */
const SHORT = 1
const SAMPLE_MS = 100
/** The user reads the estimate before the build. */
const IDLE_MS = 1000

async function main() {
  const options = /** @type {const} */ ({
    native: { type: 'string' },
    busy: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
    record: { type: 'string' },
  })
  const { values } = parseArgs({ options })
  const { native, only, json, record } = values
  const plans = (native ? NATIVE_PLANS : PLANS).filter((plan) => plan.includes(only))
  const others = Array.from({ length: Number(values.busy) }, () => spawn(process.execPath, ['-e', 'for (;;);']))
  const site = native ? null : await serve(0)
  const rows = []
  try {
    for (const plan of plans) {
      const load = loadavg()[0]
      const { recording, ...figures } = site ? await inChromium(site.url, plan) : natively(native, plan)
      rows.push({ plan, load, ...figures, recording })
      if (!json) console.log(text(rows.at(-1)))
      if (record) writeFileSync(record, JSON.stringify(rows))
    }
  } finally {
    for (const other of others) other.kill()
    await site?.stop()
  }
  const shares = sharesOf(rows)
  if (json) console.log(JSON.stringify({ shares, rows: rows.map(({ recording: _, ...row }) => row) }, null, 1))
  else for (const { when, within, of } of shares) console.log(`${when}: ${within} of ${of} within ${FACTOR}`)
}

/** @param {string} program @param {string} plan */
function natively(program, plan) {
  const folder = mkdtempSync(join(tmpdir(), 'matewright-estimates-'))
  const run = (...args) => execFileSync(program, [...args, '--dir', folder], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const isPosition = plan.includes('/')
    const planned = JSON.parse(String(run('plan', '--json', ...(isPosition ? ['--position', plan] : [plan]))))
    const before = isPosition ? planned.seconds : secondsOf(planned[0])
    const start = performance.now()
    if (isPosition) run('probe', '--build', plan)
    else run('build', plan)
    const seconds = (performance.now() - start) / 1000
    return { seconds, estimates: { before: { estimate: before, truth: seconds } } }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the seconds of a class with the missing tables that it depends on. @param {any} planned */
const secondsOf = ({ seconds, absent, castling }) => seconds + (absent?.seconds ?? 0) + (castling?.seconds ?? 0)

/** @param {string} url @param {string} plan */
const inChromium = (url, plan) =>
  inNewBrowser({}, async (page) => {
    await page.addInitScript(() => localStorage.setItem('matewright-at-once', 'no'))
    await page.goto(url + (plan.includes('/') ? `?fen=${encodeURIComponent(plan)}` : `#/tables/${plan}`))
    await page.waitForFunction((plan) => {
      const { outlook, answer, details } = globalThis.matewrightPage?.state() ?? {}
      return (outlook && answer?.fen === plan) || (details?.name === plan && details.outlook)
    }, plan)
    await page.waitForTimeout(IDLE_MS)
    const recording = await page.evaluate(follow, SAMPLE_MS)
    const { how, seconds, samples } = recording
    if (how !== 'done') throw new Error(`${plan}: ${how}`)
    const at = (share) => {
      const { now, left } = samples.findLast(({ now }) => now <= share * seconds) ?? samples[0]
      return { estimate: left, truth: seconds - now }
    }
    return { seconds, estimates: { before: at(0), 'at 10 %': at(0.1), 'at 50 %': at(0.5) }, recording }
  })

/**
 * In the page: builds, and returns the time left at each moment, and the changes of all tasks.
 * @param {number} every  milliseconds
 */
async function follow(every) {
  const { state, build } = globalThis.matewrightPage
  const { workers, memory, speed, measured, outlook, details } = state()
  const samples = []
  const events = []
  const seen = new Map()
  let steps = []
  const look = () => {
    const running = state().build
    if (!running?.pace) return
    const { startedAt, now, jobs, pace, todo } = running
    steps = steps.length ? steps : running.steps
    const at = (now - startedAt) / 1000
    if (samples.at(-1)?.now !== at) samples.push({ now: at, left: pace.left })
    const note = (...event) => events.push([(Date.now() - startedAt) / 1000, ...event])
    for (const id of [...seen.keys()].filter((id) => !todo.some((task) => task.id === id))) {
      note('done', id)
      seen.delete(id)
    }
    for (const { task, progress } of jobs) {
      if (!seen.has(task.id)) note('started', task.id)
      const { step, slices, positions } = progress ?? {}
      const key = [step, positions].join(' ')
      if (progress && seen.get(task.id) !== key) note('progress', task.id, step, slices, positions)
      seen.set(task.id, progress ? key : '')
    }
  }
  const looking = setInterval(look, every)
  const begun = Date.now()
  await build((details?.outlook ?? outlook).wanted)
  clearInterval(looking)
  const { how, seconds } = state().buildEnd
  return { workers, memory, speed, measured, how, seconds, whole: (Date.now() - begun) / 1000, samples, steps, events }
}

/** Returns how many estimates at each moment are near the truth. */
function sharesOf(rows) {
  const counted = rows.filter(({ seconds }) => seconds >= SHORT)
  return Object.keys(rows[0]?.estimates ?? {}).map((when) => {
    const factors = counted.map(({ estimates }) => factorOf(estimates[when]))
    return {
      when,
      within: factors.filter((factor) => factor <= FACTOR && 1 / factor <= FACTOR).length,
      of: factors.length,
    }
  })
}

const factorOf = ({ estimate, truth }) => estimate / truth

function text({ plan, load, seconds, estimates }) {
  const factors = Object.values(estimates).map((each) => factorOf(each).toFixed(2).padStart(6))
  return `${plan.padEnd(40)} load ${load.toFixed(1)} ${seconds.toFixed(1).padStart(7)} s ${factors.join('')}`
}

await main()
