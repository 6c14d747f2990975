import { enterFen, expect, FENS, test } from './fixtures.js'
import { whiteMates } from './words.js'

test.use({ device: { locale: 'de-AT' }, serviceWorker: true })

test('the page is German in a German browser, and English if the user chooses so', async ({ page, site }) => {
  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', 'de')
  await enterFen(page, FENS.kingAndRook)
  await expect(page.getByRole('heading', { name: 'Weiß setzt in 14 Zügen matt' })).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await site.stop()
  await page.reload() // offline
  await expect(page.getByRole('heading', { name: 'Weiß setzt in 14 Zügen matt' })).toBeVisible()
  await page.getByRole('button', { name: 'Einstellungen' }).click()
  await page.getByRole('radio', { name: 'English' }).click()
  await expect(html).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('heading', { name: whiteMates(14) })).toBeVisible()
  await page.reload()
  await expect(html).toHaveAttribute('lang', 'en')
})
