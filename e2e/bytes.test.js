import { expect, test } from './fixtures.js'
import { knownSums, sumOf } from './stored.js'

const native = knownSums()

const buildAll = (page) => page.getByRole('button', { name: 'Build all 4 men' }).click()
const jobs = (page) => page.locator('.jobs li')

// What several workers at once make, with an interruption, is what one goroutine makes elsewhere.
test('the tables that two workers build, cancelled in between, are those of a native build, byte for byte', async ({ page }) => {
  test.setTimeout(180_000)
  await page.getByRole('link', { name: 'Tables' }).click()
  await page.evaluate(() => globalThis.matewrightPage.setWorkers(2))
  await buildAll(page)
  await expect(page.locator('.doing')).toContainText(/^(1\d|[6-9]) of 35 tables/)
  await expect(jobs(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'The build was cancelled' })).toBeVisible()

  await buildAll(page)
  await expect(page.locator('.doing')).toContainText(/ of 2\d tables/)
  await expect(page.locator('.build-end.done')).toBeVisible({ timeout: 150_000 })
  await expect(page.getByRole('region', { name: '3 men' })).toContainText('5 of 5 tables')
  await expect(page.getByRole('region', { name: '4 men' })).toContainText('30 of 30 tables')
  const small = await page.evaluate(() => globalThis.matewrightPage.state().tables.filter((table) => table.men <= 4))
  expect(small).toHaveLength(35)
  for (const { name } of small) {
    expect.soft({ name, ...(await sumOf(page, name)) }).toEqual({ name, ...native.get(name) })
  }
})

const shardsDone = (page) => page.evaluate(() => globalThis.matewrightPage.state().build?.parts.KRPvKR?.finished ?? 0)

// Four classes without pawns, of one slice, and one with 24, which two workers share.
test('tables with five men, too; one that was left in the middle goes on from there, but for a damaged part', async ({ page }) => {
  test.setTimeout(500_000)
  await page.addInitScript(() => {
    globalThis.settled = (request) => new Promise((done, fail) => {
      request.onsuccess = () => done(request.result)
      request.onerror = () => fail(request.error)
    })
  })
  await page.goto(`${page.url().split('?')[0]}#/tables`)
  await page.evaluate(() => globalThis.matewrightPage.setWorkers(2))
  await page.getByText('Show all 110').click()
  const row = page.locator('[data-class=KRPvKR]')
  await row.getByRole('button', { name: 'Build KRPvKR' }).click()
  await expect.poll(() => shardsDone(page), { timeout: 400_000 }).toBeGreaterThan(1)

  await page.reload()
  await expect(row).toContainText(/ of 21 parts of 710\.1 million positions are built/)
  await page.evaluate(damage, 'KRPvKRshard2')
  await row.getByRole('button', { name: 'Go on building KRPvKR' }).click()
  await expect(page.locator('.jobs li').filter({ hasText: /KRPvKR.*slice \d+ of 24/ })).toHaveCount(2)
  await expect(row).toHaveClass(/present/, { timeout: 200_000 })
  for (const name of ['KQRvKR', 'KRRvKR', 'KRBvKR', 'KRNvKR', 'KRPvKR']) {
    expect.soft({ name, ...(await sumOf(page, name)) }).toEqual({ name, ...native.get(name) })
  }
  expect(await page.evaluate(storedNames)).not.toContainEqual(expect.stringContaining('shard'))
})

/** In the page: the names of all that IndexedDB has. */
async function storedNames() {
  const db = await settled(indexedDB.open('matewright'))
  const names = await settled(db.transaction('tables').objectStore('tables').getAllKeys())
  db.close()
  return names
}

/** In the page: changes a byte of what IndexedDB has. */
async function damage(name) {
  const db = await settled(indexedDB.open('matewright'))
  const { generation } = await settled(db.transaction('tables').objectStore('tables').get(name))
  const key = [generation, 0]
  const block = await settled(db.transaction('blocks').objectStore('blocks').get(key))
  const bytes = new Uint8Array(await block.arrayBuffer())
  bytes[bytes.length >> 1] ^= 1
  await settled(db.transaction('blocks', 'readwrite').objectStore('blocks').put(new Blob([bytes]), key))
  db.close()
}
