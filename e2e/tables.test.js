import { enterFen, expect, FENS, openStock, showList, test, verdict } from './fixtures.js'
import { containing, say, WHITE_MATES, whiteMates } from './words.js'

test.use({ atOnce: false })

const row = (page, name) => page.locator(`[data-class="${name}"]`)

test('all 145 classes are listed by men', async ({ page }) => {
  await page.getByRole('link', { name: say('header.tables') }).click()
  await expect(page).toHaveURL(/#\/tables$/)
  await showList(page)
  await expect(page.locator('.row')).toHaveCount(145)
  for (const [men, count] of [
    [3, 5],
    [4, 30],
    [5, 110],
  ]) {
    await expect(page.getByRole('region', { name: say('tablesPage.men', { men }) }).locator('.row')).toHaveCount(count)
  }
  await page.reload()
  await expect(page.getByRole('heading', { name: say('tablesPage.title'), level: 1 })).toBeVisible()
})

test('all with 3 men are built, show their results, and open on the board', async ({ page }) => {
  await page.getByRole('link', { name: say('header.tables') }).click()
  await showList(page)
  await page.getByRole('button', { name: say('tablesPage.buildAll', { men: 3 }) }).click()
  await expect(page.getByRole('region', { name: say('tablesPage.men', { men: 3 }) })).toContainText(
    containing('tablesPage.present', { all: 'true', present: 5, tables: 5 }),
    { timeout: 50_000 },
  )
  await expect(row(page, 'KNvK')).toContainText(say('tableFacts.alwaysDrawn'))
  await expect(
    row(page, 'KPvK').getByRole('img', {
      name: containing('tableFacts.shares', {
        color: 'white',
        white: containing('tableFacts.percent', { percent: /7\d\.\d/ }),
      }),
    }),
  ).toBeVisible()
  await expect(page.locator('.storage')).toContainText(containing('storage.used'))
  await row(page, 'KPvK')
    .getByRole('button', {
      name: say('tableFacts.longest', { color: 'white', win: say('outcome.mate', { moves: 28 }) }),
    })
    .click()
  await expect(verdict(page)).toHaveText(whiteMates(28))
})

test('a table is deleted after a question that names the tables that depend on it', async ({ page }) => {
  await page.getByRole('link', { name: say('header.tables') }).click()
  await page.evaluate(() => globalThis.matewrightPage.build(['KPvK'])) // and all it needs
  await showList(page)
  await row(page, 'KQvK')
    .getByRole('button', { name: say('tableActions.delete', { name: 'KQvK' }) })
    .click()
  const dialog = page.getByRole('dialog', { name: say('delete.title', { tables: 'KQvK' }) })
  await expect(dialog).toContainText('KPvK')
  await dialog.getByRole('button', { name: say('delete.keep', { count: 1 }) }).click()
  await expect(row(page, 'KQvK')).toHaveClass(/present/)
  await row(page, 'KQvK')
    .getByRole('button', { name: say('tableActions.delete', { name: 'KQvK' }) })
    .click()
  await dialog.getByRole('button', { name: say('delete.delete'), exact: true }).click()
  await expect(row(page, 'KQvK')).toHaveClass(/absent/)
  await row(page, 'KQvK')
    .getByRole('button', { name: say('tableActions.build', { large: 'false', name: 'KQvK' }) })
    .click()
  await expect(row(page, 'KQvK')).toHaveClass(/present/)
})

test('a table can be built alone from its row', async ({ page }) => {
  await page.goto(`${page.url().split('?')[0]}#/tables`)
  await showList(page)
  await row(page, 'KRvK')
    .getByRole('button', { name: say('tableActions.build', { large: 'false', name: 'KRvK' }) })
    .click()
  await expect(row(page, 'KRvK')).toHaveClass(/present/)
  await page.getByRole('link', { name: say('header.board') }).click()
  await enterFen(page, FENS.kingAndRook)
  await expect(verdict(page)).toHaveText(WHITE_MATES)
})

test("how many processors build is the user's choice, and remembered", async ({ page }) => {
  await page.getByRole('link', { name: say('header.tables') }).click()
  await openStock(page)
  const choice = page.getByLabel(say('workers.buildOn'))
  await expect(choice).toHaveValue(
    String(
      await page.evaluate(() =>
        Math.max(Math.min(navigator.hardwareConcurrency, 2), Math.min(navigator.hardwareConcurrency - 1, 16)),
      ),
    ),
  )
  await choice.selectOption('1')
  await page.reload()
  await expect(choice).toHaveValue('1')
})
