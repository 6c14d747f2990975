// Studies and games are judged by tables, in the page as by the command.

import { readFile } from 'node:fs/promises'
import { drop, pagesIn } from './files.js'
import { answered, enterFen, expect, expectAccessible, FENS, test } from './fixtures.js'
import { STUDIES } from './studies.js'
import { beginning, containing, inOrder, pattern, say } from './words.js'

test.use({ serviceWorker: true, start: '' })

const check = async (page, content) => {
  await drop(page, { name: 'studies.pgn', content })
  await page.getByRole('button', { name: say('found.check') }).click()
  return page.getByRole('dialog', { name: say('check.title') })
}

/** Switches builds without a click off, for tests of missing tables. */
async function buildByHand(page) {
  await page.addInitScript(() => localStorage.setItem('matewright-at-once', 'no'))
  await page.reload()
  await answered(page)
}

/** The cook of the first study. */
const COOK = say('core.check.dual', { moves: 'Kf6', count: 1, result: 'win' })

test('dropped studies are judged move by move, sorted, and saved with the findings', async ({ page, context }) => {
  await answered(page)
  await buildByHand(page)
  const dialog = await check(page, STUDIES)
  await expect(dialog.getByRole('status')).toHaveAttribute('aria-busy', 'false', { timeout: 40_000 })
  await expect(dialog.getByRole('status')).toContainText(
    containing('check.result', { games: 3, positions: /\d+/, found: 'flaws', flawed: 2, beyond: 0, stopped: 'no' }),
  )
  await expect(dialog).toContainText(containing('check.missing', { positions: /\d+/ }))
  const rows = dialog.locator('tbody tr')

  await test.step('Escape shows the board, and unsaved results are dropped only with consent', async () => {
    for (let i = 0; i < 3; i++) await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: say('check.back') }).click()
    await dialog.getByRole('button', { name: say('common.close') }).click()
    await expect(dialog.getByRole('alert')).toContainText(say('check.leaving'))
    await expect(dialog.getByRole('button', { name: say('check.keep') })).toBeFocused()
    await expectAccessible(page, 'mw-check')
    await dialog.getByRole('button', { name: say('check.keep') }).click()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
  })
  await expect(rows.nth(0)).toContainText(
    say('check.finding', { kind: say('check.kind.cook'), move: '1. Kd6', words: COOK }),
  )
  await expect(rows.nth(2)).toContainText(say('check.kind.stipulation'))
  await expect(rows.locator('li.only')).toHaveCount(0) // moves are drawn on demand
  await rows
    .nth(0)
    .getByText(say('common.moves', { count: 7 }))
    .click()
  await expect(rows.nth(0)).toContainText(inOrder('2. e6', /.*/, say('check.mark.only')))
  await expectAccessible(page, 'mw-check')

  await dialog.getByRole('button', { name: say('check.column.flaws') }).click()
  await expect(rows.last()).toContainText('Saavedra')
  await dialog.getByLabel(say('check.flawedOnly')).check()
  await expect(rows).toHaveCount(2)

  const saved = async (name) => {
    const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name }).click()])
    return readFile(await file.path(), 'utf8')
  }
  const comment = containing('core.check.comment.finding', { kind: 'cook', finding: COOK })
  expect(await saved(say('check.savePgn'))).toMatch(inOrder('1. Kd6', '{', comment, '}'))
  expect((await saved(say('check.saveCsv'))).split('\n')[0]).toMatch(/^game,name,line,main,move,uci,fen,/)
  await rows.first().getByRole('button', { name: '1. Kd6' }).first().click()
  await expect(page.getByLabel(say('fen.label'))).toHaveValue('4k3/8/4K3/4P3/8/8/8/8 w - - 0 1')
  await page.getByRole('button', { name: say('check.back') }).click()
  await expect(rows).toHaveCount(2)
  await dialog.getByRole('button', { name: say('common.close') }).click()
  await expect(dialog).toBeHidden()

  await test.step('again without a network, as all that it takes was kept when it was used', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await answered(page)
    // The service worker has cached it now.
    await (await check(page, STUDIES)).getByRole('button', { name: say('common.close') }).click()
    await context.setOffline(true)
    await page.reload()
    await expect((await check(page, STUDIES)).getByRole('status')).toContainText(
      say('pasted.found', { first: 'no', count: 3, kind: 'games' }),
      { timeout: 40_000 },
    )
  })
})

test('a report about studies is printed for a jury: diagram, findings, and every move', async ({ page }) => {
  await page.addInitScript(() => (window.print = () => document.documentElement.setAttribute('data-printed', '')))
  await answered(page)
  await buildByHand(page)
  const dialog = await check(page, STUDIES)
  await expect(dialog.getByRole('status')).toHaveAttribute('aria-busy', 'false', { timeout: 40_000 })
  await dialog.getByRole('button', { name: say('check.printReport') }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed')
  await page.emulateMedia({ media: 'print' })
  const studies = page.locator('.report section')
  await expect(studies).toHaveCount(3)
  await expect(dialog).toBeHidden()
  await expect(studies.first().locator('figure')).toContainText('(2+1)')
  await expect(studies.first()).toContainText(say('report.result', { flaws: 1, partial: 'no' }))
  await expect(studies.first()).toContainText(
    say('check.finding', { kind: say('check.kind.cook'), move: '1. Kd6', words: COOK }),
  )
  await expect(studies.first().locator('ol li').nth(4)).toContainText(`3. e7 ${say('check.mark.only')}`)
  // Saavedra's study lacks its tables here.
  await expect(page.locator('.report')).toContainText(say('report.result', { flaws: 0, partial: 'yes' }))
  const path = process.env.SHOTS && `${process.env.SHOTS}/report.pdf`
  const pdf = await page.pdf({ format: 'A4', path })
  expect(pagesIn(pdf)).toBe(3)
  await page.emulateMedia({ media: null })
  await expect(page.locator('.report')).toHaveCount(0)
  await expect(dialog).toBeVisible()
})

test('the endings of a player are summed up, and the mistakes become a set', async ({ page }) => {
  await enterFen(page, FENS.kingAndRook)
  await answered(page)
  const game = (opponent, turn, moves) =>
    `[Event "Rapid"]\n[White "Ann"]\n[WhiteElo "1500"]\n[Black "${opponent}"]\n` +
    `[FEN "8/8/8/8/8/2k5/8/K6R ${turn} - - 0 1"]\n\n${moves} *\n\n`
  const clocked = '1... Kb3 {[%clk 0:00:20]} 2. Rh8 {[%clk 0:00:09]} Kc3 3. Rd8 Kb3 4. Rd3+ Kc2 5. Rd2+ Kc1 6. Rd1+'
  const dialog = await check(page, game('Bob', 'b', clocked) + game('Carl', 'w', '1. Rh4 Kb3 2. Rb4+'))
  await expect(dialog.getByRole('status')).toHaveAttribute('aria-busy', 'false', { timeout: 40_000 })
  const endings = dialog.getByRole('region', { name: say('yourEndings.title'), exact: true })
  await expect(endings).toContainText(
    say('yourEndings.sum', { endings: 2, games: 2, wins: 2, draws: 0 }).replace(/\s+/g, ' '),
  )
  await expect(endings).toContainText(say('yourEndings.counted')) // two mistakes in one of them
  await endings.getByText(say('yourEndings.byMaterial')).click()
  await expect(endings.getByRole('row', { name: /^KRvK/ })).toBeVisible()
  await endings.getByText(say('yourEndings.byClock')).click()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/endings.png` })
  await expectAccessible(page, 'mw-check')
  await endings.getByRole('combobox').selectOption('Bob')
  await expect(endings).toContainText(say('yourEndings.sum', { endings: 1, games: 1, wins: 0, draws: 1 }))
  await expect(endings).not.toContainText(say('yourEndings.counted'))
  await endings.getByRole('combobox').selectOption('Ann')
  await endings.getByRole('button', { name: say('yourEndings.keep') }).click()
  await expect(page.getByLabel(say('collect.name'))).toHaveValue(say('yourEndings.setName', { name: 'Ann' }))
  await page.getByRole('button', { name: say('collect.make') }).click()
  await expect(
    page.getByText(containing('appSets.made', { set: say('yourEndings.setName', { name: 'Ann' }) })),
  ).toBeVisible()
})

test('the moves of a game on the board are checked, and its mistake is played better', async ({ page, site }) => {
  await page.goto(`${site.url}?fen=8/8/4k3/8/4K3/8/4P3/8_w_-_-_0_60&moves=e4d3_e6d5_e2e4`)
  await expect(page.locator('.played button.ply')).toHaveCount(3)
  await answered(page)
  const dialog = page.getByRole('dialog', { name: say('check.title') })
  const menu = page.getByRole('button', { name: say('history.more'), exact: true })
  await menu.click()
  await page.getByRole('button', { name: say('history.check') }).click()
  await expect(dialog.getByRole('status')).toContainText(
    say('check.result', {
      percent: 100,
      games: 1,
      positions: 4,
      found: 'mistakes',
      flawed: 1,
      beyond: 0,
      stopped: 'no',
    }),
    { timeout: 40_000 },
  )
  await expect(dialog.getByRole('columnheader', { name: say('check.column.mistakes') })).toBeVisible()
  await expect(dialog.getByRole('columnheader', { name: say('check.column.goal') })).toHaveCount(0)
  await expectAccessible(page, 'mw-check')

  // A finding opens the game with its marks, at the position before the move.
  await dialog.getByTitle(say('check.open')).first().click()
  const plies = page.locator('.played button.ply')
  await expect(plies).toHaveText(['Kd3?', /^Kd5/, /^e4/])
  await expect(page.locator('.played')).toContainText(containing('core.check.mistake'))
  await page.getByRole('button', { name: say('history.forward'), exact: true }).click()
  await expect(page.locator('.played [aria-current]')).toHaveText('Kd3?')
  await page.getByRole('button', { name: say('check.back') }).click()

  await dialog.getByRole('button', { name: say('check.better') }).click()
  await expect(dialog).toBeHidden()
  const practice = page.getByRole('region', { name: say('practice.title') })
  await expect(practice.getByRole('heading')).toHaveText(say('practice.toPlayAnd', { side: 'white', goal: 'win' }))
  expect(await page.evaluate(() => globalThis.matewrightPage.state().game.start)).toBe(
    '8/8/4k3/8/4K3/8/4P3/8 w - - 0 60',
  )
})

test('the mistakes of a player are practised one after the other, and nothing is kept before', async ({ page }) => {
  await answered(page)
  const game = (fen, moves) => `[White "Ann"]\n[WhiteElo "1500"]\n[Black "Bob"]\n[FEN "${fen}"]\n\n${moves} *\n\n`
  const dialog = await check(
    page,
    game('8/8/4k3/8/4K3/8/4P3/8 w - - 0 60', '60. Kd3?? Kd5') +
      game('8/8/8/8/8/2k5/8/K6R w - - 0 1', '1. Rh4 Kb3 2. Rb4+'),
  )
  await expect(dialog.getByRole('status')).toHaveAttribute('aria-busy', 'false', { timeout: 40_000 })
  // A mistake counts also if a comment has marked it.
  await expect(dialog.getByRole('button', { name: say('check.better') })).toHaveCount(2)
  await expect(dialog.getByRole('status')).toContainText(
    containing('check.result', { games: 2, positions: /\d/, found: 'mistakes', flawed: 2, beyond: 0, stopped: 'no' }),
  )
  await expect(dialog.getByRole('heading', { name: say('yourEndings.which') })).toBeVisible()
  // The findings scroll with the dialog, and not in a box of their own.
  expect(await dialog.locator('.checked').evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
  await dialog.getByRole('combobox').selectOption('Ann')
  await dialog.getByRole('button', { name: pattern('yourEndings.learn', { count: 2 }) }).click()
  await expect(dialog).toBeHidden()
  const training = page.getByRole('region', { name: say('training.title'), exact: true })
  await expect(training).toContainText(say('yourEndings.setName', { name: 'Ann' }))
  await expect(training.getByRole('navigation').getByRole('button')).toHaveCount(2)
  const kept = () =>
    page.evaluate(() => globalThis.matewrightPage.state().sets.flatMap(({ name, passing }) => (passing ? [] : name)))
  expect(await kept()).toEqual([])
  await page.getByRole('button', { name: say('check.back') }).click()
  await expect(dialog).toBeVisible()
})

test('missing tables of games are built, and the games are checked again, in view or not', async ({ page }) => {
  test.setTimeout(120_000)
  await answered(page)
  await buildByHand(page)
  const game = (fen, moves) => `[FEN "${fen}"]\n\n${moves} 1-0\n\n`
  const dialog = await check(
    page,
    game('8/8/8/8/8/2k5/8/K6R w - - 0 1', '1. Rh3+') +
      game('8/8/8/8/8/2k5/8/K5RR w - - 0 1', '1. Rh3+') +
      game('8/8/8/8/4q3/2k5/8/K6R b - - 0 1', '1... Qe8'),
  )
  // The costs are shown before the build, and a class of few positions that takes as long comes last.
  const wanted = dialog.locator('.wanted li')
  await expect(wanted).toHaveCount(2, { timeout: 40_000 })
  await expect(dialog.locator('.missing-tables')).toContainText(containing('check.ranked', { positions: /\d+/ }))
  const costs = { tables: /\d+/, timed: 'yes', time: /.+/ }
  for (const row of await wanted.all())
    await expect(row.getByRole('button')).toHaveText(pattern('check.build', { ...costs, tables: /\d+/ }))
  const all = dialog.getByRole('button', {
    name: beginning('check.buildSeveral', { ...costs, all: 'yes', classes: 2 }),
  })
  const tables = Number(/(\d+)\D+\d/.exec((await all.textContent()).split(':')[1])?.[1])
  await all.click()
  await expect(dialog).toContainText(containing('check.building', { ours: 'yes', begun: 'yes' }))
  const progress = dialog.locator('.missing-tables [role=status]')
  await expect(progress).toContainText(containing('buildProgress.tablesOf', { count: tables }))

  // The build is stopped, and begun again.
  await dialog.getByRole('button', { name: say('common.stop'), exact: true }).click()
  await dialog.locator('.missing-tables > .actions button').first().click({ timeout: 40_000 })
  await expect(dialog).toContainText(containing('check.building'))
  await dialog.getByRole('button', { name: say('check.meanwhile') }).click()
  await expect(dialog).toBeHidden()
  await page.waitForFunction(() => !Object.keys(globalThis.matewrightPage.state().checking.missing).length, null, {
    timeout: 50_000,
  })
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: say('check.back') }).click()
  await expect(dialog.getByRole('status')).toContainText(beginning('check.result', { games: 3, positions: /\d/ }))
})

test('missing tables that are quick to build are built by themselves', async ({ page }) => {
  test.setTimeout(120_000)
  await answered(page)
  const dialog = await check(page, '[FEN "8/8/8/8/8/2k5/8/K5RR w - - 0 1"]\n\n1. Rh3+ 1-0\n')
  await expect(dialog).toContainText(containing('check.building', { ours: 'yes', begun: 'yes' }), { timeout: 40_000 })
  await expect(dialog.getByRole('status').first()).toHaveText(say('check.preparing')) // and not: 0 positions judged
  await expect(dialog.getByLabel(say('check.presume'))).toHaveCount(0)
  await expect(dialog.getByRole('status').first()).toContainText(
    containing('check.result', { games: 1, positions: 2, beyond: 0, stopped: 'no' }),
    { timeout: 60_000 },
  )
  await expect(dialog.locator('.missing-tables')).toHaveCount(0)
})

test('some of many games are shown, and another file is checked only after the user drops the results of one', async ({
  page,
}) => {
  await answered(page)
  await page.evaluate(() => globalThis.matewrightPage.setWorkers(2))
  // The comments make the file long enough for two workers.
  const game = (number) =>
    `[White "Ann"]\n[Black "Number ${number}"]\n[WhiteElo "1500"]\n[FEN "8/8/4k3/8/4K3/8/4P3/8 w - - 0 60"]\n\n` +
    `{${'a long comment '.repeat(150)}} 60. Kd3 Kd5 *\n\n`
  const many = Array.from({ length: 130 }, (_, i) => game(i + 1)).join('')
  let started = 0
  page.on('worker', () => started++)
  const dialog = await check(page, many)
  await expect(dialog.getByRole('status')).toContainText(
    say('pasted.found', { first: 'no', count: 130, kind: 'games' }),
    { timeout: 40_000 },
  )
  await expect(dialog.getByRole('status')).toHaveAttribute('aria-busy', 'false')
  expect(started).toBe(2)
  const rows = dialog.locator('.checked tbody tr')
  await expect(rows).toHaveCount(100)
  await dialog.getByRole('button', { name: say('check.more') }).click()
  await expect(rows).toHaveCount(130)
  await expect(dialog.getByRole('button', { name: say('check.more') })).toHaveCount(0)
  await test.step('parts that several workers judged make one result, in the order of the games', async () => {
    const { games, players } = await page.evaluate(() => globalThis.matewrightPage.state().checking)
    expect(games.map(({ game, name, line }) => [game, name, line])).toEqual(
      Array.from({ length: 130 }, (_, i) => [i + 1, `Ann, Number ${i + 1}`, 7 * i + 1]),
    )
    expect(players[0]).toMatchObject({ name: 'Ann', games: 130, endings: { winsThrown: 130, mistakes: 130 } })
    expect(players[0].slips.map(({ game, name }) => [game, name])).toEqual(games.map(({ game, name }) => [game, name]))
  })

  await page.keyboard.press('Escape')
  await check(page, STUDIES)
  await expect(dialog.getByRole('alert')).toContainText(say('check.leaving'))
  await expect(rows).toHaveCount(130)
  await dialog.getByRole('button', { name: say('check.drop', { checking: 'no' }) }).click()
  await expect(rows).toHaveCount(3, { timeout: 40_000 })
  await dialog.getByRole('button', { name: say('common.close') }).click()
  await dialog.getByRole('button', { name: say('check.drop', { checking: 'no' }) }).click()
  await expect(dialog).toBeHidden()
})
