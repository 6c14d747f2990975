import { answered, enterFen, expect, test } from './fixtures.js'
import { repaired, say, unusable } from './words.js'

const refused = [
  ['no king', '8/8/8/8/4k3/8/8/7R w - - 0 1', say('core.fen.noKing', { color: 'White' })],
  ['touching kings', '8/8/8/8/4k3/4K3/8/7R w - - 0 1', say('core.fen.kingsTouch')],
  ['a pawn on the last rank', 'P7/8/8/8/4k3/8/8/K7 w - - 0 1', say('core.fen.pawnOn', { square: 'a8' })],
  ['six men, the wrong side in check', '8/8/8/8/4k3/8/QQQQ4/K7 w - - 0 1', say('core.fen.check', { color: 'Black' })],
  [
    'a right to castle as X-FEN has it',
    '8/8/8/8/4k3/8/8/4KR2 w K - 0 1',
    say('core.fen.innerRook', { letter: "'K'", rook: 'h1', inner: 'f1', file: "'F'" }),
  ],
  ['the wrong side in check', '4k3/8/8/8/8/8/8/K3R3 w - - 0 1', say('core.fen.check', { color: 'Black' })],
  ['a short placement', '8/8/8/4k3/8 w', say('core.fen.ranks', { count: 5 })],
  ['nonsense', 'Hello', say('core.fen.ranks', { count: 1 })],
  ['a letter that is no piece', '8/8/8/8/4k3/8/8/K6X w - - 0 1', say('core.fen.notPiece', { letter: "'X'" })],
]

test('an illegal FEN gets an error, and the page stays usable', async ({ page }) => {
  for (const [what, fen, why] of refused) {
    const words = unusable(why)
    await enterFen(page, fen)
    const problem = page.locator('.problem')
    await expect(problem.getByRole('heading'), what).toHaveText(say('problem.fen'))
    await expect(problem.locator('p'), what).toHaveText(words)
    await expect(page.locator('#fen-problem'), what).toHaveText(words)
    await expect(page.getByLabel(say('fen.label')), what).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel(say('fen.label')), what).toHaveValue(fen)
  }
  await enterFen(page, '4k3/8/8/8/8/8/8/K3R3 w - - 0 1')
  await page
    .locator('.problem')
    .getByRole('button', { name: say('problem.turn', { mover: 'black' }) })
    .click()
  await expect(page.getByLabel(say('fen.label'))).toHaveValue('4k3/8/8/8/8/8/8/K3R3 b - - 0 1')
  for (const [typed, fen, words] of [
    [
      '8/8/8/8/4k3/8/8/4K2R w KQ - 0 1',
      '8/8/8/8/4k3/8/8/4K2R w K - 0 1',
      repaired(say('core.fen.rightNotAtHome', { letter: 'Q', king: 'e1', rook: 'a1' }), say('core.repair.dropped')),
    ],
    [
      '8/8/8/8/4k3/8/8/K6R b - c6 37 50',
      '8/8/8/8/4k3/8/8/K6R b - - 37 50',
      repaired(say('core.fen.enPassantTurn', { square: 'c6', color: 'Black' }), say('core.repair.dropped')),
    ],
  ]) {
    await enterFen(page, typed)
    await expect(page.locator('#fen-problem')).toHaveText(words)
    await expect(page.getByLabel(say('fen.label'))).toHaveValue(typed)
    await page.getByLabel(say('fen.label')).press('Enter')
    await expect(page.getByLabel(say('fen.label'))).toHaveValue(fen)
    await expect(page.locator('.notice')).toHaveText(words)
  }
  await enterFen(page, '8/8/8/8/4k3/8/8/K6R_w')
  await answered(page)
  await expect(page.locator('cg-board piece.rook')).toHaveCount(1) // the board has followed
  for (const [text, fen] of [
    ['https://lichess.org/analysis/8/8/8/3k4/8/8/8/K6R_b_-_-_0_1', '8/8/8/3k4/8/8/8/K6R b - - 0 1'],
    ['4k3/8/8/8/8/8/8/K3R3', '4k3/8/8/8/8/8/8/K3R3 b - - 0 1'],
    ['8/8/8/8/8/2k5/8/K6R w - - bm Kb1; id "x";', '8/8/8/8/8/2k5/8/K6R w - - 0 1'],
  ]) {
    await page.getByLabel(say('fen.label')).fill(text)
    await page.waitForTimeout(1000) // typed long ago
    await page.getByLabel(say('fen.label')).press('Enter')
    await expect(page.getByLabel(say('fen.label'))).toHaveValue(fen)
  }
})
