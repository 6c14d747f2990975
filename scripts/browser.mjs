// The one place that finds and installs browsers.
//
//   node scripts/browser.mjs              installs a Chromium if none is found, prints its path
//   node scripts/browser.mjs --others     also Firefox and WebKitGTK, if Debian's packages can be installed
//
// The search order is: $CHROMIUM, Playwright's own browser, the system's Chromium or Chrome. If none of them runs, the
// script downloads Playwright's. If that fails (no network to its CDN, libraries missing), it installs Debian's
// package, as root or through sudo.
//
// Firefox is $FIREFOX, or the system's. WebKit is WebKitGTK of the system, as no browser on Linux has a newer one.
// Playwright's Firefox and WebKit are its own builds, which people do not use.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { installDebians, onPath, run, whyNotDebians } from './debian.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const CDN_PATIENCE_MS = 240_000

/** Options for Playwright's `launch` and `launchPersistentContext`. */
export function launchOptions() {
  const executablePath = findChromium()
  if (!executablePath)
    throw new Error('No Chromium found: run `node scripts/browser.mjs`, or set CHROMIUM to its path.')
  return {
    executablePath,
    // Chromium's sandbox refuses to run as root, which containers often are.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}

/**
 * Uses a browser with a new profile, which is deleted afterwards. The profile is on disk, as those of people are.
 * @template T
 * @param {Parameters<typeof chromium.launchPersistentContext>[1]} device
 * @param {(page: import('playwright-core').Page, context: import('playwright-core').BrowserContext) => Promise<T>} use
 * @param {object} [preferences]  settings of the browser, if they are others than it comes with
 */
export async function inNewBrowser(device, use, preferences = {}) {
  const profile = await mkdtemp(join(tmpdir(), 'matewright-profile-'))
  await mkdir(join(profile, 'Default'))
  await writeFile(join(profile, 'Default/Preferences'), JSON.stringify(preferences))
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions(), ...device })
  try {
    return await use(context.pages()[0], context)
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The path of a Chromium that runs, or undefined. */
export function findChromium() {
  if (process.env.CHROMIUM) {
    if (runs(process.env.CHROMIUM)) return process.env.CHROMIUM
    throw new Error(`CHROMIUM=${process.env.CHROMIUM} does not run.`)
  }
  return candidates().find(runs)
}

/** The path of a Chromium that runs, installed if need be. */
export function ensureChromium() {
  return (
    findChromium() ??
    installFrom('Playwright', installPlaywrights) ??
    installFrom('Debian', () => installDebians(['chromium'])) ??
    fail()
  )
}

const candidates = () => [chromium.executablePath(), ...onPath(NAMES), ...APPLICATIONS]

/** The path of a Firefox that runs, or undefined. */
export function findFirefox() {
  const { FIREFOX } = process.env
  if (FIREFOX && !runs(FIREFOX)) throw new Error(`FIREFOX=${FIREFOX} does not run.`)
  return FIREFOX || onPath(['firefox', 'firefox-esr']).find(runs)
}

/** Debian's Python has Debian's bindings; another one that comes first on the PATH has not. */
const PYTHON = '/usr/bin/python3'

/**
 * Returns the programs that drive WebKitGTK: its WebDriver, a virtual screen, and a Python with the bindings that
 * e2e/webkit.py imports. Returns undefined if one is missing.
 */
export function findWebKit() {
  const [driver, xvfb] = ['WebKitWebDriver', 'Xvfb'].map((name) => onPath([name]).find((path) => existsSync(path)))
  const bindings =
    'import gi; gi.require_version("Gtk", "3.0"); gi.require_version("WebKit2", "4.1"); ' +
    'from gi.repository import Gtk, WebKit2'
  if (!driver || !xvfb || spawnSync(PYTHON, ['-c', bindings], { stdio: 'ignore' }).status !== 0) return undefined
  return { driver, xvfb, python: PYTHON }
}

/**
 * The browsers beside Chromium: how to find them, and their packages in Debian.
 * @type {Record<string, {find: () => any, packages: string[]}>}
 */
const others = {
  Firefox: { find: findFirefox, packages: ['firefox-esr'] },
  WebKitGTK: { find: findWebKit, packages: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb'] },
}

/** Installs Firefox and WebKitGTK if they are missing and can be installed. */
export function ensureOthers() {
  const missing = Object.entries(others).filter(([, { find }]) => !find())
  if (!missing.length) return
  const names = missing.map(([name]) => name).join(' and ')
  const obstacle = whyNotDebians()
  if (obstacle) return console.error(`${names} can't be installed: ${obstacle}`)
  console.error(`Installing Debian's ${names}`)
  installDebians(missing.flatMap(([, { packages }]) => packages))
  for (const [name, { find }] of missing) {
    if (!find()) throw new Error(`${name} was installed, but is not found.`)
  }
}

function runs(path) {
  if (!existsSync(path)) return false
  // On Windows, Chrome opens a window for --version.
  return process.platform === 'win32' || spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0
}

function installFrom(source, install) {
  console.error(`No Chromium found: installing ${source}'s`)
  try {
    install()
  } catch (error) {
    console.error(`${source}'s Chromium: ${error.message}`)
  }
  return findChromium()
}

function installPlaywrights() {
  const cli = fileURLToPath(new URL('./cli.js', import.meta.resolve('playwright-core/package.json')))
  run(process.execPath, [cli, 'install', '--no-shell', 'chromium'], { timeout: CDN_PATIENCE_MS })
}

function fail() {
  throw new Error('No Chromium could be installed. Install Chromium or Google Chrome, or set CHROMIUM to its path.')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(ensureChromium())
    if (process.argv.includes('--others')) ensureOthers()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
