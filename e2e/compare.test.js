import { answered, enterFen, expect, expectAccessible, test } from './fixtures.js'
import { beginning, say } from './words.js'

// Every move mates or keeps the win, and no move captures: DTM and DTM50 are the same until the clock is late.
const ROOK = '8/8/8/2k5/8/8/8/RK6 w - - 0 1'

const dialogOf = (page) => page.getByRole('dialog', { name: say('compare.title') })
const ready = (page) => expect(dialogOf(page).getByText(say('compare.hint'))).toBeVisible({ timeout: 60_000 })

/** The texts of the cells, by row: a move, and its values by mate, conversion, the rule, and mate in time. */
const rows = (page) =>
  dialogOf(page)
    .locator('tbody tr')
    .evaluateAll((list) => list.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '')))

/** Sets the clock, and waits for the answer. */
async function setClock(page, plies) {
  await dialogOf(page).getByRole('slider').fill(String(plies))
  await expect(dialogOf(page).getByText(say('compare.clock', { plies }))).toBeVisible()
  await ready(page)
  await expect(dialogOf(page).getByRole('region')).toHaveAttribute('aria-busy', 'false')
}

test('the moves of a position are compared by four counts, with any clock', async ({ page, site }) => {
  await page.goto(site.url)
  await enterFen(page, ROOK)
  await answered(page)
  await page.getByRole('button', { name: say('compare.open') }).click()
  await ready(page)
  const fresh = await rows(page)
  expect(fresh.length).toBeGreaterThan(10)
  for (const [, mate, , , mateInTime] of fresh) expect(mateInTime).toBe(mate)
  const best = dialogOf(page).locator('tbody tr').first().locator('td').first()
  await expect(best).toHaveAttribute('data-best', 'true')
  await expect(best).toHaveText(beginning('compare.mate', { lost: 'no' }))
  await expectAccessible(page)

  await setClock(page, 99)
  const withoutRule = (list) => new Map(list.map(([move, mate, conversion]) => [move, [mate, conversion]]))
  const late = await rows(page)
  expect(withoutRule(late)).toEqual(withoutRule(fresh))
  for (const [, , , rule, mateInTime] of late)
    expect([rule, mateInTime].map((text) => text.startsWith(say('outcome.draw')))).toEqual([true, true])
  await dialogOf(page)
    .getByRole('button', { name: say('common.close') })
    .click()
  await expect(dialogOf(page)).toBeHidden()
})

test('castling is switched in a comparison', async ({ page, site }) => {
  await page.goto(site.url)
  await enterFen(page, 'k7/8/8/8/8/8/8/4K2R w K - 0 1')
  await answered(page)
  await page.getByRole('button', { name: say('compare.open') }).click()
  await ready(page)
  const castles = dialogOf(page).getByRole('rowheader', { name: 'O-O', exact: true })
  await expect(castles).toBeVisible()
  await dialogOf(page).getByLabel(say('compare.castling')).uncheck()
  await ready(page)
  await expect(castles).toBeHidden()
})
