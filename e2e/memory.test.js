import { compress, init } from '@bokuweb/zstd-wasm'
import { decompress } from 'fzstd'
import { expect, openStock, showList, test } from './fixtures.js'
import { withMemoryBound } from './memory-bound.js'
import { knownSums, sumOf } from './stored.js'
import { containing, inOrder, say, someTime } from './words.js'

test.use({ atOnce: false })

const MIB = 2 ** 20

test.beforeEach(async ({ page }) => {
  await page.getByRole('link', { name: say('header.tables') }).click()
})

const slider = (page) => page.getByLabel(say('workers.memoryForBuilding'))

test('a table with five men is built in no more memory than the user allows', async ({ page }) => {
  test.setTimeout(180_000)
  await openStock(page)
  await slider(page).fill('0')
  await expect(page.locator('.workers output')).toHaveText('134 MB')
  await page.evaluate(() => globalThis.matewrightPage.setWorkers(1))
  await expectBuiltWithin(page, 128 * MIB, 'grandfather-spilled')
})

// A tab that crashes during that loses some seconds.
test('in less memory than its bits take, a table is built frame by frame', async ({ page, context, site }) => {
  test.setTimeout(240_000)
  await page.evaluate((memory) => globalThis.matewrightPage.setMemory(memory), 72 * MIB)
  await page.evaluate(() => globalThis.matewrightPage.setWorkers(1))
  page.evaluate(() => globalThis.matewrightPage.build(['KRNvKR'])).catch(() => {}) // the page crashes
  await expect.poll(() => page.evaluate(checkpoint, 'KRNvKR-0'), { timeout: 120_000, intervals: [200] }).toBe(true)
  const devtools = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  devtools.send('Page.crash').catch(() => {})
  await crashed
  await page.close()

  page = await context.newPage()
  await page.goto(site.url)
  await page.waitForFunction(() => globalThis.matewrightPage?.state().tables)
  await page.evaluate((memory) => globalThis.matewrightPage.setMemory(memory), 72 * MIB)
  await page.evaluate(() => globalThis.matewrightPage.setWorkers(1))
  const { saved } = await page.evaluate(() =>
    globalThis.matewrightPage.state().tables.find((table) => table.name === 'KRNvKR'),
  )
  expect(saved).toMatchObject({ ply: expect.any(Number), bytes: expect.any(Number) })
  await page.evaluate(() => (location.hash = '#/tables/KRNvKR'))
  await expect(page.getByText(containing('classPage.saved', { ply: saved.ply }))).toBeVisible()
  await expect(page.getByRole('button', { name: say('tableActions.goOn', { name: 'KRNvKR' }) })).toBeVisible()
  await page.evaluate(() => {
    globalThis.plies = []
    const note = () => {
      for (const { progress } of globalThis.matewrightPage.state().build?.jobs ?? []) {
        if (progress?.class === 'KRNvKR' && progress.step === 'solving') globalThis.plies.push(progress.ply)
      }
    }
    setInterval(note, 20)
  })
  await expectBuiltWithin(page, 72 * MIB, 'half-cycles')
  expect(await page.evaluate(() => globalThis.plies[0])).toBeGreaterThanOrEqual(saved.ply)
  expect(await page.evaluate(checkpoint, 'KRNvKR-0')).toBe(false)
})

/** In the page: reports whether a checkpoint exists. */
async function checkpoint(name) {
  try {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('matewright-checkpoints')
    await (await folder.getDirectoryHandle(name)).getFileHandle('record')
    return true
  } catch {
    return false
  }
}

async function expectBuiltWithin(page, bytes, method) {
  await page.evaluate(() => globalThis.matewrightPage.build(['KRNvKR']))
  const built = await page.evaluate(() => globalThis.matewrightPage.state().buildEnd.built)
  expect(built.map((table) => table.class)).toContain('KRNvKR')
  for (const table of built) expect.soft(table.wasmBytes, table.class).toBeLessThanOrEqual(bytes)
  expect(built.at(-1)).toMatchObject({ class: 'KRNvKR', method })
  const known = knownSums()
  for (const { class: name } of built) expect(await sumOf(page, name)).toEqual(known.get(name))
  expect(await page.evaluate(scratchFiles)).toEqual([])
}

/** In the page: returns the names of the scratch files that workers have left. */
async function scratchFiles() {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle('matewright-scratch', { create: true })
  const names = []
  for await (const name of folder.keys()) names.push(name)
  return names
}

test('scratch files of a dead worker are deleted', async ({ page }) => {
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('matewright-scratch', { create: true })
    await folder.getFileHandle('LEFT', { create: true })
  })
  await page.evaluate(() => globalThis.matewrightPage.build(['KQvK']))
  expect(await page.evaluate(scratchFiles)).toEqual([])
})

test('too little memory is reported before a build begins', async ({ page }) => {
  await page.evaluate((memory) => globalThis.matewrightPage.setMemory(memory), 24 * MIB)
  await page.evaluate(() => globalThis.matewrightPage.build(['KQRvKQ']))
  await expect(page.getByRole('heading', { name: say('build.ended.budget') })).toBeVisible()
  await expect(page.locator('.build-end')).toContainText(
    containing('problem.budget', { class: 'KQvK', memory: /3\d MB/ }),
  )
})

test('how much memory a build may take is remembered', async ({ page }) => {
  await openStock(page)
  await slider(page).fill('4')
  await expect(page.locator('.workers output')).toHaveText('537 MB')
  await page.reload()
  await expect(slider(page)).toHaveValue('4')
})

test('before a long build the page shows its cost and waits for consent', async ({ page }) => {
  await openStock(page)
  await slider(page).fill('0')
  await page.evaluate(() => globalThis.matewrightPage.setWorkers(1))
  await showList(page)
  await page.getByText(say('tablesPage.showAll', { count: 110 })).click()
  await page.getByRole('button', { name: say('tableActions.build', { large: 'false', name: 'KQRvKQ' }) }).click()
  const dialog = page.getByRole('dialog', { name: say('plan.title', { tables: 'KQRvKQ' }) })
  await expect(dialog).toContainText(containing('plan.first', { count: 5, wanted: 1 }))
  await expect(dialog.getByLabel(say('outlook.title'))).toContainText(
    inOrder(
      say('outlook.time'),
      containing('outlook.about', { time: someTime() }),
      say('outlook.memory'),
      say('outlook.memoryOf', { needed: '134 MB', allowed: '134 MB' }),
      say('outlook.storage'),
      /1\d MB/,
    ),
  )
  await expect(dialog).toContainText(
    containing('outlook.slowed', { count: 1, names: 'KQRvKQ', methods: say('core.method.by.spilling') }),
  )
  await dialog.getByText(say('plan.each')).click()
  await expect(dialog.getByRole('row', { name: /^KQRvKQ/ })).toContainText(say('core.method.partlyOnDisk'))
  await expect(dialog.getByRole('row', { name: /^KQvKR/ })).toContainText(say('core.method.inMemory'))
  await slider(dialog).fill('6')
  await expect(dialog.getByLabel(say('outlook.title'))).toContainText(
    inOrder(say('outlook.memory'), containing('outlook.memoryOf', { needed: /4\d\d MB/, allowed: '1.1 GB' })),
  )
  for (const method of ['onDisk', 'mostlyOnDisk', 'partlyOnDisk'])
    await expect(dialog).not.toContainText(say(`core.method.${method}`))
  await dialog.getByRole('button', { name: say('plan.notNow') }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('.build')).toHaveCount(0)
  await page.getByRole('button', { name: say('tableActions.build', { large: 'false', name: 'KQRvKQ' }) }).click()
  await dialog.getByRole('button', { name: say('plan.build'), exact: true }).click()
  await expect(page.locator('.jobs')).toContainText(containing('build.step.whole'))
  await page.getByRole('button', { name: say('build.cancel') }).click()
})

test.describe('where the browser gives less', () => {
  test.use({ device: { viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' } })

  test('a builder that ran out of memory reports it, and half the memory is offered', async ({ context, page }) => {
    await init()
    await context.route(/\.zst$/, async (route) => {
      const response = await route.fetch()
      const engine = Buffer.from(decompress(await response.body()))
      await route.fulfill({ response, body: Buffer.from(compress(withMemoryBound(engine, 25 * MIB), 1)) })
    })
    await page.reload()
    await openStock(page)
    await slider(page).fill('2')
    await page.evaluate(() => globalThis.matewrightPage.build(['KQvKR']))
    const end = page.locator('.build-end')
    await expect(end).toContainText(say('build.ended.memory'))
    await end.getByRole('button', { name: say('build.tryAgainIn', { size: '134 MB' }) }).click()
    // That is the smallest choice: when it also fails, no smaller one is offered.
    await expect(end.getByRole('button', { name: say('common.tryAgain'), exact: true })).toBeVisible()
    await expect(page.locator('.workers output')).toHaveText('134 MB')
    await expect(end).toContainText(say('build.ended.memory'))
  })

  test('without private files scratch data goes to IndexedDB, and leaves no trace', async ({ context, page }) => {
    await context.route(/worker-.*\.js$/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `delete StorageManager.prototype.getDirectory;${await response.text()}` })
    })
    await page.reload()
    await page.evaluate((memory) => globalThis.matewrightPage.setMemory(memory), 80 * MIB)
    await page.evaluate(() => globalThis.matewrightPage.build(['KRPvK']))
    const { built, failures } = await page.evaluate(() => globalThis.matewrightPage.state().buildEnd)
    expect(failures).toEqual([])
    const known = knownSums()
    for (const { class: name } of built) expect(await sumOf(page, name)).toEqual(known.get(name))
    expect(built.at(-1)).toMatchObject({ class: 'KRPvK' })
    expect(built.at(-1).wasmBytes).toBeLessThanOrEqual(80 * MIB)
    const castling = await page.evaluate(() =>
      globalThis.matewrightPage.state().tables.flatMap((table) => table.castling?.present ?? []),
    )
    expect(castling.length).toBeGreaterThan(0)
    expect(await page.evaluate(generations)).toBe(built.length + castling.length)
    expect(await page.evaluate(hasScratchFolder)).toBe(false)
  })
})

/** In the page: reports whether workers have ever had a private file. */
const hasScratchFolder = async () => {
  const root = await navigator.storage.getDirectory()
  return root.getDirectoryHandle('matewright-scratch').then(
    () => true,
    () => false,
  )
}

/** In the page: returns the number of generations of blocks. */
async function generations() {
  const db = await settled(indexedDB.open('matewright'))
  const keys = await settled(db.transaction('blocks').objectStore('blocks').getAllKeys())
  db.close()
  return new Set(keys.map(([generation]) => generation)).size
}
