// The line of best play as a tree: only moves, duals, defences that are as long.

import { answered, enterFen, expect, expectAccessible, test, verdict } from './fixtures.js'
import { containing, say, WHITE_MATES } from './words.js'

test('every move of best play is marked if it is the only one, and has its alternatives', async ({ page }) => {
  await answered(page)
  await enterFen(page, '4k3/8/4K3/4P3/8/8/8/8 w - - 0 1')
  await expect(verdict(page)).toHaveText(WHITE_MATES)
  const line = page.getByRole('region', { name: say('line.title') })
  await line.getByText(say('line.tree')).click()
  await expect(line.getByRole('status')).toContainText(containing('tree.only'))
  const moves = line.locator('mw-tree').first().locator(':scope > ol > li')
  await expect(moves.first()).toContainText(say('tree.winning', { others: 1, quick: 0 }))
  await expect(line.locator('.only').first()).toHaveText(say('tree.onlyMove'))

  await moves.first().locator('summary').first().click()
  await moves.first().locator('summary', { hasText: 'Kf6' }).click()
  const other = moves.first().locator('mw-tree')
  await expect(other.getByRole('status')).toContainText(containing('tree.only'))
  await expectAccessible(page, 'mw-line')
  await moves
    .first()
    .getByRole('button', { name: say('tree.show') })
    .first()
    .click()
  await expect(page.getByLabel(say('fen.label'))).toHaveValue(/^4k3\/8\/5K2\/4P3\/8\/8\/8\/8 b/)
})
