import { answered, enterFen, expect, FENS, test, verdict } from './fixtures.js'

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
const settled = (page) => page.waitForFunction(() => {
  const { practice, asking, game } = globalThis.matewrightPage.state()
  return practice && !asking && (practice.stage !== 'playing' || game.at % 2 === 0)
})

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
