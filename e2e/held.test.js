import { answered, edit, enterFen, expect, expectAccessible, FENS, square, test } from './fixtures.js'
import { say } from './words.js'

const ROOK = say('held.title', { piece: say('piece', { color: 'white', role: 'rook' }) })

const DEFENDED = FENS.kingAndRook.replace(' w ', ' b ')

/** Presses a man, and keeps it pressed. */
async function press(page, key) {
  const { x, y } = await square(page, key)
  await page.mouse.move(x, y)
  await page.mouse.down()
}

/** How many squares the board shows with each result. chessground hides old ones, to use them again. */
const painted = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      ['won', 'drawn', 'lost', 'open'].map((result) => [
        result,
        [...document.querySelectorAll(`.ground square.if-${result}`)].filter((square) => square.checkVisibility())
          .length,
      ]),
    ),
  )

test('a held man shows the result on each square', async ({ page }) => {
  await enterFen(page, DEFENDED)
  await answered(page)
  await press(page, 'h1')
  const panel = page.getByRole('region', { name: ROOK })
  await expect(panel).toBeVisible()
  // The black king takes the rook on the squares beside it, except on b2, where the white king protects it.
  await expect.poll(() => painted(page)).toEqual({ won: 55, drawn: 7, lost: 0, open: 0 })
  await page.mouse.up()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/whatif.png` })
  await expect(panel).toContainText(say('held.squares', { count: 55 }))
  const there = await square(page, 'd4')
  await page.mouse.move(there.x, there.y)
  await expect(panel).toContainText(say('held.on', { square: 'd4', verdict: say('verdict.draw') }))
  await expectAccessible(page, 'mw-held')

  // A click on the board ends it.
  await page.mouse.click(there.x, there.y)
  await expect(panel).toBeHidden()
  await expect.poll(() => painted(page)).toEqual({ won: 0, drawn: 0, lost: 0, open: 0 })
})

test('a man that is dragged at once just moves', async ({ page }) => {
  await enterFen(page, FENS.kingAndRook)
  await answered(page)
  await press(page, 'h1')
  const { x, y } = await square(page, 'h3')
  await page.mouse.move(x, y, { steps: 4 })
  await page.waitForTimeout(500)
  expect(await painted(page)).toEqual({ won: 0, drawn: 0, lost: 0, open: 0 })
  await page.mouse.up()
  await expect(page.getByLabel(say('fen.label'))).toHaveValue(/^8\/8\/8\/8\/8\/2k4R\//)
})

test('while setting up, a man is held and dropped where it wins', async ({ page }) => {
  await enterFen(page, FENS.kingAndRook)
  await answered(page)
  await edit(page)
  await press(page, 'h1')
  const { x, y } = await square(page, 'e6')
  await page.mouse.move(x, y, { steps: 4 })
  const panel = page.getByRole('region', { name: ROOK })
  await expect(panel).toContainText('e6')
  await page.mouse.up()
  await expect(panel).toBeHidden()
  await expect(page.getByLabel(say('fen.label'))).toHaveValue(/^8\/8\/4R3\/8\/8\/2k5\//)
})

test('the keyboard asks the same, and speaks the results', async ({ page }) => {
  await enterFen(page, DEFENDED)
  await answered(page)
  await page.locator('.board').focus()
  await page.keyboard.press('ArrowLeft')
  for (const key of ['ArrowRight', 'ArrowDown'].flatMap((key) => Array(7).fill(key))) await page.keyboard.press(key)
  await page.keyboard.press('w')
  await expect(page.getByRole('region', { name: ROOK })).toContainText(say('held.squares', { count: 55 }))
  await page.keyboard.press('ArrowLeft')
  const spoken = page.locator('mw-board [aria-live=assertive]')
  await expect(spoken).toHaveText(new RegExp(`^${say('held.on', { square: 'g1', verdict: '' })}.`))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: ROOK })).toBeHidden()
})

test('without a table the squares stay open', async ({ page }) => {
  await enterFen(page, '8/8/8/3k4/8/8/8/KRB5 w - - 0 1')
  await press(page, 'b1')
  await expect.poll(async () => (await painted(page)).open).toBeGreaterThan(40)
  await page.mouse.up()
})

test('a man that was held may still be dragged', async ({ page }) => {
  await enterFen(page, FENS.kingAndRook)
  await answered(page)
  await press(page, 'h1')
  await expect(page.getByRole('region', { name: ROOK })).toBeVisible()
  const { x, y } = await square(page, 'h3')
  await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByLabel(say('fen.label'))).toHaveValue(/^8\/8\/8\/8\/8\/2k4R\//)
  await expect(page.getByRole('region', { name: ROOK })).toBeHidden()
  // The way back does not bring the question back.
  await page.goBack()
  await expect(page.getByLabel(say('fen.label'))).toHaveValue(FENS.kingAndRook)
  await expect(page.getByRole('region', { name: ROOK })).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ device: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } })

  test('a finger holds a man, and then taps squares', async ({ page }) => {
    await enterFen(page, FENS.kingAndRook)
    await answered(page)
    const client = await page.context().newCDPSession(page)
    const touch = async (type, key) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: key ? [await square(page, key)] : [] })
    await page.locator('.board').scrollIntoViewIfNeeded()
    await touch('touchStart', 'h1')
    const panel = page.getByRole('region', { name: ROOK })
    await expect(panel).toBeVisible()
    await touch('touchEnd')
    await touch('touchStart', 'h7')
    await touch('touchEnd')
    await expect(panel).toContainText('h7')
    await expect(page.getByLabel(say('fen.label'))).toHaveValue(FENS.kingAndRook)
  })
})
