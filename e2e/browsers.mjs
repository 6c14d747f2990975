// npm run browsers [-- --only NAME,...] [--short] [--json]
//
//   A tour of the built page in Chromium, Firefox and WebKitGTK, each with a new profile: a visitor's steps, and the
//   seconds of each. The browsers take turns step by step, so that other load on the machine affects all of them
//   alike. Screenshots go to e2e/results. The tour fails if a step fails in one of the browsers.
//
// With --short it runs only the first steps, in all browsers except Chromium, side by side: a part of npm test. If
// these browsers cannot be installed, it is skipped and the reason is printed.

import { mkdir } from 'node:fs/promises'
import { constants, cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { whyNotDebians } from '../scripts/debian.mjs'
import { browsers } from './drivers.js'
import { serve } from './server.mjs'
import { STUDIES } from './studies.js'
import { containing, either, inOrder, pattern, say } from './words.js'

const MIB = 2 ** 20
const results = fileURLToPath(new URL('results', import.meta.url))

const ROOK = '8/8/8/8/8/2k5/8/K6R w - - 0 1'
const ROOK_AND_PAWN = '8/7K/8/1R6/2kP4/8/8/8 w - - 0 1' // mate in 16
const CASTLING = '8/8/8/3k4/8/8/1r6/R3K3 w Q - 0 1'
const KNIGHT = '7k/4K3/8/8/8/8/1n6/6R1 w - - 0 1'

const KNIGHT_AND_PAWN = '8/8/8/3k4/8/8/1P6/K6N w - - 0 1'

/**
 * One browser's visit to a site of its own.
 * @typedef {object} Visit
 * @property {import('./drivers.js').Browser} browser
 * @property {import('./drivers.js').Tab} tab
 * @property {Awaited<ReturnType<typeof serve>>} site
 */

const ANSWER = '.answer[data-asking=false] > .verdict'

/**
 * Waits until the position on the board has a verdict.
 * @param {import('./drivers.js').Tab} tab
 * @param {RegExp} words
 */
const answered = (tab, words) => tab.sees(`${ANSWER} h1`, words)

/**
 * Waits until the position is on the board. The verdict of the one before stays until then.
 * @param {import('./drivers.js').Tab} tab
 * @param {string} fen
 */
async function pasteFen(tab, fen) {
  await tab.paste(fen)
  await tab.until((fen) => document.querySelector('#fen')?.value === fen, fen)
}

/** Begins to build tables, and waits for the end. @param {import('./drivers.js').Tab} tab @param {string[]} names */
async function build(tab, names) {
  await tab.evaluate((names) => {
    globalThis.tourBuilt = null
    globalThis.matewrightPage
      .build(names)
      .finally(() => (globalThis.tourBuilt = globalThis.matewrightPage.state().buildEnd))
  }, names)
  const { built, failures } = await tab.until(() => globalThis.tourBuilt)
  if (failures.length) throw new Error(`not built: ${JSON.stringify(failures)}`)
  return built
}

/** Waits until no table is built. @param {import('./drivers.js').Tab} tab */
const idle = (tab) =>
  tab.until(() => !!globalThis.matewrightPage?.state().tables && !globalThis.matewrightPage.state().build)

/**
 * The tour's steps in order, by name. Each begins on the page where the one before has ended, and opens the page that
 * it needs.
 * @type {Record<string, (visit: Visit) => Promise<void>>}
 */
const short = {
  async 'first visit'({ tab, site }) {
    await tab.goto(site.url)
    await answered(tab, either(containing('verdict.mates'), containing('verdict.draw')))
  },
  async 'own FEN'({ tab }) {
    await pasteFen(tab, ROOK)
    await answered(tab, pattern('verdict.mates', { winner: say('side.white'), moves: 14 }))
  },
  async 'a move'({ tab }) {
    await tab.clickSquare('h1')
    await tab.clickSquare('h2')
    await tab.hasValue('#fen', /^8\/8\/8\/8\/8\/2k5\/7R\/K7 b - - 1 1$/)
    await answered(tab, pattern('verdict.mates', { winner: say('side.white'), moves: /\d+/ }))
  },
  async 'KRvKN built'({ tab }) {
    await pasteFen(tab, KNIGHT)
    await answered(tab, pattern('verdict.mates', { winner: say('side.white'), moves: /\d+/ }))
  },
  async reload({ tab }) {
    const said = await tab.evaluate((selector) => document.querySelector(selector).textContent, `${ANSWER} h1`)
    await tab.reload()
    await answered(tab, new RegExp(`^${said}$`))
  },
}

/** @type {typeof short} */
const long = {
  ...short,
  async 'KRPvK built'({ tab }) {
    await pasteFen(tab, ROOK_AND_PAWN)
    await answered(tab, pattern('verdict.mates', { winner: say('side.white'), moves: 16 }))
    await tab.sees('mw-line', /Ra5[^]*16\./)
  },
  async offline(visit) {
    const { tab, site } = visit
    await tab.until(() => !!navigator.serviceWorker.controller)
    await site.stop()
    try {
      await tab.reload()
      await answered(tab, pattern('verdict.mates', { winner: say('side.white'), moves: 16 }))
      await tab.click('button.move')
      await answered(tab, pattern('verdict.mates', { winner: say('side.white'), moves: 15 }))
    } finally {
      visit.site = await serve(site.port)
    }
  },
  async castling({ tab }) {
    await pasteFen(tab, CASTLING)
    await answered(tab, pattern('verdict.mates', { winner: say('side.white'), moves: 16 }))
    await tab.clickSquare('e1')
    await tab.clickSquare('c1')
    await tab.hasValue('#fen', /^8\/8\/8\/3k4\/8\/8\/1r6\/2KR4 b - - 1 1$/)
    await answered(tab, pattern('verdict.mates', { winner: say('side.white'), moves: 15 }))
  },
  async 'the fifty-move rule'({ tab }) {
    await pasteFen(tab, ROOK)
    await answered(tab, pattern('verdict.mates', { winner: say('side.white'), moves: 14 }))
    await setMetric(tab, 'dtz50')
    await answered(tab, pattern('verdict.mates', { winner: say('side.white'), moves: 14 }))
    await pasteFen(tab, ROOK.replace('- 0 1', '- 74 90'))
    await answered(tab, pattern('verdict.drawByRule'))
    await setMetric(tab, 'dtm')
    await answered(tab, pattern('verdict.drawByRule'))
  },
  async 'a study checked'({ tab }) {
    await tab.drop('studies.pgn', STUDIES)
    await tab.click('.check-all button')
    await tab.sees(
      'dialog [role=status][aria-busy=false]',
      containing('check.result', { games: 3, positions: /\d+/, found: 'flaws', flawed: 2, beyond: 0, stopped: 'no' }),
    )
    await tab.sees(
      'dialog',
      containing('check.finding', { kind: say('check.kind.cook'), move: '1. Kd6', words: 'Kf6 wins, too' }),
    )
    await tab.evaluate(
      () => globalThis.matewrightPage.state().checking && document.querySelector('mw-check dialog').close(),
    )
  },
  async 'four counts compared'({ tab }) {
    await pasteFen(tab, ROOK)
    await answered(tab, pattern('verdict.mates', { winner: say('side.white'), moves: 14 }))
    await tab.click('button', say('compare.open'))
    await tab.sees('dialog.comparison', containing('compare.hint'))
    await tab.evaluate(() => document.querySelector('dialog.comparison').close())
  },
  async 'a film watched and saved'({ tab, site }) {
    await tab.goto(`${site.url}#/tables/KRvKN`)
    await tab.click('button', say('film.watch'))
    await tab.sees('mw-film', containing('film.within'))
    await tab.evaluate(() => {
      const make = URL.createObjectURL
      URL.createObjectURL = (file) => {
        globalThis.tourSaved = file.type
        return make(file)
      }
    })
    await tab.click('button', say('film.save'))
    await tab.until(() => globalThis.tourSaved === 'image/gif')
  },
  async 'a plan with six men'({ tab, site }) {
    await tab.goto(`${site.url}#/tables`)
    await tab.click('button', say('tablesPage.sixMen'))
    await tab.click('button.cell[data-class="KRRvKRR"]')
    await tab.click('dialog button', say('tableActions.build', { name: 'KRRvKRR', large: 'false' }))
    await tab.sees(
      'mw-plan dialog',
      inOrder(
        say('outlook.time'),
        containing('outlook.about', { time: either(containing('time.hours'), containing('time.minutes')) }),
      ),
    )
    if (/NaN|Infinity|undefined/.test(await tab.evaluate(() => document.body.innerText)))
      throw new Error('an estimate is not a number')
    await tab.click('mw-plan dialog button', say('plan.notNow'))
    await tab.evaluate(() => document.querySelector('dialog[open]')?.close())
  },
  async 'in little memory'({ tab, site }) {
    await tab.goto(site.url)
    await idle(tab)
    await tab.evaluate((bytes) => globalThis.matewrightPage.setMemory(bytes), 80 * MIB)
    const built = await build(tab, ['KQPvK'])
    const most = Math.max(...built.map(({ wasmBytes }) => wasmBytes))
    if (most > 80 * MIB) throw new Error(`a worker took ${most} bytes`)
  },
  async 'two tabs'({ browser, tab, site }) {
    await tab.evaluate(() => void globalThis.matewrightPage.build(['KBNvK', 'KNNvK']))
    await tab.until(() => !!globalThis.matewrightPage.state().build)
    const second = await browser.newTab()
    try {
      await second.goto(`${site.url}?fen=8/8/8/3bk3/8/8/8/R3K3_w_-_-_0_1`)
      // KRvKB is built after the first tab is done.
      await answered(second, either(containing('verdict.mates'), containing('verdict.draw')))
      await idle(tab)
    } finally {
      await second.close()
    }
  },
  async 'left while it builds, and visited again'({ tab, site }) {
    await tab.evaluate(() => void globalThis.matewrightPage.build(['KBPvK']))
    await tab.until(() => !!globalThis.matewrightPage.state().build)
    await tab.goto(`${site.url}third-party.txt`)
    await tab.goto(`${site.url}?fen=${ROOK.replaceAll(' ', '_')}`)
    await answered(tab, pattern('verdict.mates', { winner: say('side.white'), moves: 14 }))
  },
  async 'left while it builds, and back'({ tab, site }) {
    await idle(tab)
    await tab.evaluate(() => void globalThis.matewrightPage.build(['KNPvK']))
    await tab.until(() => !!globalThis.matewrightPage.state().build)
    await tab.goto(`${site.url}third-party.txt`)
    await tab.back()
    await answered(tab, pattern('verdict.mates', { winner: say('side.white'), moves: 14 }))
    await pasteFen(tab, KNIGHT_AND_PAWN) // builders resume
    await answered(tab, pattern('verdict.mates', { winner: say('side.white'), moves: /\d+/ }))
  },
}

/**
 * Counts by another metric, for which the page is loaded again.
 * @param {import('./drivers.js').Tab} tab
 * @param {string} metric
 */
async function setMetric(tab, metric) {
  await idle(tab)
  await tab.evaluate((metric) => {
    globalThis.tourBefore = true
    setTimeout(() => globalThis.matewrightPage.setMetric(metric))
  }, metric)
  await tab.until(() => !globalThis.tourBefore && !!globalThis.matewrightPage)
}

const PHONE = { width: 390, height: 844 }

/**
 * The screenshots after a step, for people to look at.
 * @type {Record<string, [name: string, size?: {width: number, height: number}, theme?: string][]>}
 */
const pictures = {
  'KRPvK built': [['board'], ['board-dark', undefined, 'dark'], ['phone', PHONE], ['phone-dark', PHONE, 'dark']],
  'a plan with six men': [['tables'], ['tables-phone', PHONE]],
}

/** Every browser's seconds by step, and the failures. */
class Tour {
  /** @type {Record<string, Record<string, number>>} */
  seconds = {}
  /** @type {string[]} */
  failures = []

  /** @param {string} name @param {string} step @param {Visit} visit @param {(visit: Visit) => Promise<void>} does */
  async step(name, step, visit, does) {
    const start = performance.now()
    try {
      await does(visit)
      const errors = await visit.tab.errors()
      if (errors.length) throw new Error(`uncaught: ${errors.join('; ')}`)
      const seconds = (performance.now() - start) / 1000
      ;(this.seconds[step] ??= {})[name] = seconds
      console.error(`${name}, ${step}: ${seconds.toFixed(1)} s`)
      for (const [picture, ...how] of pictures[step] ?? [])
        await visit.tab.screenshot(`${results}/${name}-${picture}.png`, ...how)
    } catch (error) {
      const text = await visit.tab.evaluate(() => document.body.innerText).catch(() => '')
      const file = `${results}/${name}-failed-${step.replaceAll(/\W+/g, '-')}.png`
      await visit.tab.screenshot(file).catch(() => {})
      this.failures.push(`${name}, ${step}: ${error.message}`)
      console.error(
        `${name}, ${step} failed after ${((performance.now() - start) / 1000).toFixed(1)} s: ` +
          `${error.message}\n${file}\n${text.slice(0, 2000)}`,
      )
    }
  }

  /** @param {string[]} names */
  print(names) {
    const width = Math.max(...Object.keys(this.seconds).map((step) => step.length))
    const row = (head, cells) => console.log([head.padEnd(width), ...cells.map((cell) => cell.padStart(10))].join('  '))
    row('seconds', names)
    for (const [step, seconds] of Object.entries(this.seconds))
      row(
        step,
        names.map((name) => seconds[name]?.toFixed(1) ?? 'failed'),
      )
  }
}

/** @param {string} name @returns {Promise<Visit>} */
async function open(name) {
  const browser = await browsers[name].open()
  const site = await serve()
  console.error(`${name} ${browser.version}`)
  return { site, browser, tab: browser.tab }
}

/** @param {string[]} args */
async function main(args) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      short: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const names = values.only?.split(',') ?? Object.keys(browsers).filter((name) => !values.short || name !== 'Chromium')
  const unknown = names.filter((name) => !browsers[name])
  if (unknown.length)
    throw new Error(`There is no browser ${unknown.join(', ')}, only ${Object.keys(browsers).join(', ')}.`)
  const absent = names.filter((name) => !browsers[name].isThere())
  if (absent.length) {
    const obstacle = whyNotDebians()
    if (!values.short || !obstacle)
      throw new Error(`${absent.join(' and ')} not found. Install them by node scripts/browser.mjs --others.`)
    console.log(`Skipped for ${absent.join(' and ')}, which can't be installed here: ${obstacle}`)
  }
  const present = names.filter((name) => !absent.includes(name))
  if (!present.length) return
  await mkdir(results, { recursive: true })
  const tour = new Tour()
  const steps = Object.entries(values.short ? short : long)
  /** @type {[name: string, visit: Visit][]} */
  const visits = []
  try {
    for (const name of present) visits.push([name, await open(name)])
    if (values.short) {
      const whole = async ([name, visit]) => {
        for (const [step, does] of steps) await tour.step(name, step, visit, does)
      }
      await Promise.all(visits.map(whole))
    } else {
      for (const [step, does] of steps) {
        for (const [name, visit] of visits) await tour.step(name, step, visit, does)
      }
    }
  } finally {
    await Promise.all(visits.map(([, { browser, site }]) => Promise.all([browser.close(), site.stop()])))
  }
  const versions = Object.fromEntries(visits.map(([name, { browser }]) => [name, browser.version]))
  if (values.json)
    console.log(
      JSON.stringify({ versions, cores: cpus().length, seconds: tour.seconds, failures: tour.failures }, null, 1),
    )
  else tour.print(present)
  if (tour.failures.length) throw new Error(`${tour.failures.length} steps failed:\n${tour.failures.join('\n')}`)
}

// An exit also ends the browsers. A signal without a handler does not.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'])
  process.once(signal, () => process.exit(128 + constants.signals[signal]))

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
