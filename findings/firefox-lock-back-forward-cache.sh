#!/usr/bin/env bash
# Firefox ESR 153.8.0 keeps a page out of the back/forward cache if it holds a Web Lock when the user leaves. Chromium
# 156 caches it if it releases the lock on `pagehide`.
#
# Firefox decides before `pagehide`, and a worker's lock counts as the document's. The event says `persisted: false`
# then. So in Firefox the page is loaded again on the way back, and what it had in memory is gone. Releasing the lock on
# `pagehide`, or terminating the worker there, is enough in Chromium and in WebKitGTK (see
# webkit-back-forward-cache.sh). Measurements of the way back compare a page from the cache with one that is loaded.
source "$(dirname "$0")/common.bash"
installed chromium 156.0.8078.108
installed firefox-esr 153.8.0esr
npm_packages puppeteer-core@24.43.1

cat >leave.js <<'JS'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import puppeteer from 'puppeteer-core'

const HOLD = `navigator.locks.request('lock', () => { held(); return released })`
const WORKER = `
  const code = \`const held = () => postMessage(0), released = new Promise(() => {}); ${HOLD}\`
  const worker = new Worker(URL.createObjectURL(new Blob([code])))
  worker.onmessage = held`
const cases = {
  'no lock': 'held()',
  'a lock of the document': `let release
    const released = new Promise((done) => (release = done))
    ${HOLD}
    addEventListener('pagehide', release)`,
  'a lock of a worker': `${WORKER}; addEventListener('pagehide', () => worker.terminate())`,
  'a lock of before': `let release
    const released = new Promise((done) => (release = done))
    ${HOLD}.then(() => (document.title = 'held'))
    setTimeout(release, 200)`,
}
const page = (script) => `<!doctype html><title>page</title><script>
  addEventListener('pageshow', ({ persisted }) => (globalThis.back = persisted))
  const held = () => (globalThis.isHeld = true)
  ${script}
</script>`
const server = createServer(({ url }, response) => {
  response.setHeader('content-type', 'text/html').end(page(Object.values(cases)[url.slice(1)] ?? ''))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const site = `http://127.0.0.1:${server.address().port}`
for (const [browser, executablePath, args] of [
  ['chrome', '/usr/bin/chromium', ['--no-sandbox']],
  ['firefox', '/usr/bin/firefox-esr', []],
]) {
  const opened = await puppeteer.launch({ browser, executablePath, args, timeout: 120_000, protocolTimeout: 120_000 })
  try {
    for (const [i, name] of Object.keys(cases).entries()) {
      const page = await opened.newPage()
      await page.goto(`${site}/${i}`)
      await page.waitForFunction('globalThis.isHeld')
      await wait(500)
      await page.goto(`${site}/second`)
      await page.evaluate('void setTimeout(() => history.back())')
      await wait(1500)
      const isCached = await page.evaluate('globalThis.back')
      console.log(`${browser}, ${name}: ${isCached ? 'from the cache' : 'loaded again'}`)
      await page.close()
    }
  } finally {
    await opened.close()
  }
}
server.close()
JS
expect 'the first page on the way back, by what it has held' 'chrome, no lock: from the cache
chrome, a lock of the document: from the cache
chrome, a lock of a worker: from the cache
chrome, a lock of before: from the cache
firefox, no lock: from the cache
firefox, a lock of the document: loaded again
firefox, a lock of a worker: loaded again
firefox, a lock of before: from the cache' "$(node leave.js)"
finish
