// npm run bench -- CLASS... [--metric NAME] [--workers N] [--memory MIB] [--method NAME] [--json] [--profile DIR]
//
//   Builds the classes through the page in a real Chromium and prints the time and memory of each. Classes that are
//   already built are built again. The same build makes their missing dependencies, which count only in the last
//   line. For tables without a known checksum, as with six men, it also prints the SHA-256. With --metric dtz50
//   these are the tables by the fifty-move rule.
//
// npm run bench -- --all MEN [--workers N] [--memory MIB] [--json] [--profile DIR]
//
//   Builds every missing class with MEN men. It checks each against the literature's longest mates, and against the
//   known checksum if one exists. With --profile it resumes an interrupted run.
//
// --memory is the limit of all workers together, by default 1024 MiB. With --method every table uses that method, as
// with `matewright build --method`. Without it each table uses the fastest method that fits.
//
// Figures go to standard output (as JSON, with the fields of `matewright bench`), progress to standard error. The
// profile is the browser's, with the tables; by default it is temporary.

import { chromium } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { launchOptions } from '../scripts/browser.mjs'
import { serve } from './server.mjs'
import { facts, knownSums, provideSettled, sumOf } from './stored.js'

/** The port is a part of the origin, by which a kept profile finds its tables. */
const PORT = 4173
const LOOK_MS = 300
const SAY_MS = 10_000

const usage =
  'npm run bench -- CLASS... | --all MEN   [--metric NAME] [--workers N] [--memory MIB] ' +
  '[--method NAME] [--json] [--profile DIR]'

function parse(args) {
  const options = /** @type {const} */ ({
    all: { type: 'string' },
    workers: { type: 'string', default: '1' },
    memory: { type: 'string', default: '1024' },
    method: { type: 'string', default: '' },
    metric: { type: 'string', default: 'dtm' },
    json: { type: 'boolean', default: false },
    profile: { type: 'string' },
  })
  const { values, positionals: classes } = parseArgs({ args, options, allowPositionals: true })
  const workers = Number(values.workers)
  if (!Number.isInteger(workers) || workers < 1) throw new Error(`--workers ${values.workers} makes no sense\n${usage}`)
  const memory = Number(values.memory)
  if (!(memory >= 32)) throw new Error(`--memory ${values.memory} makes no sense\n${usage}`)
  if (!classes.length === !values.all) throw new Error(usage)
  return { ...values, workers, memory, classes }
}

async function main(args) {
  const { all, classes, workers, memory, method, metric, json, profile } = parse(args)
  const site = await serve(profile ? PORT : 0)
  const folder = profile ?? (await mkdtemp(join(tmpdir(), 'matewright-bench-')))
  const context = await chromium.launchPersistentContext(folder, launchOptions())
  await provideSettled(context)
  // A first visit would build tables itself.
  await context.addInitScript((metric) => {
    localStorage.setItem('matewright-at-once', 'no')
    localStorage.setItem('matewright-six-men', 'yes')
    localStorage.setItem('matewright-metric', metric)
  }, metric)
  const print = json ? printer.json : printer.text
  try {
    const page = await openPage(context, site.url)
    await page.evaluate(
      ({ workers, memory, method }) => {
        globalThis.matewrightPage.setWorkers(workers)
        globalThis.matewrightPage.setMemory(memory * 2 ** 20)
        globalThis.matewrightPage.setMethod(method)
      },
      { workers, memory, method },
    )
    return all ? await buildAndCheck(page, metric, Number(all), print) : await measure(page, metric, classes, print)
  } finally {
    await context.close()
    await site.stop()
    if (!profile) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function openPage(context, url) {
  const page = context.pages()[0]
  // The service worker of a used profile would serve an old page.
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setBypassServiceWorker', { bypass: true })
  await page.goto(`${url}#/tables`)
  await page.waitForFunction(() => globalThis.matewrightPage?.state().listedMen === 6)
  return page
}

const tablesOf = (page) => page.evaluate(() => globalThis.matewrightPage.state().tables)

/** Measures classes, already built or not. */
async function measure(page, metric, names, print) {
  const tables = await tablesOf(page)
  const wanted = names.map((name) => {
    const table = tables.find((table) => table.name.toLowerCase() === name.toLowerCase())
    if (!table) throw new Error(`There is no class ${name}.`)
    return table.name
  })
  for (const { name, present, damaged, finished } of await tablesOf(page)) {
    if (wanted.includes(name) && (present || damaged || finished))
      await page.evaluate((name) => globalThis.matewrightPage.remove(name), name)
  }
  const rows = []
  print.begin()
  const seconds = await build(page, wanted, (table) => {
    if (!wanted.includes(table.class)) return
    rows.push(measurement(table))
    print.row(rows.at(-1))
  })
  print.end(rows, seconds)
  const known = knownSums(metric)
  for (const name of wanted.filter((name) => !known.has(name)))
    console.error(`${name} ${(await sumOf(page, name)).sum}`)
  return true
}

/** Builds and checks all classes with the given number of men. Returns whether all are right. */
async function buildAndCheck(page, metric, men, print) {
  const tables = (await tablesOf(page)).filter((table) => table.men === men)
  if (!tables.length) throw new Error(`There are no classes with ${men} men.`)
  const rows = []
  const check = async (row) => {
    rows.push({ ...row, wrong: await errorsOf(page, metric, row.class) })
    print.row(rows.at(-1))
  }
  print.begin()
  for (const { name, present, positions, bytes } of tables) {
    if (present) await check({ class: name, positions, stored_bytes: bytes })
  }
  const seconds = await build(
    page,
    tables.map(({ name }) => name),
    async (table) => {
      if (tables.some(({ name }) => name === table.class)) await check(measurement(table))
    },
  )
  print.end(rows, seconds)
  const wrong = rows.filter((row) => row.wrong.length)
  console.error(
    wrong.length ? `${wrong.length} of ${rows.length} tables are wrong.` : `All ${rows.length} tables are right.`,
  )
  return !wrong.length
}

/**
 * Builds classes and their dependencies. Returns the seconds.
 * @param {import('@playwright/test').Page} page
 * @param {string[]} names
 * @param {(table: import('../web/src/engine/types.js').Built) => unknown} onTable  called with each one that was built
 */
async function build(page, names, onTable) {
  const start = performance.now()
  let ended = false
  const end = page.evaluate((names) => globalThis.matewrightPage.build(names), names).finally(() => (ended = true))
  end.catch(() => {}) // awaited below
  let seen = 0
  let said = start
  for (let last = false; !last;) {
    last = ended
    const { built, doing } = await page.evaluate(look, last)
    for (const table of built.slice(seen)) await onTable(table)
    seen = Math.max(seen, built.length)
    if (doing && performance.now() - said > SAY_MS) {
      console.error(doing)
      said = performance.now()
    }
    if (!last) await Promise.race([end, new Promise((done) => setTimeout(done, LOOK_MS))])
  }
  await end
  const { how, failures, seconds, notice } = await page.evaluate(() => {
    const { buildEnd, notice } = globalThis.matewrightPage.state()
    return { ...buildEnd, notice }
  })
  if (how !== 'done')
    throw new Error(
      failures?.map((failure) => `${failure.class ?? 'build'}: ${failure.error.message}`).join('\n') ||
        notice ||
        `The build ended: ${how}.`,
    )
  return seconds
}

/**
 * In the page: returns the finished tables of a build, and a line about the others. The page's last end may be that of
 * the build before.
 */
function look(ended) {
  const { build, buildEnd } = globalThis.matewrightPage.state()
  if (!build) return { built: ended ? buildEnd.built : [], doing: '' }
  const jobs = build.jobs.map(({ task, progress }) => {
    if (progress?.step === 'preparing')
      return `${task.id} preparing, table ${(progress.table ?? 0) + 1} of ${progress.tables}`
    return `${task.id} ${Math.floor((100 * (progress?.positions ?? 0)) / (task.positions || 1))}%`
  })
  return { built: build.built, doing: `${build.built.length} of ${build.steps.length} tables; ${jobs.join(', ')}` }
}

/** Returns the figures of a build in the fields of `matewright bench`. */
const measurement = (table) => ({
  class: table.class,
  method: table.method,
  positions: table.positions,
  solve_seconds: table.solveSeconds,
  read_seconds: table.readSeconds,
  encode_seconds: table.encodeSeconds,
  positions_per_second: table.positions / table.solveSeconds,
  elapsed_seconds: table.elapsedSeconds,
  peak_bytes: table.wasmBytes,
  stored_bytes: table.bytes,
  scratch_read_bytes: table.scratchRead ?? 0,
  scratch_written_bytes: table.scratchWritten ?? 0,
})

/** Returns the errors of a stored table. */
async function errorsOf(page, metric, name) {
  const errors = []
  // The page lists a new table before it has read the table's figures.
  const stats = await page.waitForFunction(
    (name) => globalThis.matewrightPage.state().tables.find((table) => table.name === name).stats,
    name,
    { timeout: 300_000 },
  )
  const longest = (await stats.jsonValue()).sides.map((side) => String(side.longest?.plies ?? '-'))
  for (const [of, winner, plies] of facts('internal/exact/testdata/longest-mates.tsv')) {
    const ours = longest[winner === 'first' ? 0 : 1]
    if (metric === 'dtm' && of === name && ours !== plies)
      errors.push(`the ${winner} side's longest win has ${ours} plies, not ${plies}`)
  }
  const known = knownSums(metric).get(name)
  if (known && (await sumOf(page, name)).sum !== known.sum) errors.push('the bytes are not those of a native build')
  return errors
}

const columns = [
  'class',
  'method',
  'positions',
  'solving',
  'reading',
  'encoding',
  'elapsed',
  'positions/s',
  'peak memory',
  'stored',
  'from scratch',
  'to scratch',
]
const widths = [-8, -19, 14, 10, 10, 10, 10, 14, 12, 12, 12, 12]

const line = (cells) =>
  cells.map((cell, i) => (widths[i] < 0 ? cell.padEnd(-widths[i]) : cell.padStart(widths[i]))).join(' ')

/** Unknown values are shown as a dash. */
const show = (value, write) => (value === undefined || Number.isNaN(value) ? '-' : write(value))
const seconds = (value) => `${value.toFixed(3)} s`
const bytes = (value) =>
  value < 1 << 20
    ? `${(value / 1024).toFixed(2)} KiB`
    : value < 2 ** 30
      ? `${(value / 2 ** 20).toFixed(2)} MiB`
      : `${(value / 2 ** 30).toFixed(2)} GiB`

const text = (row) =>
  line([
    row.class,
    row.method ?? '-',
    String(row.positions),
    show(row.solve_seconds, seconds),
    show(row.read_seconds, seconds),
    show(row.encode_seconds, seconds),
    show(row.elapsed_seconds, seconds),
    show(row.positions_per_second, (value) => value.toFixed(0)),
    show(row.peak_bytes, bytes),
    bytes(row.stored_bytes),
    show(row.scratch_read_bytes, bytes),
    show(row.scratch_written_bytes, bytes),
  ]) + (row.wrong?.length ? `  WRONG: ${row.wrong.join('; ')}` : '')

const printer = {
  text: {
    begin: () => console.log(line(columns)),
    row: (row) => console.log(text(row)),
    end: (rows, elapsed) => console.log(text(total(rows, elapsed))),
  },
  json: {
    begin() {},
    row() {},
    end: (rows) => console.log(JSON.stringify(rows, null, 1)),
  },
}

/** Returns the sums of all rows, with the largest memory and the time of the clock. */
function total(rows, elapsed) {
  const sum = (field) => rows.reduce((sum, row) => sum + (row[field] ?? 0), 0)
  const measured = rows.filter((row) => row.solve_seconds !== undefined)
  const positions = measured.reduce((sum, row) => sum + row.positions, 0)
  return {
    class: 'total',
    positions: sum('positions'),
    solve_seconds: sum('solve_seconds'),
    read_seconds: sum('read_seconds'),
    encode_seconds: sum('encode_seconds'),
    elapsed_seconds: elapsed,
    positions_per_second: positions / sum('solve_seconds'),
    peak_bytes: Math.max(0, ...measured.map((row) => row.peak_bytes)),
    stored_bytes: sum('stored_bytes'),
    scratch_read_bytes: sum('scratch_read_bytes'),
    scratch_written_bytes: sum('scratch_written_bytes'),
  }
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
