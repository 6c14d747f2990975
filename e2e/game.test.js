// A game with variations: played, shown, walked, kept in links and files, and changed.

import { readFile } from 'node:fs/promises'
import { answered, expect, expectAccessible, linkTo, test, verdict } from './fixtures.js'
import { say, whiteMates } from './words.js'

test.use({ start: null })

const START = '8/8/8/8/8/2k5/8/K6R w - - 0 30'
const played = (page) => page.locator('.played button.ply')
const words = async (page) =>
  (await page.locator('.played li').allInnerTexts())
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/(?<=\() | (?=\))/g, '')
const button = (page, name) => page.getByRole('button', { name, exact: true })
const onBoard = (page) => page.locator('.played [aria-current]')

async function move(page, san) {
  await answered(page)
  await page.getByLabel(say('typedMove.label')).fill(san)
  await page.getByLabel(say('typedMove.label')).press('Enter')
  await expect(onBoard(page)).toHaveText(san)
}

/** Does one of the things in the menu of the moves. */
async function choose(page, name) {
  await button(page, say('history.more')).click()
  await page.locator('#moves-menu').getByRole('button', { name }).click()
  await expect(page.locator('#moves-menu')).toBeHidden()
}

async function savedGame(page) {
  const [file] = await Promise.all([page.waitForEvent('download'), choose(page, say('history.savePgn'))])
  return readFile(await file.path(), 'utf8')
}

/** Plays 30. Kb1 (30. Kb2 is illegal) Kd4 31. Rh4+ with two other moves. */
async function playBranches(page, site) {
  await page.goto(`${linkTo(site, START)}&moves=a1b1_c3d4_h1h4`)
  await expect(played(page)).toHaveText(['Kb1', 'Kd4', 'Rh4+'])
  await button(page, say('history.start')).click()
  await button(page, say('history.forward')).click()
  await move(page, 'Kb3')
  await move(page, 'Rh3+')
  await button(page, say('history.start')).click()
  await move(page, 'Rh3+')
}
const BRANCHES = '30. Kb1 (30. Rh3+) 30… Kd4 (30… Kb3 31. Rh3+) 31. Rh4+'

test('another move begins a variation, which is walked, becomes the main line, is deleted and brought back', async ({
  page,
  site,
}) => {
  await playBranches(page, site)
  expect(await words(page)).toBe(BRANCHES)
  await test.step('it can be read in the dark and on a phone, the menu too', async () => {
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 740 })
    await button(page, say('history.more')).click()
    await expect(page.locator('#moves-menu')).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  await test.step('keys walk along a line, and from one to the next', async () => {
    await played(page).nth(4).click() // 2. Rh3+
    await page.locator('body').click({ position: { x: 2, y: 2 } })
    await page.keyboard.press('ArrowLeft')
    await expect(onBoard(page)).toHaveText('Kb3')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowRight')
    await expect(onBoard(page)).toHaveText('Kb3')
    await page.keyboard.press('Shift+ArrowRight')
    await expect(onBoard(page)).toHaveText('Kd4')
    await page.keyboard.press('Shift+ArrowLeft')
    await expect(onBoard(page)).toHaveText('Kb3')
    await expect(page.getByLabel(say('fen.label'))).toHaveValue('8/8/8/8/8/1k6/8/1K5R w - - 2 31')
  })
  await test.step('it becomes the main line', async () => {
    await choose(page, say('history.makeMain'))
    expect(await words(page)).toBe('30. Kb1 (30. Rh3+) 30… Kb3 (30… Kd4 31. Rh4+) 31. Rh3+')
    await expect(onBoard(page)).toHaveText('Kb3')
  })
  await test.step('it is deleted, and brought back by the menu and by the browser', async () => {
    await choose(page, say('history.cut', { move: 'Kb3' }))
    expect(await words(page)).toBe('30. Kb1 (30. Rh3+) 30… Kd4 31. Rh4+')
    await expect(onBoard(page)).toHaveText('Kb1')
    await choose(page, say('history.uncut'))
    expect(await words(page)).toBe('30. Kb1 (30. Rh3+) 30… Kb3 (30… Kd4 31. Rh4+) 31. Rh3+')
    await choose(page, say('history.cut', { move: 'Kb3' }))
    await expect(played(page)).toHaveCount(4)
    await page.goBack()
    await expect(played(page)).toHaveCount(6)
    await expect(onBoard(page)).toHaveText('Kb3')
  })
  await test.step('the browser steps through the moves and removes none', async () => {
    await page.goBack()
    await expect(played(page)).toHaveCount(6)
    await page.reload()
    await expect(played(page)).toHaveCount(6)
  })
})

test('a link and a PGN have all of it, and open it elsewhere', async ({ page, site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await playBranches(page, site)
  await page.getByRole('button', { name: say('fen.copyLink') }).click()
  await expect(page.locator('.notice')).toHaveText(say('fen.copied', { remarked: 'false' }))
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(`${linkTo(site, START)}&moves=a1b1_c3d4_h1h4_1.c3b3_h1h3_0.h1h3`)
  const pgn = await savedGame(page)
  expect(pgn).toContain(`[FEN "${START}"]\n\n30. Kb1 (30. Rh3+) 30... Kd4 (30... Kb3 31. Rh3+) 31. Rh4+ *\n`)

  await page.goto(`${site.url}?fen=8/8/8/4k3/8/8/4P3/4K3_w_-_-_0_1`)
  await expect(played(page)).toHaveCount(0)
  await page.goto(link)
  await expect(onBoard(page)).toHaveText('Rh3+')
  expect(await words(page)).toBe(BRANCHES)

  await page.goto(`${site.url}?fen=8/8/8/4k3/8/8/4P3/4K3_w_-_-_0_1`)
  await paste(
    page,
    pgn
      .replace('30. Kb1', '{With comments} 30. K1b1! $5')
      .replace('31. Rh4+', '31. Rh1-h4 (31. Qh5 Kd5) (31. Rd1+ {all right})'),
  )
  await page
    .getByRole('dialog', { name: say('pasted.found', { first: 'no', count: 1, kind: 'games' }) })
    .getByRole('button', { name: say('side.toMove', { side: say('side.white') }) })
    .click()
  await expect(page.locator('.notice')).toHaveText(
    say('replaying.unplayed', { source: 'other', all: 9, full: 'false', count: 7 }),
  )
  await expect(played(page)).toHaveText(['Kb1!!?', 'Rh3+', 'Kd4', 'Kb3', 'Rh3+', 'Rh4+', 'Rd1+'])
  await expect(page.locator('.played .remark')).toHaveText(['With comments', 'all right'])
  await expect(page.getByLabel(say('fen.label'))).toHaveValue(START)
  await expect(onBoard(page)).toHaveCount(0)
})

const paste = (page, text) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
const remarks = (page) => page.locator('.played .remark')

test('comments, marks and tags of a game survive reloads and reach the PGN, and a link has none of them', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(linkTo(site, START))
  const text =
    '{<b>Lucky</b> [%cal Gh1h3]} 30. Kb1! {The king comes to help.} ' +
    '30... Kd4 $4 (30... Kb3 $146 31. Rh3+) 31. Rh4+ (31. -- {is slower}) *'
  await paste(page, `[Event "Linares"]\n[White "Somebody"]\n[Result "1/2-1/2"]\n[FEN "${START}"]\n\n${text}\n`)
  await page
    .getByRole('dialog', { name: say('pasted.found', { first: 'no', count: 1, kind: 'games' }) })
    .getByRole('button', { name: say('side.toMove', { side: say('side.white') }) })
    .click()
  const said = ['<b>Lucky</b>', 'The king comes to help.', 'is slower']
  await expect(remarks(page)).toHaveText(said)
  await expect(played(page)).toHaveText(['Kb1!', 'Kd4??', 'Kb3N', 'Rh3+', 'Rh4+', '--'])
  const written = text.replace('Kb1!', 'Kb1 $1').replace('*', '1/2-1/2')
  expect((await savedGame(page)).split('\n\n')[1].trim().replaceAll('\n', ' ')).toBe(written)
  await button(page, say('fen.copyLink')).click()
  await expect(page.locator('.notice')).toHaveText(say('fen.copied', { remarked: 'true' }))
  await played(page).nth(2).click()
  await choose(page, say('history.makeMain'))
  await expect(remarks(page)).toHaveText(said)
  await page.reload()
  await expect(remarks(page)).toHaveText(said)
  await answered(page)
  await expectAccessible(page)
  expect(await savedGame(page)).toContain(
    '[Event "Linares"]\n[Site "Matewright"]\n[Date "????.??.??"]\n[Round "-"]\n[White "Somebody"]\n',
  )
  await choose(page, say('history.cut', { move: 'Kb3' }))
  await expect(remarks(page)).toHaveText(said)
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()))
  await expect(played(page)).toHaveText(['Kb1', 'Kd4', 'Kb3', 'Rh3+', 'Rh4+', '--'])
  await expect(remarks(page)).toHaveCount(0)
})

test('moves that are brought back have the comments of the game, and the browser’s Back keeps them', async ({
  page,
  site,
}) => {
  await page.goto(`${linkTo(site, START)}&moves=a1b1_c3d4_h1h4`)
  await expect(played(page)).toHaveText(['Kb1', 'Kd4', 'Rh4+'])
  await paste(page, `[FEN "${START}"]\n\n30. Kb1 {[%clk 0:10] The king comes.} Kd4 {[%clk 0:09]} 31. Kb2 *\n`)
  await page
    .getByRole('dialog', { name: say('pasted.found', { first: 'no', count: 1, kind: 'games' }) })
    .getByRole('button', { name: say('side.toMove', { side: say('side.white') }) })
    .click()
  await expect(played(page)).toHaveText(['Kb1', 'Kd4', 'Kb2'])
  await answered(page) // which adds to the menu
  await choose(page, say('history.uncut'))
  await expect(played(page)).toHaveText(['Kb1', 'Kd4', 'Rh4+', 'Kb2'])
  expect(await words(page)).toBe('30.Kb1 The king comes. 30…Kd4 31.Rh4+ (31.Kb2)')
  await played(page).first().click()
  await expect(onBoard(page)).toHaveText('Kb1')
  await page.goBack()
  await expect(onBoard(page)).not.toHaveText('Kb1')
  await expect(remarks(page)).toHaveText(['The king comes.'])
})

test('each game from one position is offered, by its players or its first moves', async ({ page, site }) => {
  await page.goto(linkTo(site, START))
  const game = (tags, moves) => `${tags}[FEN "${START}"]\n\n${moves} *\n\n`
  await paste(
    page,
    game('[White "A"]\n[Black "B"]\n', '30. Kb1 Kd4') + game('', '30. Ka2 Kd4') + game('', '30. Rh3+ Kd4'),
  )
  const dialog = page.getByRole('dialog', { name: say('pasted.found', { first: 'no', count: 3, kind: 'games' }) })
  await expect(dialog.locator('.example b')).toHaveText(['A – B', '30. Ka2 Kd4', '30. Rh3+ Kd4'])
  await dialog.getByRole('button', { name: /Ka2/ }).click()
  await expect(played(page)).toHaveText(['Ka2', 'Kd4'])
})

test('the counters continue from the start in every variation, and verdicts use them if tables have them', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const fen = page.getByLabel(say('fen.label'))
  const countersOf = async () => (await fen.inputValue()).split(' ').slice(-2).join(' ')
  await page.goto(`${site.url}?fen=8/8/8/8/8/2k5/4P3/K7_b_-_-_7_30&moves=c3d2_e2e4_d2d3_1.a1b2_d2e2`)
  await expect(played(page)).toHaveText(['Kd2', 'e4', 'Kb2', 'Kxe2', 'Kd3'])
  for (const [i, counters] of ['8 31', '0 31', '9 31', '0 32', '1 32'].entries()) {
    await played(page).nth(i).click()
    await expect.poll(countersOf).toBe(counters)
  }
  await button(page, say('history.start')).click()
  await expect.poll(countersOf).toBe('7 30')
  await move(page, 'Kd4')
  await expect.poll(countersOf).toBe('8 31')
  await page.reload()
  await expect.poll(countersOf).toBe('8 31')
  expect(await page.evaluate(() => globalThis.matewrightPage.position().fen)).toBe(await fen.inputValue())
  expect(new URL(page.url()).searchParams.get('fen')).toBe((await fen.inputValue()).replaceAll(' ', '_'))

  const at = async (/** @type {string} */ counters) => {
    await page.goto(linkTo(site, START.replace('- 0 30', `- ${counters}`)))
    await answered(page)
  }
  await at('73 60') // mate in 27 plies
  await expect(verdict(page)).toHaveText(whiteMates(14))
  await at('74 60')
  await expect(verdict(page)).toHaveText(say('verdict.winsWithoutRule', { winner: say('side.white') }))
  await expect(page.locator('.verdict')).toContainText(say('why.mateUnsure', { moves: 14, plies: 27 }))
  await expect(page.locator('button.move').first()).toContainText(say('outcome.winsInTime'))
  await button(page, say('line.step')).click()
  await expect.poll(countersOf).toBe('75 60')
  await at('100 60')
  await expect(verdict(page)).toHaveText(say('verdict.drawByRule'))
})

test('best play is appended to the game, beside its moves', async ({ page, site }) => {
  await page.goto(`${linkTo(site, START)}&moves=a1b1_c3d4_h1h8&ply=2`)
  await expect(onBoard(page)).toHaveText('Kd4')
  await answered(page)
  const line = page.locator('.line[data-coming=false] button.ply')
  await expect(line.last()).toHaveText(/#$/)
  const best = await line.allInnerTexts()
  await choose(page, say('history.append'))
  await expect(onBoard(page)).toHaveText('Kd4')
  await expect(played(page)).toHaveCount(3 + best.length)
  await button(page, say('history.forward')).click()
  await expect(onBoard(page)).toHaveText(best[0])
  await button(page, say('history.end')).click()
  await expect(onBoard(page)).toHaveText(best.at(-1))
  expect(await savedGame(page)).toMatch(/\n\n30\. Kb1 Kd4 31\. Rh8 \(31\. [^()]*#\) \*\n$/)
})

test('a link counts illegal moves for the move on the board, and has no move twice', async ({ page, site }) => {
  const open = (moves) => page.goto(`${linkTo(site, START)}&moves=${moves}`)
  await open('a1b1_0.a1a8_0.h1h8_0.h1h3_0.h1h5&ply=3')
  await expect(onBoard(page)).toHaveText('Rh8')
  await expect(page.locator('.notice')).toHaveText(
    say('replaying.unplayed', { source: 'link', all: 5, full: 'false', count: 4 }),
  )
  expect(await words(page)).toBe('30. Kb1 (30. Rh8) (30. Rh3+) (30. Rh5)')
  await open('a1b1_0.h1h8_1.c3c8')
  await expect(onBoard(page)).toHaveText('Kb1')
  await open('a1b1_0.a1b1_c3d4_1.c3b3')
  await expect(onBoard(page)).toHaveText('Kb3')
  expect(await words(page)).toBe('30. Kb1 Kd4 (30… Kb3)')
})

test.describe('on a phone', () => {
  test.use({ device: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } })

  test('a bracket follows the move that ends its variation', async ({ page, site }) => {
    await page.goto(`${site.url}?fen=8/8/8/8/8/2k5/4P3/K7_w_-_-_0_1&moves=a1b1_0.e2e4_0.e2e3&ply=1`)
    await expect(played(page)).toHaveText(['Kb1', 'e4', 'e3'])
    const gaps = await page.locator('.played li:has(.closing)').evaluateAll((moves) =>
      moves.map((move) => {
        const words = document.createRange()
        words.selectNodeContents(move.querySelector('button'))
        return move.querySelector('.closing').getBoundingClientRect().left - words.getBoundingClientRect().right
      }),
    )
    expect(gaps).toHaveLength(2)
    for (const gap of gaps) expect(gap).toBeLessThan(4)
    for (const { width, height } of await played(page).evaluateAll((moves) =>
      moves.map((move) => move.getBoundingClientRect()),
    ))
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  })
})
