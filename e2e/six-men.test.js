import { enterFen, expect, expectAccessible, test, verdict } from './fixtures.js'
import { storedNames } from './stored.js'
import { containing, inOrder, say, someTime } from './words.js'

test.use({ atOnce: false })

const GIB = 2 ** 30

const cell = (page, name) => page.locator(`button.cell[data-class="${name}"]`)
const go = (page, hash) => page.goto(page.url().replace(/#.*|$/, `#/${hash}`))
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= screen.width)
const isBuilding = (page) => page.evaluate(() => !!globalThis.matewrightPage.state().build)
const plan = (page, name) => page.getByRole('dialog', { name: say('plan.title', { tables: name }) })

/** On the page of tables, with six men: requests a build of one, from the map. */
async function ask(page, name) {
  await cell(page, name).click()
  await page
    .getByRole('dialog', { name, exact: true })
    .getByRole('button', { name: say('tableActions.build', { large: 'false', name }) })
    .click()
}

/** In the page: returns the names of the workers' scratch files. */
async function scratchFiles() {
  const root = await navigator.storage.getDirectory()
  const names = []
  for await (const name of (await root.getDirectoryHandle('matewright-scratch', { create: true })).keys())
    names.push(name)
  return names
}

test('the address of opposed pawns leads to their class', async ({ page }) => {
  await go(page, 'tables/KRPpKRp')
  await page.getByRole('main').getByRole('link', { name: 'KRPvKRP' }).click()
  await expect(page.getByRole('button', { name: say('classPage.buildOpposed', { name: 'KRPpKRp' }) })).toBeVisible()
})

// Long because each step begins on the page that the one before has left.
test('classes with six men are on the map on request', async ({ page }) => {
  await go(page, 'tables')
  const choice = page.getByRole('button', { name: say('tablesPage.sixMen') })
  const six = page.getByRole('region', { name: say('tablesPage.men', { men: 6 }) })
  await test.step('all 365, remembered', async () => {
    await expect(page.locator('button.cell')).toHaveCount(145)
    await expect(six).toHaveCount(0)
    await choice.click()
    await expect(six.locator('button.cell')).toHaveCount(365)
    await page.reload()
    await expect(choice).toHaveAttribute('aria-pressed', 'true')
    await expect(six.locator('button.cell')).toHaveCount(365)
    const classes = await page.evaluate(() =>
      globalThis.matewrightPage
        .state()
        .tables.filter((table) => table.men === 6)
        .map(({ name }) => name),
    )
    expect(
      await six.locator('button.cell').evaluateAll((cells) => cells.map((cell) => cell.dataset.class).toSorted()),
    ).toEqual(classes.toSorted())
    await expect(six).toContainText(say('tablesPage.present', { all: 'true', present: 0, tables: 365, size: '' }))
    await expect(six).toContainText(say('tablesPage.veryLarge'))
  })
  await test.step('by keyboard, also one with pawns', async () => {
    await cell(page, 'KRRvKRR').focus()
    await page.keyboard.press('ArrowDown') // past a pawn, to nothing
    await expect(cell(page, 'KRRvKRR')).toBeFocused()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown'])
      await page.keyboard.press(key)
    await expect(cell(page, 'KRPvKRP')).toBeFocused()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'KRPvKRP', exact: true })
    await expect(sheet).toContainText(containing('tableSheet.needs', { needs: /\d+/, how: 'none' }))
    await sheet.getByRole('button', { name: containing('tableActions.build', { name: 'KRPvKRP' }) }).click()
    const dialog = plan(page, 'KRPvKRP')
    await expect(dialog).toContainText(
      containing('plan.first', {
        count: /6\d/,
        wanted: 1,
        named: 'false',
        time: containing('time.hours', { hours: /\d+/ }),
        storage: /\d+ GB/,
      }),
    )
    await expect(dialog.getByLabel(say('outlook.title'))).toContainText(
      inOrder(
        say('outlook.time'),
        containing('outlook.about', { time: containing('time.hours') }),
        /[^]*/,
        say('outlook.storage'),
        /2\d GB/,
      ),
    )
    await dialog.getByRole('button', { name: say('plan.notNow') }).click()
    await sheet.getByRole('button', { name: say('common.close') }).click()
  })
  await test.step('several are selected', async () => {
    await page.getByRole('button', { name: say('tablesPage.select'), exact: true }).click()
    for (const name of ['KRRvKRR', 'KQvK']) await cell(page, name).click()
    await expect(page.getByRole('region', { name: say('selection.title') })).toContainText(
      inOrder(
        say('selection.selected', { count: 2 }),
        containing('selection.estimate', {
          more: 4,
          positions: containing('number.billions', { number: /15\.\d/ }),
          fits: 'true',
          time: someTime(),
        }),
      ),
    )
    await page.getByRole('button', { name: say('selection.done') }).click()
  })
  await test.step('on a phone, in light and in dark, in the map and in the list', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // Axe takes long over all of them, which are alike.
      for (const part of [
        '.library-tools',
        '[aria-labelledby=men-6] .caution',
        '[aria-labelledby=men-6] mw-grid:nth-child(2)',
      ])
        await expectAccessible(page, part)
      expect(await fits(page)).toBe(true)
    }
    await page.getByRole('button', { name: say('tablesPage.list'), exact: true }).click()
    await page.getByText(say('tablesPage.showAll', { count: 365 })).click()
    await expect(six.locator('.row')).toHaveCount(365)
    expect(await fits(page)).toBe(true)
    await choice.click()
    await expect(page.locator('.row')).toHaveCount(145)
  })
})

test('before a build of six men the page shows its cost and the obstacles', async ({ page }) => {
  // Chrome itself reports the same quota on every disk.
  await page.addInitScript(() => {
    navigator.storage.estimate = async () => ({ usage: 0, quota: Number(localStorage.getItem('quota')) })
  })
  const askWith = async (quota) => {
    await page.evaluate((quota) => localStorage.setItem('quota', quota), quota)
    await page.reload()
    await ask(page, 'KRRvKRR')
  }
  await go(page, 'tables')
  await page.getByRole('button', { name: say('tablesPage.sixMen') }).click()
  await page.evaluate(() => globalThis.matewrightPage.build(['KRRvK']))
  const dialog = plan(page, 'KRRvKRR')
  const build = dialog.getByRole('button', { name: say('plan.build'), exact: true })

  await test.step('with enough room', async () => {
    await askWith(100 * GIB)
    await expect(dialog).toContainText(`${say('plan.heavy')} ${say('plan.saves')}`)
    await expect(dialog).toContainText(
      containing('plan.first', {
        count: 2,
        wanted: 1,
        named: 'true',
        names: 'KRvKR and KRRvKR',
        time: someTime(),
        storage: /\d\.\d MB/,
      }),
    )
    await expect(dialog).toContainText(say('plan.moreHere', { count: 2 }))
    await expect(dialog.getByLabel(say('outlook.title'))).toContainText(
      inOrder(
        say('outlook.time'),
        containing('outlook.about', { time: someTime() }),
        say('outlook.memory'),
        containing('outlook.memoryOf', { needed: /\d+ MB/ }),
        /[^]*/,
        say('outlook.storage'),
        containing('outlook.storageOf', { needed: /3\d\d MB/, free: '107 GB' }),
        say('outlook.meanwhile'),
        /3\d GB/,
      ),
    )
    await expect(dialog.locator('.caution')).toHaveCount(0)
    await expect(build).toBeEnabled()
    await dialog.getByText(say('plan.each')).click()
    await expect(dialog.getByRole('row', { name: /^KRRvKRR/ })).toContainText(say('core.method.mostlyOnDisk'))
    await expectAccessible(page, 'mw-plan')
  })
  await test.step('without an estimate of the browser', async () => {
    await askWith(11 * GIB)
    await expect(dialog).toContainText(
      containing('outlook.mayNotFit', { all: /3\d GB/, passing: 'true', storage: /3\d\d MB/, free: '12 GB' }),
    )
    await expect(build).toBeEnabled()
  })
  await test.step('with too little storage', async () => {
    await askWith(2 * GIB)
    await expect(dialog).toContainText(
      containing('outlook.short', { all: /3\d GB/, passing: 'true', storage: /3\d\d MB/, free: '2.1 GB' }),
    )
    await expect(build).toBeDisabled()
  })
  await test.step('with too little memory', async () => {
    await askWith(100 * GIB)
    await page.evaluate((memory) => globalThis.matewrightPage.setMemory(memory), 96 * 2 ** 20)
    await expect(dialog).toContainText(
      containing('outlook.tooLarge', { count: 1, names: 'KRRvKRR', allowed: '101 MB' }),
    )
    await expect(build).toBeDisabled()
    await dialog.getByRole('button', { name: say('plan.notNow') }).click()
    expect(await isBuilding(page)).toBe(false)
  })
})

test('a build of six men shows its progress, and can be stopped', async ({ page }) => {
  test.setTimeout(180_000)
  await page.evaluate((memory) => globalThis.matewrightPage.setMemory(memory), 256 * 2 ** 20)
  await page.evaluate(() => globalThis.matewrightPage.setWorkers(1))
  await go(page, 'tables/KNNvKNN')
  await page.getByRole('button', { name: containing('tableActions.build', { name: 'KNNvKNN' }) }).click()
  await plan(page, 'KNNvKNN')
    .getByRole('button', { name: say('plan.build'), exact: true })
    .click()
  const jobs = page.locator('.jobs')
  await expect(jobs).toContainText(
    inOrder(
      'KNNvKNN',
      containing('build.step.whole', { step: 'solving', ply: 0, disk: 'yes', written: /\d+ MB/, read: /\d+ MB/ }),
    ),
    { timeout: 120_000 },
  )
  expect(await page.evaluate(scratchFiles)).not.toEqual([])
  await page.getByRole('button', { name: say('build.cancel') }).click()
  await expect(page.locator('.build-end')).toContainText(
    say('buildProgress.finished', { tables: 'KNvK, KNNvK, KNvKN and KNNvKN' }),
  )
  expect(await page.evaluate(scratchFiles)).toEqual([])
  await expect(page.getByText(containing('classGraph.closure', { count: 4, how: 'all' }))).toBeVisible()
})

test.describe('where positions are answered without a click', () => {
  test.use({ atOnce: true })

  test('six men are not, but offered, and proofs are shown all the same', async ({ page }) => {
    test.setTimeout(240_000)
    await expect(page.locator('.answer > .verdict')).toBeVisible({ timeout: 50_000 })
    const card = page.locator('.missing')
    await test.step('a table that can be built', async () => {
      const small = page.locator('.small-tables') // which the search can use
      await enterFen(page, '8/8/2k5/r7/r7/8/5K2/3R3R w - - 0 1')
      const [[text, wanted]] = await Promise.all([
        // They are built in some seconds, so they are stopped when they appear, in the same task.
        small
          .filter({ hasText: containing('proof.tables', { count: /\d+/ }) })
          .filter({ has: page.getByRole('button', { name: say('common.stop') }) })
          .evaluate(
            (element) => {
              const seen = [element.textContent, globalThis.matewrightPage.state().build.wanted]
              element.querySelector('button').click()
              return seen
            },
            null,
            { timeout: 20_000 },
          ),
        expect(
          card.getByRole('heading', { name: say('missing.notBuilt', { count: 1, names: 'KRRvKRR' }) }),
        ).toBeVisible(),
        expect(card.getByLabel(say('outlook.title'))).toContainText(containing('outlook.about', { time: someTime() })),
      ])
      expect(text).toMatch(inOrder(say('proof.smallFirst'), /.*/, containing('proof.tables', { count: /\d+/ })))
      expect(wanted.every((name) => name.length <= 5)).toBe(true)
      await expect(small.getByRole('button', { name: containing('proof.buildSmall') })).toBeVisible()
      await page.waitForTimeout(1500) // long enough for something to begin that should not
      expect(await isBuilding(page)).toBe(false)
      await expect(verdict(page)).toHaveCount(0)
      await expectAccessible(page, 'mw-answer')
      const stopped = ['KRvK', 'KRRvK', 'KRvKR']
      const built = (await storedNames(page)).filter((name) => stopped.includes(name)).length
      await card.getByRole('button', { name: say('missing.buildMissing', { count: 5 - built }) }).click()
      await plan(page, 'KRRvKRR')
        .getByRole('button', { name: say('plan.notNow') })
        .click()
      expect(await isBuilding(page)).toBe(false)
    })
    await test.step('a proof', async () => {
      await enterFen(page, '6k1/8/5KN1/8/8/7r/R7/R7 w - - 0 1')
      await expect(page.locator('.proof h1')).toHaveText(say('verdict.wins', { winner: say('side.white') }))
      await expect(
        card.getByRole('heading', { name: say('missing.notBuilt', { count: 1, names: 'KRRNvKR' }) }),
      ).toBeVisible()
    })
    await test.step('and one with pawns, which needs many tables', async () => {
      await enterFen(page, '6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1')
      await expect(page.locator('.proof h1')).toHaveText(say('verdict.wins', { winner: say('side.white') }))
      await expect(
        card.getByRole('heading', { name: say('missing.notBuilt', { count: 1, names: 'KPPPvKR' }) }),
      ).toBeVisible()
      // The page shows this after the build of the small tables for the search, some minutes on a busy machine.
      await expect(card.getByLabel(say('outlook.title'))).toContainText(
        containing('outlook.about', { time: containing('time.hours', { hours: /\d+/ }) }),
        { timeout: 150_000 },
      )
    })
    await test.step('and one with pawns on both sides, whose plan takes long: one plays on at once', async () => {
      await enterFen(page, '8/p4k2/1p6/1P6/P3K3/8/8/8 w - - 0 1')
      await expect(page.locator('.proof')).toContainText(containing('proof.searching'))
      await expect(card.locator('summary', { hasText: containing('missing.neededOf', { count: 230 }) })).toBeVisible()
      await expect(card.locator('.needs li').first()).toBeHidden()
      await page.getByLabel(say('typedMove.label')).fill('a5')
      await page.getByLabel(say('typedMove.label')).press('Enter')
      await expect(page.getByLabel(say('fen.label'))).toHaveValue(/^8\/p4k2\/1p6\/PP6\//)
    })
  })
})
