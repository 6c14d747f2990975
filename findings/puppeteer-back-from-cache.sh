#!/usr/bin/env bash
# puppeteer-core 24.43.1: `page.goBack()` to a page in the back/forward cache rejects with a timeout in Firefox, though
# the page is back. In Chromium it resolves.
#
# Firefox restores the page and sends no event of a navigation that puppeteer waits for, so it waits until its timeout.
# A page that the cache refuses is loaded again, and then `goBack` resolves in Firefox too. A test can call
# `history.back()` in the page, and wait for what it expects to see.
source "$(dirname "$0")/common.bash"
installed chromium 156.0.8078.108
installed firefox-esr 153.8.0esr
npm_packages puppeteer-core@24.43.1

cat >back.js <<'JS'
import { createServer } from 'node:http'
import { once } from 'node:events'
import puppeteer from 'puppeteer-core'

const server = createServer(({ url }, response) => {
  // Firefox caches no page that may not be stored.
  if (url.includes('no-store')) response.setHeader('cache-control', 'no-store')
  const script = "addEventListener('pageshow', ({ persisted }) => (globalThis.back = persisted))"
  const page = `<!doctype html><title>${url}</title><script>${script}</script>`
  response.setHeader('content-type', 'text/html').end(page)
}).listen(0, 'localhost')
await once(server, 'listening')
const site = `http://localhost:${server.address().port}`
for (const [browser, executablePath, args] of [
  ['chrome', '/usr/bin/chromium', ['--no-sandbox']],
  ['firefox', '/usr/bin/firefox-esr', []],
]) {
  const opened = await puppeteer.launch({ browser, executablePath, args, timeout: 120_000, protocolTimeout: 120_000 })
  try {
    for (const first of ['/first', '/first-no-store']) {
      const page = await opened.newPage()
      await page.goto(site + first)
      await page.goto(`${site}/second`)
      const how = await page.goBack({ timeout: 10_000 }).then(() => 'resolves', (error) => `rejects with ${error.name}`)
      const [title, back] = await page.evaluate('[document.title, globalThis.back]')
      console.log(`${browser}: goBack ${how}, the page is ${title} ${back ? 'from the cache' : 'loaded again'}`)
      await page.close()
    }
  } finally {
    await opened.close()
  }
}
server.close()
JS
expect 'goBack, and the page afterwards' 'chrome: goBack resolves, the page is /first from the cache
chrome: goBack resolves, the page is /first-no-store from the cache
firefox: goBack rejects with TimeoutError, the page is /first from the cache
firefox: goBack resolves, the page is /first-no-store loaded again' "$(node back.js)"
finish
