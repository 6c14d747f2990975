import { answered, enterFen, expect, expectAccessible, FENS, test, verdict } from './fixtures.js'
import { containing, say } from './words.js'

const heading = (page) => page.getByRole('region', { name: say('practice.title') }).getByRole('heading')

/** Types the first move with the given outcome for the other side. */
async function playMove(page, category) {
  const san = await page.evaluate(
    (category) => globalThis.matewrightPage.state().answer.probe.moves.find((move) => move.category === category).san,
    category,
  )
  const field = page.getByLabel(say('typedMove.label'))
  await expect(field).toBeEnabled()
  await field.fill(san)
  await field.press('Enter')
  return san
}

/** Waits until it is the user's turn, or the practice is over. */
const settled = (page, turn = 0) =>
  page.waitForFunction((turn) => {
    const { practice, asking, game } = globalThis.matewrightPage.state()
    return practice && !asking && (practice.stage !== 'playing' || game.at % 2 === turn)
  }, turn)

test('a win is practised: moves are judged at once, help is given, and a mate counts', async ({ page }) => {
  await enterFen(page, FENS.kingAndRook)
  await answered(page)
  await page.getByRole('button', { name: say('toolbar.practise'), exact: true }).click()
  await page.getByRole('button', { name: say('practice.begin') }).click()
  await expect(heading(page)).toHaveText(say('practice.toPlayAnd', { side: 'white', goal: 'win' }))
  await expect(verdict(page)).toHaveCount(0)

  await test.step('a good move is answered', async () => {
    const best = await playMove(page, 'loss')
    await expect(page.getByText(say('practice.quickest', { move: best }))).toBeVisible()
    await settled(page)
    await page.keyboard.press('Escape')
    const practice = page.getByRole('region', { name: say('practice.title') })
    await page.getByRole('button', { name: say('practice.hint') }).click()
    await expect(practice).toContainText(containing('practice.hintCount', { goal: 'win', count: /\d+/, all: /\d+/ }))
    await page.getByRole('button', { name: say('practice.moreHint') }).click()
    await expect(page.locator('.cg-shapes line')).toHaveCount(0)
    await page.getByRole('button', { name: say('practice.moreHint') }).click()
    await expect(page.locator('.cg-shapes line')).toHaveCount(1)
    await expect(practice).toContainText(containing('practice.hintMove', { move: /\S+/ }))
    await expect(page.getByRole('button', { name: say('practice.moreHint') })).toBeDisabled()
  })
  await test.step('a bad move is refuted, and taken back', async () => {
    const { at } = await page.evaluate(() => globalThis.matewrightPage.state().game)
    const bad = await playMove(page, 'draw')
    await expect(heading(page)).toHaveText(say('practice.thrown', { goal: 'win', move: bad }))
    await expect(page.getByText(containing('practice.takes', { move: /\S+/, role: 'rook' }))).toBeVisible()
    await expectAccessible(page, 'mw-practice')
    await page.getByRole('button', { name: say('practice.findBetter') }).click()
    expect(await page.evaluate(() => globalThis.matewrightPage.state().game.at)).toBe(at)
    await expect(heading(page)).toHaveText(say('practice.toPlayAnd', { side: 'white', goal: 'win' }))
  })
  await test.step('against the trickiest defence, too', async () => {
    await page.getByLabel(say('practice.defence')).selectOption('trickiest')
    await playMove(page, 'loss')
    await settled(page)
    await page.reload()
    await page.getByRole('button', { name: say('toolbar.practise'), exact: true }).click()
    await expect(page.getByLabel(say('practice.defence'))).toHaveValue('trickiest')
  })
  await test.step('a short win at random is played to mate', async () => {
    await page.getByLabel(say('practice.length')).selectOption(say('depth.upTo5'))
    await page.getByRole('button', { name: say('practice.start') }).click()
    await page.waitForFunction(() => globalThis.matewrightPage.state().practice?.helped === false)
    await settled(page)
    for (let move = 0; move < 5 && (await heading(page).textContent()).trim() !== say('practice.mate'); move++) {
      await playMove(page, 'loss')
      await settled(page)
    }
    await expect(heading(page)).toHaveText(say('practice.mate'))
    await expect(page.locator('.score')).toHaveText(containing('practice.score', { streak: 1 }))
  })
  await test.step('the user can show it', async () => {
    await page.getByRole('button', { name: say('practice.look') }).click()
    await expect(verdict(page)).toHaveText(say('verdict.checkmated', { side: say('side.black') }))
  })
})

test('by the fifty-move rule the clock continues, and a win that comes too late is lost', async ({ page }) => {
  await enterFen(page, FENS.kingAndRook)
  await answered(page)
  const loaded = page.waitForEvent('load')
  await page.evaluate(() => globalThis.matewrightPage.setMetric('dtz50'))
  await loaded
  const practice = page.getByRole('region', { name: say('practice.title') })
  const practise = async (clock) => {
    await enterFen(page, FENS.kingAndRook.replace('- 0 1', `- ${clock} 90`))
    await answered(page)
    await page.getByRole('button', { name: say('toolbar.practise'), exact: true }).click()
    await expect(practice).toContainText(clock < 100 ? say('practice.byRule') : say('practice.boardOver'))
    if (clock < 100) await page.getByRole('button', { name: say('practice.begin') }).click()
  }

  await test.step('a win in time', async () => {
    await practise(72) // mate in 27 plies
    await expect(heading(page)).toHaveText(say('practice.toPlayAnd', { side: 'white', goal: 'win' }))
    await expect(practice).toContainText(say('practice.win', { rule: 'true' }))
    await expect(practice).toContainText(say('practice.clock', { clock: 72, all: 100 }))
    await expectAccessible(page)
    await playMove(page, 'loss')
    await settled(page)
    await expect(practice).toContainText(say('practice.clock', { clock: 74, all: 100 })) // and the answer to it
    const late = await playMove(page, 'blessed-loss')
    await expect(heading(page)).toHaveText(say('practice.thrown', { goal: 'win', move: late }))
    await expect(practice).toContainText(say('practice.tooLate'))
  })
  await test.step('a draw by the rule is held to its end', async () => {
    await page.getByRole('button', { name: say('practice.look') }).click()
    await practise(98)
    await expect(heading(page)).toHaveText(say('practice.toPlayAnd', { side: 'black', goal: 'draw' }))
    await settled(page, 1)
    await expect(practice).toContainText(say('practice.clock', { clock: 99, all: 100 }))
    await playMove(page, 'cursed-win')
    await expect(heading(page)).toHaveText(say('practice.held'))
    await expect(practice).toContainText(say('practice.drawByRule'))
  })
  await test.step('practice ends when the rule makes a draw', async () => {
    await page.getByRole('button', { name: say('practice.look') }).click()
    await practise(100)
    await expect(page.getByRole('button', { name: say('practice.begin') })).toBeDisabled()
  })
})
