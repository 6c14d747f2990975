// Chromium, Firefox and WebKitGTK for the tour (browsers.mjs): each with a new profile on disk and no visible window.
// Puppeteer drives the first two, and Selenium drives WebKit's WebDriver. All have the same tabs.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import puppeteer from 'puppeteer-core'
import { Builder, Capabilities, Origin } from 'selenium-webdriver'
import { findFirefox, findWebKit, launchOptions } from '../scripts/browser.mjs'

const { DriverService } = createRequire(import.meta.url)('selenium-webdriver/remote')

const SIZE = { width: 1280, height: 900 }
const WAIT_MS = 120_000
const LOOK_MS = 50
/** The wait until a page is drawn in another size and theme. */
const LAYOUT_MS = 800

/**
 * The operations that each kind of tab implements.
 * @typedef {object} Driver
 * @property {(url: string) => Promise<unknown>} goto
 * @property {() => Promise<unknown>} reload
 * @property {() => Promise<unknown>} back
 * @property {(code: (...args: any[]) => any, ...args: any[]) => Promise<any>} evaluate  calls a function in the page
 * @property {(x: number, y: number) => Promise<unknown>} clickAt  in pixels of the page's view
 * @property {(width: number, height: number) => Promise<unknown>} resize
 * @property {() => Promise<string>} picture  a PNG in base64
 * @property {() => Promise<unknown>} close
 */

/**
 * @typedef {object} Browser
 * @property {string} version
 * @property {Tab} tab
 * @property {() => Promise<Tab>} newTab
 * @property {() => Promise<void>} close
 */

/** A tab, with its user's actions and views. */
export class Tab {
  #driver

  /** @param {Driver} driver */
  constructor(driver) {
    this.#driver = driver
  }

  /** @param {string} url */
  async goto(url) {
    await this.#driver.goto(url)
    await this.#watch()
  }

  async reload() {
    await this.#driver.reload()
    await this.#watch()
  }

  back = () => this.#driver.back()
  close = () => this.#driver.close()

  /** Returns the result of a function in the page. @param {(...args: any[]) => any} code @param {...unknown} args */
  evaluate = (code, ...args) => this.#driver.evaluate(code, ...args)

  /** Collects uncaught errors. */
  #watch = () =>
    this.evaluate(() => {
      const errors = (globalThis.tourErrors = [])
      addEventListener('error', (event) => errors.push(String(event.error?.stack ?? event.message)))
      addEventListener('unhandledrejection', (event) => errors.push(String(event.reason?.stack ?? event.reason)))
    })

  /** Those since the page was loaded. @returns {Promise<string[]>} */
  errors = () => this.evaluate(() => globalThis.tourErrors ?? [])

  /**
   * Waits until a function returns a truthy value in the page, and returns that. Between two pages the call fails and
   * is repeated.
   * @param {(...args: any[]) => any} code
   * @param {...unknown} args
   */
  async until(code, ...args) {
    let error
    for (const end = Date.now() + WAIT_MS; Date.now() < end; await wait(LOOK_MS)) {
      const result = await this.evaluate(code, ...args).catch((why) => void (error = why))
      if (result) return result
    }
    throw new Error(`in vain for ${WAIT_MS / 1000} s: ${code} ${args.join(' ')}`, { cause: error })
  }

  /** Waits until an element has a text in which a pattern is found. @param {string} selector @param {RegExp} pattern */
  sees = (selector, pattern) =>
    this.until(
      (selector, source, flags) => {
        const pattern = new RegExp(source, flags)
        return [...document.querySelectorAll(selector)].some((found) =>
          pattern.test(found.innerText ?? found.textContent),
        )
      },
      selector,
      pattern.source,
      pattern.flags,
    )

  /** Waits until a field has a value in which a pattern is found. @param {string} selector @param {RegExp} pattern */
  hasValue = (selector, pattern) =>
    this.until(
      (selector, source) => new RegExp(source).test(document.querySelector(selector)?.value ?? ''),
      selector,
      pattern.source,
    )

  /**
   * Clicks an element with the mouse, as soon as it can be clicked: the first, or the first with a text.
   * @param {string} selector
   * @param {string} [text]  the beginning of its text, or its label
   */
  async click(selector, text) {
    const [x, y] = await this.until(
      (selector, text) => {
        const named = (found) =>
          text === null ||
          found.getAttribute('aria-label') === text ||
          found.textContent.trim().replaceAll(/\s+/g, ' ').startsWith(text)
        const found = [...document.querySelectorAll(selector)].find(
          (found) => named(found) && !found.disabled && found.getClientRects().length,
        )
        if (!found) return null
        found.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { left, top, width, height } = found.getBoundingClientRect()
        return [Math.round(left + width / 2), Math.round(top + height / 2)]
      },
      selector,
      text ?? null,
    )
    await this.#driver.clickAt(x, y)
  }

  /** Clicks a square with the mouse. White is below. @param {string} key */
  async clickSquare(key) {
    const [left, top, width] = await this.until(() => {
      const board = document.querySelector('cg-board')
      board?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      const { left, top, width } = board?.getBoundingClientRect() ?? {}
      return width && [left, top, width]
    })
    const [file, rank] = [key.charCodeAt(0) - 97, Number(key[1]) - 1]
    await this.#driver.clickAt(
      Math.round(left + (width * (file + 0.5)) / 8),
      Math.round(top + (width * (7.5 - rank)) / 8),
    )
  }

  /** Pastes a text, as Ctrl+V does. @param {string} text */
  paste = (text) =>
    this.evaluate((text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true })
      // Given to the constructor, it is empty in Firefox.
      Object.defineProperty(event, 'clipboardData', { value: clipboardData })
      document.body.dispatchEvent(event)
    }, text)

  /** Drops a file onto the page. @param {string} name @param {string} content */
  drop = (name, content) =>
    this.evaluate(
      (name, content) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([content], name))
        for (const type of ['dragover', 'drop'])
          document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
      },
      name,
      content,
    )

  /** @param {string} file  a PNG @param {{width: number, height: number}} [size] @param {string} [theme] */
  async screenshot(file, { width, height } = SIZE, theme = 'light') {
    await this.#driver.resize(width, height)
    await this.evaluate((theme) => void (document.documentElement.dataset.theme = theme), theme)
    await wait(LAYOUT_MS)
    await writeFile(file, await this.#driver.picture(), 'base64')
    await this.evaluate(() => void delete document.documentElement.dataset.theme)
    await this.#driver.resize(SIZE.width, SIZE.height)
  }
}

/** @param {import('puppeteer-core').Page} page @returns {Driver} */
const ofPuppeteer = (page) => ({
  goto: (url) => page.goto(url, { timeout: WAIT_MS }),
  reload: () => page.reload({ timeout: WAIT_MS }),
  back: () => page.goBack({ timeout: WAIT_MS }),
  evaluate: (code, ...args) => page.evaluate(code, ...args),
  clickAt: (x, y) => page.mouse.click(x, y),
  resize: (width, height) => page.setViewport({ width, height }),
  picture: () => page.screenshot({ encoding: 'base64' }),
  close: () => page.close(),
})

/**
 * @param {'chrome' | 'firefox'} browser
 * @param {{executablePath: string, args?: string[]}} options
 * @returns {Promise<Browser>}
 */
async function launch(browser, options) {
  const launched = await puppeteer.launch({
    browser,
    headless: true,
    defaultViewport: SIZE,
    protocolTimeout: WAIT_MS,
    ...options,
  })
  const newTab = async () => new Tab(ofPuppeteer(await launched.newPage()))
  return {
    version: (await launched.version()).split('/')[1],
    tab: await newTab(),
    newTab,
    close: () => launched.close(),
  }
}

function openChromium() {
  const { executablePath, chromiumSandbox, args } = launchOptions()
  return launch('chrome', { executablePath, args: [...args, ...(chromiumSandbox ? [] : ['--no-sandbox'])] })
}

/** @returns {Promise<Browser>} */
async function openWebKit() {
  const { driver: executable, xvfb, python } = /** @type {NonNullable<ReturnType<typeof findWebKit>>} */ (findWebKit())
  const profile = await mkdtemp(join(tmpdir(), 'matewright-webkit-'))
  const screen = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const killScreen = () => screen.kill() // and with it the browser
  process.once('exit', killScreen)
  const [display] = await once(/** @type {import('node:stream').Readable} */ (screen.stdio[3]), 'data')
  const env = { ...process.env, DISPLAY: `:${String(display).trim()}`, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' }
  const service = new DriverService.Builder(executable).setLoopback(true).setEnvironment(env).build()
  const release = async () => {
    await service.kill()
    killScreen()
    process.off('exit', killScreen)
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const capabilities = new Capabilities({
      browserName: 'WebKitGTK',
      pageLoadStrategy: 'normal',
      'webkitgtk:browserOptions': {
        binary: python,
        args: [fileURLToPath(new URL('webkit.py', import.meta.url)), profile],
      },
    })
    const session = await new Builder()
      .usingServer(await service.start())
      .withCapabilities(capabilities)
      .build()
    await session.manage().setTimeouts({ pageLoad: WAIT_MS, script: WAIT_MS })
    await session
      .manage()
      .window()
      .setRect({ ...SIZE, x: 0, y: 0 })
    /** The tab that commands go to. */
    const focus = { handle: await session.getWindowHandle() }
    const tabOf = (handle) => new Tab(ofSelenium(session, handle, focus))
    return {
      version: (await session.getCapabilities()).getBrowserVersion() ?? '',
      tab: tabOf(focus.handle),
      async newTab() {
        await session.switchTo().newWindow('tab')
        return tabOf((focus.handle = await session.getWindowHandle()))
      },
      async close() {
        await session.quit()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * A session has one tab at a time.
 * @param {import('selenium-webdriver').WebDriver} session @param {string} handle @param {{handle: string}} focus  the
 *   tab that it has
 * @returns {Driver}
 */
function ofSelenium(session, handle, focus) {
  /** @template T @param {() => Promise<T>} use */
  const here = async (use) => {
    if (focus.handle !== handle) await session.switchTo().window(handle)
    focus.handle = handle
    return use()
  }
  return {
    goto: (url) => here(() => session.get(url)),
    reload: () => here(() => session.navigate().refresh()),
    back: () => here(() => session.navigate().back()),
    evaluate: (code, ...args) => here(() => session.executeScript(code, ...args)),
    clickAt: (x, y) =>
      here(() => session.actions().move({ x, y, duration: 0, origin: Origin.VIEWPORT }).press().release().perform()),
    resize: (width, height) => here(() => session.manage().window().setRect({ width, height, x: 0, y: 0 })),
    // Without OpenGL WebKit waits for a frame, and draws none while nothing changes.
    picture: () =>
      here(async () => {
        await session.executeScript(() => void document.body.animate([{ opacity: 0.999 }, {}], 2000))
        return session.takeScreenshot()
      }),
    close: () => here(() => session.close()),
  }
}

/** @type {Record<string, {isThere: () => boolean, open: () => Promise<Browser>}>} */
export const browsers = {
  Chromium: { isThere: () => true, open: openChromium },
  Firefox: {
    isThere: () => !!findFirefox(),
    open: () => launch('firefox', { executablePath: /** @type {string} */ (findFirefox()) }),
  },
  WebKitGTK: { isThere: () => !!findWebKit(), open: openWebKit },
}
