import { expect, test } from './fixtures.js'
import { knownSums, storedNames, sumOf, withoutCastling } from './stored.js'

test.use({ atOnce: false })

// A tab crashes with its workers at a random moment of a build. The next one resumes, and in the end the tables have
// the known bytes. For many runs, as in docs/reference/testing.md:
//
//   MATEWRIGHT_KILLS=100 npx playwright test -c e2e/playwright.config.js kills
const KILLS = Number(process.env.MATEWRIGHT_KILLS ?? 3)
const CLASSES = ['KQvK', 'KRvK', 'KBvK', 'KNvK', 'KPvK', 'KQvKR', 'KRvKB', 'KRvKN', 'KBBvK']

test('a tab killed in the middle of a build loses nothing and leaves nothing wrong', async ({ context, site }) => {
  test.setTimeout(60_000 + KILLS * 30_000)
  const native = knownSums()
  const open = async () => {
    const page = await context.newPage()
    await page.goto(site.url)
    await page.waitForFunction(() => globalThis.matewrightPage?.state().tables)
    return page
  }
  const present = (page) =>
    page.evaluate(() =>
      globalThis.matewrightPage
        .state()
        .tables.filter((table) => table.present)
        .map((table) => table.name),
    )
  /** The tables that existed before the last kill. */
  let finished = []
  for (let kills = 0; kills < KILLS; kills++) {
    let page = await open()
    const there = await present(page)
    expect(there).toEqual(expect.arrayContaining(finished))
    if (there.length >= CLASSES.length) {
      await wantKnown(page, there)
      await page.evaluate((names) => globalThis.matewrightPage.remove(names), there)
    }
    page.evaluate((names) => globalThis.matewrightPage.build(names), CLASSES).catch(() => {}) // the page crashes
    await page.waitForTimeout(Math.random() * 6000)
    finished = await present(page)
    const devtools = await context.newCDPSession(page)
    const crashed = page.waitForEvent('crash')
    devtools.send('Page.crash').catch(() => {})
    await crashed
    await page.close()
  }
  const page = await open()
  await page.evaluate((names) => globalThis.matewrightPage.build(names), CLASSES)
  await expect(page.locator('.build-end.done')).toBeVisible({ timeout: 60_000 })
  await wantKnown(page, CLASSES)
  const lacking = await page.evaluate(() =>
    globalThis.matewrightPage
      .state()
      .tables.filter(({ present, castling }) => present && castling && castling.present.length < castling.tables)
      .map(({ name }) => name),
  )
  expect(lacking).toEqual([])
  expect(withoutCastling(await storedNames(page)).toSorted()).toEqual([...CLASSES].toSorted())

  async function wantKnown(page, names) {
    for (const name of names) expect({ name, ...(await sumOf(page, name)) }).toEqual({ name, ...native.get(name) })
  }
})
