import { answered, edit, enterFen, expect, FENS, test, verdict } from './fixtures.js'
import { beginning, say, whiteMates } from './words.js'

test.use({ serviceWorker: true, start: '' })

test('a newcomer sets up KRPvK, is answered, reloads, goes offline, and still has every move', async ({
  page,
  context,
  site,
}) => {
  await enterFen(page, FENS.rookAndPawn)
  await expect(page.getByRole('heading', { name: say('missing.working') })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: say('buildProgress.solved') })).toBeVisible()
  await page.getByText(say('missing.steps')).click()
  const needs = page.getByRole('list', { name: say('missing.needed') }).getByRole('listitem')
  await expect(needs.filter({ hasText: 'KQRvK' })).toBeVisible()
  await expect(needs.last()).toContainText('KRPvK')

  await expect(verdict(page)).toHaveText(whiteMates(16), { timeout: 50_000 })
  const best = page.locator('button.move').first()
  await expect(best).toContainText(say('outcome.mate', { moves: 16 }))
  await expect(page.getByRole('heading', { name: beginning('moves.winning') })).toBeVisible()
  await expect(page.getByRole('heading', { name: beginning('moves.drawn') })).toBeVisible()

  await page.waitForFunction(() => !!navigator.serviceWorker.controller)
  await page.reload()
  await expect(verdict(page)).toHaveText(whiteMates(16))
  await expect(page.getByTitle(say('header.worksOfflineHint'))).toBeVisible()

  await site.stop()
  await context.setOffline(true)
  await page.reload()
  await expect(verdict(page)).toHaveText(whiteMates(16))
  await expect(page.locator('.connection')).toHaveText(say('header.offline'))
  await best.click()
  await expect(verdict(page)).toHaveText(whiteMates(15))
  await expect(page.getByRole('heading', { name: beginning('moves.losing') })).toBeVisible()
})

test('the first visit goes offline without a reload in between', async ({ page, context, site }) => {
  await page.waitForFunction(() => !!navigator.serviceWorker.controller)
  await site.stop()
  await context.setOffline(true)
  await enterFen(page, FENS.rookAndPawn)
  await answered(page)
})

test('the first visit keeps all files that it used, and the second one keeps the others', async ({
  page,
  context,
  site,
}) => {
  const kept = () =>
    page.evaluate(async () => (await (await caches.open('matewright-later')).keys()).map(({ url }) => url).join(' '))
  await page.goto(`${site.url}#/day`)
  await expect(page.getByRole('heading', { name: say('daily.title') })).toBeVisible()
  await page.waitForFunction(() => !!navigator.serviceWorker.controller)
  await expect.poll(kept).toContain('/sets-entry')
  expect(await kept()).not.toContain('/matewright-check')
  await page.reload()
  for (const file of ['/matewright-check', '/film-entry', '/mw-check', '/mw-paper'])
    await expect.poll(kept, { timeout: 30_000 }).toContain(file)
  await site.stop()
  await context.setOffline(true)
  await page.goto(`${site.url}#/course`)
  await expect(page.getByRole('heading', { name: say('course.title') })).toBeVisible()
})

test('the page has the licences of code by others, also offline once they were read', async ({
  page,
  context,
  site,
}) => {
  await page.waitForFunction(() => !!navigator.serviceWorker.controller)
  await page.getByRole('link', { name: say('header.about') }).click()
  const opening = context.waitForEvent('page')
  await page.getByRole('link').and(page.locator('[href$="third-party.txt"]')).click()
  const licences = await opening
  for (const name of [
    'lit 3',
    '@lichess-org/chessground',
    '@fontsource-variable/geist',
    'comlink',
    'workbox-core',
    'Go go1',
    'github.com/klauspost/compress',
    'github.com/notnil/chess',
  ])
    await expect(licences.locator('body')).toContainText(name)
  await site.stop()
  await context.setOffline(true)
  await licences.reload()
  await expect(licences.locator('body')).toContainText('github.com/hack-pad/go-indexeddb')
})

test('a position travels in the address', async ({ page, site }) => {
  await page.goto(`${site.url}?fen=8/8/8/8/8/2k5/8/K6R_b_-_-_0_1`)
  await expect(page.getByLabel(say('fen.label'))).toHaveValue('8/8/8/8/8/2k5/8/K6R b - - 0 1')
  await edit(page)
  await page.getByRole('button', { name: say('side.toMove', { side: say('side.white') }) }).click()
  await expect(page).toHaveURL(`${site.url}?fen=8/8/8/8/8/2k5/8/K6R_w_-_-_0_1`)
})
