import { enterFen, expect, expectAccessible, test, verdict } from './fixtures.js'

test.use({ atOnce: false })

const GIB = 2 ** 30

const cell = (page, name) => page.locator(`button.cell[data-class="${name}"]`)
const go = (page, hash) => page.goto(page.url().replace(/#.*|$/, `#/${hash}`))
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= screen.width)
const isBuilding = (page) => page.evaluate(() => !!globalThis.matewrightPage.state().build)
const plan = (page, name) => page.getByRole('dialog', { name: `Build ${name}?` })

/** On the page of tables, with six men: asks for a build of one, from the map. */
async function ask(page, name) {
  await cell(page, name).click()
  await page.getByRole('dialog', { name, exact: true }).getByRole('button', { name: `Build ${name}` }).click()
}

/** In the page: what workers have outside of memory. */
async function scratchFiles() {
  const root = await navigator.storage.getDirectory()
  const names = []
  for await (const name of (await root.getDirectoryHandle('matewright-scratch', { create: true })).keys()) names.push(name)
  return names
}

test('classes with six men are on the map for whoever wants them', async ({ page }) => {
  await go(page, 'tables')
  const choice = page.getByRole('button', { name: 'Six men' })
  const six = page.getByRole('region', { name: '6 men' })
  await test.step('all 365, remembered', async () => {
    await expect(page.locator('button.cell')).toHaveCount(145)
    await expect(six).toHaveCount(0)
    await choice.click()
    await expect(six.locator('button.cell')).toHaveCount(365)
    await page.reload()
    await expect(choice).toHaveAttribute('aria-pressed', 'true')
    await expect(six.locator('button.cell')).toHaveCount(365)
    const classes = await page.evaluate(() => globalThis.matewrightPage.state().tables.filter((table) => table.men === 6).map(({ name }) => name))
    expect(await six.locator('button.cell').evaluateAll((cells) => cells.map((cell) => cell.dataset.class).toSorted())).toEqual(classes.toSorted())
    await expect(six).toContainText('0 of 365 tables')
    await expect(six).toContainText('Those with pawns stand on others with six men, which come first.')
  })
  await test.step('by keyboard, also one with pawns', async () => {
    await cell(page, 'KRRvKRR').focus()
    await page.keyboard.press('ArrowDown') // past a pawn, to nothing
    await expect(cell(page, 'KRRvKRR')).toBeFocused()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    await expect(cell(page, 'KRPvKRP')).toBeFocused()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'KRPvKRP', exact: true })
    await expect(sheet).toContainText(/It stands on \d+ smaller tables, none of them here\./)
    await sheet.getByRole('button', { name: 'Build KRPvKRP' }).click()
    const dialog = plan(page, 'KRPvKRP')
    await expect(dialog).toContainText(/6\d smaller tables that it stands on are built first: that takes about \d+ h.*, and \d+ GB of storage\./)
    await expect(dialog.getByLabel('What it takes')).toContainText(/Time\s*about \d+ h.*Storage\s*2\d GB/s)
    await dialog.getByRole('button', { name: 'Not now' }).click()
    await sheet.getByRole('button', { name: 'Close' }).click()
  })
  await test.step('several are selected', async () => {
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    for (const name of ['KRRvKRR', 'KQvK']) await cell(page, name).click()
    await expect(page.getByRole('region', { name: 'Selection' })).toContainText(/2 classes selected\. With 4 tables that they stand on: 15\.\d billion positions, about \d\d min/)
    await page.getByRole('button', { name: 'Done' }).click()
  })
  await test.step('on a phone, in light and in dark, in the map and in the list', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // Axe takes long over all of them, which are alike.
      for (const part of ['.library-tools', '[aria-labelledby=men-6] .caution', '[aria-labelledby=men-6] mw-grid:nth-child(2)']) await expectAccessible(page, part)
      expect(await fits(page)).toBe(true)
    }
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await page.getByText('Show all 365').click()
    await expect(six.locator('.row')).toHaveCount(365)
    expect(await fits(page)).toBe(true)
    await choice.click()
    await expect(page.locator('.row')).toHaveCount(145)
  })
})

test('before six men are built the page says what it takes, and what stands against it', async ({ page }) => {
  // Chrome itself says the same on every disk.
  await page.addInitScript(() => {
    navigator.storage.estimate = async () => ({ usage: 0, quota: Number(localStorage.getItem('quota')) })
  })
  const askWith = async (quota) => {
    await page.evaluate((quota) => localStorage.setItem('quota', quota), quota)
    await page.reload()
    await ask(page, 'KRRvKRR')
  }
  await go(page, 'tables')
  await page.getByRole('button', { name: 'Six men' }).click()
  await page.evaluate(() => globalThis.matewrightPage.build(['KRRvK']))
  const dialog = plan(page, 'KRRvKRR')
  const build = dialog.getByRole('button', { name: 'Build', exact: true })

  await test.step('where there is room', async () => {
    await askWith(100 * GIB)
    await expect(dialog).toContainText('Keep this tab open until it is done, and the device awake. What it finds out ply by ply is kept: if it is stopped, it goes on from there.')
    await expect(dialog).toContainText(/2 smaller tables that it stands on are built first, KRvKR and KRRvKR: that takes about \d+ s, and \d\.\d MB of storage/)
    await expect(dialog).toContainText('2 more are here.')
    await expect(dialog.getByLabel('What it takes')).toContainText(/Time\s*about \d\d min\s*Memory\s*\d+ MB\s*of .*Storage\s*3\d\d MB\s*of 107 GB free\s*While it is built\s*3\d GB/s)
    await expect(dialog.locator('.caution')).toHaveCount(0)
    await expect(build).toBeEnabled()
    await dialog.getByText('Each table').click()
    await expect(dialog.getByRole('row', { name: /^KRRvKRR/ })).toContainText('mostly on disk')
    await expectAccessible(page, 'mw-plan')
  })
  await test.step('where the browser does not say', async () => {
    await askWith(11 * GIB)
    await expect(dialog).toContainText(/It may not fit\. It takes up to 3\d GB of storage while it is built, of which 3\d\d MB stay\. This browser says that 12 GB are free/)
    await expect(build).toBeEnabled()
  })
  await test.step('where there is too little storage', async () => {
    await askWith(2 * GIB)
    await expect(dialog).toContainText(/Storage is short\. It takes up to 3\d GB of storage while it is built, of which 3\d\d MB stay, and 2\.1 GB are free/)
    await expect(build).toBeDisabled()
  })
  await test.step('where there is too little memory', async () => {
    await askWith(100 * GIB)
    await page.evaluate((memory) => globalThis.matewrightPage.setMemory(memory), 96 * 2 ** 20)
    await expect(dialog).toContainText(/More memory is needed\. KRRvKRR takes more than the 101 MB that a build may take/)
    await expect(build).toBeDisabled()
    await dialog.getByRole('button', { name: 'Not now' }).click()
    expect(await isBuilding(page)).toBe(false)
  })
})

test('a build of six men says how far it is, and can be stopped', async ({ page }) => {
  test.setTimeout(180_000)
  await page.evaluate((memory) => globalThis.matewrightPage.setMemory(memory), 256 * 2 ** 20)
  await page.evaluate(() => globalThis.matewrightPage.setWorkers(1))
  await go(page, 'tables/KNNvKNN')
  await page.getByRole('button', { name: 'Build KNNvKNN' }).click()
  await plan(page, 'KNNvKNN').getByRole('button', { name: 'Build', exact: true }).click()
  const jobs = page.locator('.jobs')
  await expect(jobs).toContainText(/KNNvKNN\s*Solving, \d+ MB written to disk, \d+ MB read/, { timeout: 120_000 })
  expect(await page.evaluate(scratchFiles)).not.toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('.build-end')).toContainText('Finished and kept: KNvK, KNNvK, KNvKN and KNNvKN.')
  expect(await page.evaluate(scratchFiles)).toEqual([])
  await expect(page.getByText('stands on 4 tables: all are here.')).toBeVisible()
})

test.describe('where positions are answered without a click', () => {
  test.use({ atOnce: true })

  test('six men are not, but offered, and proofs are shown all the same', async ({ page }) => {
    await expect(page.locator('.answer > .verdict')).toBeVisible({ timeout: 50_000 })
    const card = page.locator('.missing')
    await test.step('a table that can be built', async () => {
      await enterFen(page, '8/8/2k5/r7/r7/8/5K2/3R3R w - - 0 1')
      await expect(card.getByRole('heading', { name: 'KRRvKRR is not built yet' })).toBeVisible()
      await expect(card.getByLabel('What it takes')).toContainText(/about \d\d min/)
      const small = page.locator('.small-tables') // which the search can use
      await expect(small).toContainText(/Small tables are built first.*of \d+ tables/, { timeout: 20_000 })
      expect(await page.evaluate(() => globalThis.matewrightPage.state().build.wanted.every((name) => name.length <= 5))).toBe(true)
      await small.getByRole('button', { name: 'Stop' }).click()
      await expect(small.getByRole('button', { name: /Build (it|them)/ })).toBeVisible()
      await page.waitForTimeout(1500) // long enough for something to begin that should not
      expect(await isBuilding(page)).toBe(false)
      await expect(verdict(page)).toHaveCount(0)
      await expectAccessible(page, 'mw-answer')
      await card.getByRole('button', { name: 'Build 4 tables' }).click()
      await plan(page, 'KRRvKRR').getByRole('button', { name: 'Not now' }).click()
      expect(await isBuilding(page)).toBe(false)
    })
    await test.step('a proof', async () => {
      await enterFen(page, '6k1/8/5KN1/8/8/7r/R7/R7 w - - 0 1')
      await expect(page.locator('.proof h1')).toHaveText('White wins')
      await expect(card.getByRole('heading', { name: 'KRRNvKR is not built yet' })).toBeVisible()
    })
    await test.step('and one with pawns, that stands on many', async () => {
      await enterFen(page, '6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1')
      await expect(page.locator('.proof h1')).toHaveText('White wins')
      await expect(card.getByRole('heading', { name: 'KPPPvKR is not built yet' })).toBeVisible()
      await expect(card.getByLabel('What it takes')).toContainText(/about \d+ h/)
    })
    await test.step('and one with pawns on both sides, whose plan takes long: one plays on at once', async () => {
      await enterFen(page, '8/p4k2/1p6/1P6/P3K3/8/8/8 w - - 0 1')
      await expect(page.locator('.proof')).toContainText('Looking ahead:')
      await expect(card.locator('summary', { hasText: '230 tables needed' })).toBeVisible()
      await expect(card.locator('.needs li').first()).toBeHidden()
      await page.getByLabel('Type a move').fill('a5')
      await page.getByLabel('Type a move').press('Enter')
      await expect(page.getByLabel('FEN')).toHaveValue(/^8\/p4k2\/1p6\/PP6\//)
    })
  })
})
