import { expect, test } from './fixtures.js'
import { knownSums, sumOf } from './stored.js'

const native = knownSums()

const buildAll = (page) => page.getByRole('button', { name: 'Build all 4 men' }).click()
const jobs = (page) => page.locator('.jobs li')

// What several workers at once make, with an interruption, is what one goroutine makes elsewhere.
test('the tables that two workers build, cancelled in between, are those of a native build, byte for byte', async ({ page }) => {
  test.setTimeout(180_000)
  await page.getByRole('link', { name: 'Tables' }).click()
  await page.evaluate(() => globalThis.matewrightPage.setWorkers(2))
  await buildAll(page)
  await expect(page.locator('.doing')).toContainText(/^(1\d|[6-9]) of 35 tables/)
  await expect(jobs(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'The build was cancelled' })).toBeVisible()

  await buildAll(page)
  await expect(page.locator('.doing')).toContainText(/ of 2\d tables/)
  await expect(page.locator('.build-end.done')).toBeVisible({ timeout: 150_000 })
  await expect(page.getByRole('region', { name: '3 men' })).toContainText('5 of 5 tables')
  await expect(page.getByRole('region', { name: '4 men' })).toContainText('30 of 30 tables')
  const small = await page.evaluate(() => globalThis.matewrightPage.state().tables.filter((table) => table.men <= 4))
  expect(small).toHaveLength(35)
  for (const { name } of small) {
    expect.soft({ name, ...(await sumOf(page, name)) }).toEqual({ name, ...native.get(name) })
  }
})

test('a table with five men, too', async ({ page }) => {
  test.setTimeout(180_000)
  await page.goto(`${page.url().split('?')[0]}#/tables`)
  await page.getByText('Show all 110').click()
  await page.getByRole('button', { name: 'Build KNNvKN' }).click()
  await expect(page.locator('[data-class=KNNvKN]')).toHaveClass(/present/, { timeout: 150_000 })
  expect(await sumOf(page, 'KNNvKN')).toEqual(native.get('KNNvKN'))
})
