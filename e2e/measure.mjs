// npm run measure: builds all classes with 3 and 4 men through the page, in one worker, and prints
// the seconds (compression and storing included) and the memory of that worker.

import { chromium } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchOptions } from '../scripts/browser.mjs'
import { serve } from './server.mjs'

const HOUR_MS = 3_600_000

const site = await serve()
const profile = await mkdtemp(join(tmpdir(), 'matewright-measure-'))
const context = await chromium.launchPersistentContext(profile, launchOptions())
try {
  const page = context.pages()[0]
  await page.goto(`${site.url}#/tables`)
  // With the 4-men classes come the 3-men classes that they need: all five.
  await page.getByRole('button', { name: 'Build all 4 men' }).click()
  await page.locator('.build-end').waitFor({ timeout: HOUR_MS })
  const end = page.locator('.build-end')
  if (!(await end.getAttribute('class')).includes('done')) throw new Error(await end.innerText())
  const { seconds, wasmBytes, built } = await page.locator('mw-build').evaluate((element) => element.state.buildEnd.built)
  const bytes = built.reduce((sum, table) => sum + table.bytes, 0)
  for (const table of built.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)) {
    console.log(`${table.class.padEnd(8)} ${table.seconds.toFixed(2).padStart(7)} s ${(table.bytes / 1e6).toFixed(2).padStart(7)} MB`)
  }
  console.log(`${built.length} tables: ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB stored, ${(wasmBytes / 1e6).toFixed(0)} MB of memory`)
} finally {
  await context.close()
  await site.stop()
  await rm(profile, { recursive: true, force: true })
}
