// Every test has a fresh server of the built page, with a port and an origin of its own, so the tests share no storage.
// The browser has a profile on disk: Playwright's default context keeps IndexedDB in memory, and would lose the tables
// at a reload. A browser's start takes as long as many a test, so tests with default settings share one.

import AxeBuilder from '@axe-core/playwright'
import { test as base, expect } from '@playwright/test'
import { inNewBrowser, launchOptions } from '../scripts/browser.mjs'
import { serve } from './server.mjs'
import { provideSettled } from './stored.js'
import { beginning, containing, either, say } from './words.js'

export { expect }

// Each page compiles the engine again. V8 optimizes a function when it has run for long enough. With a hundred times
// the default budget it optimizes only functions of long builds, and short tests take a tenth less time.
const LATE_TIERING = '--js-flags=--wasm-tiering-budget=1300000000'

export const FENS = {
  rookAndPawn: '8/7K/8/1R6/2kP4/8/8/8 w - - 0 1', // mate in 16
  kingAndRook: '8/8/8/8/8/2k5/8/K6R w - - 0 1',
}

/**
 * The address of a position that needs no table and no search. Most tests begin with it, and enter another position. A
 * first visit begins with an ending of five tables, which take longer than many a test.
 */
const BARE_KINGS = '?fen=8/8/8/4k3/8/8/8/4K3_w_-_-_0_1'

/** Infinite animations make the software compositor draw each frame of a build. */
const DESK = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' }

/**
 * Lends browsers to the tests of a worker. It keeps the one with default settings, and the last one with others: the
 * tests of a file often have the same.
 */
function lender() {
  /** @type {{key: string, context: import('@playwright/test').BrowserContext, close: () => Promise<void>} | null} */
  let special = null
  /** @type {typeof special} */
  let desk = null

  /** @param {string} key @param {object} device @param {object} preferences @returns {Promise<typeof special>} */
  const start = (key, device, preferences) =>
    new Promise((resolve, reject) => {
      const options = { ...DESK, args: [...launchOptions().args, LATE_TIERING], ...device }
      const ended = inNewBrowser(
        options,
        async (_, context) => {
          await provideSettled(context)
          await new Promise((close) => resolve({ key, context, close: () => (close(undefined), ended) }))
        },
        preferences,
      )
      ended.catch(reject)
    })

  return {
    /** @param {object | null} device @param {object | null} preferences */
    async lend(device, preferences) {
      if (!device && !preferences) return (desk ??= await start('', {}, {})).context
      const key = JSON.stringify([device, preferences])
      if (special?.key !== key) {
        await special?.close()
        special = null
        special = await start(key, device ?? {}, preferences ?? {})
      }
      return special.context
    },
    async close() {
      await Promise.all([desk?.close(), special?.close()])
    },
  }
}

/** In the page: the registration of the service worker never ends. */
const withoutServiceWorker = () => {
  if (globalThis.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = () => new Promise(() => {})
}

/**
 * Resets a browser for the next test: it has the empty page of its start, and nothing else.
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string} url  of the site that was visited
 */
async function leave(context, url) {
  const [empty, ...pages] = context.pages()
  await Promise.all(pages.map((page) => page.close()))
  await context.setOffline(false)
  await context.unrouteAll()
  await context.clearPermissions()
  const devtools = await context.newCDPSession(empty)
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'all' })
  await devtools.detach()
}

export const test = base.extend({
  /** Whether positions are answered without a click. Tests of buttons begin with nothing built, and build by them. */
  atOnce: [true, { option: true }],

  /** The browser's device, if it is not a desk. */
  device: [null, { option: true }],

  site: async ({}, use) => {
    const site = await serve()
    await use(site)
    await site.stop().catch(() => {})
  },

  /**
   * Whether the page has its service worker. That stores all files at each first visit, which takes a sixth of the
   * processor's time of a visit.
   */
  serviceWorker: [false, { option: true }],

  /** Settings of the browser that differ from its defaults. */
  preferences: [null, { option: true }],

  /** The browsers of a worker. */
  browsers: [
    async ({}, use) => {
      const browsers = lender()
      await use(browsers)
      await browsers.close()
    },
    { scope: 'worker' },
  ],

  context: async ({ browsers, site, device, preferences, atOnce, serviceWorker }, use) => {
    const context = await browsers.lend(device, preferences)
    const scripts = []
    const add = context.addInitScript
    context.addInitScript = async (...script) => {
      const added = await add.apply(context, script)
      scripts.push(added)
      return added
    }
    if (!atOnce) await context.addInitScript(() => localStorage.setItem('matewright-at-once', 'no'))
    if (!serviceWorker) await context.addInitScript(withoutServiceWorker)
    await use(context)
    context.addInitScript = add
    await Promise.all(scripts.map((script) => script.dispose()))
    await leave(context, site.url)
  },

  /** The address at which the page opens, relative to the site's; null if the test opens one. '' is a first visit. */
  start: [BARE_KINGS, { option: true }],

  /** Opens the page, and checks in the end that it had no uncaught error. */
  page: async ({ context, site, start }, use) => {
    const page = await context.newPage()
    const errors = []
    page.on('pageerror', (error) => errors.push(error.stack))
    if (start !== null) await page.goto(site.url + start)
    await use(page)
    expect(errors).toEqual([])
  },
})

/** Pastes a text into the page, or into one of its fields. */
export const paste = (page, text, into = 'body') =>
  page.evaluate(
    ({ text, into }) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      document
        .querySelector(into)
        .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { text, into },
  )

/** The address of a position. @param {{url: string}} site @param {string} fen */
export const linkTo = (site, fen) => `${site.url}?fen=${fen.replaceAll(' ', '_')}`

/** @param {import('@playwright/test').Page} page @param {string} fen */
export const enterFen = (page, fen) => page.getByLabel(say('fen.label')).fill(fen)

/** @param {import('@playwright/test').Page} page */
export const verdict = (page) => page.locator('.answer > .verdict h1')

/** Waits for the verdict on the position on the board. Missing tables are built without a click. */
export const answered = (page) =>
  expect(page.locator('.answer[data-asking=false] > .verdict')).toBeVisible({ timeout: 50_000 })

/** Opens the section of storage, files and memory on the page of tables. */
export const openStock = (page) => page.getByText(say('tablesPage.stock')).click()

/** Switches to the mode that sets positions up. */
export const edit = (page) => page.getByRole('button', { name: say('toolbar.edit'), exact: true }).click()

/** Builds all missing tables of the position on the board. */
export async function buildMissing(page) {
  await page
    .getByRole('button', {
      name: either(
        beginning('missing.buildMissing', { count: /\d+/ }),
        beginning('missing.buildMissing', { count: 1 }),
      ),
    })
    .first()
    .click()
  await expect(page.locator('.build-end.done')).toBeVisible({ timeout: 50_000 })
}

/**
 * Expects that Axe finds no fault in a part of the page in the end. It polls, as colours may still be in transition.
 * @param {import('@playwright/test').Page} page
 */
export const expectAccessible = (page, part = 'html', view = part) =>
  expect
    .poll(async () => {
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode(page.frames().length === 1) // else its results are joined in one more page
        .include(part)
        .analyze()
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    }, view)
    .toEqual([])

/** The tables row by row, on their page. */
export const showList = (page) => page.getByRole('button', { name: say('tablesPage.list'), exact: true }).click()

/** Begins the longest build with a button, on the page of tables: the test has time to interrupt it. */
export async function beginLongBuild(page) {
  await page.getByRole('link', { name: say('header.tables') }).click()
  await expect(page.getByRole('button', { name: say('tablesPage.buildAll', { men: 4 }) })).toBeEnabled()
  await page.evaluate(() => {
    const { state, build } = globalThis.matewrightPage
    build(
      state()
        .tables.filter((table) => table.men === 4)
        .map((table) => table.name),
    )
  })
  await expect(page.locator('.jobs')).toContainText(containing('build.step.whole'))
}

/** The point in the middle of a square of a page or a frame, for the mouse. White is below. */
export async function square(page, key) {
  const box = await page.locator('cg-board').boundingBox()
  const size = box.width / 8
  return { x: box.x + size * (key.charCodeAt(0) - 97 + 0.5), y: box.y + size * (8 - Number(key[1]) + 0.5) }
}

/**
 * Drags from one point to another. It reads their positions as late as possible: an answer in between can change the
 * page's height and move the board.
 */
export async function drag(page, from, to) {
  await drawn(page)
  const start = await from()
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await drawn(page)
  const end = await to()
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 })
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await drawn(page)
  await page.mouse.up()
}

/** chessground draws, and follows the mouse, by animation frames. */
async function drawn(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await expect(page.locator('cg-board piece.anim')).toHaveCount(0)
}

export async function middle(locator) {
  const box = await locator.boundingBox()
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The pieces on the board as the page shows them, such as "white king e1". */
export const boardLabel = (page) => page.locator('.board').getAttribute('aria-label')
