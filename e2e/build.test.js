import { beginLongBuild, buildMissing, enterFen, expect, FENS, showList, test, verdict } from './fixtures.js'
import { damageBlocks } from './stored.js'
import { beginning, containing, inOrder, pattern, say, WHITE_MATES, whiteMates } from './words.js'

test.use({ atOnce: false, serviceWorker: true, start: '' })

const startBuild = (page) =>
  page.getByRole('button', { name: pattern('missing.buildMissing', { count: /\d+/ }) }).click()

test('a build is cancelled, finished tables stay, and it resumes from there', async ({ page }) => {
  await beginLongBuild(page)
  await expect(page.locator('.doing')).toContainText(
    beginning('buildProgress.tablesOf', { done: /\d\d|[6-9]/, count: 35 }),
  )
  await page.getByRole('button', { name: say('build.cancel') }).click()
  await expect(page.getByRole('heading', { name: say('build.ended.cancelled') })).toBeVisible()
  await expect(page.locator('.build-end')).toContainText(containing('buildProgress.finished'))
  await expect(page.getByRole('region', { name: say('tablesPage.men', { men: 4 }) })).toContainText(
    containing('tablesPage.present', { all: 'true', present: /[1-9]\d?/, tables: 30 }),
  )
  await expect(page.getByRole('button', { name: say('tablesPage.buildAll', { men: 4 }) })).toBeEnabled()
  await page.getByRole('link', { name: say('header.board') }).click()
  await enterFen(page, '8/8/8/4k3/8/8/8/1Q2K3 w - - 0 1')
  await expect(verdict(page)).toHaveText(WHITE_MATES)
  await enterFen(page, FENS.rookAndPawn)
  await startBuild(page)
  await expect(verdict(page)).toHaveText(whiteMates(16), { timeout: 50_000 })
})

test('of two tabs one builds, and the other waits for its turn, also after the user leaves the first', async ({
  page,
  context,
  site,
}) => {
  const second = await context.newPage()
  await second.goto(site.url)
  await enterFen(second, FENS.rookAndPawn)
  const button = second.getByRole('button', { name: pattern('missing.buildMissing', { count: /\d+/ }) })
  await expect(button).toBeVisible()
  await beginLongBuild(page)
  await button.click()
  await expect(second.locator('.doing')).toContainText(say('build.doing.waitingForBuild'))
  // As if the browser cached the page, which then releases all that others would wait for.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await expect(second.locator('.jobs')).toContainText(containing('build.step.whole'))
  await expect(verdict(second)).toHaveText(whiteMates(16), { timeout: 50_000 })
  await expect(second.locator('.build-end.done')).toBeVisible()
  await expect(page.locator('.doing')).toContainText(say('build.doing.starting'))
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page.locator('.jobs')).toContainText(containing('build.step.whole'))
  await page.evaluate(() => document.dispatchEvent(new Event('freeze')))
  await expect(page.locator('.jobs')).toHaveCount(0)
  const { held, pending } = await second.evaluate(() => navigator.locks.query())
  expect([...held, ...pending].filter(({ name }) => name === 'matewright-build')).toEqual([])
  await page.evaluate(() => document.dispatchEvent(new Event('resume')))
  await expect(page.locator('.jobs')).toContainText(containing('build.step.whole'))
  await page.getByRole('button', { name: say('build.cancel') }).click()
  await expect(page.getByRole('heading', { name: say('build.ended.cancelled') })).toBeVisible()
})

test('tables built in one tab appear in the other', async ({ page, context, site }) => {
  const second = await context.newPage()
  await second.goto(site.url)
  await expect(
    second.getByRole('heading', { name: say('missing.notBuilt', { count: 1, names: 'KPvK' }) }),
  ).toBeVisible()
  await buildMissing(page)
  await expect(verdict(second)).toBeVisible()
})

test('a builder that dies is named, the other one finishes its table, and the page stays usable', async ({ page }) => {
  test.setTimeout(180_000)
  await page.evaluate(() => globalThis.matewrightPage.setWorkers(2))
  await beginLongBuild(page)
  // Both workers build tables that take a while: neither is starting or ending.
  await expect(
    page.locator('.jobs li').filter({ hasText: containing('build.step.slice', { slice: /\d/, slices: 24 }) }),
  ).toHaveCount(2, { timeout: 60_000 })
  // The first worker is the prober. To close one from within is a death without an event.
  await page
    .workers()
    .at(-1)
    .evaluate(() => close())
  await expect(page.getByRole('heading', { name: say('build.ended.died') })).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('.build-end')).toContainText(
    inOrder(pattern('buildProgress.notBuilt', { names: /K\w+/ }), containing('buildProgress.finished')),
  )
  await page.getByRole('button', { name: say('common.tryAgain') }).click()
  await expect(page.locator('.jobs')).toContainText(containing('build.step.whole'))
  await page.getByRole('link', { name: say('header.board') }).click()
  await enterFen(page, FENS.kingAndRook)
  await expect(verdict(page)).toHaveText(WHITE_MATES)
})

test('a prober that dies is started again', async ({ page }) => {
  await buildMissing(page)
  await page.workers()[0].evaluate(() => close())
  await enterFen(page, '8/8/8/4k3/8/8/8/4K2R w - - 0 1')
  await expect(page.locator('.notice')).toContainText(say('engine.restarted'))
  await expect(verdict(page)).toHaveText(WHITE_MATES)
})

test('full storage stops the build with an error, and finished tables stay', async ({ context, site }) => {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  // Before the database is opened: Chromium caches the free room for a while.
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(site.url).origin, quotaSize: 6_000_000 })
  await page.goto(site.url)
  await page.waitForFunction(() => !!navigator.serviceWorker.controller)
  await enterFen(page, '8/8/8/3pk3/8/8/4P3/4K3 w - - 0 1')
  await startBuild(page)
  await expect(page.getByRole('heading', { name: say('build.ended.full') })).toBeVisible({ timeout: 50_000 })
  await expect(page.locator('.build-end')).toContainText(containing('buildProgress.finished'))
  await enterFen(page, '8/8/8/4k3/8/8/8/4K2R w - - 0 1')
  await expect(verdict(page)).toHaveText(WHITE_MATES)
})

test('a damaged table is named, never believed, and can be rebuilt', async ({ page }) => {
  await enterFen(page, FENS.kingAndRook)
  await buildMissing(page)
  const sound = await verdict(page).textContent()
  await page.evaluate(damageBlocks)
  await page.reload()
  await expect(page.getByRole('heading', { name: say('problem.damaged', { name: 'KRvK' }) })).toBeVisible()
  await expect(verdict(page)).toHaveCount(0)
  await page.getByRole('button', { name: say('common.rebuild', { name: 'KRvK' }) }).click()
  await expect(verdict(page)).toHaveText(sound)
})

test('a build that leans on a damaged table stops and offers to rebuild that one', async ({ page }) => {
  await page.goto(`${page.url().split('?')[0]}#/tables`)
  await showList(page)
  await page
    .getByRole('button', { name: say('tableActions.build', { large: 'false', name: 'KQvK' }), exact: true })
    .click()
  await expect(page.locator('[data-class=KQvK]')).toHaveClass(/present/)
  await page.evaluate(damageBlocks)
  await page
    .getByRole('button', { name: say('tableActions.build', { large: 'false', name: 'KPvK' }), exact: true })
    .click()
  await page.getByRole('button', { name: say('tableActions.rebuild', { name: 'KQvK' }) }).click()
  await expect(
    page.getByRole('heading', { name: say('build.ended.ready', { count: 1, tables: 'KQvK' }) }),
  ).toBeVisible()
  await page
    .getByRole('button', { name: say('tableActions.build', { large: 'false', name: 'KPvK' }), exact: true })
    .click()
  await expect(page.locator('[data-class=KPvK]')).toHaveClass(/present/)
})
