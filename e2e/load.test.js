import { expect, test } from './fixtures.js'
import { serve } from './server.mjs'
import { say } from './words.js'

test.use({ atOnce: false, serviceWorker: true })

test('a first visit loads less than 2 MB, all that it keeps for later included, and the page can be installed', async ({
  page,
  context,
}) => {
  /** @type {import('./server.mjs').Sent[]} */
  const sent = []
  const site = await serve(0, sent)
  await page.goto(site.url)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect(page.getByRole('heading', { name: say('missing.notBuilt', { count: 1, names: 'KPvK' }) })).toBeVisible()
  expect(sent.some(({ path }) => path.endsWith('.zst'))).toBe(true)
  expect(sent.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(2e6)
  const devtools = await context.newCDPSession(page)
  expect(await devtools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
  await site.stop()
})
