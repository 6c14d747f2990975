// What is on the page stays where it is: only what the user does moves things about.

import { answered, enterFen, expect, test, verdict } from './fixtures.js'

/** Web Vitals' cumulative layout shift is good up to 0.1. */
const MOST_SHIFT = 0.02

for (const [name, device] of /** @type {const} */ ([
  ['a desk', { viewport: { width: 1280, height: 800 } }],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ['a desk at 200 %', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
])) {
  test.describe(name, () => {
    test.use({ device })

    test(`from the first visit to a game nothing jumps, on ${name}`, async ({ context, page }) => {
      await context.addInitScript(() => {
        globalThis.shifts = []
        new PerformanceObserver((list) => {
          for (const shift of list.getEntries()) {
            const of = shift.sources?.map(({ node }) => (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 80))
            if (!shift.hadRecentInput) globalThis.shifts.push({ value: shift.value, of })
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      const shifted = async (doing) => {
        await page.waitForTimeout(300) // frames that are on their way
        const shifts = await page.evaluate(() => globalThis.shifts.splice(0))
        const sum = shifts.reduce((sum, { value }) => sum + value, 0)
        expect(sum, `${doing}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MOST_SHIFT)
      }
      await page.reload()
      await answered(page)
      await shifted('a first verdict')
      await enterFen(page, '8/8/8/8/8/2k5/8/K6R w - - 0 1')
      await expect(verdict(page)).toHaveText(/White mates in/)
      await shifted('a position of one’s own')
      await page.locator('button.move').first().click()
      await expect(page.locator('.ply[aria-current]')).toBeVisible()
      await answered(page)
      await shifted('a move')
      await page.getByRole('link', { name: 'Tables' }).click()
      await expect(page.locator('button.cell').first()).toBeVisible()
      await shifted('the tables')
    })
  })
}
