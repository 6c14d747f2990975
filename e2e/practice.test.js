import { answered, enterFen, expect, expectAccessible, FENS, test, verdict } from './fixtures.js'

const heading = (page) => page.getByRole('region', { name: 'Practice' }).getByRole('heading')

/** Types the first move that leads to such an outcome for the other side. */
async function playMove(page, category) {
  const san = await page.evaluate((category) => globalThis.matewrightPage.state().answer.probe.moves.find((move) => move.category === category).san, category)
  const field = page.getByLabel('Type a move')
  await expect(field).toBeEnabled()
  await field.fill(san)
  await field.press('Enter')
  return san
}

/** Until it is the user's turn, or there is no more. */
const settled = (page, turn = 0) => page.waitForFunction((turn) => {
  const { practice, asking, game } = globalThis.matewrightPage.state()
  return practice && !asking && (practice.stage !== 'playing' || game.at % 2 === turn)
}, turn)

test('a win is practised: moves are judged at once, help is given, and a mate counts', async ({ page }) => {
  await enterFen(page, FENS.kingAndRook)
  await answered(page)
  await page.getByRole('button', { name: 'Practise', exact: true }).click()
  await page.getByRole('button', { name: 'Practise this position' }).click()
  await expect(heading(page)).toHaveText('White to play and win')
  await expect(verdict(page)).toHaveCount(0)

  await test.step('a good move is answered', async () => {
    const best = await playMove(page, 'loss')
    await expect(page.getByText(`${best}: the quickest.`)).toBeVisible()
    await settled(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Hint' }).click()
    await expect(page.locator('.cg-shapes line')).toHaveCount(1)
  })
  await test.step('a bad one is told, and taken back', async () => {
    const bad = await playMove(page, 'draw')
    await expect(heading(page)).toHaveText(`${bad} gives the win away`)
    await page.getByRole('button', { name: 'Take back' }).click()
    await expect(heading(page)).toHaveText('White to play and win')
  })
  await test.step('a short win at random is played to mate', async () => {
    await page.getByLabel('Length').selectOption('in 1 to 5 moves')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.waitForFunction(() => globalThis.matewrightPage.state().practice?.helped === false)
    await settled(page)
    for (let move = 0; move < 5 && (await heading(page).textContent()).trim() !== 'Mate'; move++) {
      await playMove(page, 'loss')
      await settled(page)
    }
    await expect(heading(page)).toHaveText('Mate')
    await expect(page.locator('.score')).toHaveText(/1 in a row/)
  })
  await test.step('whoever wants to see it does', async () => {
    await page.getByRole('button', { name: 'Look at it' }).click()
    await expect(verdict(page)).toHaveText('Black is checkmated')
  })
})

test('by the fifty-move rule the count goes on, and a win that comes too late is given away', async ({ page }) => {
  await enterFen(page, FENS.kingAndRook)
  await answered(page)
  const loaded = page.waitForEvent('load')
  await page.evaluate(() => globalThis.matewrightPage.setMetric('dtz50'))
  await loaded
  const practice = page.getByRole('region', { name: 'Practice' })
  const practise = async (clock) => {
    await enterFen(page, FENS.kingAndRook.replace('- 0 1', `- ${clock} 90`))
    await answered(page)
    await page.getByRole('button', { name: 'Practise', exact: true }).click()
    await expect(practice).toContainText(clock < 100 ? 'By the fifty-move rule, and the count of the position goes on.' : 'The position on the board is over already.')
    if (clock < 100) await page.getByRole('button', { name: 'Practise this position' }).click()
  }

  await test.step('a win in time', async () => {
    await practise(72) // mate in 27 plies
    await expect(heading(page)).toHaveText('White to play and win')
    await expect(practice).toContainText('The fifty-move rule counts: a win that comes too late is a draw.')
    await expect(practice).toContainText('72 of 100 plies without a capture or a pawn move')
    await expectAccessible(page)
    await playMove(page, 'loss')
    await settled(page)
    await expect(practice).toContainText('74 of 100 plies') // and the answer to it
    const late = await playMove(page, 'blessed-loss')
    await expect(heading(page)).toHaveText(`${late} gives the win away`)
    await expect(practice).toContainText('The win comes too late now: it is a draw by the fifty-move rule.')
  })
  await test.step('what is drawn by the rule is held to its end', async () => {
    await page.getByRole('button', { name: 'Look at it' }).click()
    await practise(98)
    await expect(heading(page)).toHaveText('Black to play and draw')
    await settled(page, 1)
    await expect(practice).toContainText('99 of 100 plies')
    await playMove(page, 'cursed-win')
    await expect(heading(page)).toHaveText('Held')
    await expect(practice).toContainText('It is a draw by the fifty-move rule.')
  })
  await test.step('what the rule has ended is over', async () => {
    await page.getByRole('button', { name: 'Look at it' }).click()
    await practise(100)
    await expect(page.getByRole('button', { name: 'Practise this position' })).toBeDisabled()
  })
})
