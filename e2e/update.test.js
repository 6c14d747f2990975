import { beginLongBuild, expect, test } from './fixtures.js'
import { deploy } from './server.mjs'

test('a new version is offered, and taking it in one tab does not interrupt a build in another', async ({ page, context, site }) => {
  test.setTimeout(120_000)
  await page.waitForFunction(() => !!navigator.serviceWorker.controller)
  const builder = await context.newPage()
  await builder.goto(site.url)
  await builder.evaluate(() => (window.sameDocument = true))

  deploy()
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  const offer = page.getByRole('button', { name: 'New version: reload' })
  await expect(offer).toBeVisible()
  await page.evaluate(() => (window.sameDocument = true))

  await beginLongBuild(builder)
  await offer.click()
  await page.waitForFunction(() => !window.sameDocument)
  expect(await builder.evaluate(() => window.sameDocument)).toBe(true)
  await expect(builder.locator('mw-build .build')).toBeVisible()
  await expect(builder.locator('.doing')).toContainText(/^([6-9]|\d\d) of 35 tables/)
  expect(await builder.evaluate(() => window.sameDocument)).toBe(true)
  // When it has ended, the tab that built takes the new version too.
  await builder.getByRole('button', { name: 'Cancel' }).click()
  await builder.waitForFunction(() => !window.sameDocument)
  await expect(builder.getByRole('region', { name: '4 men' })).toContainText(/[1-9]\d? of 30 tables/)
})
