import { beginLongBuild, expect, test } from './fixtures.js'
import { deploy } from './server.mjs'
import { containing, say } from './words.js'

test.use({ atOnce: false, serviceWorker: true })

test('a new version is offered, and taking it in one tab does not interrupt a build in another', async ({
  page,
  context,
  site,
}) => {
  test.setTimeout(120_000)
  await page.waitForFunction(() => !!navigator.serviceWorker.controller)
  const builder = await context.newPage()
  await builder.goto(site.url)
  await builder.evaluate(() => (window.sameDocument = true))

  deploy()
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  const offer = page.getByRole('button', { name: say('header.update') })
  await expect(offer).toBeVisible()
  await page.evaluate(() => (window.sameDocument = true))

  await builder.evaluate(() => globalThis.matewrightPage.setWorkers(1))
  await beginLongBuild(builder)
  await offer.click()
  await page.waitForFunction(() => !window.sameDocument)
  expect(await builder.evaluate(() => window.sameDocument)).toBe(true)
  await expect(builder.locator('mw-build .build')).toBeVisible()
  // One more worker begins now, whose script is gone with the old version.
  await expect.poll(() => builder.evaluate(gone)).toBeGreaterThan(0)
  const done = () => builder.evaluate(() => globalThis.matewrightPage.state().build?.built.length)
  const before = await done()
  await builder.evaluate(() => globalThis.matewrightPage.setWorkers(2))
  await expect(builder.locator('.jobs li')).toHaveCount(2)
  await expect.poll(done).toBeGreaterThan(before + 3)
  expect(await builder.evaluate(() => window.sameDocument)).toBe(true)
  // When it has ended, the tab that built takes the new version too.
  await builder.getByRole('button', { name: say('build.cancel') }).click()
  await builder.waitForFunction(() => !window.sameDocument)
  await expect(builder.getByRole('region', { name: say('tablesPage.men', { men: 4 }) })).toContainText(
    containing('tablesPage.present', { all: 'true', present: /[1-9]\d?/, tables: 30 }),
  )
})

/** In the page: returns the number of its scripts that are no longer available. */
async function gone() {
  const scripts = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => /assets.*\.js$/.test(name))
  const answers = await Promise.all(
    scripts.map((name) =>
      fetch(name).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  )
  return answers.filter((ok) => !ok).length
}
