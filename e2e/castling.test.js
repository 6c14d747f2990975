// Castling: rights are set up, read and dropped, castling is played, and its tables are built, exported and imported.

import { readFile } from 'node:fs/promises'
import { choose, chosen, drop, fileOf, pickPrivately } from './files.js'
import {
  answered,
  boardLabel,
  drag,
  edit,
  enterFen,
  expect,
  expectAccessible,
  linkTo,
  showList,
  square,
  test,
  verdict,
} from './fixtures.js'
import { storedNames } from './stored.js'
import { containing, repaired, say, sentence, whiteMates } from './words.js'

const WITHOUT = '8/8/8/3k4/8/8/1r6/R3K3 w - - 0 1'
const WITH = WITHOUT.replace('w -', 'w Q')
const WHITE = say('side.white')
const BLACK = say('side.black')
const CASTLED = '8/8/8/3k4/8/8/1r6/2KR4 b - - 1 1'

const fen = (page) => page.getByLabel(say('fen.label'))
const right = (page, name) => page.getByRole('group', { name: say('setup.castling') }).getByLabel(name, { exact: true })
const played = (page) => page.locator('.played button.ply')

// Long because each step begins on the page that the one before has left.
test('a right turns a draw into a win, by castling', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterFen(page, WITHOUT)
  await edit(page)
  await answered(page)
  await expect(verdict(page)).toHaveText(say('verdict.draw'))
  await expect(right(page, `${WHITE} O-O`)).toBeDisabled()
  await expect(page.locator('.castling label').first()).toHaveAttribute(
    'title',
    say('setup.castlingNeeds', { king: 'e1', rook: 'h1' }),
  )
  await expect(page.locator('.castling input')).toHaveCount(2) // Black's king has moved
  await right(page, `${WHITE} O-O-O`).check()
  await expect(fen(page)).toHaveValue(WITH)
  await expect(verdict(page)).toHaveText(whiteMates(16))
  expect(await boardLabel(page)).toMatch(containing('board.labelCastling', { rights: `${WHITE} O-O-O` }))
  await expect(page.locator('button.move b').first()).toHaveText('O-O-O+')
  await expect(page.locator('.besides')).toContainText(say('answer.onlyMove', { move: 'O-O-O+' }))
  await expect(page.locator('mw-line button.ply').first()).toHaveText('O-O-O+')
  await expectAccessible(page)

  await test.step('links and PGN have it', async () => {
    expect(page.url()).toContain('?fen=8/8/8/3k4/8/8/1r6/R3K3_w_Q_-_0_1')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: say('line.savePgn') }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toContain(`[FEN "${WITH}"]\n\n1. O-O-O+ `)
    await page.getByRole('button', { name: say('line.copy') }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^1\. O-O-O\+ /)
    await page.reload()
    await expect(verdict(page)).toHaveText(whiteMates(16))
    await edit(page)
    await expect(right(page, `${WHITE} O-O-O`)).toBeChecked()
  })

  await test.step('it is played by the king, onto the rook, from the list, by key and by typing', async () => {
    const isCastled = async () => {
      await expect(played(page)).toHaveText(['O-O-O+'])
      await expect(fen(page)).toHaveValue(CASTLED)
      const label = await boardLabel(page)
      for (const man of [
        `${say('piece', { color: 'white', role: 'king' })} c1`,
        `${say('piece', { color: 'white', role: 'rook' })} d1`,
      ])
        expect(label).toContain(man)
      // chessground hides squares that it may use again.
      await expect(page.locator('cg-board square.last-move').filter({ visible: true })).toHaveCount(2)
      await expect(page.locator('cg-board square.check')).toHaveCount(1)
      await expect(page.locator('cg-board piece.rook.white')).toHaveCount(1)
      await page.getByRole('button', { name: say('history.start') }).click()
      await expect(fen(page)).toHaveValue(WITH)
      await expect(page.locator('.answer')).toHaveAttribute('data-asking', 'false')
    }
    await page.locator('button.move').first().click()
    await isCastled()
    for (const to of ['c1', 'a1']) {
      await drag(
        page,
        () => square(page, 'e1'),
        () => square(page, to),
      )
      await isCastled()
    }
    for (const text of ['O-O-O', '0-0-0', 'ooo', 'e1c1']) {
      await page.getByLabel(say('typedMove.label')).fill(text)
      await page.getByLabel(say('typedMove.label')).press('Enter')
      await isCastled()
    }
    await page.getByLabel(say('typedMove.label')).fill('0-0')
    await page.getByLabel(say('typedMove.label')).press('Enter')
    await expect(page.getByText(say('typedMove.none', { text: '0-0' }))).toBeVisible()
    await page.locator('button.move').first().hover()
    await expect(page.locator('.cg-shapes line')).toHaveCount(1)
  })

  await test.step('a move of the rook ends it', async () => {
    await drag(
      page,
      () => square(page, 'a1'),
      () => square(page, 'a5'),
    )
    await expect(fen(page)).toHaveValue('8/8/8/R2k4/8/8/1r6/4K3 b - - 1 1')
  })
})

test('rights are kept, dropped and refused while a position is set up, with notices', async ({ page }) => {
  await enterFen(page, WITH)
  await edit(page)
  const castling = page.getByRole('group', { name: say('setup.castling') })
  await expect(right(page, `${WHITE} O-O-O`)).toBeChecked()

  await test.step('colours swapped', async () => {
    await page.getByRole('button', { name: say('setup.swap') }).click()
    await expect(fen(page)).toHaveValue('r3k3/1R6/8/8/3K4/8/8/8 b q - 0 1')
    await expect(right(page, `${BLACK} O-O-O`)).toBeChecked()
    await page.getByRole('button', { name: say('common.undo') }).click()
    await expect(fen(page)).toHaveValue(WITH)
  })
  await test.step('mirrored', async () => {
    await page.getByRole('button', { name: say('setup.mirror') }).click()
    await expect(page.locator('.notice')).toHaveText(say('game.rightsDropped'))
    await expect(fen(page)).toHaveValue('8/8/8/4k3/8/8/6r1/3K3R w - - 0 1')
    await expect(castling).toHaveCount(0)
    await page.getByRole('button', { name: say('common.undo') }).click()
    await expect(right(page, `${WHITE} O-O-O`)).toBeChecked()
  })
  await test.step('the rook moved, and put back', async () => {
    await drag(
      page,
      () => square(page, 'a1'),
      () => square(page, 'a2'),
    )
    await expect(fen(page)).toHaveValue('8/8/8/3k4/8/8/Rr6/4K3 w - - 0 1')
    await expect(castling).toHaveCount(0)
    await drag(
      page,
      () => square(page, 'a2'),
      () => square(page, 'a1'),
    )
    await expect(right(page, `${WHITE} O-O-O`)).not.toBeChecked()
    await drag(
      page,
      () => square(page, 'e1'),
      () => square(page, 'c1'),
    ) // while setting up, the rook stays
    await expect(fen(page)).toHaveValue('8/8/8/3k4/8/8/1r6/R1K5 w - - 0 1')
  })
  await test.step('impossible rights', async () => {
    await enterFen(page, WITH.replace('Q', 'KQ'))
    await expect(page.locator('#fen-problem')).toHaveText(
      repaired(say('core.fen.rightNotAtHome', { letter: 'K', king: 'e1', rook: 'h1' }), say('core.repair.dropped')),
    )
    await expect(right(page, `${WHITE} O-O`)).toBeDisabled()
    await expect(right(page, `${WHITE} O-O`)).not.toBeChecked()
    await page.getByRole('button', { name: say('side.toMove', { side: say('side.black') }) }).click()
    await expect(fen(page)).toHaveValue('8/8/8/3k4/8/8/1r6/R3K3 b Q - 0 1')
    await page.getByRole('button', { name: say('setup.clear') }).click()
    await expect(castling).toHaveCount(0)
  })
})

test('castling of Chess960 is set up, built, and played onto the rook', async ({ page }) => {
  const start = '8/8/8/3k4/8/8/1r6/2R2K2 w C - 0 1'
  await enterFen(page, start)
  await answered(page)
  await expect(page.locator('button.move b').first()).toHaveText('O-O-O+')
  expect(await boardLabel(page)).toMatch(
    containing('board.labelCastling', {
      rights: say('castling.withRook', { color: 'white', move: 'O-O-O', rook: 'c1' }),
    }),
  )
  await expectAccessible(page)
  await drag(
    page,
    () => square(page, 'f1'),
    () => square(page, 'c1'),
  )
  await expect(played(page)).toHaveText(['O-O-O+'])
  await expect(fen(page)).toHaveValue(CASTLED)
  await page.getByRole('button', { name: say('history.start') }).click()
  await edit(page)
  const box = right(page, say('castling.withRook', { color: 'white', move: 'O-O-O', rook: 'c1' }))
  await expect(box).toBeChecked()
  await box.click() // the box goes with its right
  await expect(fen(page)).toHaveValue(start.replace('w C', 'w -'))
  await answered(page)
  await expect(verdict(page)).toHaveText(say('verdict.draw'))
  expect(await storedNames(page)).toContain('KRvKR-kf1c1')
  await page.getByRole('link', { name: say('header.tables') }).click()
  await showList(page)
  await page.getByRole('button', { name: say('tableActions.delete', { name: 'KRvKR' }), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('delete.delete') })
    .click()
  await expect.poll(async () => (await storedNames(page)).filter((name) => name.startsWith('KRvKR'))).toEqual([])
})

test('a win by castling is practised', async ({ page }) => {
  await enterFen(page, WITH)
  await answered(page)
  await page.getByRole('button', { name: say('toolbar.practise'), exact: true }).click()
  await page.getByRole('button', { name: say('practice.begin') }).click()
  await expect(
    page.getByRole('heading', { name: say('practice.toPlayAnd', { side: 'white', goal: 'win' }) }),
  ).toBeVisible()
  await drag(
    page,
    () => square(page, 'e1'),
    () => square(page, 'c1'),
  )
  await expect(page.locator('.practice')).toContainText('O-O-O+')
  await expect(fen(page)).toHaveValue(/ w - - /) // Black has answered
})

test.describe('tables', () => {
  test.use({ atOnce: false })

  // Long because each step begins on the page that the one before has left.
  test('of castling are listed, exported, imported and built beside that of their class', async ({ page, site }) => {
    const build = (...names) => page.evaluate((names) => globalThis.matewrightPage.build(names), names)
    const castling = page.locator('.facts > div').filter({ hasText: say('classFigures.castling') })
    const go = async (place) => {
      await page.goto(`${linkTo(site, WITH)}#/${place}`)
      await page.reload()
    }
    await build('KRvKR')
    await go('tables/KRvKR')
    await expect(castling).toContainText(
      containing('tableFacts.castling', { isAll: 'true', tables: 5, size: /[\d.]+ kB/ }),
    )

    await test.step('searched', async () => {
      const finder = page.getByRole('region', { name: say('finder.title') })
      const rights = ['O-O', 'O-O-O', `O-O and ${BLACK} O-O`, `O-O-O and ${BLACK} O-O`, `O-O-O and ${BLACK} O-O-O`].map(
        (rights) => say('finder.mayCastle', { rights: `${WHITE} ${rights}` }),
      )
      await expect(finder.getByLabel(say('finder.castling')).locator('option')).toHaveText([
        say('finder.noCastling'),
        ...rights,
      ])
      await finder
        .getByLabel(say('finder.castling'))
        .selectOption({ label: say('finder.mayCastle', { rights: `${WHITE} O-O-O` }) })
      await finder.getByLabel(say('finder.what')).selectOption({ label: say('finder.onlyMove') })
      await finder.getByRole('button', { name: say('finder.find'), exact: true }).click()
      const sought = [
        say('finder.sought.onlyMove', { row: 1 }),
        say('finder.toMove', { side: 'white' }),
        say('finder.sought.castling', { rights: `${WHITE} O-O-O` }),
      ].join(', ')
      await expect(finder.getByRole('status')).toContainText(`${sought}.`)
      await expect(finder.locator('.example')).toHaveCount(24)
      await finder.locator('.example').first().click()
      await expect(fen(page)).toHaveValue(/ w Q - /)
      await expect(page.locator('.besides')).toContainText(containing('answer.onlyMove'))
      await page.goBack()
      await finder.getByRole('button', { name: say('finder.pick') }).click()
      await expect(fen(page)).toHaveValue(/ w Q - /)
      await go('tables/KRvK')
      await expect(finder.getByLabel(say('finder.castling'))).toHaveValue('')
      await go('tables/KRvKR')
    })

    const files = await test.step('exported, all of the class', async () => {
      await pickPrivately(page)
      await page.getByRole('button', { name: say('exportButton.label', { name: 'KRvKR' }) }).click()
      await expect(page.locator('.notice')).toHaveText(say('exporting.manyDone', { count: 6 }))
      await go('tables/KRvK')
      await expect(castling).toContainText(containing('tableFacts.castling', { tables: 2 }))
      await pickPrivately(page)
      await page.getByRole('button', { name: say('exportButton.label', { name: 'KRvK' }) }).click()
      await expect(page.locator('.notice')).toHaveText(
        say('exporting.done', { count: 3, tables: 'KRvK, KRvK-h1 and KRvK-a1' }),
      )
      return Object.entries(await chosen(page)).map(([name, file]) => fileOf(name, Buffer.from(file, 'base64')))
    })
    const isOfCastling = ({ name }) => name.includes('-')
    expect(files.filter(isOfCastling)).toHaveLength(7)

    await test.step('imported again', async () => {
      await page.evaluate(() => globalThis.matewrightPage.remove('KRvKR', 'KRvK'))
      await go('tables')
      await choose(page, files.toReversed())
      const card = page.getByRole('region', { name: say('arrivals.label') })
      await expect(
        card.getByRole('heading', { name: say('arrivals.importedOf', { imported: 9, count: 9 }) }),
      ).toBeVisible({ timeout: 30_000 })
      await card.getByText(say('arrivals.eachChecked')).click()
      await expect(
        card.locator('li').filter({ hasText: containing('arrivals.taken', { name: 'KRvK-h1', unproven: 'no' }) }),
      ).toContainText(containing('arrivals.castling', { name: 'KRvK' }))
      await go('tables/KRvKR')
      await expect(castling).toContainText(containing('tableFacts.castling', { isAll: 'true', tables: 5 }))
    })

    await test.step('only missing ones are built', async () => {
      await page.evaluate(() => globalThis.matewrightPage.remove('KRvKR', 'KRvK'))
      await go('tables')
      await choose(
        page,
        files.filter((file) => !isOfCastling(file)),
      )
      await expect(page.getByRole('region', { name: say('arrivals.label') })).toContainText(
        say('arrivals.importedOf', { imported: 2, count: 2 }),
      )
      await go('')
      await expect(page.locator('.missing h1')).toContainText(say('missing.withCastling', { name: 'KRvKR' }))
      await go('tables/KRvKR')
      await expect(castling).toContainText(sentence(say('tableFacts.noCastling')))
      await expectAccessible(page)
      await page.getByRole('button', { name: say('tableActions.buildCastling', { name: 'KRvKR' }) }).click()
      await expect(castling).toContainText(containing('tableFacts.castling', { isAll: 'true', tables: 5 }))
      await expect(
        page.getByRole('button', { name: say('tableActions.buildCastling', { name: 'KRvKR' }) }),
      ).toHaveCount(0)
      // The table itself comes from elsewhere.
      expect(await page.evaluate(() => localStorage.getItem('matewright-built-KRvKR'))).toBeNull()
      await page.getByRole('link', { name: say('header.board'), exact: true }).click()
      await expect(verdict(page)).toHaveText(whiteMates(16))
    })
  })
})

test.describe('on a phone', () => {
  test.use({ device: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } })

  test('rights are tapped, with room for a finger', async ({ page }) => {
    await enterFen(page, 'r3k2r/8/8/8/8/8/8/4K2R w - - 0 1')
    await page.getByRole('button', { name: say('toolbar.edit'), exact: true }).tap()
    await right(page, `${WHITE} O-O`).tap()
    await right(page, `${BLACK} O-O-O`).tap()
    await expect(fen(page)).toHaveValue('r3k2r/8/8/8/8/8/8/4K2R w Kq - 0 1')
    for (const label of await page.locator('.castling label').all())
      expect((await label.boundingBox()).height).toBeGreaterThanOrEqual(44)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= screen.width)).toBe(true)
    await expectAccessible(page)
  })
})

test('the verdict says what castling would change, and allows it', async ({ page }) => {
  await enterFen(page, WITHOUT)
  await answered(page)
  await expect(verdict(page)).toHaveText(say('verdict.draw'))
  const apart = page.locator('.castling-apart')
  await expect(apart).toContainText(containing('answer.castling', { allowed: 'yes', verdict: whiteMates(16) }))
  await expectAccessible(page)
  await apart.getByRole('button', { name: say('answer.castlingChoose', { allowed: 'yes' }) }).click()
  await expect(fen(page)).toHaveValue(WITH)
  await expect(verdict(page)).toHaveText(whiteMates(16))
  await expect(apart).toContainText(containing('answer.castling', { allowed: 'no', verdict: say('verdict.draw') }))
  const forbid = apart.getByRole('button', { name: say('answer.castlingChoose', { allowed: 'no' }) })
  await expect(forbid).toBeFocused()
  await forbid.click()
  await expect(fen(page)).toHaveValue(WITHOUT)
  await enterFen(page, '8/8/8/8/8/3k4/8/R3K3 w - - 0 1') // the same with castling
  await answered(page)
  await expect(page.locator('mw-line button.ply').first()).toBeVisible()
  await expect(apart).toBeEmpty()
})

test('a check of studies presumes castling rights on request', async ({ page }) => {
  await enterFen(page, WITHOUT)
  await expect(page.locator('.castling-apart')).toContainText(whiteMates(16)) // both tables are built
  const content = `[Event "Study"]\n[SetUp "1"]\n[FEN "${WITHOUT}"]\n[Result "1-0"]\n\n1-0\n`
  await drop(page, { name: 'study.pgn', content })
  await page.getByRole('button', { name: say('found.check') }).click()
  const dialog = page.getByRole('dialog', { name: say('check.title') })
  const finding = dialog.locator('tbody li').first()
  const stipulation = containing('check.finding', { kind: say('check.kind.stipulation') })
  await expect(finding).toHaveText(stipulation)
  const presume = dialog.getByLabel(say('check.presume'))
  await presume.focus()
  await page.keyboard.press('Space')
  const castling = { kind: say('check.kind.castling'), words: say('core.check.castlingDraws', { rights: 'Q' }) }
  await expect(finding).toHaveText(containing('check.finding', castling))
  await expect(presume).toBeFocused()
  await expectAccessible(page, 'mw-check')
  await presume.uncheck()
  await expect(finding).toHaveText(stipulation)
})
