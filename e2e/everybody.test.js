import AxeBuilder from '@axe-core/playwright'
import { buildMissing, enterFen, expect, test, verdict } from './fixtures.js'

const BLACK_MATES = '8/8/8/8/8/1k6/7r/K7 w - - 0 1'
const NO_POSITION = '8/8/8/8/8/1k6/7r/K6 w - - 0 1'

/** Every second view is looked at in the other way: what is wrong with the one hardly depends on the other. */
const WAYS = /** @type {const} */ ([
  { colorScheme: 'light', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 360, height: 740 },
])

test('on no view does axe find anything, and none is wider than a phone', async ({ page }) => {
  test.setTimeout(120_000)
  /** @type {string[]} */
  const found = []
  let looked = 0
  const look = async (view) => {
    const { colorScheme, width, height } = WAYS[looked++ % WAYS.length]
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height })
    const { violations } = await new AxeBuilder({ page }).analyze()
    found.push(...violations.map(({ id, nodes }) => `${view}, ${colorScheme}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`))
    await page.setViewportSize({ width: 360, height: 740 })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    if (wide > 360) found.push(`${view} is ${wide} pixels wide`)
  }
  const mode = (name) => page.getByRole('button', { name, exact: true }).click()

  await expect(page.getByRole('heading', { name: 'KPvK is not built yet' })).toBeVisible()
  await look('missing')
  await buildMissing(page)
  await look('built')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await enterFen(page, NO_POSITION)
  await expect(page.getByRole('heading', { name: 'Not a position yet' })).toBeVisible()
  await look('no position')
  await enterFen(page, BLACK_MATES)
  await expect(verdict(page)).toHaveText(/Black mates in/)
  await look('set up')
  await mode('Play')
  await page.locator('button.move').first().click()
  await look('play')
  await mode('Practise')
  await page.getByRole('button', { name: 'Practise this position' }).click()
  await look('practice')
  await page.getByRole('button', { name: 'Colours and board' }).click()
  await page.getByLabel('Walnut').check()
  await look('settings')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'About' }).click()
  await look('about')
  await page.getByRole('link', { name: 'Tables', exact: true }).click()
  await look('tables')
  await page.evaluate(() => (location.hash = '#/tables/KQvKR'))
  await expect(page.getByRole('heading', { name: 'KQvKR is not built yet' })).toBeVisible()
  await look('an absent class')
  expect(found).toEqual([])
})
