// npm run bench:positions -- FILE [--outcome] [--workers N] [--memory MIB] [--json]
//
//   Sets up each position of a file (a FEN a line) in a page without tables, in a real Chromium. Prints the seconds
//   to the first proven outcome and to the exact distance. It clicks the first button at once if a position needs a
//   click. With --outcome it continues with the next position as soon as the outcome is proven.
//
// The seconds are those that a newcomer waits: from the address with the position, the page and its engine included.
// Progress goes to standard error.

import { chromium } from '@playwright/test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { launchOptions } from '../scripts/browser.mjs'
import { serve } from './server.mjs'
import { provideSettled } from './stored.js'
import { sourceOf } from './words.js'

/** No position takes longer. */
const PATIENCE_MS = 1_800_000

const usage = 'npm run bench:positions -- FILE [--outcome] [--workers N] [--memory MIB] [--json]'

async function main() {
  const options = /** @type {const} */ ({
    outcome: { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
    memory: { type: 'string', default: '1024' },
    json: { type: 'boolean', default: false },
  })
  const {
    values,
    positionals: [file],
  } = parseArgs({ options, allowPositionals: true })
  if (!file) throw new Error(usage)
  const fens = (await readFile(file, 'utf8'))
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const site = await serve(0)
  const rows = []
  try {
    for (const fen of fens) {
      rows.push({ fen, ...(await measure(site.url, fen, values)) })
      const { outcome, exact, said } = rows.at(-1)
      if (!values.json) console.log(`${seconds(outcome)} ${seconds(exact)}  ${fen}  ${said}`)
      console.error(`${rows.length} of ${fens.length}`)
    }
  } finally {
    await site.stop()
  }
  if (values.json) console.log(JSON.stringify(rows, null, 1))
  else
    for (const field of /** @type {const} */ (values.outcome ? ['outcome'] : ['outcome', 'exact']))
      console.log(`${field}: ${spread(rows.map((row) => row[field]))}`)
}

/** Returns the seconds to the outcome and to the distance, and the last verdict. */
async function measure(url, fen, { workers, memory, outcome: outcomeOnly }) {
  const profile = await mkdtemp(join(tmpdir(), 'matewright-bench-'))
  const context = await chromium.launchPersistentContext(profile, launchOptions())
  try {
    await provideSettled(context)
    await context.addInitScript(
      ({ workers, memory }) => {
        localStorage.setItem('matewright-workers', workers)
        localStorage.setItem('matewright-memory', memory)
      },
      { workers, memory: String(Number(memory) * 2 ** 20) },
    )
    const page = context.pages()[0]
    const start = performance.now()
    const since = () => (performance.now() - start) / 1000
    await page.goto(`${url}?fen=${encodeURIComponent(fen)}`)
    const exact = page.locator('.answer > .verdict h1')
    const proven = page
      .locator('.proof .verdict h1')
      .filter({ hasText: new RegExp(`${sourceOf('verdict.wins')}|^${sourceOf('verdict.draw')}`) })
    const button = page.locator('.missing button.primary')
    button.click({ timeout: PATIENCE_MS }).catch(() => {}) // the button may be missing
    const either = exact.or(proven).first()
    await either.waitFor({ timeout: PATIENCE_MS })
    const outcome = since()
    if (outcomeOnly) return { outcome, exact: NaN, said: await either.textContent() }
    await exact.waitFor({ timeout: PATIENCE_MS })
    return { outcome, exact: since(), said: await exact.textContent() }
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

const seconds = (value) => (Number.isNaN(value) ? '-' : `${value.toFixed(1)} s`).padStart(9)

/** The median, nine in ten, and the most. @param {number[]} values */
function spread(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]
  return `median${seconds(at(0.5))}, nine in ten${seconds(at(0.9))}, most${seconds(at(1))}`
}

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
