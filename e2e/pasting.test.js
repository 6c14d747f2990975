// Positions come onto the board from pasted and dropped texts, and games from links.

import { readFile } from 'node:fs/promises'
import { drop } from './files.js'
import { answered, expect, expectAccessible, paste, test, verdict } from './fixtures.js'
import { repaired, say, unusable, WHITE_MATES } from './words.js'

const fen = (page) => page.getByLabel(say('fen.label'))

test('a pasted address, FEN or game comes onto the board, and other texts change nothing', async ({ page, site }) => {
  await answered(page)
  await paste(page, 'see https://lichess.org/analysis/standard/8/8/8/8/8/2k5/8/K6R_b_-_-_0_1')
  await expect(fen(page)).toHaveValue('8/8/8/8/8/2k5/8/K6R b - - 0 1')
  await expect(verdict(page)).toHaveText(WHITE_MATES, { timeout: 50_000 })

  await paste(page, 'Rook and king, 1/2-1/2')
  await expect(page.locator('.notice')).toHaveText(`${say('pasting.noPosition')} ${say('pasting.boardUnchanged')}`)
  await expect(fen(page)).toHaveValue('8/8/8/8/8/2k5/8/K6R b - - 0 1')

  await paste(page, '[Event "?"]\n\n1. e4 e5 *')
  const games = page.getByRole('dialog', { name: say('pasted.games') })
  await expect(games).toContainText(say('found.none', { men: 5 }))
  await games.getByRole('button', { name: say('common.close') }).click()

  await paste(page, 'It was 8/8/8/4k3/8/8/4P3/4K3, I think', '#fen')
  await expect(fen(page)).toHaveValue('8/8/8/4k3/8/8/4P3/4K3 w - - 0 1')
  await page.goBack()
  await expect(fen(page)).toHaveValue('8/8/8/8/8/2k5/8/K6R b - - 0 1')
  await paste(page, '8/8/4k3/8/8/3K4/4R3/8') // Black is in check
  await expect(fen(page)).toHaveValue('8/8/4k3/8/8/3K4/4R3/8 b - - 0 1')
  const notice = page.locator('.notice')
  await expect(notice).toHaveText(repaired(say('core.fen.noTurn'), say('core.repair.blackInCheck')))

  for (const [text, value, words] of [
    ['Study: 8/8/8/3k4/8/8/1r6/R3K3 w A - 0 1, a win', '8/8/8/3k4/8/8/1r6/R3K3 w Q - 0 1', null],
    [
      '8/8/7k/8/1pP5/7K/8/8 b - c4 30 40',
      '8/8/7k/8/1pP5/7K/8/8 b - - 30 40',
      repaired(say('core.fen.enPassantTurn', { square: 'c4', color: 'Black' }), say('core.repair.dropped')),
    ],
    [
      '8/8/8/3k4/8/8/1Q6/K7 w – – 99999 1',
      '8/8/8/3k4/8/8/1Q6/K7 w - - 9999 1',
      [
        repaired(say('core.fen.dash', { text: '"–"' }), say('core.repair.dashRead')),
        repaired(
          say('core.fen.counterLarge', { counter: 'clock', text: '99999', most: '9999' }),
          say('core.repair.assumed', { value: '9999' }),
        ),
      ].join(' '),
    ],
    [
      '8/8/8/3k4/8/8/1r6/R3K3 w xQ - 0 1',
      '8/8/8/3k4/8/8/1Q6/K7 w - - 9999 1',
      [unusable(say('core.fen.rightLetter', { letter: "'x'", letters: 'KQkq' })), say('pasting.boardUnchanged')].join(
        ' ',
      ),
    ],
    [
      '8/8/8/3k4/8/8/1Q6/K7 Qb5 wins',
      '8/8/8/3k4/8/8/1Q6/K7 w - - 0 1',
      repaired(say('core.fen.noTurn'), say('core.repair.white')),
    ],
  ]) {
    await paste(page, text)
    if (words) await expect(notice).toHaveText(words)
    await expect(fen(page)).toHaveValue(value)
    if (!words) await expect(notice).toBeHidden()
  }
  await page.goto(`${site.url}?fen=8/8/3k4/8/8/8/8/4K2R_w_KQkq_-_5_20`)
  await expect(fen(page)).toHaveValue('8/8/3k4/8/8/8/8/4K2R w K - 5 20')
  await expect(notice).toHaveText(
    repaired(say('core.fen.rightsNotAtHome', { letters: 'Qkq' }), say('core.repair.theyDropped')),
  )
  await expect(page).toHaveURL(/\?fen=8\/8\/3k4\/8\/8\/8\/8\/4K2R_w_K_-_5_20$/)
})

test('of several positions one is chosen, by a picture and its name', async ({ page }) => {
  await drop(page, {
    name: 'studies.pgn',
    content:
      '[White "Saavedra"]\n[Black "?"]\n[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]\n\n1. c7 *\n\n' +
      '[White "King and queen"]\n[Black "?"]\n[FEN "8/8/8/5k2/8/8/1Q6/K7 b - - 0 1"]\n\n*\n',
  })
  const dialog = page.getByRole('dialog', { name: say('pasted.found', { first: 'no', count: 2, kind: 'positions' }) })
  await expect(dialog.getByRole('button', { name: 'Saavedra' })).toContainText(
    say('side.toMove', { side: say('side.white') }),
  )
  await dialog.getByRole('button', { name: 'King and queen' }).click()
  await expect(dialog).toBeHidden()
  await expect(fen(page)).toHaveValue('8/8/8/5k2/8/8/1Q6/K7 b - - 0 1')
  await drop(page, { text: '8/8/8/8/8/2k5/8/K6R w' })
  await expect(fen(page)).toHaveValue('8/8/8/8/8/2k5/8/K6R w - - 0 1')
})

test('a list of positions is saved as a set, and games are checked: that button comes first', async ({ page }) => {
  const first = page.locator('mw-found form button').first()
  await drop(page, { text: '8/8/8/8/8/2k5/8/K6R w - - 0 1\n8/8/8/8/8/2k5/8/K6Q w - - 0 1' })
  await expect(first).toHaveText(say('found.add'))
  await expect(first).toHaveClass('primary')
  await expect(page.getByRole('button', { name: say('found.check') })).toHaveAccessibleDescription(
    say('found.checkHint'),
  )
  await expectAccessible(page, 'mw-found')
  await first.click()
  await expect(page.getByRole('dialog', { name: say('collect.title', { count: 2 }) })).toBeVisible()
  await page.keyboard.press('Escape')
  await drop(page, { text: '[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]\n\n1. Kb1 *\n' })
  await expect(first).toHaveText(say('found.check'))
  await expect(first).toHaveClass('primary')
})

test('a whole game opens at its ending, with all of its moves', async ({ page }) => {
  await answered(page)
  await paste(
    page,
    `[White "Hungry"]\n[Black "Hungrier"]\n\n1. g4 d6 2. Bg2 Bxg4 3. Bxb7 Bxe2 4. Qxe2 (4. Nxe2 h6) c5 5. Qxe7+ Bxe7
6. Bxa8 f5 7. d3 Qa5+ 8. b4 cxb4 9. Bd2 Qxa2 10. Bxb4 Qxc2 11. Rxa7 Qxd3 12. Bxd6 Qxb1+
13. Ke2 Qxg1 14. Rxg1 Bxd6 15. Rgxg7 Bxh2 16. Rxg8+ Rxg8 17. Rxh7 Rg2 18. Rxh2 Rxh2 19. Bb7 Rxf2+
20. Kxf2 Kf7 (20... f4 21. Kf3) 21. Kf3 *`,
  )
  const dialog = page.getByRole('dialog', { name: say('pasted.found', { first: 'no', count: 1, kind: 'games' }) })
  await dialog.getByRole('button', { name: `Hungry – Hungrier, ${say('found.after', { move: '20. Kxf2' })}` }).click()
  await expect(fen(page)).toHaveValue(/^1n2k3\/1B6\/8\/5p2\/8\/8\/5K2\/8 b/)
  const plies = page.locator('.played button.ply')
  await expect(plies).toHaveCount(45)
  await expect(plies.first()).toHaveText('g4')
  await expect(page.locator('.played button.ply[aria-current]')).toHaveText('Kxf2')
  await page.keyboard.press('ArrowLeft')
  await expect(fen(page)).toHaveValue(/^1n2k3\/1B6\/8\/5p2\/8\/8\/4Kr2\/8 w/)
})

test('the button beside the FEN pastes', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('8/8/8/8/8/2k5/8/K6R w - - 0 1'))
  await page.getByRole('button', { name: say('fen.paste') }).click()
  await expect(fen(page)).toHaveValue('8/8/8/8/8/2k5/8/K6R w - - 0 1')
})

test('a game continues from its link, and best play is appended to its PGN', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${site.url}?fen=8/8/8/8/8/2k5/8/K6R_w_-_-_0_30&moves=a1b1_c3d4_h1h4`)
  const played = page.locator('.played button.ply')
  await expect(played).toHaveText(['Kb1', 'Kd4', 'Rh4+'])
  await answered(page)
  await page.getByRole('button', { name: say('history.back'), exact: true }).click()
  await answered(page)
  await page.getByRole('button', { name: say('fen.copyLink') }).click()
  await expect(page.locator('.notice')).toHaveText(say('fen.copied', { remarked: 'false' }))
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(`${site.url}?fen=8/8/8/8/8/2k5/8/K6R_w_-_-_0_30&moves=a1b1_c3d4_h1h4&ply=2`)

  const pgn = async (name) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
    return readFile(await file.path(), 'utf8')
  }
  await page.getByRole('button', { name: say('history.more') }).click()
  expect(await pgn(say('history.savePgn'))).toContain(
    '[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 30"]\n\n30. Kb1 Kd4 31. Rh4+ *',
  )
  expect(await pgn(say('line.savePgn'))).toMatch(
    /\[FEN "8\/8\/8\/8\/8\/2k5\/8\/K6R w - - 0 30"\]\n\n30\. Kb1 Kd4 31\. Rh4\+ \(31\. [^()]*#\) \*\n$/,
  )

  await page.goto(link)
  await expect(played).toHaveText(['Kb1', 'Kd4', 'Rh4+'])
  await expect(played.nth(1)).toHaveAttribute('aria-current', 'step')
  await page.goto(`${site.url}?fen=8/8/8/8/8/2k5/8/K6R_w_-_-_0_1&moves=a1b1_a1a8_x`)
  await expect(page.locator('.notice')).toHaveText(
    say('replaying.unplayed', { source: 'link', all: 3, full: 'false', count: 1 }),
  )
  await expect(played).toHaveText(['Kb1'])
})
