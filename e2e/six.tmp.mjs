import { chromium } from '@playwright/test'
import { launchOptions } from '../scripts/browser.mjs'
import { serve } from './server.mjs'
import { provideSettled, sumOf } from './stored.js'
const [name, memory, fen] = process.argv.slice(2)
const site = await serve(4199)
const context = await chromium.launchPersistentContext('/tmp/six-profile', launchOptions())
await provideSettled(context)
await context.addInitScript(() => localStorage.setItem('matewright-at-once', 'no'))
const page = context.pages()[0]
const open = async () => { await page.goto(`${site.url}#/tables`); await page.waitForFunction(() => globalThis.matewrightPage?.state().tables) }
await open()
console.log(await page.evaluate(async () => JSON.stringify(await navigator.storage.estimate())))
await page.evaluate((memory) => { globalThis.matewrightPage.setWorkers(1); globalThis.matewrightPage.setMemory(memory * 2 ** 20) }, Number(memory))
let ended = false
const start = Date.now()
const end = page.evaluate((name) => globalThis.matewrightPage.build([name]), name).finally(() => (ended = true))
end.catch((e) => console.log(String(e)))
while (!ended) {
  await new Promise((r) => setTimeout(r, 10_000))
  console.log(Math.round((Date.now() - start) / 1000), await page.evaluate(() => { const { build } = globalThis.matewrightPage.state(); return build ? JSON.stringify({ built: build.built.length, jobs: build.jobs.map(({ task, progress }) => ({ id: task.id, ...progress })) }) : 'none' }))
}
console.log((Date.now() - start) / 1000, JSON.stringify(await page.evaluate(() => { const { buildEnd, notice } = globalThis.matewrightPage.state(); return { ...buildEnd, notice } })))
try { console.log('sum', JSON.stringify(await sumOf(page, name))) } catch (e) { console.log(String(e)) }
await page.goto(`${site.url}#/?fen=x`); await page.reload()
await page.goto(`${site.url}#/${encodeURIComponent(fen)}`)
await page.waitForTimeout(5000)
console.log(await page.locator('mw-answer, mw-problem').allInnerTexts())
await page.screenshot({ path: '/tmp/six.png' })
await context.close(); await site.stop()
