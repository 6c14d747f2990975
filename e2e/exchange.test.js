import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { choose, chosen, fileOf, forged, pickPrivately } from './files.js'
import { beginLongBuild, enterFen, expect, expectAccessible, FENS, openStock, test, verdict } from './fixtures.js'
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

/** Another tab, which has the turn to check tables until it is closed. */
async function busyTab(context, site) {
  const tab = await context.newPage()
  await tab.goto(site.url)
  await tab.evaluate(() => new Promise((held) => {
    navigator.locks.request('matewright-judge', () => new Promise(() => held(undefined)))
  }))
  return tab
}

const probed = (page, fen) => page.evaluate((fen) => globalThis.matewrightPage.probe(fen), fen)
const unchecked = (page) => page.locator('.answer > .unchecked')
const queen = '8/8/8/8/8/3k4/8/K3Q3 w - - 0 1'

test('right values in other bytes answer at once, marked, and are checked when it is their turn, after a reload too', async ({ page, context, site }) => {
  await build(page, 'KQvK')
  await enterFen(page, queen)
  await expect(verdict(page)).toHaveText(/White mates in/)
  const sound = await verdict(page).textContent()
  const bytes = Buffer.from(await page.evaluate(async () => [...new Uint8Array(await (await globalThis.matewrightPage.file('KQvK')).value.arrayBuffer())]))
  await page.evaluate(() => globalThis.matewrightPage.remove('KQvK'))
  const tab = await busyTab(context, site)
  await go(page, 'tables')
  await choose(page, [fileOf('KQvK.mwt', forged(bytes, '5k2', '6k1'))])
  await expect(importCard(page)).toContainText('KQvK can be used, 8.4 kB')
  await expect(importCard(page)).toContainText('Not checked yet')
  const checks = page.getByRole('region', { name: 'Being checked' })
  await expect(checks).toContainText('KQvK waits for its turn')
  await expectAccessible(page, 'mw-unproven')
  await expect(row(page, 'KQvK')).toHaveClass(/absent/) // nothing is built on it

  await page.getByRole('link', { name: 'Board' }).click()
  await expect(verdict(page)).toHaveText(sound)
  await expect(unchecked(page)).toContainText('Not checked yet: this rests on KQvK, imported from a file.')
  await expectAccessible(page, '.answer')
  const [game] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as PGN' }).click()])
  expect(await readFile(await game.path(), 'utf8')).toMatch(/\{Not\s+checked\s+yet:\s+this\s+rests\s+on\s+KQvK.*?\}\s+1\. /s)
  await page.locator('.line .ply').first().click()
  await expect(page.getByRole('region', { name: 'Best play' }).locator('.ply').first()).toBeVisible()
  await page.getByRole('button', { name: 'More to do with the moves' }).click()
  await expect(page.getByRole('button', { name: 'Save the game as PGN' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add best play to the moves' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await enterFen(page, queen)
  expect((await probed(page, queen)).value).toMatchObject({ category: 'win', unproven: ['KQvK'] })

  await page.reload()
  await expect(unchecked(page)).toBeVisible()
  await tab.close()
  await expect(page.locator('.notice')).toHaveText('KQvK was checked and is right. It counts as any other table now.')
  await expect(verdict(page)).toHaveText(sound)
  await expect(unchecked(page)).toHaveCount(0)
  expect((await probed(page, queen)).value.unproven).toBeUndefined()
  expect(await sumOf(page, 'KQvK')).toEqual(known.get('KQvK'))
  await page.getByRole('link', { name: 'Tables' }).click()
  await expect(row(page, 'KQvK')).toHaveClass(/present/)
  await expect(checks).toHaveCount(0)
})

test('a table that turns out wrong is removed with its reason, and was marked until then', async ({ page, context, site }) => {
  await build(page, 'KQvK')
  const bytes = Buffer.from(await page.evaluate(async () => [...new Uint8Array(await (await globalThis.matewrightPage.file('KQvK')).value.arrayBuffer())]))
  const tab = await busyTab(context, site)
  await go(page, 'tables')
  await choose(page, [fileOf('KRvK.mwt', forged(bytes, 'KQvK', 'KRvK'))]) // a queen's values of a rook
  await expect(importCard(page)).toContainText('KRvK can be used')
  await page.getByRole('link', { name: 'Board' }).click()
  await enterFen(page, FENS.kingAndRook)
  const before = await probed(page, FENS.kingAndRook)
  expect(before.ok ? before.value.unproven : [before.error.code, before.error.class]).toEqual(before.ok ? ['KRvK'] : ['damaged', 'KRvK'])

  await page.reload()
  await tab.close()
  const wrong = page.getByRole('alert', { name: 'KRvK was wrong' })
  await expect(wrong).toContainText('The values of KRvK were wrong, and it was removed')
  await expect(wrong).toContainText('the other tables are as they were')
  await expectAccessible(page, 'mw-unproven')
  expect(await probed(page, FENS.kingAndRook)).toMatchObject({ ok: false, error: { code: 'missing', missing: ['KRvK'] } })
  expect(await sumOf(page, 'KQvK')).toEqual(known.get('KQvK'))
  await wrong.getByRole('button', { name: 'Build KRvK here' }).click()
  await expect(wrong).toHaveCount(0)
  await expect(verdict(page)).toHaveText(/White mates in/)
  await expect(unchecked(page)).toHaveCount(0)
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
