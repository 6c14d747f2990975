import {
  answered,
  beginLongBuild,
  buildMissing,
  edit,
  enterFen,
  expect,
  expectAccessible,
  FENS,
  linkTo,
  square,
  test,
  verdict,
} from './fixtures.js'
import { damageBlocks } from './stored.js'
import { beginning, containing, either, inOrder, pattern, say, whiteMates } from './words.js'

test.use({ start: '' })

test.describe.configure({ timeout: 120_000 }) // several builds each

const working = (page) => page.getByRole('heading', { name: say('missing.working') })
const stop = (page) => page.getByRole('button', { name: say('common.stop') })
const isBuilding = (page) => page.evaluate(() => !!globalThis.matewrightPage.state().build)

/** Long enough for a wrong start of a build. */
const aWhile = (page) => page.waitForTimeout(2500)

test('a link to a position is answered without a click, and its builds are a detail', async ({ page, site }) => {
  await page.goto(linkTo(site, FENS.rookAndPawn))
  await expect(verdict(page)).toHaveText(whiteMates(16), { timeout: 50_000 })
  await expect(page.locator('.build, .build-end')).toHaveCount(0)
  const details = page.locator('.made')
  await expect(details.getByText(beginning('buildProgress.built'))).toBeHidden()
  await details.getByText(say('answer.made')).click()
  await expect(
    details.getByText(
      beginning('buildProgress.built', {
        tables: inOrder(/.*/, containing('buildProgress.tables', { count: /\d+/ }), /.*/),
        time: pattern('time.seconds', { seconds: /\d+/ }),
      }),
    ),
  ).toBeVisible()
  await expectAccessible(page, 'mw-answer')
  // A build that began without a click is not offered again after an interruption.
  await enterFen(page, '8/8/8/4k3/8/8/4P3/2B1K3 w - - 0 1')
  await expect(stop(page)).toBeVisible()
  await page.reload()
  await answered(page)
  await expect(page.getByText(containing('build.held.interrupted'))).toHaveCount(0)
})

test('a stopped build stays stopped for that position, and its button builds it', async ({ page, site }) => {
  await answered(page)
  await page.goto(linkTo(site, FENS.rookAndPawn))
  await stop(page).click()
  await expect(page.getByRole('heading', { name: say('build.ended.cancelled') })).toBeVisible()
  const card = page.locator('.missing')
  await expect(card).toContainText(say('missing.wasStopped'))
  await aWhile(page)
  expect(await isBuilding(page)).toBe(false)
  await enterFen(page, '8/8/8/4k3/8/8/8/4K2R w - - 0 1')
  await answered(page)
  await enterFen(page, FENS.rookAndPawn)
  await expect(card.getByRole('button', { name: beginning('missing.buildMissing') }).first()).toBeVisible()
  await buildMissing(page)
  await expect(verdict(page)).toHaveText(whiteMates(16))
})

test('while men are put on the board nothing is built, and when that is done it is', async ({ page }) => {
  await answered(page)
  await edit(page)
  await page.getByRole('button', { name: say('piece', { color: 'white', role: 'rook' }) }).click()
  await page.mouse.click(...Object.values(await square(page, 'a1')))
  const card = page.locator('.missing')
  await expect(card).toContainText(say('missing.quick'))
  await aWhile(page)
  expect(await isBuilding(page)).toBe(false)
  await expect(card.getByRole('button', { name: say('missing.buildMissing', { count: 5 }) })).toBeVisible()
  await page.getByRole('button', { name: say('toolbar.play'), exact: true }).click()
  await answered(page)
})

test('builds without a click can be switched off', async ({ page }) => {
  await answered(page)
  await page.getByRole('button', { name: say('settings.title') }).click()
  await page.getByLabel(say('settings.atOnce')).uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  await enterFen(page, FENS.rookAndPawn)
  await expect(page.getByRole('button', { name: say('missing.buildMissing', { count: 5 }) })).toBeVisible()
  await aWhile(page)
  expect(await isBuilding(page)).toBe(false)
  await page.getByRole('button', { name: say('settings.title') }).click()
  await page.getByLabel(say('settings.atOnce')).check()
  await answered(page)
})

test('a tab waits while another one builds, and is answered then', async ({ page, context, site }) => {
  await answered(page)
  const second = await context.newPage()
  await second.goto(site.url) // before the build, which may build the tables of the position while the page loads
  await answered(second)
  await beginLongBuild(page)
  await enterFen(second, '8/8/8/4k3/8/8/8/1N2KB2 w - - 0 1')
  await expect(
    second.getByRole('button', { name: either(beginning('missing.buildMissing'), beginning('missing.buildNeeded')) }),
  ).toBeVisible()
  await aWhile(second)
  expect(await isBuilding(second)).toBe(false)
  await page.getByRole('button', { name: say('build.cancel') }).click()
  await answered(second)
})

test('a failure is reported once, and the build is not repeated', async ({ page, site }) => {
  await answered(page)
  await page.evaluate(damageBlocks)
  await page.goto(linkTo(site, FENS.rookAndPawn))
  await expect(page.locator('.build-end.failed')).toContainText(containing('common.rebuild'), { timeout: 50_000 })
  await expect(page.locator('.missing')).toContainText(say('missing.hasFailed'))
  await aWhile(page)
  expect(await isBuilding(page)).toBe(false)
  await expect(working(page)).toHaveCount(0)
})
