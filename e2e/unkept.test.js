// A browser that lets the page store nothing: site data are blocked.

import { answered, enterFen, expect, FENS, test, verdict } from './fixtures.js'
import { beginning, containing, say } from './words.js'

test.use({ preferences: { profile: { default_content_setting_values: { cookies: 2 } } }, start: '' })

test('without storage the page builds, probes, searches and solves in memory, and warns that nothing is kept', async ({
  page,
}) => {
  await answered(page)
  await expect(page.getByText(say('unkept.text'))).toBeVisible()
  await enterFen(page, FENS.kingAndRook)
  await answered(page)
  await expect(verdict(page)).toHaveText(containing('verdict.mates'))
  await page.getByLabel(say('typedMove.label')).fill('Rh3')
  await page.getByLabel(say('typedMove.label')).press('Enter')
  await answered(page)
  await enterFen(page, '5r1k/6pp/7N/8/2Q5/8/8/K7 w - - 0 1')
  await expect(page.locator('.proof h1')).toHaveText(say('verdict.wins', { winner: say('side.white') }))
  await enterFen(page, '8/8/2k2p2/3p1P1p/p2P3P/P7/2K5/8 w - - 0 1')
  await page.getByRole('button', { name: say('ending.solve') }).click()
  await page.locator('.ending [data-uci=c2d1]').click()
  await expect(page.locator('.ending h1')).toHaveText(say('verdict.wins', { winner: say('side.black') }))
  await page.getByRole('link', { name: beginning('header.tables') }).click()
  await expect(page.locator('[data-ending^=KPPPPvKPPPP]')).toBeVisible()
  await expect(page.locator('button.cell[data-class="KRvK"]')).toHaveClass(/present/)
  await expect(page.getByText(say('unkept.text'))).toBeVisible()
})
