// npm run firefox [-- --screenshot FILE]
//
//   A smoke run in an ordinary Firefox, without a window: a first visit comes to a verdict, a move is played on
//   the board, KRvKN is built, and a reload finds its table. Prints each step with the seconds it took.
//
// Firefox is $FIREFOX, or firefox or firefox-esr on the PATH; Debian's package is firefox-esr. Playwright can
// drive a build of its own only, which cannot be fetched everywhere: hence marionette.mjs.

import { writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { launchFirefox } from './marionette.mjs'
import { serve } from './server.mjs'

const WAIT_MS = 120_000
const LOOK_MS = 100
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf' // what WebDriver calls an element's handle

const ROOK_AND_KNIGHT = '7k/4K3/8/8/8/8/1n6/6R1 w - - 0 1'

const { values: options } = parseArgs({ options: { screenshot: { type: 'string' } } })
const site = await serve()
const { version, send, close } = await launchFirefox()
try {
  console.log(`Firefox ${version}`)
  await run()
  if (options.screenshot) await writeFile(options.screenshot, (await send('WebDriver:TakeScreenshot', { full: false })).value, 'base64')
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  await close()
  await site.stop()
}

async function run() {
  await send('WebDriver:SetWindowRect', { width: 1280, height: 900 })
  await step('a first visit comes to a verdict', async () => {
    await send('WebDriver:Navigate', { url: site.url })
    await until(() => /mates in|Draw/.test(document.querySelector('.verdict h1')?.textContent ?? ''))
  })
  await step('a move is played on the board', async () => {
    await until(() => document.querySelectorAll('button.move').length > 0)
    const before = await evaluate(() => document.querySelector('mw-fen input').value)
    await clickSquare('e2')
    await clickSquare('e4')
    await until((before) => document.querySelector('mw-fen input').value !== before, before)
  })
  await step('KRvKN is built', async () => {
    await enterFen(ROOK_AND_KNIGHT)
    await until(() => document.querySelector('.working'))
    await until(() => document.querySelector('.answer[data-asking=false] .verdict h1'))
  })
  await step('a reload finds its table', async () => {
    const said = await evaluate(() => document.querySelector('.verdict h1').textContent)
    await send('WebDriver:Refresh')
    await until((said) => document.querySelector('.answer[data-asking=false] h1')?.textContent === said, said)
    console.log(`  ${said}`)
  })
}

/** @param {string} name @param {() => Promise<void>} does */
async function step(name, does) {
  const start = performance.now()
  await does()
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

/**
 * What a function gives in the page.
 * @param {(...args: any[]) => unknown} code
 * @param {...unknown} args
 */
async function evaluate(code, ...args) {
  return (await send('WebDriver:ExecuteScript', { script: `return (${code})(...arguments)`, args })).value
}

/** @param {(...args: any[]) => unknown} holds @param {...unknown} args */
async function until(holds, ...args) {
  for (const end = Date.now() + WAIT_MS; !(await evaluate(holds, ...args)); await wait(LOOK_MS)) {
    if (Date.now() > end) throw new Error(`In vain: ${holds}. The page says: ${await evaluate(() => document.querySelector('main').innerText)}`)
  }
}

/** @param {string} fen */
async function enterFen(fen) {
  const { value } = await send('WebDriver:FindElement', { using: 'css selector', value: 'mw-fen input' })
  await send('WebDriver:ElementClear', { id: value[ELEMENT] })
  await send('WebDriver:ElementSendKeys', { id: value[ELEMENT], text: fen })
}

/** Clicks a square with the mouse. White is below. @param {string} key */
async function clickSquare(key) {
  const [left, top, width] = await evaluate(() => {
    const { left, top, width } = document.querySelector('cg-board').getBoundingClientRect()
    return [left, top, width]
  })
  const [file, rank] = [key.charCodeAt(0) - 97, Number(key[1]) - 1]
  const x = Math.round(left + (width * (file + 0.5)) / 8)
  const y = Math.round(top + (width * (7.5 - rank)) / 8)
  await send('WebDriver:PerformActions', { actions: [{
    type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' },
    actions: [{ type: 'pointerMove', x, y }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }],
  }] })
}
