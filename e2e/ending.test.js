import { readFile } from 'node:fs/promises'
import { choose, fileOf } from './files.js'
import { enterFen, expect, expectAccessible, test } from './fixtures.js'
import { beginning, containing, say, sentenceOf } from './words.js'

test.use({ atOnce: false })

/** Locked pawns, too many men for a search beside. Four moves hold. */
const LOCKED = '8/8/2k2p2/3p1P1p/p2P3P/P7/2K5/8 w - - 0 1'

const ending = (page) => page.locator('.ending')
const verdict = (page) => ending(page).locator('.verdict h1')
const moves = (page, group) => ending(page).locator(`.move-group.${group} .move`)

/** Plays a move of an ending by its button. */
const play = (page, uci) => ending(page).locator(`[data-uci=${uci}]`).click()

/** Presses a button of the ending. */
const press = (page, key, words = {}) =>
  ending(page)
    .getByRole('button', { name: say(key, words) })
    .click()

/** The sentence about an ending that has nothing left to solve. */
const solved = (page) => ending(page).getByText(containing('ending.solved'))

/** Deletes the ending, by its button and the question after it. */
async function remove(page) {
  await press(page, 'ending.delete')
  await press(page, 'endings.deleteNow')
  await expect(ending(page).getByRole('button', { name: say('ending.solve') })).toBeVisible()
}

const listed = (page) => page.locator('[data-ending^=KPPPPvKPPPP]')

/** Exports the ending from the page of tables, and returns to the position. */
async function exported(page) {
  await page.getByRole('link', { name: beginning('header.tables') }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    listed(page)
      .getByRole('button', { name: say('endings.export', { name: 'KPPPPvKPPPP' }) })
      .click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^KPPPPvKPPPP-[0-9a-f]+\.mwending$/)
  const bytes = await readFile(await download.path())
  await page.goBack()
  return bytes
}

test('an ending with many pawns is planned, solved, walked, kept, deleted and imported', async ({ page }) => {
  await test.step('the plan comes first, in words', async () => {
    await enterFen(page, LOCKED)
    await expect(ending(page).locator('h1')).toHaveText(say('ending.title'))
    await expect(ending(page)).toContainText(say('ending.minutes'))
    await expect(ending(page)).toContainText(say('ending.hold', { side: 'black' }))
    await expectAccessible(page, 'mw-ending')
  })

  await test.step('solved, each move has its result', async () => {
    await press(page, 'ending.solve')
    await expect(verdict(page)).toHaveText(say('verdict.draw'))
    await expect(moves(page, 'drawn')).toHaveText(['Kb2', 'Kd2', 'Kc3', 'Kd3'])
    await expect(moves(page, 'losing')).toHaveCount(3)
    await expect(ending(page)).toContainText(containing('ending.solved'))
    await expect(page.locator('.proof')).toHaveCount(0)
    await expectAccessible(page, 'mw-answer')
  })

  await test.step('the moves to mate are found', async () => {
    const find = ending(page).getByRole('button', { name: say('ending.findMates') })
    await find.click()
    await expect(find).toHaveCount(0)
    await expect(ending(page)).toContainText(containing('ending.solved'))
    await expect(find).toHaveCount(0)
    // The moves are drawn again once the stored ending is read.
    await page.waitForFunction(() => globalThis.matewrightPage.state().known?.bounds?.moves.some(({ mate }) => mate))
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  })

  await test.step('positions inside it are answered', async () => {
    await play(page, 'c2d1')
    await expect(page.getByLabel(say('fen.label'))).toHaveValue(/^8\/8\/2k2p2\/3p1P1p\/p2P3P\/P7\/8\/3K4 b/)
    await expect(verdict(page)).toHaveText(say('verdict.wins', { winner: say('side.black') }))
    await expect(ending(page).locator('.tag')).toHaveText(containing('answer.onlyMove'))
    await expect(ending(page).locator('.verdict p').first()).toHaveText(containing('ending.measured'))
    await expect(ending(page).locator('.verdict p').first()).toHaveText(containing('ending.mate'))
    await expect(moves(page, 'winning')).toHaveText(containing('proof.plies'))
    await press(page, 'ending.first')
    await expect(verdict(page)).toHaveText(say('verdict.draw'))
  })

  await test.step('after a reload it is still there', async () => {
    await page.reload()
    await expect(verdict(page)).toHaveText(say('verdict.draw'))
  })

  await test.step('it is not deleted without a question', async () => {
    await press(page, 'ending.delete')
    await press(page, 'endings.keep')
    await expect(ending(page)).toContainText(containing('ending.solved'))
  })

  const file = await exported(page)
  await test.step('on the page of tables it is listed and deleted', async () => {
    await page.getByRole('link', { name: beginning('header.tables') }).click()
    await expect(listed(page)).toContainText(/[\d.]+ MB|\d+ kB/)
    await expectAccessible(page, 'mw-endings')
    await listed(page)
      .getByRole('button', { name: say('endings.delete', { name: 'KPPPPvKPPPP' }) })
      .click()
    await listed(page)
      .getByRole('button', { name: say('endings.deleteNow') })
      .click()
    await expect(listed(page)).toHaveCount(0)
    await page.goBack()
    await expect(ending(page).getByRole('button', { name: say('ending.solve') })).toBeVisible()
  })

  await test.step('the file comes back once it is verified, and others change nothing', async () => {
    await page.getByRole('link', { name: beginning('header.tables') }).click()
    const damaged = Buffer.from(file)
    damaged[file.length - 100] ^= 1
    const others = [damaged, file.subarray(0, -1), Buffer.from('no journal')]
    await choose(
      page,
      others.map((bytes, i) => fileOf(`ending (${i}).mwending`, bytes)),
    )
    const arrived = page.getByRole('region', { name: say('arrivals.label') }).locator('li')
    await expect(arrived).toContainText([
      sentenceOf('core.ending.cut'),
      sentenceOf('core.ending.cut'),
      sentenceOf('core.ending.none'),
    ])
    await expect(listed(page)).toHaveCount(0)
    await choose(page, [fileOf('renamed.mwending', file)])
    await expect(arrived).toHaveCount(1)
    await expect(arrived).toHaveClass('well', { timeout: 60_000 })
    await expect(arrived).toContainText(containing('arrivals.solvedAgain'))
    await expect(listed(page)).toBeVisible()
    await page.goBack()
    await expect(verdict(page)).toHaveText(say('verdict.draw'))
  })
})

test('solving an ending pauses, and resumes after a reload', async ({ page }) => {
  await enterFen(page, '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1')
  await press(page, 'ending.hold', { side: 'black' })
  await expect(ending(page)).toContainText(containing('ending.done'))
  await press(page, 'ending.pauseNow')
  await expect(ending(page).locator('h1').last()).toHaveText(say('ending.paused'))
  await page.reload()
  await press(page, 'ending.continue')
  await expect(ending(page)).toContainText(containing('ending.done'))
  await press(page, 'ending.pauseNow')
  await expect(ending(page).locator('h1').last()).toHaveText(say('ending.paused'))
})

// A tab crashes with its workers at a random moment. The next one resumes, and in the end the file has the bytes of an
// ending that nothing disturbed. For more kills, as in docs/reference/testing.md:
//
//   MATEWRIGHT_KILLS=5 npx playwright test -c e2e/playwright.config.js ending
const KILLS = Number(process.env.MATEWRIGHT_KILLS ?? 1)

test('an ending whose tab is killed goes on to the same bytes', async ({ page, context }) => {
  test.setTimeout(60_000 + KILLS * 20_000)
  await enterFen(page, LOCKED)
  const begun = Date.now()
  await press(page, 'ending.solve')
  await expect(solved(page)).toBeVisible()
  const time = Date.now() - begun
  const address = page.url()
  const undisturbed = await exported(page)
  await remove(page)
  await press(page, 'ending.solve')

  let tab = page
  for (let kills = 0; kills < KILLS; ) {
    await expect(ending(tab)).toContainText(containing('ending.done'))
    await tab.waitForTimeout((Math.random() * time) / 2)
    const devtools = await context.newCDPSession(tab)
    const crashed = tab.waitForEvent('crash')
    devtools.send('Page.crash').catch(() => {})
    await crashed
    if (tab !== page) await tab.close() // the fixture closes its own
    tab = await context.newPage()
    await tab.goto(address)
    const next = ending(tab).getByRole('button', { name: say('ending.continue') })
    await expect(next.or(solved(tab))).toBeVisible()
    if (await next.isVisible()) {
      await next.click()
      kills++
    } else {
      // All of the position was known before the crash, but not all of its ending.
      await remove(tab)
      await press(tab, 'ending.solve')
    }
  }
  await expect(solved(tab)).toBeVisible({ timeout: 60_000 })
  expect((await exported(tab)).equals(undisturbed)).toBe(true)
})

test('stored endings that cannot be read are no answer, and are read on request', async ({ page, context }) => {
  await page.evaluate(() => localStorage.setItem('matewright-endings', 'yes'))
  const larger = /matewright-check\.wasm/
  await context.route(larger, (route) => route.abort())
  await page.reload()
  await enterFen(page, LOCKED)
  await expect(ending(page)).toContainText(say('ending.notRead'))
  await expect(ending(page).locator('h1')).toHaveCount(0)
  await expectAccessible(page, 'mw-ending')
  await context.unroute(larger)
  await press(page, 'common.tryAgain')
  await expect(ending(page).locator('h1')).toHaveText(say('ending.title'))
})
