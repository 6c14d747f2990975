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

test('an ending with many pawns is planned, solved, walked, kept, deleted and imported', async ({ page }) => {
  await test.step('the plan comes first, in words', async () => {
    await enterFen(page, LOCKED)
    await expect(ending(page).locator('h1')).toHaveText(say('ending.title'))
    await expect(ending(page)).toContainText(say('ending.minutes'))
    await expect(ending(page)).toContainText(say('ending.hold', { side: 'black' }))
    await expectAccessible(page, 'mw-ending')
  })

  await test.step('solved, each move has its result', async () => {
    await ending(page)
      .getByRole('button', { name: say('ending.solve') })
      .click()
    await expect(verdict(page)).toHaveText(say('verdict.draw'))
    await expect(moves(page, 'drawn')).toHaveText(['Kb2', 'Kd2', 'Kc3', 'Kd3'])
    await expect(moves(page, 'losing')).toHaveCount(3)
    await expect(ending(page)).toContainText(containing('ending.solved'))
    await expect(page.locator('.proof')).toHaveCount(0)
    await expectAccessible(page, 'mw-answer')
  })

  await test.step('positions inside it are answered', async () => {
    await play(page, 'c2d1')
    await expect(page.getByLabel(say('fen.label'))).toHaveValue(/^8\/8\/2k2p2\/3p1P1p\/p2P3P\/P7\/8\/3K4 b/)
    await expect(verdict(page)).toHaveText(say('verdict.wins', { winner: say('side.black') }))
    await expect(ending(page).locator('.tag')).toHaveText(containing('answer.onlyMove'))
    await expect(ending(page).locator('.verdict p').first()).toHaveText(containing('ending.measured'))
    await expect(moves(page, 'winning')).toHaveText(containing('proof.plies'))
    await ending(page)
      .getByRole('button', { name: say('ending.first') })
      .click()
    await expect(verdict(page)).toHaveText(say('verdict.draw'))
  })

  await test.step('after a reload it is still there', async () => {
    await page.reload()
    await expect(verdict(page)).toHaveText(say('verdict.draw'))
  })

  await test.step('it is not deleted without a question', async () => {
    await ending(page)
      .getByRole('button', { name: say('ending.delete') })
      .click()
    await ending(page)
      .getByRole('button', { name: say('endings.keep') })
      .click()
    await expect(ending(page)).toContainText(containing('ending.solved'))
  })

  const listed = page.locator('[data-ending^=KPPPPvKPPPP]')
  const file = await test.step('on the page of tables it is listed, exported and deleted', async () => {
    await page.getByRole('link', { name: beginning('header.tables') }).click()
    await expect(listed).toContainText(/[\d.]+ MB|\d+ kB/)
    await expectAccessible(page, 'mw-endings')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      listed.getByRole('button', { name: say('endings.export', { name: 'KPPPPvKPPPP' }) }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^KPPPPvKPPPP-[0-9a-f]+\.mwending$/)
    await listed.getByRole('button', { name: say('endings.delete', { name: 'KPPPPvKPPPP' }) }).click()
    await listed.getByRole('button', { name: say('endings.deleteNow') }).click()
    await expect(listed).toHaveCount(0)
    await page.goBack()
    await expect(ending(page).getByRole('button', { name: say('ending.solve') })).toBeVisible()
    return readFile(await download.path())
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
    await expect(listed).toHaveCount(0)
    await choose(page, [fileOf('renamed.mwending', file)])
    await expect(arrived).toHaveClass('well', { timeout: 60_000 })
    await expect(arrived).toContainText(containing('arrivals.solvedAgain'))
    await expect(listed).toBeVisible()
    await page.goBack()
    await expect(verdict(page)).toHaveText(say('verdict.draw'))
  })
})

test('an ending in the middle of its solving goes on after a crash of the tab', async ({ page, context, site }) => {
  await enterFen(page, '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1')
  await ending(page)
    .getByRole('button', { name: say('ending.hold', { side: 'black' }) })
    .click()
  await expect(ending(page)).toContainText(containing('ending.done'))
  const address = page.url()
  expect(address).toContain(site.url)
  const devtools = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  devtools.send('Page.crash').catch(() => {})
  await crashed
  const next = await context.newPage()
  await next.goto(address)
  await ending(next)
    .getByRole('button', { name: say('ending.continue') })
    .click()
  await expect(ending(next)).toContainText(containing('ending.done'))
  await ending(next)
    .getByRole('button', { name: say('ending.pauseNow') })
    .click()
  await expect(ending(next).locator('h1').last()).toHaveText(say('ending.paused'))
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
  await ending(page)
    .getByRole('button', { name: say('common.tryAgain') })
    .click()
  await expect(ending(page).locator('h1')).toHaveText(say('ending.title'))
})
