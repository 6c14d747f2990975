import { expect, test } from './fixtures.js'
import { knownSums, sumOf } from './stored.js'

const MIB = 2 ** 20

test.beforeEach(async ({ page }) => {
  await page.getByRole('link', { name: 'Tables' }).click()
})

const slider = (page) => page.getByLabel('Memory for building')

test('a table with five men is built in no more memory than the user allows', async ({ page }) => {
  test.setTimeout(180_000)
  await slider(page).fill('0')
  await expect(page.locator('.workers output')).toHaveText('134 MB')
  await page.evaluate(() => globalThis.matewrightPage.build(['KQRvKQ']))
  const built = await page.evaluate(() => globalThis.matewrightPage.state().buildEnd.built)
  expect(built.map((table) => table.class)).toContain('KQRvKQ')
  for (const table of built) expect.soft(table.wasmBytes, table.class).toBeLessThanOrEqual(128 * MIB)
  expect(built.at(-1)).toMatchObject({ class: 'KQRvKQ', method: 'grandfather-outside' })
  const known = knownSums()
  for (const { class: name } of built) expect(await sumOf(page, name)).toEqual(known.get(name))
  expect(await page.evaluate(scratchFiles)).toEqual([])
})

/** In the page: what workers have left outside of memory. */
async function scratchFiles() {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle('matewright-scratch', { create: true })
  const names = []
  for await (const name of folder.keys()) names.push(name)
  return names
}

test('what a dead worker left outside of memory is cleared', async ({ page }) => {
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('matewright-scratch', { create: true })
    await folder.getFileHandle('LEFT', { create: true })
  })
  await page.evaluate(() => globalThis.matewrightPage.build(['KQvK']))
  expect(await page.evaluate(scratchFiles)).toEqual([])
})

test('too little memory is said before anything is begun', async ({ page }) => {
  await page.evaluate((memory) => globalThis.matewrightPage.setMemory(memory), 64 * MIB)
  await page.evaluate(() => globalThis.matewrightPage.build(['KQRvKQ']))
  await expect(page.getByRole('heading', { name: 'More memory is needed' })).toBeVisible()
  await expect(page.locator('.build-end')).toContainText(/KQRvKQ takes at least 1\d\d MB of memory/)
})

test('how much memory a build may take is remembered', async ({ page }) => {
  await slider(page).fill('4')
  await expect(page.locator('.workers output')).toHaveText('537 MB')
  await page.reload()
  await expect(slider(page)).toHaveValue('4')
})
