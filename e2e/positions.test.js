import { enterFen, expect, test, verdict } from './fixtures.js'
import { storedNames } from './stored.js'

test.use({ atOnce: false })

const LUCENA = '1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1'

test('for a position only those parts of a table are built that play can reach from it', async ({ page }) => {
  test.setTimeout(500_000)
  await enterFen(page, LUCENA)
  const card = page.locator('.missing')
  await expect(card).toContainText('with only 1 of the 21 parts of KRPvKR')
  await expect(card.getByRole('button', { name: 'Build all of KRPvKR' })).toBeVisible()
  await card.getByRole('button', { name: 'Build what this position needs' }).click()
  await expect(page.locator('.build h2')).toHaveText('Building what a position needs')
  await expect(card).toContainText('KRPvKR is on its way')
  await expect(page.locator('.build-end.done')).toBeVisible({ timeout: 400_000 })
  await expect(page.locator('.build-end h2')).toHaveText('What a position needs is ready')
  await expect(page.locator('.build-end')).toContainText('Built 19 tables and 1 part of KRPvKR')
  await expect(verdict(page)).toContainText('21')
  const names = await storedNames(page)
  expect(names.filter((name) => name.startsWith('KRPvKR'))).toEqual(['KRPvKRunit1'])

  // What is there answers other positions too, and what isn't is missing.
  await enterFen(page, '8/P7/8/8/8/k7/7r/K6R w - - 0 1')
  await expect(verdict(page)).toBeVisible()
  await enterFen(page, '8/8/8/8/8/k7/P6r/K6R w - - 0 1')
  await expect(card).toContainText('KRPvKR is not built yet')
  await page.getByRole('link', { name: 'Tables' }).click()
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await page.getByText('Show all 110').click()
  await expect(page.locator('[data-class=KRPvKR]')).toContainText(/1 of 21 parts|of 21 parts of/)
})
