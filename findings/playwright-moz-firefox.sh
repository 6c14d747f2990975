#!/usr/bin/env bash
# playwright-core 1.65.1 launches people's own Firefox ESR 153 (`channel: 'moz-firefox'`), but opens no page in it.
#
# `firefox.launch` succeeds and returns the version, so the two seem to fit. Each new page then fails: Playwright sends
# emulation.setMediaFeaturesOverride, a command of WebDriver BiDi that Firefox 153 lacks. It sends that even if all
# media features are null. Puppeteer 24.43.1 drives the same Firefox by the same protocol. Matewright's tour of browsers
# uses it.
source "$(dirname "$0")/common.bash"
installed firefox-esr 153.8.0esr
npm_packages playwright-core@1.65.1 puppeteer-core@24.43.1

cat >pages.js <<'JS'
import { firefox } from 'playwright-core'
import puppeteer from 'puppeteer-core'

const executablePath = '/usr/bin/firefox-esr'
const title = async (page) => {
  await page.goto('data:text/html,<title>a title</title>', { timeout: 120_000 })
  return `a page with ${await page.title()}`
}
const asked = await firefox.launch({ channel: 'moz-firefox', executablePath, timeout: 120_000 })
console.log(`Playwright launches Firefox ${asked.version()}`)
const none = { colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null }
for (const [words, options] of [['', {}], [' without media features', none]]) {
  const end = await asked.newPage(options).then(title).catch(({ message }) => message.split('\n')[0])
  console.log(`Playwright${words}: ${end}`)
}
await asked.close()

const driven = await puppeteer.launch({
  browser: 'firefox',
  executablePath,
  timeout: 120_000,
  protocolTimeout: 120_000,
})
console.log(`Puppeteer: ${await title(await driven.newPage())}`)
await driven.close()
JS
expect 'a page in Firefox' 'Playwright launches Firefox 153.8.0
Playwright: browser.newPage: Protocol error (emulation.setMediaFeaturesOverride): unknown command
Playwright without media features: browser.newPage: Protocol error (emulation.setMediaFeaturesOverride): unknown command
Puppeteer: a page with a title' "$(node pages.js)"
finish
