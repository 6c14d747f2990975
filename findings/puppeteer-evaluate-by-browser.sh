#!/usr/bin/env bash
# puppeteer-core 24.43.1: the same `page.evaluate` returns different values from Chromium and from Firefox.
#
# Chromium returns values as JSON does: a Date, a Map and an object of the browser all become {}, which is truthy.
# Firefox is driven by WebDriver BiDi: a Date and a Map arrive whole, but an object of the browser, a typed array or an
# Error becomes undefined. A test that calls `evaluate(() => navigator.serviceWorker.controller)` until the result is
# truthy passes in Chromium and never ends in Firefox. With `!!` in the page both agree, and with `waitForFunction` as
# well.
source "$(dirname "$0")/common.bash"
installed chromium 156.0.8078.108
installed firefox-esr 153.8.0esr
npm_packages puppeteer-core@24.43.1

cat >evaluate.js <<'JS'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { inspect } from 'node:util'
import puppeteer from 'puppeteer-core'

const server = createServer((_, response) =>
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>page</title>'),
).listen(0, '127.0.0.1')
await once(server, 'listening')
const expressions = [
  'document.body',
  'navigator.locks',
  '!!navigator.locks',
  'new Error("no")',
  'new Uint8Array([7, 8])',
  'new Date(0)',
  'new Map([[1, 2]])',
  '[document.body, 1]',
]
const rows = expressions.map((expression) => [expression.padEnd(23)])
const waits = []
for (const [browser, executablePath, args] of [
  ['chrome', '/usr/bin/chromium', ['--no-sandbox']],
  ['firefox', '/usr/bin/firefox-esr', []],
]) {
  const opened = await puppeteer.launch({ browser, executablePath, args, timeout: 120_000, protocolTimeout: 120_000 })
  try {
    const page = await opened.newPage()
    await page.goto(`http://127.0.0.1:${server.address().port}/`, { timeout: 120_000 })
    for (const [i, expression] of expressions.entries())
      rows[i].push(inspect(await page.evaluate(expression)).padEnd(23))
    await page.waitForFunction(() => navigator.locks, { timeout: 120_000 })
    waits.push('waitForFunction(() => navigator.locks) ends')
  } finally {
    await opened.close()
  }
}
server.close()
const heads = ['', 'Chromium', 'Firefox'].map((head) => head.padEnd(23))
for (const row of [heads, ...rows]) console.log(row.join(' ').trimEnd())
console.log(waits.join('\n'))
JS
expect 'what page.evaluate returns' "$(cat <<'TEXT'
                        Chromium                Firefox
document.body           {}                      undefined
navigator.locks         {}                      undefined
!!navigator.locks       true                    true
new Error("no")         {}                      undefined
new Uint8Array([7, 8])  { '0': 7, '1': 8 }      undefined
new Date(0)             {}                      1970-01-01T00:00:00.000Z
new Map([[1, 2]])       {}                      Map(1) { 1 => 2 }
[document.body, 1]      [ {}, 1 ]               [ undefined, 1 ]
waitForFunction(() => navigator.locks) ends
waitForFunction(() => navigator.locks) ends
TEXT
)" "$(node evaluate.js)"
finish
