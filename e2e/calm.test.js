// The page's contents keep their places: only the user's actions move them.

import { answered, expect, test, verdict } from './fixtures.js'
import { WHITE_MATES } from './words.js'

/** Web Vitals call a cumulative layout shift of up to 0.1 good. */
const MOST_SHIFT = 0.02

const WON = '8/8/8/8/8/2k5/8/K6R w - - 0 1'

for (const [name, device] of /** @type {const} */ ([
  ['a desk', { viewport: { width: 1280, height: 800 } }],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ['a desk at 200 %', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
])) {
  test.describe(name, () => {
    test.use({ device: { ...device, reducedMotion: 'no-preference' } })

    test(`on ${name} the layout never shifts before the first verdict, or on the page of tables`, async ({
      context,
      page,
      site,
    }) => {
      await context.addInitScript(observe)
      const visit = async (address) => {
        await page.goto('about:blank')
        await page.goto(site.url + address)
      }
      await visit('')
      await answered(page)
      await expectCalm(page, 'a first visit')
      await visit(`?fen=${WON.replaceAll(' ', '_')}`)
      await expect(verdict(page)).toHaveText(WHITE_MATES)
      await expect(page.locator('.line[data-coming=false] .ply').first()).toBeVisible()
      await expectCalm(page, 'a won position')
      await visit('#/tables')
      await expect(page.locator('button.cell').first()).toBeVisible()
      await expectCalm(page, 'the tables')
    })
  })
}

/** Notes every layout shift with its elements. */
function observe() {
  globalThis.shifts = []
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) {
      const of = shift.sources.map(({ node }) =>
        (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 80),
      )
      if (!shift.hadRecentInput) globalThis.shifts.push({ at: shift.startTime, value: shift.value, of })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** @param {import('@playwright/test').Page} page @param {string} doing */
async function expectCalm(page, doing) {
  await page.waitForTimeout(300) // for pending frames
  const shifts = await page.evaluate(() => globalThis.shifts)
  expect(cumulative(shifts), `${doing}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MOST_SHIFT)
}

/**
 * Returns the worst session of shifts less than a second apart, over five seconds at most.
 * @param {{at: number, value: number}[]} shifts
 */
function cumulative(shifts) {
  let worst = 0,
    sum = 0,
    first = 0,
    last = -Infinity
  for (const { at, value } of shifts) {
    if (at - last >= 1000 || at - first >= 5000) [sum, first] = [0, at]
    sum += value
    last = at
    worst = Math.max(worst, sum)
  }
  return worst
}
