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

test('moves have the letters of the language if the user chooses so', async ({ page }) => {
  await enterFen(page, FENS.kingAndRook)
  await page.getByRole('button', { name: 'Einstellungen' }).click()
  await page.getByRole('radio', { name: 'K D T L S' }).click()
  await expect(page.getByRole('button', { name: /^Th2/ })).toBeVisible()
  await page.getByLabel('Zug eingeben').fill('Th7')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('FEN')).toHaveValue(/^8\/7R\//)
  await expect(page.locator('mw-history')).toContainText('Th7')
})

test.describe('in each language', () => {
  test.use({ device: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } })

  for (const language of ['de', 'es', 'fr', 'pl', 'pt'])
    test(`the page in ${language} fits a phone`, async ({ page, site }) => {
      await page.evaluate((chosen) => localStorage.setItem('matewright-language', chosen), language)
      for (const place of [
        '?fen=8/7K/8/1R6/2kP4/8/8/8_w_-_-_0_1',
        '#/tables',
        '#/sets',
        '#/about',
        '#/tables/KRPvKR',
      ]) {
        await page.goto(site.url + place)
        await page.reload()
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expect(page.locator('main')).not.toBeEmpty()
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${language} ${place}`)
          .toBe(390)
        if (process.env.SHOTS)
          await page.screenshot({
            path: `${process.env.SHOTS}/${language}-${place.replace(/\W/g, '').slice(0, 9)}.png`,
          })
      }
    })
})
