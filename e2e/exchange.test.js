import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { choose, chosen, fileOf, pickPrivately } from './files.js'
import { beginLongBuild, expect, openStock, test, verdict } from './fixtures.js'
import { knownSums, sumOf } from './stored.js'

test.use({ atOnce: false })

const known = knownSums()

const importCard = (page) => page.getByRole('region', { name: 'Import' })
const row = (page, name) => page.locator(`[data-class="${name}"]`)
const go = (page, hash) => page.goto(page.url().replace(/#.*|$/, `#/${hash}`))
const build = (page, ...names) => page.evaluate((names) => globalThis.matewrightPage.build(names), names)

/** @param {Buffer} bytes */
const sum = (bytes) => ({ bytes: bytes.length, sum: createHash('sha256').update(bytes).digest('hex') })

test("a table goes out as the native command's file, and comes back", async ({ page }) => {
  await build(page, 'KPvK')
  const sound = await verdict(page).textContent()
  await go(page, 'tables/KPvK')

  const bytes = await test.step('to a file that the user chooses, or else as a download', async () => {
    await pickPrivately(page)
    await page.getByRole('button', { name: 'Export KPvK' }).click()
    await expect(page.locator('.notice')).toHaveText('KPvK was exported.')
    const files = await chosen(page)
    expect(sum(Buffer.from(files['KPvK.mwt'], 'base64'))).toEqual(known.get('KPvK'))

    await page.evaluate(() => { globalThis.showSaveFilePicker = undefined })
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export KPvK' }).click()])
    expect(download.suggestedFilename()).toBe('KPvK.mwt')
    const bytes = await readFile(await download.path())
    expect(sum(bytes)).toEqual(known.get('KPvK'))
    return bytes
  })

  await test.step('all of them to a folder', async () => {
    await page.getByRole('link', { name: 'Tables' }).first().click()
    await openStock(page)
    await page.getByRole('button', { name: 'Export all…' }).click()
    await expect(page.locator('.notice')).toHaveText('5 tables were exported.')
    for (const [name, file] of Object.entries(await chosen(page))) {
      expect.soft({ name, ...sum(Buffer.from(file, 'base64')) }).toEqual({ name, ...known.get(name.replace('.mwt', '')) })
    }
  })

  await test.step('deleted, and imported again', async () => {
    await page.evaluate(() => globalThis.matewrightPage.remove('KPvK'))
    await expect(row(page, 'KPvK')).toHaveClass(/absent/)
    await choose(page, [fileOf('KPvK (1).mwt', bytes)])
    await expect(importCard(page)).toContainText('KPvK imported, 17 kB')
    await expect(importCard(page)).toContainText('Proven: every byte is the one that is known to be right.')
    await expect(row(page, 'KPvK')).toHaveClass(/present/)
    expect(await sumOf(page, 'KPvK')).toEqual(known.get('KPvK'))
    await page.getByRole('link', { name: 'Board' }).click()
    await expect(verdict(page)).toHaveText(sound)
  })
})

test('what is no table, or a damaged one, is refused with the reason, and changes nothing', async ({ page }) => {
  await build(page, 'KRvK')
  await go(page, 'tables/KRvK')
  const [download] = await Promise.all([page.waitForEvent('download'), page.evaluate(() => {
    globalThis.showDirectoryPicker = undefined // KRvK comes with its castling
    document.querySelector('[aria-label="Export KRvK"]').click()
  })])
  const bytes = await readFile(await download.path())
  const changed = (at) => Buffer.from(bytes.map((byte, i) => (i === at ? byte ^ 1 : byte)))
  await go(page, 'tables')

  await choose(page, [
    fileOf('photo.jpg', Buffer.from('not a table')), fileOf('empty.mwt', Buffer.alloc(0)), fileOf('cut.mwt', bytes.subarray(0, 5000)),
    fileOf('flipped.mwt', changed(3000)), fileOf('another.mwt', changed(7)),
  ])
  await expect(importCard(page)).toContainText('0 of 5 files were imported')
  const reasons = await importCard(page).locator('li').allInnerTexts()
  expect(reasons.map((text) => text.replace(/\s+/g, ' '))).toEqual([
    'photo.jpg refused It is not a table of Matewright.', 'empty.mwt refused It is not a table of Matewright.',
    'cut.mwt refused It is damaged: its end is missing.', expect.stringMatching(/^flipped\.mwt refused It is damaged: checksum of tile \d+\.$/),
    'another.mwt refused It was made by another version of Matewright: file version 0, this program reads 1.',
  ])
  await expect(importCard(page)).toContainText('changed nothing')
  expect(await sumOf(page, 'KRvK')).toEqual(known.get('KRvK'))

  await test.step('a sound one beside it, dropped, is taken', async () => {
    await page.evaluate((text) => {
      const file = new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], 'KRvK.mwt')
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(file)
      for (const type of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    }, bytes.toString('base64'))
    await expect(importCard(page)).toContainText('The file was imported')
    await expect(importCard(page)).toContainText('Proven')
  })

  await test.step('while tables are built nothing is', async () => {
    await beginLongBuild(page)
    await choose(page, [fileOf('KRvK.mwt', bytes)])
    await expect(page.locator('.notice')).toContainText('Tables are being built.')
    await expect(importCard(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Cancel' }).click()
  })
})

test('the page says whether the browser keeps what is stored, and asks it to', async ({ page }) => {
  await page.evaluate(() => {
    navigator.storage.persist = async () => false
  })
  await page.getByRole('link', { name: 'Tables' }).click()
  await openStock(page)
  const storage = page.locator('.storage')
  await expect(storage).toContainText('Browsers may clear')
  await storage.getByRole('button', { name: 'Keep it' }).click()
  await expect(storage).toContainText('The browser said no.')
  await page.evaluate(() => {
    navigator.storage.persist = navigator.storage.persisted = async () => true
    navigator.storage.estimate = async () => { throw new TypeError('no') }
  })
  await storage.getByRole('button', { name: 'Keep it' }).click()
  await expect(storage).toContainText('Kept. The browser clears nothing here')
  await expect(storage).toContainText('This browser does not say how much room there is.')
})
