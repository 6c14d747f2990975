// Tables by conversions or the fifty-move rule: chosen in the settings or where tables are listed, built, and kept apart from those by moves to mate.

import { answered, buildMissing, enterFen, expect, expectAccessible, FENS, test, verdict } from './fixtures.js'

const SETTINGS = 'Settings'
const RULE = 'The fifty-move rule'
const MATE = 'Moves to mate'
const CONVERSION = 'Conversion'

/** @param {import('@playwright/test').Page} page @param {string} metric */
async function choose(page, metric) {
  await page.getByRole('button', { name: SETTINGS }).click()
  const reloaded = page.waitForEvent('load')
  await page.locator('#settings').getByRole('button', { name: metric }).click()
  await reloaded
}

test('by the fifty-move rule a position is judged with the count of its FEN, and the tables of both metrics stay', async ({ page, site }) => {
  await enterFen(page, FENS.kingAndRook)
  await answered(page)
  await expect(verdict(page)).toHaveText('White mates in 14')

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await choose(page, RULE)
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page.getByLabel('FEN')).toHaveValue(FENS.kingAndRook)
  await answered(page)
  await expect(verdict(page)).toHaveText('White mates in 14') // the other tables are still there
  await expect(page.locator('.verdict')).toContainText('27 plies with best play')
  await expect(page.locator('button.move').first()).toContainText('zeroes in 27 plies')

  await enterFen(page, FENS.kingAndRook.replace('- 0 1', '- 73 90'))
  await expect(page.locator('.verdict')).toContainText('27 plies with best play')
  await enterFen(page, FENS.kingAndRook.replace('- 0 1', '- 74 90'))
  await expect(verdict(page)).toHaveText('Draw by the fifty-move rule')
  await expect(page.locator('.verdict')).toContainText('White would mate in 14 without the rule')
  await expect(page.locator('.besides')).toContainText('Draw by the fifty-move rule')
  await expect(page.getByRole('heading', { name: 'Drawn by the fifty-move rule' })).toBeVisible()
  await page.getByRole('button', { name: 'Rd1, wins too late' }).click()
  await expect(page.getByLabel('FEN')).toHaveValue('8/8/8/8/8/2k5/8/K2R4 b - - 75 90') // the count goes on
  await expect(verdict(page)).toHaveText('Draw by the fifty-move rule')
  await enterFen(page, FENS.kingAndRook.replace('- 0 1', '- 74 90'))
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Mirror left and right' }).click()
  await expect(page.getByLabel('FEN')).toHaveValue(/ 74 1$/)
  await expect(verdict(page)).toHaveText('Draw by the fifty-move rule')

  await page.getByRole('link', { name: /^Tables/ }).click()
  await expect(page.getByRole('button', { name: RULE }).last()).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`${site.url}?fen=${FENS.kingAndRook.replaceAll(' ', '_')}#/tables/KRvK`)
  await expect(page.getByRole('heading', { name: 'Longest wins' })).toBeVisible()
  await expect(page.locator('.longest-mates')).toContainText('Win, 31 plies')
  await expect(page.locator('.axis-title').first()).toHaveText('capture, pawn move or mate in … plies')
  await expectAccessible(page)

  await choose(page, MATE)
  await expect(page.getByRole('heading', { name: 'Longest mates' })).toBeVisible()
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await enterFen(page, FENS.kingAndRook)
  await answered(page)
  await expect(page.locator('.verdict')).toContainText('27 plies with best play')
  await expect(page.locator('button.move').first()).toContainText('zeroes in 27 plies') // all that is there is told
})

test('where both metrics are there each move shows both, and best play follows either, as is remembered', async ({ page }) => {
  const fen = '8/8/8/8/8/2K5/3P4/k7 w - - 0 1'
  const goesBy = page.getByRole('group', { name: 'Best play goes by' })
  const first = page.locator('mw-line button.ply').first()
  const best = page.locator('button.move').first()
  await enterFen(page, fen)
  await answered(page)
  await expect(first).toHaveText('d4')
  await expect(goesBy).toHaveCount(0)
  await expect(page.locator('button.move small')).toHaveCount(0)

  await choose(page, RULE)
  await answered(page)
  await expect(goesBy.getByRole('button')).toHaveText(['Quickest mate', 'Fifty-move rule'])
  await expect(goesBy.getByRole('button', { pressed: true })).toHaveText('Fifty-move rule')
  await expect(first).toHaveText('d3')
  await expect(best).toHaveAccessibleName('d3, zeroes at once, mate in 12')
  await expect(page.getByRole('button', { name: 'd4, zeroes at once, mate in 11' })).toHaveAttribute('data-best', 'true')
  await goesBy.getByRole('button', { name: 'Quickest mate' }).click()
  await expect(first).toHaveText('d4')
  await expect(best).toHaveAccessibleName('d4, mate in 11, zeroes at once')
  await expect(page.getByRole('button', { name: 'd3, mate in 12' })).toHaveAttribute('data-best', 'false')
  await expect(goesBy.getByRole('button', { name: 'Quickest mate' })).toBeFocused()
  await expectAccessible(page)
  await page.reload()
  await expect(first).toHaveText('d4')

  await choose(page, MATE)
  await expect(goesBy.getByRole('button', { pressed: true })).toHaveText('Quickest mate')
  await enterFen(page, fen.replace('- 0 1', '- 99 90'))
  await expect(page.getByRole('button', { name: 'Kc2, wins too late' })).toBeVisible() // the rule counts all the same
  await enterFen(page, fen)
  await goesBy.getByRole('button', { name: 'Fifty-move rule' }).click()
  await expect(first).toHaveText('d3')
})

test('scripts choose the metric and what best play goes by, and read what all of them say', async ({ page }) => {
  const fen = '8/8/8/8/8/2K5/3P4/k7 w - - 0 1'
  await enterFen(page, fen)
  await answered(page)
  const loaded = page.waitForEvent('load')
  await page.evaluate(() => globalThis.matewrightPage.setMetric('dtz50'))
  await loaded
  await answered(page)
  const said = await page.evaluate(async (fen) => {
    const { state, followMetric, probe, line } = globalThis.matewrightPage
    await followMetric('dtm')
    const [{ value: rule }, { value: mate }, { value: played }] = await Promise.all([probe(fen, 'dtz50'), probe(fen, 'dtm'), line(fen, 'dtz50')])
    let refused = ''
    try {
      followMetric('dtx')
    } catch ({ message }) {
      refused = message
    }
    return { metric: state().metric, by: state().by, rule, mate, played: played.moves[0].san, refused }
  }, fen)
  expect(said).toMatchObject({ metric: 'dtz50', by: 'dtm', played: 'd3', refused: 'There is no metric dtx, but dtm, dtc, dtz50.' })
  expect(said.rule).toMatchObject({ metrics: ['dtz50', 'dtm'], by: 'dtz50', dtm: 21, dtz: 1, dtc: null })
  expect(said.rule.moves[0]).toMatchObject({ san: 'd3', dtm: -22, dtz: -2, category: 'loss' })
  expect(said.mate.by).toBe('dtm')
  expect(said.mate.moves[0]).toMatchObject({ san: 'd4', dtm: -20, dtz: -2 })
})

test.describe('where nothing was built before', () => {
  test.use({ atOnce: false })

  test('without tables of the other metric a win is told without its mate, and practised by what is there', async ({ page }) => {
    await choose(page, RULE)
    await enterFen(page, '8/3P4/8/8/8/8/8/k1K5 w - - 0 1')
    await buildMissing(page)
    await expect(verdict(page)).toHaveText('White wins')
    await expect(page.locator('.verdict')).toContainText('White to move, a capture, pawn move or mate within 1 ply')
    await expect(page.locator('.line li, .line ol').first()).toContainText('#')
    await page.getByRole('link', { name: 'KPvK' }).click()
    await expect(page.getByLabel('What to find')).toHaveValue('zugzwang')
    await page.getByLabel('What to find').selectOption('only-move')
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await expect(page.locator('.finder .example').first()).toContainText('White wins, only by')
    await page.getByRole('link', { name: 'Board', exact: true }).click()
    await page.getByRole('button', { name: 'Practise', exact: true }).click()
    await page.getByRole('button', { name: 'Practise this position' }).click()
    await expect(page.locator('.practice')).toContainText('A capture, pawn move or mate within 1 ply.')
    await expect(page.getByLabel('Length')).toHaveCount(0)
    await page.getByLabel('Class').selectOption('KQvK')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.waitForFunction(() => globalThis.matewrightPage.state().answer.probe?.class === 'KQvK')
    await expect(page.getByRole('heading', { name: 'White to play and win' })).toBeVisible()
  })

  test('by conversions a pawn that promotes has converted, and one that moves on has not', async ({ page, site }) => {
    await choose(page, CONVERSION)
    await enterFen(page, '8/8/3P4/8/8/8/k7/3K4 w - - 0 1')
    await buildMissing(page)
    await expect(verdict(page)).toHaveText('White wins without the fifty-move rule')
    await expect(page.locator('.verdict')).toContainText('White to move, a capture, promotion or mate within 3 plies')
    await page.getByRole('button', { name: 'd7, within 3 plies' }).click()
    await expect(page.locator('.verdict')).toContainText('within 2 plies')
    await enterFen(page, '8/3P4/8/8/8/8/8/k1K5 w - - 0 1')
    await expect(page.locator('.verdict')).toContainText('within 1 ply')
    await expect(page.getByRole('button', { name: 'd8=Q, at once' })).toBeVisible()
    await expect(page.locator('.line li, .line ol').first()).toContainText('#')
    await page.goto(`${site.url}?fen=${FENS.kingAndRook.replaceAll(' ', '_')}#/tables/KPvK`)
    await expect(page.getByRole('heading', { name: 'Longest conversions' })).toBeVisible()
    await expect(page.locator('.longest-mates')).toContainText('Conversion in 37 plies')
    await expect(page.locator('.axis-title').first()).toHaveText('capture, promotion or mate in … plies')
    await expectAccessible(page)
  })
})
