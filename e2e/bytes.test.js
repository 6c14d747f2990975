import { edit, enterFen, expect, showList, test, verdict } from './fixtures.js'
import { knownSums, storedNames, sumOf, withoutCastling } from './stored.js'
import { containing, either, inOrder, say, sentence, whiteMates } from './words.js'

test.use({ atOnce: false })

const native = knownSums()

const PROMOTES = '8/1P6/2k5/8/8/8/3NN3/6K1 w - - 0 1' // mate in 6

const unitsDone = (page) => page.evaluate(() => globalThis.matewrightPage.state().build?.parts.KNNPvK?.finished ?? 0)

/** All classes with up to four men, and KNNPvK with the four that it is promoted into. */
const wanted = (page) =>
  page.evaluate(() => {
    const tables = globalThis.matewrightPage.state().tables
    const { needs } = tables.find((table) => table.name === 'KNNPvK')
    return [...new Set([...tables.filter((table) => table.men <= 4).map((table) => table.name), ...needs, 'KNNPvK'])]
  })

// Two workers, with an interruption, build the same bytes as one goroutine elsewhere. The tables are the small ones,
// four with five men and one slice, and one with 24 slices, which the workers share. The test begins with the needs of
// one position. Then one worker builds parts of the large table while the other builds small ones.
test('the tables that two workers build, left in the middle, are those of a native build, byte for byte', async ({
  page,
}) => {
  test.setTimeout(500_000)
  await page.waitForFunction(() => globalThis.matewrightPage)
  await page.evaluate(() => globalThis.matewrightPage.setWorkers(2))
  await test.step('for a position only those parts of a table are built that play can reach from it', () =>
    buildForPosition(page))

  await page.goto(`${page.url().split('?')[0]}#/tables`)
  await showList(page)
  await page.getByText(say('tablesPage.showAll', { count: 110 })).click()
  const names = await wanted(page)
  expect(names).toHaveLength(35 + 4 + 1)
  page.evaluate((names) => globalThis.matewrightPage.build(names), names).catch(() => {}) // the reload ends it
  await expect.poll(() => unitsDone(page), { timeout: 400_000 }).toBeGreaterThan(2)

  // The tab is left, and a part that it has stored is damaged. Only that part is built again.
  await page.reload()
  const row = page.locator('[data-class=KNNPvK]')
  await expect(row).toContainText(
    containing('tableFacts.finished', { units: 21, positions: say('number.millions', { number: '710.1' }) }),
  )
  const [finished] = (await storedNames(page)).filter((name) => name.startsWith('KNNPvKunit'))
  await page.evaluate(damage, finished)
  await row.getByRole('button', { name: say('tableActions.goOn', { name: 'KNNPvK' }) }).click()
  await expect(
    page
      .locator('.jobs li')
      .filter({ hasText: inOrder('KNNPvK', /.*/, containing('build.step.slice', { slice: /\d+/, slices: 24 })) }),
  ).toHaveCount(2)
  await expect(row).toHaveClass(/present/, { timeout: 200_000 })
  await expect(page.locator('.build-end.done')).toBeVisible()
  await page.evaluate((names) => globalThis.matewrightPage.build(names), names)
  expect(await page.evaluate(() => localStorage.getItem('matewright-built-KNNPvK'))).toContain('"resumed":true')

  for (const name of names) expect.soft({ name, ...(await sumOf(page, name)) }).toEqual({ name, ...native.get(name) })
  const units = Array.from({ length: 21 }, (_, i) => `KNNPvKunit${i + 1}`)
  expect(withoutCastling(await storedNames(page)).toSorted()).toEqual(
    [...names.filter((name) => name !== 'KNNPvK'), ...units].toSorted(),
  )

  await test.step('en passant can be chosen if a pawn may just have jumped past another', async () => {
    await page.getByRole('link', { name: say('header.board') }).click()
    await enterFen(page, '8/8/7k/8/1pP5/7K/8/8 b - - 0 1')
    const capture = page.locator('button.move[data-uci=b4c3]')
    await expect(page.locator('button.move')).toHaveCount(6)
    await expect(capture).toHaveCount(0)
    await edit(page)
    await page.getByLabel(say('setup.enPassant')).selectOption('c3')
    await expect(capture).toBeVisible()
  })
})

/** @param {import('@playwright/test').Page} page */
async function buildForPosition(page) {
  await enterFen(page, PROMOTES)
  const card = page.locator('.missing')
  await expect(card).toContainText(
    containing('missing.workInParts', { parts: say('missing.parts', { count: 1, all: 21, name: 'KNNPvK' }) }),
  )
  await expect(card.getByRole('button', { name: say('missing.buildAll', { names: 'KNNPvK' }) })).toBeVisible()
  await card.getByRole('button', { name: say('missing.buildNeeded') }).click()
  await expect(page.locator('.build h2')).toHaveText(say('build.building', { tables: say('building.needsOfPosition') }))
  await expect(card).toContainText(say('missing.onItsWay', { count: 1, names: 'KNNPvK' }))
  await expect(page.locator('.build-end.done')).toBeVisible({ timeout: 400_000 })
  await expect(page.locator('.build-end h2')).toHaveText(
    say('build.ended.ready', { tables: sentence(say('building.needsOfPosition')), count: 2 }),
  )
  await expect(page.locator('.build-end')).toContainText(
    containing('buildProgress.built', {
      tables: [
        say('buildProgress.tables', { count: 14 }),
        say('buildProgress.parts', { parts: 1, name: 'KNNPvK' }),
      ].join(' and '),
    }),
  )
  await expect(verdict(page)).toHaveText(whiteMates(6))
  const names = await storedNames(page)
  expect(names.filter((name) => name.startsWith('KNNPvK'))).toEqual(['KNNPvKunit1'])

  // The part that is built also answers other positions. The others are missing.
  await enterFen(page, '8/P7/8/8/8/k7/4N3/K6N w - - 0 1')
  await expect(verdict(page)).toBeVisible()
  await enterFen(page, '8/8/8/8/8/k7/P3N3/K6N w - - 0 1')
  await expect(card).toContainText(say('missing.notBuilt', { count: 1, names: 'KNNPvK' }))
  await page.getByRole('link', { name: say('header.tables') }).click()
  await showList(page)
  await page.getByText(say('tablesPage.showAll', { count: 110 })).click()
  await expect(page.locator('[data-class=KNNPvK]')).toContainText(
    either(containing('cellWords.parts', { finished: 1, count: 21 }), containing('tableFacts.finished', { units: 21 })),
  )
}

/** In the page: changes a byte of a table in IndexedDB. */
async function damage(name) {
  const db = await settled(indexedDB.open('matewright'))
  const { generation } = await settled(db.transaction('tables').objectStore('tables').get(name))
  const key = [generation, 0]
  const block = await settled(db.transaction('blocks').objectStore('blocks').get(key))
  const bytes = new Uint8Array(await block.arrayBuffer())
  bytes[bytes.length >> 1] ^= 1
  await settled(
    db
      .transaction('blocks', 'readwrite')
      .objectStore('blocks')
      .put(new Blob([bytes]), key),
  )
  db.close()
}
