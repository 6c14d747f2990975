import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { choose, chosen, fileOf, forged, pickPrivately } from './files.js'
import { beginLongBuild, enterFen, expect, expectAccessible, FENS, openStock, test, verdict } from './fixtures.js'
import { knownSums, sumOf } from './stored.js'
import { containing, say, sentenceOf, sourceOf, WHITE_MATES } from './words.js'

test.use({ atOnce: false })

const known = knownSums()

const importCard = (page) => page.getByRole('region', { name: say('arrivals.label') })
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
    await page.getByRole('button', { name: say('exportButton.label', { name: 'KPvK' }) }).click()
    await expect(page.locator('.notice')).toHaveText(say('exporting.done', { count: 1, tables: 'KPvK' }))
    const files = await chosen(page)
    expect(sum(Buffer.from(files['KPvK.mwt'], 'base64'))).toEqual(known.get('KPvK'))

    await page.evaluate(() => {
      globalThis.showSaveFilePicker = undefined
    })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: say('exportButton.label', { name: 'KPvK' }) }).click(),
    ])
    expect(download.suggestedFilename()).toBe('KPvK.mwt')
    const bytes = await readFile(await download.path())
    expect(sum(bytes)).toEqual(known.get('KPvK'))
    return bytes
  })

  await test.step('all of them to a folder', async () => {
    await page
      .getByRole('link', { name: say('header.tables') })
      .first()
      .click()
    await openStock(page)
    await page.getByRole('button', { name: say('exchange.export') }).click()
    await expect(page.locator('.notice')).toHaveText(say('exporting.manyDone', { count: 5 }))
    for (const [name, file] of Object.entries(await chosen(page))) {
      expect
        .soft({ name, ...sum(Buffer.from(file, 'base64')) })
        .toEqual({ name, ...known.get(name.replace('.mwt', '')) })
    }
  })

  await test.step('deleted, and imported again', async () => {
    await page.evaluate(() => globalThis.matewrightPage.remove('KPvK'))
    await expect(row(page, 'KPvK')).toHaveClass(/absent/)
    await choose(page, [fileOf('KPvK (1).mwt', bytes)])
    await expect(importCard(page)).toContainText(say('arrivals.taken', { unproven: 'no', name: 'KPvK', size: '17 kB' }))
    await expect(importCard(page)).toContainText(say('arrivals.proven'))
    await expect(row(page, 'KPvK')).toHaveClass(/present/)
    expect(await sumOf(page, 'KPvK')).toEqual(known.get('KPvK'))
    await page.getByRole('link', { name: say('header.board') }).click()
    await expect(verdict(page)).toHaveText(sound)
  })
})

test('other files and damaged tables are refused with the reason, and change nothing', async ({ page }) => {
  await build(page, 'KRvK')
  await go(page, 'tables/KRvK')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.evaluate(
      (label) => {
        globalThis.showDirectoryPicker = undefined // KRvK comes with its castling
        document.querySelector(`[aria-label="${label}"]`).click()
      },
      say('exportButton.label', { name: 'KRvK' }),
    ),
  ])
  const bytes = await readFile(await download.path())
  const changed = (at) => Buffer.from(bytes.map((byte, i) => (i === at ? byte ^ 1 : byte)))
  await go(page, 'tables')

  await choose(page, [
    fileOf('photo.jpg', Buffer.from('not a table')),
    fileOf('empty.mwt', Buffer.alloc(0)),
    fileOf('cut.mwt', bytes.subarray(0, 5000)),
    fileOf('flipped.mwt', changed(3000)),
    fileOf('another.mwt', changed(7)),
  ])
  await expect(importCard(page)).toContainText(say('arrivals.importedOf', { imported: 0, count: 5 }))
  for (const [file, why, hasDetail] of [
    ['photo.jpg', 'core.import.foreign', false],
    ['empty.mwt', 'core.import.foreign', false],
    ['cut.mwt', 'core.import.damaged', true],
    ['flipped.mwt', 'core.import.damaged', true],
    ['another.mwt', 'core.import.version', true],
  ]) {
    const refusal = importCard(page)
      .locator('li')
      .filter({ hasText: say('arrivals.refused', { file }) })
    await expect(refusal.locator('.hint')).toHaveText(sentenceOf(why))
    const detail = refusal.locator('details')
    await expect(detail).toHaveCount(hasDetail ? 1 : 0)
    if (!hasDetail) continue
    await expect(detail.locator('p')).toBeHidden()
    await detail.getByText(say('problem.detail')).click()
    await expect(detail.locator('p')).toHaveText(/\w/)
    await expect(detail.locator('p')).toBeVisible()
  }
  await expect(importCard(page)).toContainText(say('arrivals.refusedHint'))
  expect(await sumOf(page, 'KRvK')).toEqual(known.get('KRvK'))

  await test.step('a sound one beside it, dropped, is taken', async () => {
    await page.evaluate((text) => {
      const file = new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], 'KRvK.mwt')
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(file)
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    }, bytes.toString('base64'))
    await expect(importCard(page)).toContainText(say('arrivals.imported', { imported: 'yes' }))
    await expect(importCard(page)).toContainText(say('arrivals.proven'))
  })

  await test.step('while tables are built nothing is', async () => {
    await beginLongBuild(page)
    await choose(page, [fileOf('KRvK.mwt', bytes)])
    await expect(page.locator('.notice')).toContainText(say('importing.notNow'))
    await expect(importCard(page)).toHaveCount(0)
    await page.getByRole('button', { name: say('build.cancel') }).click()
  })
})

/** Another tab, which has the turn to check tables until it is closed. */
async function busyTab(context, site) {
  const tab = await context.newPage()
  await tab.goto(site.url)
  await tab.evaluate(
    () =>
      new Promise((held) => {
        navigator.locks.request('matewright-judge', () => new Promise(() => held(undefined)))
      }),
  )
  return tab
}

const probed = (page, fen) => page.evaluate((fen) => globalThis.matewrightPage.probe(fen), fen)
const unchecked = (page) => page.locator('.answer > .unchecked')
const queen = '8/8/8/8/8/3k4/8/K3Q3 w - - 0 1'

test('right values in other bytes answer at once, marked, and their check comes in turn, also after a reload', async ({
  page,
  context,
  site,
}) => {
  await build(page, 'KQvK')
  await enterFen(page, queen)
  await expect(verdict(page)).toHaveText(WHITE_MATES)
  const sound = await verdict(page).textContent()
  const bytes = Buffer.from(
    await page.evaluate(async () => [
      ...new Uint8Array(await (await globalThis.matewrightPage.file('KQvK')).value.arrayBuffer()),
    ]),
  )
  await page.evaluate(() => globalThis.matewrightPage.remove('KQvK'))
  const tab = await busyTab(context, site)
  await go(page, 'tables')
  await choose(page, [fileOf('KQvK.mwt', forged(bytes, '5k2', '6k1'))])
  await expect(importCard(page)).toContainText(say('arrivals.taken', { unproven: 'yes', name: 'KQvK', size: '8.4 kB' }))
  await expect(importCard(page)).toContainText(say('arrivals.notChecked'))
  const checks = page.getByRole('region', { name: say('unproven.label') })
  await expect(checks).toContainText(say('unproven.waits', { building: 'false', name: 'KQvK' }))
  await expectAccessible(page, 'mw-unproven')
  await expect(row(page, 'KQvK')).toHaveClass(/absent/) // no build uses the table

  await page.getByRole('link', { name: say('header.board') }).click()
  await expect(verdict(page)).toHaveText(sound)
  await expect(unchecked(page)).toContainText(say('unchecked.rests', { tables: 'KQvK' }))
  await expectAccessible(page, '.answer')
  const [game] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say('line.savePgn') }).click(),
  ])
  expect(await readFile(await game.path(), 'utf8')).toMatch(
    new RegExp(`\\{${sourceOf('unchecked.rests', { tables: 'KQvK' })}.*?\\}\\s+1\\. `, 's'),
  )
  await page.locator('.line .ply').first().click()
  await expect(
    page
      .getByRole('region', { name: say('line.title') })
      .locator('.ply')
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: say('history.more') }).click()
  await expect(page.getByRole('button', { name: say('history.savePgn') })).toBeVisible()
  await expect(page.getByRole('button', { name: say('history.append') })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await enterFen(page, queen)
  expect((await probed(page, queen)).value).toMatchObject({ category: 'win', unproven: ['KQvK'] })

  await page.reload()
  await expect(unchecked(page)).toBeVisible()
  await tab.close()
  await expect(page.locator('.notice')).toHaveText(say('judging.right', { name: 'KQvK' }))
  await expect(verdict(page)).toHaveText(sound)
  await expect(unchecked(page)).toHaveCount(0)
  expect((await probed(page, queen)).value.unproven).toBeUndefined()
  expect(await sumOf(page, 'KQvK')).toEqual(known.get('KQvK'))
  await page.getByRole('link', { name: say('header.tables') }).click()
  await expect(row(page, 'KQvK')).toHaveClass(/present/)
  await expect(checks).toHaveCount(0)
})

test('a table that turns out wrong is removed with its reason, and was marked until then', async ({
  page,
  context,
  site,
}) => {
  await build(page, 'KQvK')
  const bytes = Buffer.from(
    await page.evaluate(async () => [
      ...new Uint8Array(await (await globalThis.matewrightPage.file('KQvK')).value.arrayBuffer()),
    ]),
  )
  const tab = await busyTab(context, site)
  await go(page, 'tables')
  await choose(page, [fileOf('KRvK.mwt', forged(bytes, 'KQvK', 'KRvK'))]) // a queen's values of a rook
  await expect(importCard(page)).toContainText(containing('arrivals.taken', { name: 'KRvK', unproven: 'yes' }))
  await page.getByRole('link', { name: say('header.board') }).click()
  await enterFen(page, FENS.kingAndRook)
  const before = await probed(page, FENS.kingAndRook)
  expect(before.ok ? before.value.unproven : [before.error.code, before.error.class]).toEqual(
    before.ok ? ['KRvK'] : ['damaged', 'KRvK'],
  )

  await page.reload()
  await tab.close()
  const wrong = page.getByRole('alert', { name: say('unproven.wrong', { name: 'KRvK' }) })
  await expect(wrong).toContainText(sentenceOf('core.import.wrong', { class: 'KRvK' }))
  await expect(wrong).toContainText(say('unproven.wrongHint'))
  await expectAccessible(page, 'mw-unproven')
  expect(await probed(page, FENS.kingAndRook)).toMatchObject({
    ok: false,
    error: { code: 'missing', missing: ['KRvK'] },
  })
  expect(await sumOf(page, 'KQvK')).toEqual(known.get('KQvK'))
  await wrong.getByRole('button', { name: say('unproven.buildHere', { name: 'KRvK' }) }).click()
  await expect(wrong).toHaveCount(0)
  await expect(verdict(page)).toHaveText(WHITE_MATES)
  await expect(unchecked(page)).toHaveCount(0)
})

test('the page shows whether the browser keeps its storage, and requests that', async ({ page }) => {
  await page.evaluate(() => {
    navigator.storage.persist = async () => false
  })
  await page.getByRole('link', { name: say('header.tables') }).click()
  await openStock(page)
  const storage = page.locator('.storage')
  await expect(storage).toContainText(say('storage.mayBeCleared'))
  await storage.getByRole('button', { name: say('storage.keep') }).click()
  await expect(storage).toContainText(say('storage.declined'))
  await page.evaluate(() => {
    navigator.storage.persist = navigator.storage.persisted = async () => true
    navigator.storage.estimate = async () => {
      throw new TypeError('no')
    }
  })
  await storage.getByRole('button', { name: say('storage.keep') }).click()
  await expect(storage).toContainText(say('storage.kept'))
  await expect(storage).toContainText(say('storage.noRoomSaid'))
})
