// Studies and games are judged by tables, in the page as by the command.

import { readFile } from 'node:fs/promises'
import { answered, expect, expectAccessible, test } from './fixtures.js'
import { STUDIES } from './studies.js'

const drop = (page, content) =>
  page.evaluate((content) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([content], 'studies.pgn'))
    for (const type of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  }, content)

const check = async (page, content) => {
  await drop(page, content)
  await page.getByRole('button', { name: 'Check all of it' }).click()
  return page.getByRole('dialog', { name: 'Checked by tables' })
}

test('dropped studies are judged move by move, sorted, and saved with what was found', async ({ page, context }) => {
  await answered(page)
  const dialog = await check(page, STUDIES)
  await expect(dialog.getByRole('status')).toHaveAttribute('aria-busy', 'false', { timeout: 40_000 })
  await expect(dialog.getByRole('status')).toContainText(/3 games, \d+ positions judged: flaws in 2\./)
  await expect(dialog).toContainText('positions without tables')
  const rows = dialog.locator('tbody tr')

  await test.step('Escape lets the board be seen, and what is not saved is not dropped unasked', async () => {
    for (let i = 0; i < 3; i++) await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Back to the checked games' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog.getByRole('alert')).toContainText('What was found is not saved.')
    await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
    await expectAccessible(page, 'mw-check')
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
  })
  await expect(rows.nth(0)).toContainText('Cook 1. Kd6: Kf6 wins, too')
  await expect(rows.nth(2)).toContainText('Wrong stipulation')
  await expect(rows.locator('li.only')).toHaveCount(0) // moves are drawn when they are wanted
  await rows.nth(0).getByText('7 moves').click()
  await expect(rows.nth(0)).toContainText(/2\. e6 .*only move/)
  await expectAccessible(page, 'mw-check')

  await dialog.getByRole('button', { name: 'Flaws' }).click()
  await expect(rows.last()).toContainText('Saavedra')
  await dialog.getByLabel('With flaws only').check()
  await expect(rows).toHaveCount(2)

  const saved = async (name) => {
    const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name }).click()])
    return readFile(await file.path(), 'utf8')
  }
  expect(await saved('Save as PGN with comments')).toMatch(/1\. Kd6 \{cook: Kf6 wins, too\}/)
  expect((await saved('Save as CSV')).split('\n')[0]).toMatch(/^game,name,line,main,move,uci,fen,/)
  await rows.first().getByRole('button', { name: '1. Kd6' }).first().click()
  await expect(page.getByLabel('FEN')).toHaveValue('4k3/8/4K3/4P3/8/8/8/8 w - - 0 1')
  await page.getByRole('button', { name: 'Back to the checked games' }).click()
  await expect(rows).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()

  await test.step('again without a network, as all that it takes was kept when it was used', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await answered(page)
    await (await check(page, STUDIES)).getByRole('button', { name: 'Close' }).click() // the service worker has seen it now
    await context.setOffline(true)
    await page.reload()
    await expect((await check(page, STUDIES)).getByRole('status')).toContainText('3 games', { timeout: 40_000 })
  })
})

test('what games lack is built, and they are checked again, in view or not', async ({ page }) => {
  test.setTimeout(120_000)
  await answered(page)
  const game = (fen, moves) => `[FEN "${fen}"]\n\n${moves} 1-0\n\n`
  const dialog = await check(page, game('8/8/8/8/8/2k5/8/K6R w - - 0 1', '1. Rh3+') + game('8/8/8/8/8/2k5/8/K5RR w - - 0 1', '1. Rh3+') + game('8/8/8/8/4q3/2k5/8/K6R b - - 0 1', '1... Qe8'))
  await expect(dialog).toContainText(/positions without tables: \d of KQvKR, \d of KRRvK\./, { timeout: 40_000 })
  await dialog.getByRole('button', { name: 'Build 2 classes, and check again' }).click()
  await expect(dialog).toContainText('Then the games are checked by these, too.')
  await dialog.getByRole('button', { name: 'Look at the board meanwhile' }).click()
  await expect(dialog).toBeHidden()
  await page.waitForFunction(() => !Object.keys(globalThis.matewrightPage.state().checking.missing).length, null, { timeout: 50_000 })
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Back to the checked games' }).click()
  await expect(dialog.getByRole('status')).toContainText(/^3 games, \d positions judged/)
})

test('of many games some are drawn, and another file is not checked before what was found of one may be dropped', async ({ page }) => {
  await answered(page)
  const game = '[White "One of many"]\n[FEN "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"]\n\n1. Kd6 1-0\n\n'
  const dialog = await check(page, game.repeat(130))
  await expect(dialog.getByRole('status')).toContainText('130 games', { timeout: 40_000 })
  await expect(dialog.getByRole('status')).toHaveAttribute('aria-busy', 'false')
  const rows = dialog.locator('tbody tr')
  await expect(rows).toHaveCount(100)
  await dialog.getByRole('button', { name: 'More' }).click()
  await expect(rows).toHaveCount(130)
  await expect(dialog.getByRole('button', { name: 'More' })).toHaveCount(0)

  await page.keyboard.press('Escape')
  await check(page, STUDIES)
  await expect(dialog.getByRole('alert')).toContainText('What was found is not saved.')
  await expect(rows).toHaveCount(130)
  await dialog.getByRole('button', { name: 'Drop it' }).click()
  await expect(rows).toHaveCount(3, { timeout: 40_000 })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.getByRole('button', { name: 'Drop it' }).click()
  await expect(dialog).toBeHidden()
})
