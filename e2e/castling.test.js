// Castling: rights are set up, read and dropped, castling is played, and its tables are built, exported and imported.

import { readFile } from 'node:fs/promises'
import { choose, chosen, fileOf, pickPrivately } from './files.js'
import { answered, boardLabel, drag, edit, enterFen, expect, expectAccessible, square, test, verdict } from './fixtures.js'

const WITHOUT = '8/8/8/3k4/8/8/1r6/R3K3 w - - 0 1'
const WITH = WITHOUT.replace('w -', 'w Q')
const CASTLED = '8/8/8/3k4/8/8/1r6/2KR4 b - - 1 1'

const fen = (page) => page.getByLabel('FEN')
const right = (page, name) => page.getByRole('group', { name: 'Castling' }).getByLabel(name, { exact: true })
const played = (page) => page.locator('.played button.ply')

test('a right turns a draw into a win, by castling', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterFen(page, WITHOUT)
  await edit(page)
  await answered(page)
  await expect(verdict(page)).toHaveText('Draw')
  await expect(right(page, 'White O-O')).toBeDisabled()
  await expect(page.locator('.castling label').first()).toHaveAttribute('title', 'Needs the king on e1 and a rook on h1')
  await expect(page.locator('.castling input')).toHaveCount(2) // Black's king is not at home
  await right(page, 'White O-O-O').check()
  await expect(fen(page)).toHaveValue(WITH)
  await expect(verdict(page)).toHaveText('White mates in 16')
  expect(await boardLabel(page)).toContain('Castling: White O-O-O.')
  await expect(page.locator('button.move b').first()).toHaveText('O-O-O+')
  await expect(page.locator('.besides')).toContainText('Only move O-O-O+')
  await expect(page.locator('mw-line button.ply').first()).toHaveText('O-O-O+')
  await expectAccessible(page)

  await test.step('links and PGN have it', async () => {
    expect(page.url()).toContain('?fen=8/8/8/3k4/8/8/1r6/R3K3_w_Q_-_0_1')
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as PGN' }).click()])
    expect(await readFile(await file.path(), 'utf8')).toContain(`[FEN "${WITH}"]\n\n1. O-O-O+ `)
    await page.getByRole('button', { name: 'Copy the line' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^1\. O-O-O\+ /)
    await page.reload()
    await expect(verdict(page)).toHaveText('White mates in 16')
    await edit(page)
    await expect(right(page, 'White O-O-O')).toBeChecked()
  })

  await test.step('it is played by the king, onto the rook, from the list, by key and by typing', async () => {
    const isCastled = async () => {
      await expect(played(page)).toHaveText(['O-O-O+'])
      await expect(fen(page)).toHaveValue(CASTLED)
      const label = await boardLabel(page)
      for (const man of ['white king c1', 'white rook d1']) expect(label).toContain(man)
      await expect(page.locator('cg-board square.last-move')).toHaveCount(2)
      await expect(page.locator('cg-board square.check')).toHaveCount(1)
      await expect(page.locator('cg-board piece.rook.white')).toHaveCount(1)
      await page.getByRole('button', { name: 'Start' }).click()
      await expect(fen(page)).toHaveValue(WITH)
      await expect(page.locator('.answer')).toHaveAttribute('data-asking', 'false')
    }
    await page.locator('button.move').first().click()
    await isCastled()
    for (const to of ['c1', 'a1']) {
      await drag(page, () => square(page, 'e1'), () => square(page, to))
      await isCastled()
    }
    for (const text of ['O-O-O', '0-0-0', 'ooo', 'e1c1']) {
      await page.getByLabel('Type a move').fill(text)
      await page.getByLabel('Type a move').press('Enter')
      await isCastled()
    }
    await page.getByLabel('Type a move').fill('0-0')
    await page.getByLabel('Type a move').press('Enter')
    await expect(page.getByText('No legal move is written 0-0.')).toBeVisible()
    await page.locator('button.move').first().hover()
    await expect(page.locator('.cg-shapes line')).toHaveCount(1)
  })

  await test.step('a move of the rook ends it', async () => {
    await drag(page, () => square(page, 'a1'), () => square(page, 'a5'))
    await expect(fen(page)).toHaveValue('8/8/8/R2k4/8/8/1r6/4K3 b - - 1 1')
  })
})

test('rights are kept, dropped and refused while a position is set up, and that is said', async ({ page }) => {
  await enterFen(page, WITH)
  await edit(page)
  const castling = page.getByRole('group', { name: 'Castling' })
  await expect(right(page, 'White O-O-O')).toBeChecked()

  await test.step('colours swapped', async () => {
    await page.getByRole('button', { name: 'Swap colours' }).click()
    await expect(fen(page)).toHaveValue('r3k3/1R6/8/8/3K4/8/8/8 b q - 0 1')
    await expect(right(page, 'Black O-O-O')).toBeChecked()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(fen(page)).toHaveValue(WITH)
  })
  await test.step('mirrored', async () => {
    await page.getByRole('button', { name: 'Mirror left and right' }).click()
    await expect(page.locator('.notice')).toHaveText('Castling rights are dropped: a mirrored position has none.')
    await expect(fen(page)).toHaveValue('8/8/8/4k3/8/8/6r1/3K3R w - - 0 1')
    await expect(castling).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(right(page, 'White O-O-O')).toBeChecked()
  })
  await test.step('the rook moved, and put back', async () => {
    await drag(page, () => square(page, 'a1'), () => square(page, 'a2'))
    await expect(fen(page)).toHaveValue('8/8/8/3k4/8/8/Rr6/4K3 w - - 0 1')
    await expect(castling).toHaveCount(0)
    await drag(page, () => square(page, 'a2'), () => square(page, 'a1'))
    await expect(right(page, 'White O-O-O')).not.toBeChecked()
    await drag(page, () => square(page, 'e1'), () => square(page, 'c1')) // while setting up, the rook stays
    await expect(fen(page)).toHaveValue('8/8/8/3k4/8/8/1r6/R1K5 w - - 0 1')
  })
  await test.step('what there cannot be', async () => {
    await enterFen(page, WITH.replace('Q', 'KQ'))
    await expect(page.locator('#fen-problem')).toHaveText('The castling right K needs a king on e1 and a rook on h1; it was dropped.')
    await expect(right(page, 'White O-O')).toBeDisabled()
    await expect(right(page, 'White O-O')).not.toBeChecked()
    await page.getByRole('button', { name: 'Black to move' }).click()
    await expect(fen(page)).toHaveValue('8/8/8/3k4/8/8/1r6/R3K3 b Q - 0 1')
    await page.getByRole('button', { name: 'Clear the board' }).click()
    await expect(castling).toHaveCount(0)
  })
})

test('a win by castling is practised', async ({ page }) => {
  await enterFen(page, WITH)
  await answered(page)
  await page.getByRole('button', { name: 'Practise', exact: true }).click()
  await page.getByRole('button', { name: 'Practise this position' }).click()
  await expect(page.getByRole('heading', { name: 'White to play and win' })).toBeVisible()
  await drag(page, () => square(page, 'e1'), () => square(page, 'c1'))
  await expect(page.locator('.practice')).toContainText('O-O-O+')
  await expect(fen(page)).toHaveValue(/ w - - /) // Black has answered
})

test.describe('tables', () => {
  test.use({ atOnce: false })

  test('of castling are told of, exported, imported and built beside that of their class', async ({ page, site }) => {
    const build = (...names) => page.evaluate((names) => globalThis.matewrightPage.build(names), names)
    const castling = page.locator('.facts > div').filter({ hasText: 'Castling' })
    const go = async (place) => {
      await page.goto(`${site.url}?fen=${WITH.replaceAll(' ', '_')}#/${place}`)
      await page.reload()
    }
    await build('KRvKR')
    await go('tables/KRvKR')
    await expect(castling).toContainText(/5 tables, [\d.]+ kB/)

    await test.step('searched', async () => {
      const finder = page.getByRole('region', { name: 'Find positions' })
      await expect(finder.getByLabel('Who may castle').locator('option')).toHaveText(['Nobody may castle', ...['O-O', 'O-O-O', 'O-O and Black O-O', 'O-O-O and Black O-O', 'O-O-O and Black O-O-O'].map((rights) => `May castle: White ${rights}`)])
      await finder.getByLabel('Who may castle').selectOption({ label: 'May castle: White O-O-O' })
      await finder.getByLabel('What to find').selectOption({ label: 'Only one winning move' })
      await finder.getByRole('button', { name: 'Find', exact: true }).click()
      await expect(finder.getByRole('status')).toContainText('Only one winning move, White to move, who may castle: White O-O-O.')
      await expect(finder.locator('.example')).toHaveCount(24)
      await finder.locator('.example').first().click()
      await expect(fen(page)).toHaveValue(/ w Q - /)
      await expect(page.locator('.besides')).toContainText('Only move')
      await page.goBack()
      await finder.getByRole('button', { name: 'One at random' }).click()
      await expect(fen(page)).toHaveValue(/ w Q - /)
      await go('tables/KRvK')
      await expect(finder.getByLabel('Who may castle')).toHaveValue('')
      await go('tables/KRvKR')
    })

    const files = await test.step('exported, all of the class', async () => {
      await pickPrivately(page)
      await page.getByRole('button', { name: 'Export KRvKR' }).click()
      await expect(page.locator('.notice')).toHaveText('6 tables were exported.')
      await go('tables/KRvK')
      await expect(castling).toContainText(/2 tables/)
      await pickPrivately(page)
      await page.getByRole('button', { name: 'Export KRvK' }).click()
      await expect(page.locator('.notice')).toHaveText('KRvK, KRvK-h1 and KRvK-a1 were exported.')
      return Object.entries(await chosen(page)).map(([name, file]) => fileOf(name, Buffer.from(file, 'base64')))
    })
    const isOfCastling = ({ name }) => name.includes('-')
    expect(files.filter(isOfCastling)).toHaveLength(7)

    await test.step('imported again', async () => {
      await page.evaluate(() => globalThis.matewrightPage.remove('KRvKR', 'KRvK'))
      await go('tables')
      await choose(page, files.toReversed())
      const card = page.getByRole('region', { name: 'Import' })
      await expect(card.getByRole('heading', { name: '9 of 9 files were imported' })).toBeVisible({ timeout: 30_000 })
      await card.getByText('What was checked of each').click()
      await expect(card.locator('li').filter({ hasText: 'KRvK-h1 imported' })).toContainText('Castling of KRvK.')
      await go('tables/KRvKR')
      await expect(castling).toContainText('5 tables')
    })

    await test.step('built where they are missing, and nothing else', async () => {
      await page.evaluate(() => globalThis.matewrightPage.remove('KRvKR', 'KRvK'))
      await go('tables')
      await choose(page, files.filter((file) => !isOfCastling(file)))
      await expect(page.getByRole('region', { name: 'Import' })).toContainText('2 of 2 files were imported')
      await go('')
      await expect(page.locator('.missing h1')).toContainText('KRvKR with castling')
      await go('tables/KRvKR')
      await expect(castling).toContainText('Not built yet')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Build castling of KRvKR' }).click()
      await expect(castling).toContainText('5 tables')
      await expect(page.getByRole('button', { name: 'Build castling of KRvKR' })).toHaveCount(0)
      expect(await page.evaluate(() => localStorage.getItem('matewright-built-KRvKR'))).toBeNull() // the table itself is not from here
      await page.getByRole('link', { name: 'Board', exact: true }).click()
      await expect(verdict(page)).toHaveText('White mates in 16')
    })
  })
})

test.describe('on a phone', () => {
  test.use({ device: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } })

  test('rights are tapped, with room for a finger', async ({ page }) => {
    await enterFen(page, 'r3k2r/8/8/8/8/8/8/4K2R w - - 0 1')
    await page.getByRole('button', { name: 'Edit', exact: true }).tap()
    await right(page, 'White O-O').tap()
    await right(page, 'Black O-O-O').tap()
    await expect(fen(page)).toHaveValue('r3k2r/8/8/8/8/8/8/4K2R w Kq - 0 1')
    for (const label of await page.locator('.castling label').all()) expect((await label.boundingBox()).height).toBeGreaterThanOrEqual(44)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= screen.width)).toBe(true)
    await expectAccessible(page)
  })
})
