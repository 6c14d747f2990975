import { expect, expectAccessible, test } from './fixtures.js'
import { beginning, containing, inOrder, say, someTime } from './words.js'

test.use({ atOnce: false })

const cell = (page, name) => page.locator(`button.cell[data-class="${name}"]`)
const queue = (page) => page.getByRole('region', { name: say('queue.title') })
const build = (page, ...names) => page.evaluate((names) => void globalThis.matewrightPage.build(names), names)

/** A class whose build takes long enough to interrupt it. */
const LONG = 'KQRvKQ'

test.beforeEach(async ({ page }) => {
  await page.getByRole('link', { name: say('header.tables') }).click()
})

test('the map shows every class with its state, by mouse and by keyboard', async ({ page }) => {
  await page.evaluate(() => globalThis.matewrightPage.build(['KRvK']))
  await expect(page.locator('button.cell')).toHaveCount(145)
  await expect(cell(page, 'KRvK')).toHaveAccessibleName(
    beginning('grid.cell', {
      name: 'KRvK',
      mark: /\s*/,
      words: containing('cellWords.stats', {
        state: say('cellWords.present'),
        longest: say('counts.dtm.longestWin'),
        moves: 16,
        size: /\d+ kB/,
      }),
    }),
  )
  await expect(cell(page, 'KQvK')).toHaveAccessibleName(
    beginning('grid.cell', { name: 'KQvK', mark: /\s*/, words: say('cellWords.absent') }),
  )
  await expect(page.getByRole('list', { name: say('tablesPage.legend') })).toContainText(
    inOrder(`${say('cellWords.present')} 1`, `${say('cellWords.absent')} 144`),
  )
  await test.step('one stop for the Tab key, arrows from there, Enter opens', async () => {
    const grid = page.getByRole('grid', { name: say('map.oneOne') })
    await expect(grid.locator('button[tabindex="0"]')).toHaveCount(1)
    await cell(page, 'KQvKQ').focus()
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'ArrowDown'])
      await page.keyboard.press(key)
    await expect(cell(page, 'KBvKB')).toBeFocused()
    await expect(page.locator('.strip')).toContainText('KBvKB')
    await expect(grid.locator('button[tabindex="0"]')).toHaveText(/KBvKB/)
    await page.keyboard.press('Enter')
    await expect(
      page
        .getByRole('dialog', { name: 'KBvKB' })
        .getByRole('button', { name: say('tableActions.build', { large: 'false', name: 'KBvKB' }) }),
    ).toBeVisible()
    await expectAccessible(page, 'dialog.table-sheet')
    await page.keyboard.press('Escape')
    await expect(cell(page, 'KBvKB')).toBeFocused()
  })
  await test.step('a row leads to its page, the list stays, and a narrow window scrolls only vertically', async () => {
    await expectAccessible(page, '.tables-page')
    await cell(page, 'KRvK').click()
    await page.getByRole('link', { name: say('tableSheet.more', { name: 'KRvK' }) }).click()
    await expect(page).toHaveURL(/#\/tables\/KRvK$/)
    await page.goBack()
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.locator('.tables-page').evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(
      true,
    )
    await page.getByRole('button', { name: say('tablesPage.list'), exact: true }).click()
    await page.reload()
    await expect(page.locator('.row')).toHaveCount(145)
    await expect(page.locator('button.cell')).toHaveCount(0)
  })
})

test('several are selected, and built or deleted together', async ({ page }) => {
  const bar = page.getByRole('region', { name: say('selection.title') })
  await page.getByRole('button', { name: say('tablesPage.select'), exact: true }).click()
  for (const name of ['KQvK', 'KRvK', 'KRRvK', 'KQvK']) await cell(page, name).click()
  await expect(cell(page, 'KRRvK')).toHaveAttribute('aria-pressed', 'true')
  await expect(cell(page, 'KQvK')).toHaveAttribute('aria-pressed', 'false')
  await expect(bar).toContainText(
    inOrder(
      say('selection.selected', { count: 2 }),
      containing('selection.estimate', {
        more: 0,
        positions: containing('number.millions', { number: /[\d.]+/ }),
        fits: 'true',
        time: someTime(),
        size: /\d+ kB/,
      }),
    ),
  )
  await expectAccessible(page, 'mw-selection')
  await bar.getByRole('button', { name: say('selection.build', { count: 2 }) }).click()
  await expect(bar).toHaveCount(0)
  await expect(cell(page, 'KRRvK')).toHaveClass(/present/)
  await cell(page, 'KRvK').click({ modifiers: ['Shift'] })
  await bar.getByRole('button', { name: say('selection.allMen', { men: 3 }) }).click()
  await expect(bar).toContainText(say('selection.selected', { count: 5 }))
  await expect(bar.getByRole('button', { name: say('selection.build', { count: 4 }) })).toBeEnabled()
  await bar.getByRole('button', { name: say('selection.delete', { count: 1 }) }).click()
  await page
    .getByRole('dialog', { name: say('delete.title', { tables: 'KRvK' }) })
    .getByRole('button', { name: say('delete.delete'), exact: true })
    .click()
  await expect(cell(page, 'KRvK')).toHaveClass(/absent/)
  await expect(cell(page, 'KRRvK')).toHaveClass(/present/)
})

test('requests during a build wait in a queue that can be reordered, paused and cancelled', async ({ page }) => {
  const card = page.getByRole('region', { name: say('build.label'), exact: true })
  await build(page, LONG)
  await expect(card).toContainText(say('build.building', { tables: LONG }))
  await cell(page, 'KNvKN').click()
  await page.getByRole('button', { name: say('tableActions.queue', { name: 'KNvKN' }) }).click()
  await expect(page.getByRole('dialog')).toContainText(say('tableActions.queued'))
  await page.keyboard.press('Escape')
  await build(page, 'KBvKN')
  await expect(cell(page, 'KBvKN')).toHaveClass(/queued/)
  await expect(queue(page).getByRole('listitem')).toContainText([LONG, 'KNvKN', 'KBvKN'])
  await queue(page)
    .getByRole('button', { name: say('queue.up', { name: 'KBvKN' }) })
    .click()
  await expect(queue(page).getByRole('listitem')).toContainText([LONG, 'KBvKN', 'KNvKN'])
  await expect(queue(page).getByRole('button', { name: say('queue.down', { name: 'KBvKN' }) })).toBeFocused()
  await queue(page)
    .getByRole('button', { name: say('queue.remove', { name: 'KNvKN' }) })
    .click()
  await test.step('a paused queue begins nothing new; a stopped build can resume', async () => {
    await expect(cell(page, LONG)).toHaveClass(/building/)
    await card.getByRole('button', { name: say('build.pause') }).click()
    await expect(card).toContainText(say('build.paused'))
    await card.getByRole('button', { name: say('build.stopNow') }).click()
    await expect(page.getByRole('heading', { name: say('build.held.paused') })).toBeVisible()
    await expect(queue(page).getByRole('listitem')).toContainText([LONG, 'KBvKN'])
    expect(await page.evaluate(() => globalThis.matewrightPage.state().build)).toBeNull()
    for (const part of ['mw-build', 'mw-queue']) await expectAccessible(page, part)
    await queue(page)
      .getByRole('button', { name: say('queue.up', { name: 'KBvKN' }) })
      .click()
    await page.getByRole('button', { name: say('build.held.goOn') }).click()
  })
  await test.step('the next follows by itself; cancelled, all is', async () => {
    await expect(cell(page, 'KBvKN')).toHaveClass(/present/)
    await build(page, 'KNvKN')
    await expect(card).toContainText(say('build.building', { tables: LONG }))
    await expect(queue(page).getByRole('listitem')).toContainText([LONG, 'KNvKN'])
    await card.getByRole('button', { name: say('build.cancelAll') }).click()
    await expect(page.getByRole('heading', { name: say('build.ended.cancelled') })).toBeVisible()
    await expect(queue(page)).toHaveCount(0)
    await expect(cell(page, 'KNvKN')).toHaveClass(/absent/)
  })
})

test('builds that a closed page had queued are offered again, and resume', async ({ page }) => {
  await build(page, LONG)
  await build(page, 'KBvKN')
  await expect(cell(page, 'KQRvK')).toHaveClass(/present/)
  await page.reload()
  const held = page.getByRole('region', { name: say('build.held.interrupted', { tables: LONG }) })
  await expect(held).toContainText(say('build.held.interruptedText', { more: 1 }))
  await expect(cell(page, 'KQRvK')).toHaveClass(/present/)
  expect(await page.evaluate(() => globalThis.matewrightPage.state().build)).toBeNull()
  await queue(page)
    .getByRole('button', { name: say('queue.remove', { name: LONG }) })
    .click()
  await page
    .getByRole('region', { name: say('build.held.interrupted', { tables: 'KBvKN' }) })
    .getByRole('button', { name: say('build.held.goOn') })
    .click()
  await expect(cell(page, 'KBvKN')).toHaveClass(/present/)
  await page.reload()
  await expect(cell(page, 'KBvKN')).toHaveClass(/present/)
  await expect(page.getByText(containing('build.held.interrupted'))).toHaveCount(0)
})
