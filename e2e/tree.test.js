// The line of best play as a tree: only moves, duals, defences that are as long.

import { answered, enterFen, expect, expectAccessible, test, verdict } from './fixtures.js'

test('of every move of best play it is told whether it is the only one, and what else there is', async ({ page }) => {
  await answered(page)
  await enterFen(page, '4k3/8/4K3/4P3/8/8/8/8 w - - 0 1')
  await expect(verdict(page)).toHaveText(/White mates in \d+/)
  const line = page.getByRole('region', { name: 'Best play' })
  await line.getByText('Only moves and duals').click()
  await expect(line.getByRole('status')).toContainText(/(\d+|None) of \d+ moves? (is|are each) the only one to keep the result/)
  const moves = line.locator('mw-tree').first().locator(':scope > ol > li')
  await expect(moves.first()).toContainText('1 other, slower')
  await expect(line.locator('.only').first()).toHaveText('only move')

  await moves.first().locator('summary').first().click()
  await moves.first().locator('summary', { hasText: 'Kf6' }).click()
  const other = moves.first().locator('mw-tree')
  await expect(other.getByRole('status')).toContainText('the only one to keep the result')
  await expectAccessible(page, 'mw-line')
  await moves.first().getByRole('button', { name: 'Show on the board' }).first().click()
  await expect(page.getByLabel('FEN')).toHaveValue(/^4k3\/8\/5K2\/4P3\/8\/8\/8\/8 b/)
})
