// npm run load [-- --times N] [--taps] [--json]
//
//   Loads the built page in a real Chromium as on a first visit, N times with a new profile each. The server
//   compresses as GitHub Pages does. It prints the bytes on the wire, the times of paints and answers, and the tasks
//   of the main thread: medians, minima and maxima. Then it builds all classes with four men on one worker, and prints
//   the tasks and frames of that. At last it taps through the page on a phone with a quarter of the speed. It
//   prints the time from each tap to the next paint. With --taps it does only that.
//
// Times are from the start of the navigation. The main thread's tasks are those of Chromium's trace. It has their
// processor time, as the clock is a poor measure on a busy machine. A task is long from 50 ms on, and the time
// beyond that is blocking (Total Blocking Time). Frames are those of requestAnimationFrame in a browser without a
// window: its clock gives 60 a second.

import { extname } from 'node:path'
import { parseArgs } from 'node:util'
import { inNewBrowser } from '../scripts/browser.mjs'
import { serve } from './server.mjs'
import { say } from './words.js'

/**
 * @typedef {import('./server.mjs').Sent} Sent
 * @typedef {Awaited<ReturnType<typeof startTracing>>} Tracing
 * @typedef {{clock: number, processor: number}} Task  milliseconds
 */

const LONG_MS = 50

/** The time after which a first visit has fetched all files, also those kept for later. */
const QUIET_MS = 3000

const kinds = { '.html': 'page', '.js': 'scripts', '.css': 'styles', '.woff2': 'fonts', '.zst': 'engine' }

/** @param {string[]} args */
async function main(args) {
  const { values } = parseArgs({
    args,
    options: {
      times: { type: 'string', default: '5' },
      taps: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const times = Number(values.times)
  if (!Number.isInteger(times) || times < 1) throw new Error(`--times ${values.times} makes no sense`)
  /** @type {Sent[]} */
  const sent = []
  const site = await serve(0, sent)
  try {
    if (values.taps) return printTaps(await tapThrough(site.url))
    const loads = []
    for (let i = 0; i < times; i++)
      loads.push(await visit(site.url, (page, tracing) => firstVisit(page, tracing, sent)))
    const figures = { load: loads, build: await visit(site.url, buildAll), taps: await tapThrough(site.url) }
    if (values.json) console.log(JSON.stringify(figures, null, 1))
    else print(figures)
  } finally {
    await site.stop()
  }
}

/**
 * Opens the page in a browser that has never seen it.
 * @template T
 * @param {string} url
 * @param {(page: import('@playwright/test').Page, tracing: Tracing) => Promise<T>} use
 */
const visit = (url, use) =>
  inNewBrowser({ viewport: { width: 1280, height: 800 } }, async (page, context) => {
    await page.addInitScript(watch)
    const tracing = await startTracing(await context.newCDPSession(page))
    await page.goto(url)
    return use(page, tracing)
  })

/** @param {import('@playwright/test').CDPSession} session */
async function startTracing(session) {
  const start = () =>
    session.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: ['toplevel', '__metadata'] },
    })
  /** @type {any[]} */
  let events = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  await start()
  return {
    /** Returns the tasks of the main thread since the last call. */
    async tasks() {
      const complete = new Promise((done) => session.once('Tracing.tracingComplete', done))
      await session.send('Tracing.end')
      await complete
      const tasks = mainThreadTasks(events)
      events = []
      await start()
      return tasks
    },
  }
}

/** The tasks of the main thread of the busiest page. @param {any[]} events @returns {Task[]} */
function mainThreadTasks(events) {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const tasks = events.filter(({ name, dur }) => dur && name.endsWith('RunTask'))
  const byPage = mains.map((main) => tasks.filter(({ pid, tid }) => pid === main.pid && tid === main.tid))
  const [busiest] = byPage.toSorted((a, b) => b.length - a.length)
  return busiest.map(({ dur, tdur }) => ({ clock: dur / 1000, processor: (tdur ?? 0) / 1000 }))
}

/** In the page, before all else: notes the times of paints, of the board and of the first verdict. */
function watch() {
  const seen = (globalThis.seen = { paint: 0, largestPaint: 0, board: 0, verdict: 0 })
  const observe = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => name === 'first-contentful-paint' && (seen.paint = startTime))
  observe('largest-contentful-paint', ({ startTime }) => (seen.largestPaint = startTime))
  new MutationObserver((_, observer) => {
    if (document.querySelector('cg-board')) seen.board ||= performance.now()
    if (!document.querySelector('.verdict h1')) return
    seen.verdict = performance.now()
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {Tracing} tracing
 * @param {Sent[]} sent
 */
async function firstVisit(page, tracing, sent) {
  await page.waitForFunction(() => globalThis.seen.verdict)
  const held = holding(await tracing.tasks())
  const first = byKind(sent.splice(0))
  await page.waitForFunction(() => navigator.serviceWorker.controller && !globalThis.matewrightPage.state().build)
  await page.waitForTimeout(QUIET_MS)
  const { all: later } = byKind(sent.splice(0))
  return { ...(await page.evaluate(() => globalThis.seen)), ...held, bytes: { ...first, later } }
}

/** @param {import('@playwright/test').Page} page @param {Tracing} tracing */
async function buildAll(page, tracing) {
  await page.waitForFunction(
    () => globalThis.matewrightPage?.state().tables?.filter((table) => table.present).length === 5,
  )
  await page.getByRole('link', { name: say('header.tables') }).click()
  await page.waitForFunction(() => !globalThis.matewrightPage.state().build)
  await tracing.tasks()
  const { frames, seconds, longestGap } = await page.evaluate(buildWatched)
  return { seconds, frames: frames / seconds, longestGap, ...holding(await tracing.tasks()) }
}

/** In the page. */
async function buildWatched() {
  const { state, build, setWorkers } = globalThis.matewrightPage
  setWorkers(1)
  const start = performance.now()
  let [frames, last, longestGap, going] = [0, start, 0, true]
  requestAnimationFrame(function frame() {
    const now = performance.now()
    longestGap = Math.max(longestGap, now - last)
    last = now
    frames++
    if (going) requestAnimationFrame(frame)
  })
  await build(
    state()
      .tables.filter(({ men }) => men === 4)
      .map(({ name }) => name),
  )
  going = false
  return { frames, longestGap, seconds: (performance.now() - start) / 1000 }
}

/**
 * The taps of a user on a phone, in order.
 * @type {Record<string, (page: import('@playwright/test').Page) => Promise<void>>}
 */
const taps = {
  'a move': (page) => page.locator('button.move').first().tap(),
  'a move back': (page) => page.getByRole('button', { name: say('history.back') }).tap(),
  'the turned board': (page) => page.getByRole('button', { name: say('toolbar.flip') }).tap(),
  editing: (page) => page.getByRole('button', { name: say('toolbar.edit'), exact: true }).tap(),
  playing: (page) => page.getByRole('button', { name: say('toolbar.play'), exact: true }).tap(),
  'the settings': (page) => page.getByRole('button', { name: say('settings.title') }).tap(),
  'the settings closed': (page) => page.getByRole('button', { name: say('settings.title') }).tap(),
  'the map of tables': (page) => page.getByRole('link', { name: say('header.tables') }).tap(),
  'a class on the map': (page) => page.locator('button.cell[data-class="KQvK"]').tap(),
  sets: async (page) => {
    await page.evaluate(() => document.querySelector('dialog[open]')?.close())
    await page.getByRole('link', { name: say('header.sets') }).tap()
  },
  'the board': (page) => page.getByRole('link', { name: say('header.board') }).tap(),
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const SLOWDOWN = 4
/** The time in which a tap and all that it starts are drawn. */
const SETTLED_MS = 1000

/** Returns the milliseconds to the next paint after each tap, by the browser's own event timing. @param {string} url */
const tapThrough = (url) =>
  inNewBrowser(PHONE, async (page, context) => {
    await page.addInitScript(() => {
      globalThis.paints = []
      new PerformanceObserver((list) => globalThis.paints.push(...list.getEntries())).observe({
        type: 'event',
        durationThreshold: 16,
      })
    })
    await page.goto(url)
    await page.waitForFunction(
      () => globalThis.matewrightPage?.state().answer?.probe && !globalThis.matewrightPage.state().build,
    )
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    /** @type {Record<string, number>} */
    const times = {}
    for (const [name, tap] of Object.entries(taps)) {
      await page.evaluate(() => (globalThis.paints = []))
      await tap(page)
      await page.waitForTimeout(SETTLED_MS)
      times[name] = await page.evaluate(() =>
        Math.max(0, ...globalThis.paints.filter(({ interactionId }) => interactionId).map(({ duration }) => duration)),
      )
    }
    return times
  })

/** How tasks held the main thread, by the processor's time. @param {Task[]} tasks */
function holding(tasks) {
  const times = tasks.map(({ processor }) => processor)
  const long = times.filter((time) => time > LONG_MS)
  return {
    longTasks: long.length,
    longest: Math.max(...times),
    longestByClock: Math.max(...tasks.map(({ clock }) => clock)),
    blocked: long.reduce((sum, time) => sum + time - LONG_MS, 0),
    busy: times.reduce((sum, time) => sum + time, 0),
  }
}

/** @param {Sent[]} sent @returns {Record<string, number>} */
function byKind(sent) {
  /** @type {Record<string, number>} */
  const sums = { all: 0 }
  for (const { path, bytes } of sent) {
    const kind = kinds[extname(path)] ?? 'other'
    sums[kind] = (sums[kind] ?? 0) + bytes
    sums.all += bytes
  }
  return sums
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
const ms = (value) => `${value.toFixed(0)} ms`

/**
 * @param {{load: Awaited<ReturnType<typeof firstVisit>>[], build: Awaited<ReturnType<typeof buildAll>>,
 *   taps: Record<string, number>}} figures
 */
function print({ load, build, taps }) {
  const { all, later, ...sums } = load[0].bytes
  console.log('First load, on the wire')
  for (const [kind, sum] of Object.entries(sums)) line(kind, kilobytes(sum))
  line('until the first verdict', kilobytes(all))
  line('later, to work offline', kilobytes(later))
  console.log(`\nFirst load, ${load.length} times: median (least to most)`)
  const named = {
    paint: 'first paint',
    largestPaint: 'largest paint',
    board: 'board there',
    verdict: 'first verdict',
    longest: 'longest task',
    blocked: 'blocked by long tasks',
    longestByClock: 'longest task by the clock',
  }
  for (const [key, name] of Object.entries(named)) {
    const sorted = load.map((figures) => figures[key]).toSorted((a, b) => a - b)
    line(name, `${ms(sorted[sorted.length >> 1])} (${ms(sorted[0])} to ${ms(sorted.at(-1))})`)
  }
  console.log(`\nBuilding all 4 men on 1 worker, ${build.seconds.toFixed(1)} s`)
  line('frames a second', build.frames.toFixed(1))
  line('longest gap', ms(build.longestGap))
  line('main thread busy', `${(build.busy / build.seconds / 10).toFixed(1)} %`)
  line('tasks over 50 ms', String(build.longTasks))
  line('longest task', ms(build.longest))
  line('longest task by the clock', ms(build.longestByClock))
  printTaps(taps)
}

/** @param {Record<string, number>} taps */
function printTaps(taps) {
  console.log(`\nFrom a tap to the next paint, on a phone with 1/${SLOWDOWN} of the speed`)
  for (const [name, time] of Object.entries(taps)) line(name, time ? ms(time) : 'less than 16 ms')
}

/** @param {string} name @param {string} value */
const line = (name, value) => console.log(`${name.padEnd(26)} ${value}`)

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
