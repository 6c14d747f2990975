// A browser that lets the page store nothing: site data are blocked.

import { answered, enterFen, expect, FENS, test, verdict } from './fixtures.js'

test.use({ preferences: { profile: { default_content_setting_values: { cookies: 2 } } } })

test('without storage tables are built, asked and searched in memory, and the page says that they are not kept', async ({ page }) => {
  await answered(page)
  await expect(page.getByText('tables are kept until you close or reload the page')).toBeVisible()
  await enterFen(page, FENS.kingAndRook)
  await answered(page)
  await expect(verdict(page)).toHaveText(/mates in/)
  await page.getByLabel('Type a move').fill('Rh3')
  await page.getByLabel('Type a move').press('Enter')
  await answered(page)
  await enterFen(page, '5r1k/6pp/7N/8/2Q5/8/8/K7 w - - 0 1')
  await expect(page.locator('.proof h1')).toHaveText('White wins')
  await page.getByRole('link', { name: /^Tables/ }).click()
  await expect(page.locator('button.cell[data-class="KRvK"]')).toHaveClass(/present/)
  await expect(page.getByText('tables are kept until you close or reload the page')).toBeVisible()
})
