// Tables by conversions or the fifty-move rule: the user chooses them in the settings or on the page of tables. They
// are built and stored apart from those by moves to mate.

import { answered, buildMissing, enterFen, expect, expectAccessible, FENS, linkTo, test, verdict } from './fixtures.js'
import { beginning, containing, pattern, say, sentence, whiteMates } from './words.js'

const SETTINGS = say('settings.title')
const RULE = say('counts.dtz50.name')
const MATE = say('counts.dtm.name')
const CONVERSION = say('counts.dtc.name')

/** @param {import('@playwright/test').Page} page @param {string} metric */
async function choose(page, metric) {
  await page.getByRole('button', { name: SETTINGS }).click()
  const reloaded = page.waitForEvent('load')
  await page.locator('#settings').getByRole('button', { name: metric }).click()
  await reloaded
}

test('the fifty-move rule uses the clock of the FEN, and the tables of both metrics stay', async ({ page, site }) => {
  await enterFen(page, FENS.kingAndRook)
  await answered(page)
  await expect(verdict(page)).toHaveText(whiteMates(14))

  await page.getByRole('button', { name: say('toolbar.edit'), exact: true }).click()
  await choose(page, RULE)
  await expect(page.getByRole('button', { name: say('toolbar.edit'), exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.getByRole('button', { name: say('toolbar.play'), exact: true }).click()
  await expect(page.getByLabel(say('fen.label'))).toHaveValue(FENS.kingAndRook)
  await answered(page)
  await expect(verdict(page)).toHaveText(whiteMates(14)) // the other tables are kept
  await expect(page.locator('.verdict')).toContainText(say('why.mate', { plies: 27 }))
  await expect(page.locator('button.move').first()).toContainText(say('outcome.zeroes', { plies: 27 }))

  await enterFen(page, FENS.kingAndRook.replace('- 0 1', '- 73 90'))
  await expect(page.locator('.verdict')).toContainText(say('why.mate', { plies: 27 }))
  await enterFen(page, FENS.kingAndRook.replace('- 0 1', '- 74 90'))
  await expect(verdict(page)).toHaveText(say('verdict.drawByRule'))
  await expect(page.locator('.verdict')).toContainText(
    containing('why.mateByRule', { winner: say('side.white'), moves: 14 }),
  )
  await expect(page.locator('.besides')).toContainText(say('verdict.drawByRule'))
  await expect(page.getByRole('heading', { name: say('moves.drawnByRule') })).toBeVisible()
  await page.getByRole('button', { name: `Rd1, ${say('outcome.winsLate')}` }).click()
  // The clock counts the move.
  await expect(page.getByLabel(say('fen.label'))).toHaveValue('8/8/8/8/8/2k5/8/K2R4 b - - 75 90')
  await expect(verdict(page)).toHaveText(say('verdict.drawByRule'))
  await enterFen(page, FENS.kingAndRook.replace('- 0 1', '- 74 90'))
  await page.getByRole('button', { name: say('toolbar.edit'), exact: true }).click()
  await page.getByRole('button', { name: say('setup.mirror') }).click()
  await expect(page.getByLabel(say('fen.label'))).toHaveValue(/ 74 1$/)
  await expect(verdict(page)).toHaveText(say('verdict.drawByRule'))

  await page.getByRole('link', { name: beginning('header.tables') }).click()
  await expect(page.getByRole('button', { name: RULE }).last()).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`${linkTo(site, FENS.kingAndRook)}#/tables/KRvK`)
  await expect(page.getByRole('heading', { name: say('counts.dtz50.longest') })).toBeVisible()
  await expect(page.locator('.longest-mates')).toContainText(sentence(say('win.win', { plies: 31 })))
  await expect(page.locator('.axis-title').first()).toHaveText(say('counts.dtz50.axis'))
  await expectAccessible(page)

  await choose(page, MATE)
  await expect(page.getByRole('heading', { name: say('counts.dtm.longest') })).toBeVisible()
  await page.getByRole('link', { name: say('header.board'), exact: true }).click()
  await enterFen(page, FENS.kingAndRook)
  await answered(page)
  await expect(page.locator('.verdict')).toContainText(say('why.mate', { plies: 27 }))
  // The page shows the values of both metrics.
  await expect(page.locator('button.move').first()).toContainText(say('outcome.zeroes', { plies: 27 }))
})

test('with tables of both metrics each move shows both, and best play follows the chosen one', async ({ page }) => {
  const fen = '8/8/8/8/8/2K5/3P4/k7 w - - 0 1'
  const goesBy = page.getByRole('group', { name: say('line.goesBy') })
  const first = page.locator('mw-line button.ply').first()
  const best = page.locator('button.move').first()
  await enterFen(page, fen)
  await answered(page)
  await expect(first).toHaveText('d4')
  await expect(goesBy).toHaveCount(0)
  await expect(page.locator('button.move small')).toHaveCount(0)

  await choose(page, RULE)
  await answered(page)
  await expect(goesBy.getByRole('button')).toHaveText([say('counts.dtm.line'), say('counts.dtz50.line')])
  await expect(goesBy.getByRole('button', { pressed: true })).toHaveText(say('counts.dtz50.line'))
  await expect(first).toHaveText('d3')
  await expect(best).toHaveAccessibleName(
    `d3, ${say('outcome.zeroes', { plies: 1 })}, ${say('outcome.mate', { moves: 12 })}`,
  )
  await expect(
    page.getByRole('button', {
      name: `d4, ${say('outcome.zeroes', { plies: 1 })}, ${say('outcome.mate', { moves: 11 })}`,
    }),
  ).toHaveAttribute('data-best', 'true')
  await goesBy.getByRole('button', { name: say('counts.dtm.line') }).click()
  await expect(first).toHaveText('d4')
  await expect(best).toHaveAccessibleName(
    `d4, ${say('outcome.mate', { moves: 11 })}, ${say('outcome.zeroes', { plies: 1 })}`,
  )
  await expect(page.getByRole('button', { name: `d3, ${say('outcome.mate', { moves: 12 })}` })).toHaveAttribute(
    'data-best',
    'false',
  )
  await expect(goesBy.getByRole('button', { name: say('counts.dtm.line') })).toBeFocused()
  await expectAccessible(page)
  await page.reload()
  await expect(first).toHaveText('d4')

  await choose(page, MATE)
  await expect(goesBy.getByRole('button', { pressed: true })).toHaveText(say('counts.dtm.line'))
  await enterFen(page, fen.replace('- 0 1', '- 99 90'))
  // The rule counts all the same.
  await expect(page.getByRole('button', { name: `Kc2, ${say('outcome.winsLate')}` })).toBeVisible()
  await enterFen(page, fen)
  await goesBy.getByRole('button', { name: say('counts.dtz50.line') }).click()
  await expect(first).toHaveText('d3')
})

test('scripts choose the metric of tables and of best play, and read the values of all', async ({ page }) => {
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
    const [{ value: rule }, { value: mate }, { value: played }] = await Promise.all([
      probe(fen, 'dtz50'),
      probe(fen, 'dtm'),
      line(fen, 'dtz50'),
    ])
    let refused = ''
    try {
      followMetric('dtx')
    } catch ({ message }) {
      refused = message
    }
    return { metric: state().metric, by: state().by, rule, mate, played: played.moves[0].san, refused }
  }, fen)
  expect(said).toMatchObject({
    metric: 'dtz50',
    by: 'dtm',
    played: 'd3',
    refused: 'There is no metric dtx, but dtm, dtc, dtz50.',
  })
  expect(said.rule).toMatchObject({ metrics: ['dtz50', 'dtm'], by: 'dtz50', dtm: 21, dtz: 1, dtc: null })
  expect(said.rule.moves[0]).toMatchObject({ san: 'd3', dtm: -22, dtz: -2, category: 'loss' })
  expect(said.mate.by).toBe('dtm')
  expect(said.mate.moves[0]).toMatchObject({ san: 'd4', dtm: -20, dtz: -2 })
})

test.describe('where nothing was built before', () => {
  test.use({ atOnce: false })

  test('without tables of the other metric a win is shown and practised without its mate', async ({ page }) => {
    await choose(page, RULE)
    await enterFen(page, '8/3P4/8/8/8/8/8/k1K5 w - - 0 1')
    await buildMissing(page)
    await expect(verdict(page)).toHaveText(say('verdict.wins', { winner: say('side.white') }))
    await expect(page.locator('.verdict')).toContainText(
      `${say('side.toMove', { side: say('side.white') })}, ${say('why.zeroing', { plies: 1 })}`,
    )
    await expect(page.locator('.line li, .line ol').first()).toContainText('#')
    await page.getByRole('link', { name: 'KPvK' }).click()
    await expect(page.getByLabel(say('finder.what'))).toHaveValue('zugzwang')
    await page.getByLabel(say('finder.what')).selectOption('only-move')
    await page.getByRole('button', { name: say('finder.find'), exact: true }).click()
    await expect(page.locator('.finder .example').first()).toContainText(
      containing('finder.onlyBy', { ending: say('verdict.wins', { winner: say('side.white') }) }),
    )
    await page.getByRole('link', { name: say('header.board'), exact: true }).click()
    await page.getByRole('button', { name: say('toolbar.practise'), exact: true }).click()
    await page.getByRole('button', { name: say('practice.begin') }).click()
    await expect(page.locator('.practice')).toContainText(say('practice.toZeroing', { plies: 1 }))
    // Lengths are unknown.
    await expect(page.getByLabel(say('practice.length')).locator('option')).toHaveText([
      pattern('depth.mine', { level: /\d/ }),
      say('depth.any'),
    ])
    await page.getByLabel(say('practice.class')).selectOption('KQvK')
    await page.getByRole('button', { name: say('practice.start'), exact: true }).click()
    await page.waitForFunction(() => globalThis.matewrightPage.state().answer.probe?.class === 'KQvK')
    await expect(
      page.getByRole('heading', { name: say('practice.toPlayAnd', { side: 'white', goal: 'win' }) }),
    ).toBeVisible()
  })

  test('by conversions a pawn that promotes has converted, and one that moves on has not', async ({ page, site }) => {
    await choose(page, CONVERSION)
    await enterFen(page, '8/8/3P4/8/8/8/k7/3K4 w - - 0 1')
    await buildMissing(page)
    await expect(verdict(page)).toHaveText(say('verdict.winsWithoutRule', { winner: say('side.white') }))
    await expect(page.locator('.verdict')).toContainText(
      `${say('side.toMove', { side: say('side.white') })}, ${say('why.conversion', { plies: 3 })}`,
    )
    await page.getByRole('button', { name: `d7, ${say('outcome.within', { plies: 3 })}` }).click()
    await expect(page.locator('.verdict')).toContainText(say('why.conversion', { plies: 2 }))
    await enterFen(page, '8/3P4/8/8/8/8/8/k1K5 w - - 0 1')
    await expect(page.locator('.verdict')).toContainText(say('why.conversion', { plies: 1 }))
    await expect(page.getByRole('button', { name: `d8=Q, ${say('outcome.within', { plies: 1 })}` })).toBeVisible()
    await expect(page.locator('.line li, .line ol').first()).toContainText('#')
    await page.goto(`${linkTo(site, FENS.kingAndRook)}#/tables/KPvK`)
    await expect(page.getByRole('heading', { name: say('counts.dtc.longest') })).toBeVisible()
    await expect(page.locator('.longest-mates')).toContainText(sentence(say('win.conversion', { plies: 37 })))
    await expect(page.locator('.axis-title').first()).toHaveText(say('counts.dtc.axis'))
    await expectAccessible(page)
  })
})
