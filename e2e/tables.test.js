import { buildMissing, enterFen, expect, FENS, openStock, showList, test, verdict } from './fixtures.js'

test.use({ atOnce: false })

const row = (page, name) => page.locator(`[data-class="${name}"]`)

test('all 145 classes are listed by men', async ({ page }) => {
  await page.getByRole('link', { name: 'Tables' }).click()
  await expect(page).toHaveURL(/#\/tables$/)
  await showList(page)
  await expect(page.locator('.row')).toHaveCount(145)
  for (const [men, count] of [[3, 5], [4, 30], [5, 110]]) {
    await expect(page.getByRole('region', { name: `${men} men` }).locator('.row')).toHaveCount(count)
  }
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Tables', level: 1 })).toBeVisible()
})

test('all with 3 men are built, show their results, and open on the board', async ({ page }) => {
  await page.getByRole('link', { name: 'Tables' }).click()
  await showList(page)
  await page.getByRole('button', { name: 'Build all 3 men' }).click()
  await expect(page.getByRole('region', { name: '3 men' })).toContainText('5 of 5 tables', { timeout: 50_000 })
  await expect(row(page, 'KNvK')).toContainText('always a draw')
  await expect(row(page, 'KPvK').getByRole('img', { name: /White to move: White wins 7\d\.\d%/ })).toBeVisible()
  await expect(page.locator('.storage')).toContainText('used of')
  await row(page, 'KPvK').getByRole('button', { name: /White's longest win, mate in 28/ }).click()
  await expect(verdict(page)).toHaveText('White mates in 28')
})

test('a table is deleted after a question that names what leans on it', async ({ page }) => {
  await buildMissing(page) // KPvK and all it needs
  await page.getByRole('link', { name: 'Tables' }).click()
  await showList(page)
  await row(page, 'KQvK').getByRole('button', { name: 'Delete KQvK' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete KQvK?' })
  await expect(dialog).toContainText('KPvK')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(row(page, 'KQvK')).toHaveClass(/present/)
  await row(page, 'KQvK').getByRole('button', { name: 'Delete KQvK' }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(row(page, 'KQvK')).toHaveClass(/absent/)
  await row(page, 'KQvK').getByRole('button', { name: 'Build KQvK' }).click()
  await expect(row(page, 'KQvK')).toHaveClass(/present/)
})

test('a table can be built alone from its row', async ({ page }) => {
  await page.goto(`${page.url().split('?')[0]}#/tables`)
  await showList(page)
  await row(page, 'KRvK').getByRole('button', { name: 'Build KRvK' }).click()
  await expect(row(page, 'KRvK')).toHaveClass(/present/)
  await page.getByRole('link', { name: 'Board' }).click()
  await enterFen(page, FENS.kingAndRook)
  await expect(verdict(page)).toHaveText(/White mates in/)
})

test('how many processors build is the user\'s choice, and remembered', async ({ page }) => {
  await page.getByRole('link', { name: 'Tables' }).click()
  await openStock(page)
  const choice = page.getByLabel('Build on')
  await expect(choice).toHaveValue(String(await page.evaluate(() => Math.max(Math.min(navigator.hardwareConcurrency, 2), Math.min(navigator.hardwareConcurrency - 1, 16)))))
  await choice.selectOption('1')
  await page.reload()
  await expect(choice).toHaveValue('1')
})
