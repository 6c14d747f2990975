import { answered, buildMissing, enterFen, expect, expectAccessible, test } from './fixtures.js'
import { containing, say, sentence } from './words.js'

test.use({ atOnce: false })

const proof = (page) => page.locator('.proof')

test('proofs by search are shown before any table exists, and nothing unproven is', async ({ page }) => {
  await test.step('a win, with its line and its moves', async () => {
    await enterFen(page, '7k/6pp/8/8/8/8/8/3R2K1 w - - 0 1')
    await expect(proof(page).locator('h1')).toHaveText(say('verdict.wins', { winner: say('side.white') }))
    await expect(proof(page)).toContainText(say('proof.provenTables', { mover: 'white', rule: 'false' }))
    await expect(proof(page).locator('.line')).toContainText('Rd8#')
    await expect(proof(page).locator('.move-group.winning [data-uci=d1d8]')).toBeVisible()
    await expect(page.locator('.missing')).toContainText('KPPvKR')
    await expectAccessible(page, 'mw-answer')
  })

  await test.step('with more men than tables have, and the board plays on', async () => {
    await enterFen(page, '5r1k/6pp/7N/8/2Q5/8/8/K7 w - - 0 1')
    await expect(proof(page).locator('h1')).toHaveText(say('verdict.wins', { winner: say('side.white') }))
    await expect(proof(page)).toContainText(containing('proof.provenUnknown'))
    await expect(page.locator('mw-problem')).toContainText(sentence(say('core.men.tables', { count: 7, most: 6 })))
    await expect(proof(page).locator('.line')).toContainText(/Qg8\+.*Rxg8.*Nf7#/)
    await page.getByRole('button', { name: say('toolbar.play'), exact: true }).click()
    await page.getByLabel(say('typedMove.label')).fill('Qg8')
    await page.getByLabel(say('typedMove.label')).press('Enter')
    await expect(page.getByLabel(say('fen.label'))).toHaveValue(/^5rQk\/6pp\/7N\/8\/8\/8\/8\/K7 b/)
    await expect(proof(page).locator('h1')).toHaveText(say('verdict.wins', { winner: say('side.white') }))
  })

  await test.step('an open result is not shown as a draw', async () => {
    await enterFen(page, '3qk3/3r4/8/8/8/8/3R4/3QK3 w - - 0 1')
    await expect(proof(page)).toContainText(containing('proof.searching'))
    await expect(proof(page)).toContainText(
      containing('proof.searching', { positions: containing('number.millions') }),
      { timeout: 30_000 },
    )
    expect(await proof(page).locator('h1').allTextContents()).not.toContain(say('verdict.draw'))
    await proof(page).getByText(say('proof.figures')).click()
    await expect(proof(page).locator('.figures')).toContainText(say('number.millions', { number: '2.8' }))
    await expectAccessible(page, 'mw-answer')
  })

  await test.step('more men than a search takes are refused', async () => {
    await enterFen(page, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1')
    await expect(page.locator('.problem')).toContainText(say('problem.men'))
    await expect(proof(page)).toHaveCount(0)
  })
})

test('a table that another tab builds is seen by the search under way', async ({ page, context, site }) => {
  await enterFen(page, 'kQ6/8/8/8/8/8/8/2BNK3 b - - 0 1') // Kxb8 is the only move, and bishop and knight win
  await expect(proof(page)).toContainText(containing('proof.searching', { positions: containing('number.millions') }), {
    timeout: 30_000,
  })
  const second = await context.newPage()
  await second.goto(`${site.url}?fen=${encodeURIComponent('1k6/8/8/8/8/8/8/2BNK3 w - - 0 1')}`)
  await buildMissing(second)
  await answered(second)
  await expect(proof(page).locator('h1')).toHaveText(say('verdict.wins', { winner: say('side.white') }), {
    timeout: 10_000,
  })
  await expect(proof(page).locator('.line')).toContainText('Kxb8')
})
