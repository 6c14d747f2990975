// npm run goals [-- --times N] [--only WORDS] [--json]
//
//   Measures how long a new user takes to reach each goal, such as a first verdict or a shared set of five. It runs in
//   a real Chromium with a new profile for each goal, at a desk and on a phone. It prints medians: the measured time of
//   the page, and the user's time by the keystroke-level model (Card, Moran and Newell, 1980). The script does not
//   wait for the user.

import { expect as base } from '@playwright/test'
import { parseArgs } from 'node:util'
import { inNewBrowser } from '../scripts/browser.mjs'
import { square } from './fixtures.js'
import { serve } from './server.mjs'
import { containing, either, pattern, say, WHITE_MATES } from './words.js'

/**
 * The model's seconds for an average typist. `home` is a hand's way to the mouse and back, and `click` includes the
 * pointing.
 */
const MODEL = { think: 1.35, home: 0.4, click: 1.2, key: 0.28 }

const expect = base.configure({ timeout: 120_000 })

const devices = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}

const FIVE = [
  '8/8/8/8/8/1K6/7R/k7 w - - 0 1',
  '4k3/8/4K3/4P3/8/8/8/8 b - - 0 1',
  '8/8/8/8/4k3/8/4P3/4K3 w - - 0 1',
  '8/8/8/8/8/2k5/8/K6R w - - 0 1',
  '8/8/8/4k3/8/8/4P3/4K3 b - - 0 1',
].join('\n')

const MATES_IN_ONE = [
  ['8/8/8/8/8/1K6/7R/k7 w - - 0 1'],
  ['7k/8/6K1/8/8/8/8/R7 w - - 0 1'],
  ['8/8/8/8/8/6K1/Q7/7k w - - 0 1'],
]

const GAME = `[White "Ann"]
[WhiteElo "1500"]
[Black "Bob"]
[FEN "8/8/4k3/8/4K3/8/4P3/8 w - - 0 60"]

60. Kd3 Kd5 61. e4+ Ke5 62. Ke3 Ke6 63. Kd4 Kd6 64. e5+ Ke6 65. Ke4 Kd7 66. Kd5 Ke7 1/2-1/2
`

const STUDY = `[White "Saavedra"]
[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]

1. c7 Rd6+ 2. Kb5 Rd5+ 3. Kb4 Rd4+ 4. Kb3 Rd3+ 5. Kc2 Rd4 6. c8=R Ra4 7. Kb3 1-0
`

/** The steps of a user with the page, and their time by the model. */
class Person {
  seconds = 0
  steps = 0

  /** @param {import('@playwright/test').Page} page */
  constructor(page) {
    this.page = page
  }

  /** @param {number} seconds */
  #takes(seconds) {
    this.seconds += MODEL.think + seconds
    this.steps++
  }

  /** @param {import('@playwright/test').Locator} button */
  async clicks(button) {
    this.#takes(MODEL.click)
    await button.click()
  }

  /** @param {import('@playwright/test').Locator} where @param {string} text */
  async types(where, text) {
    this.#takes(2 * MODEL.home + MODEL.click + text.length * MODEL.key)
    await where.fill(text)
  }

  /** Plays best moves on the board, two clicks each, until practice ends. */
  async wins() {
    const practice = this.page.getByRole('region', { name: say('practice.title') })
    for (;;) {
      const found = await this.page.waitForFunction(() => {
        const { practice, asking, answer, game } = globalThis.matewrightPage.state()
        if (practice?.stage === 'done') return { over: true }
        const isOwn = practice && !asking && answer?.probe?.side === practice.side[0]
        const isShown = answer?.fen === (game.plies[game.at - 1]?.fen ?? game.start)
        return isOwn && isShown && { uci: answer.probe.moves[0].uci }
      })
      const { over, uci } = await found.jsonValue()
      if (over) break
      for (const square of [uci.slice(0, 2), uci.slice(2, 4)]) await this.clicks(await squareOf(this.page, square))
    }
    await expect(practice.getByRole('heading')).toHaveText(say('practice.mate'))
  }

  /** Ctrl+V, wherever the page is; on a phone by the button. @param {string} text */
  async pastes(text) {
    await this.page.evaluate((text) => navigator.clipboard.writeText(text), text)
    const button = this.page.getByRole('button', { name: say('fen.paste') })
    if (this.page.viewportSize()?.width === devices.phone.viewport.width) return this.clicks(button)
    this.#takes(2 * MODEL.key)
    await this.page.keyboard.press('ControlOrMeta+v')
  }
}

const verdict = (page) => page.locator('.answer[data-asking=false] > .verdict h1')

/**
 * The goals, and the steps to each from the opened page.
 * @type {Record<string, (person: Person, visit: Visit) => Promise<void>>}
 */
const goals = {
  'a first verdict': async ({ page }) =>
    expect(verdict(page)).toContainText(either(containing('side.white'), containing('verdict.draw'))),

  'a position of his own, pasted': async (person) => {
    await person.pastes('see 8/8/4k3/8/8/3K4/4R3/8 b, how long?')
    await expect(person.page.getByLabel(say('fen.label'))).toHaveValue(/^8\/8\/4k3\/8\/8\/3K4\/4R3\/8 b/)
    await expect(verdict(person.page)).toContainText(WHITE_MATES)
  },

  'a position of his own, set up': async (person) => {
    const { page } = person
    await person.clicks(page.getByRole('button', { name: say('toolbar.edit'), exact: true }))
    await person.clicks(page.getByRole('button', { name: say('setup.clear') }))
    for (const [color, role, square] of [
      ['white', 'king', 'd3'],
      ['white', 'rook', 'a1'],
      ['black', 'king', 'e6'],
    ]) {
      await person.clicks(page.getByRole('button', { name: say('piece', { color, role }) }))
      await person.clicks(await squareOf(page, square))
    }
    await person.clicks(page.getByRole('button', { name: say('toolbar.play'), exact: true }))
    await expect(page.getByLabel(say('fen.label'))).toHaveValue(/^8\/8\/4k3\/8\/8\/3K4\/8\/R7 w/)
    await expect(verdict(page)).toContainText(WHITE_MATES)
  },

  'a set of five that another practises': async (person, visit) => {
    const { page } = person
    await person.pastes(FIVE)
    await person.clicks(page.getByRole('button', { name: say('found.add') }))
    await person.types(page.getByLabel(say('collect.name')), 'Tuesday')
    await person.clicks(page.getByRole('button', { name: say('collect.make') }))
    await person.clicks(
      page
        .getByRole('navigation', { name: say('header.pages') })
        .getByRole('link', { name: say('header.sets'), exact: true }),
    )
    await person.clicks(page.getByRole('button', { name: say('setsPage.linkIt', { name: 'Tuesday' }) }))
    await expect(page.locator('.notice')).toContainText(say('appSets.link'))
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await visit(link, async (page) => {
      await expect(page.getByRole('region', { name: say('practice.title') }).getByRole('heading')).toHaveText(
        say('practice.toPlay', { side: 'white' }),
      )
    })
  },

  'a study checked': async (person) => {
    const { page } = person
    await person.pastes(STUDY)
    await person.clicks(page.getByRole('button', { name: say('found.check') }))
    const dialog = page.getByRole('dialog', { name: say('check.title') })
    const status = dialog.getByRole('status').first()
    await expect(status).toHaveAttribute('aria-busy', 'false')
    await person.clicks(dialog.getByRole('button', { name: pattern('check.build') }))
    await expect(dialog).not.toContainText(containing('check.missing'))
    await expect(status).toHaveAttribute('aria-busy', 'false')
  },

  'a mistake of a game, played better': async (person) => {
    const { page } = person
    await person.pastes(GAME)
    await person.clicks(page.getByRole('button', { name: say('found.check') }))
    await person.clicks(page.getByRole('button', { name: say('check.better') }))
    await expect(page.getByRole('region', { name: say('practice.title') }).getByRole('heading')).toHaveText(
      say('practice.toPlayAnd', { side: 'white', goal: 'win' }),
    )
  },

  'the first mate mastered': async (person) => {
    await person.clicks(person.page.locator('.welcome').getByRole('link', { name: say('course.title') }))
    await person.wins()
  },

  'a set of a coach, from its link': async (person) => {
    for (const last of [false, false, true]) {
      await person.wins()
      if (!last) await person.clicks(person.page.getByRole('button', { name: say('training.next') }))
    }
  },
}

/** @param {unknown} set */
const linkTo = (set) => `#/set/${Buffer.from(JSON.stringify(set)).toString('base64url')}`

/** Goals that begin with another address of the page. @type {Record<string, string>} */
const addresses = {
  'a set of a coach, from its link': linkTo([1, 'Mates', ...MATES_IN_ONE]),
}

/** A square of the board, as something to click. @param {import('@playwright/test').Page} page @param {string} name */
async function squareOf(page, name) {
  await page.locator('cg-board').scrollIntoViewIfNeeded()
  const { x, y } = await square(page, name)
  return { click: () => page.mouse.click(x, y) }
}

/** @typedef {(url: string, use: (page: import('@playwright/test').Page) => Promise<void>) => Promise<void>} Visit */

/** Opens the page in a browser that has never seen it. @returns {Visit} */
const visitor = (device) => (url, use) =>
  inNewBrowser(device, async (page, context) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(url)
    await use(page)
  })

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]

/** @param {string[]} args */
async function main(args) {
  const { values } = parseArgs({
    args,
    options: {
      times: { type: 'string', default: '3' },
      only: { type: 'string', default: '' },
      json: { type: 'boolean', default: false },
    },
  })
  const times = Number(values.times)
  if (!Number.isInteger(times) || times < 1) throw new Error(`--times ${values.times} makes no sense`)
  const site = await serve()
  const figures = []
  try {
    for (const [name, device] of Object.entries(devices)) {
      for (const [goal, reach] of Object.entries(goals)) {
        if (!goal.includes(values.only)) continue
        const page = []
        let person
        for (let i = 0; i < times; i++) {
          const visit = visitor(device)
          await visit('about:blank', async (tab) => {
            const start = performance.now()
            await tab.goto(`${site.url}${addresses[goal] ?? ''}`)
            person = new Person(tab)
            await reach(person, visit)
            page.push((performance.now() - start) / 1000)
          })
        }
        figures.push({ device: name, goal, page: median(page), person: person.seconds, steps: person.steps })
        if (!values.json) print(figures.at(-1))
      }
    }
  } finally {
    await site.stop()
  }
  if (values.json) console.log(JSON.stringify(figures, null, 1))
}

function print({ device, goal, page, person, steps }) {
  console.log(
    `${device.padEnd(6)} ${goal.padEnd(38)} page ${page.toFixed(1).padStart(5)} s   ` +
      `person ${person.toFixed(1).padStart(5)} s in ${String(steps).padStart(2)} steps`,
  )
}

await main(process.argv.slice(2))
