import { answered, drag, edit, enterFen, expect, FENS, square, test, verdict } from './fixtures.js'
import { containing, say, WHITE_MATES, whiteMates } from './words.js'

test.use({ start: '' })

test('a first visit begins with a position that works, and with others to click', async ({ page }) => {
  await expect(verdict(page)).toHaveText(whiteMates(23))
  await expect(page.locator('.besides')).toContainText(say('answer.onlyMove', { move: 'Kf2' }))
  const welcome = page.getByRole('region', { name: say('welcome.title') })
  await expect(welcome.getByRole('button')).toHaveCount(3)
  await welcome.getByRole('button', { name: say('example.rook') }).click()
  await expect(verdict(page)).toHaveText(whiteMates(16))
  await page.goBack()
  await expect(page.getByLabel(say('fen.label'))).toHaveValue('8/8/8/2k5/8/8/4P3/4K3 w - - 0 1')
  await welcome.getByRole('link', { name: say('welcome.about') }).click()
  await expect(page.getByRole('heading', { name: say('about.plies.title') })).toBeVisible()
  await expect(page.locator('.build-end')).toHaveCount(0)
})

test('keys and the browser walk the moves', async ({ page }) => {
  await enterFen(page, FENS.kingAndRook)
  await answered(page)
  await page.getByRole('button', { name: say('toolbar.play'), exact: true }).click()
  const fen = page.getByLabel(say('fen.label'))
  const [best, other] = await page.locator('button.move b').allTextContents()

  await test.step('space plays the best move, arrows undo and redo', async () => {
    await page.keyboard.press(' ')
    await expect(page.locator('.played [aria-current]')).toHaveText(best)
    const after = await fen.inputValue()
    await page.keyboard.press('ArrowLeft')
    await expect(fen).toHaveValue(FENS.kingAndRook)
    await page.keyboard.press('ArrowRight')
    await expect(fen).toHaveValue(after)
  })
  await test.step('f turns the board', async () => {
    await expect(page.locator('.cg-wrap.orientation-white').first()).toBeVisible()
    await page.keyboard.press('f')
    await expect(page.locator('.board .orientation-black')).toBeVisible()
    await page.keyboard.press('f')
  })
  await test.step('moves are typed', async () => {
    await page.goBack()
    await expect(fen).toHaveValue(FENS.kingAndRook)
    const field = page.getByLabel(say('typedMove.label'))
    await field.fill('Qh9')
    await field.press('Enter')
    await expect(page.getByText(say('typedMove.none', { text: 'Qh9' }))).toBeVisible()
    await field.fill(other.replace(/[+#x]/g, '').toLowerCase())
    await field.press('Enter')
    await expect(page.locator('.played [aria-current]')).toHaveText(other)
    await expect(field).toHaveValue('')
  })
  await test.step('a reload keeps the moves, and back leads to the earlier position', async () => {
    await page.reload()
    await expect(page.locator('.played button.ply')).toHaveText([best, other])
    await page.goBack()
    await expect(fen).toHaveValue(FENS.kingAndRook)
    await page.goForward()
    await expect(page.locator('.played [aria-current]')).toHaveText(other)
  })
})

test('the best line is copied, saved and stepped through', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterFen(page, '8/8/8/8/8/1k6/7r/K7 w - - 0 1')
  await answered(page)
  await expect(page.getByRole('heading', { name: say('line.title') })).toBeVisible()
  await expect(page.locator('.besides')).toContainText(
    say('answer.passed', { color: 'black', verdict: say('verdict.mates', { winner: say('side.black'), moves: 1 }) }),
  )
  await page.getByRole('button', { name: say('line.copy') }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^1\. Kb1 .*#$/)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say('line.savePgn') }).click(),
  ])
  const chunks = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk)
  expect(Buffer.concat(chunks).toString()).toMatch(
    /\[FEN "8\/8\/8\/8\/8\/1k6\/7r\/K7 w - - 0 1"\]\n\n1\. Kb1 .*# 0-1\n$/s,
  )
  await page.getByRole('button', { name: say('line.step') }).evaluate((button) => {
    button.click()
    queueMicrotask(() => button.click()) // before the next one is known
  })
  await expect(page.locator('.played button.ply')).toHaveText(['Kb1', 'Rh1#'])

  await enterFen(page, '8/8/8/8/8/1kR5/8/K7 b - - 0 1')
  await expect(page.locator('.besides')).toContainText(say('answer.onlyMove', { move: 'Kxc3' }))
  await expect(
    page.getByRole('button', { name: `Kxc3, ${say('outcome.draw')}, ${say('moves.captures')}, ${say('moves.only')}` }),
  ).toBeVisible()
})

test('a position is turned, mirrored and mended, and mutual zugzwang is named', async ({ page }) => {
  const fen = page.getByLabel(say('fen.label'))
  const opposition = '8/4k3/8/4K3/4P3/8/8/8 w - - 0 1'
  await enterFen(page, '8/2k5/8/2K5/2P5/8/8/8 b - - 0 1')
  await edit(page)
  await page.getByRole('button', { name: say('setup.mirror') }).click()
  await expect(fen).toHaveValue('8/5k2/8/5K2/5P2/8/8/8 b - - 0 1')
  await page.getByRole('button', { name: say('setup.swap') }).click()
  await expect(fen).toHaveValue('8/8/8/5p2/5k2/8/5K2/8 w - - 0 1')
  await page.getByRole('button', { name: say('common.undo') }).click()
  await page.getByRole('button', { name: say('common.undo') }).click()
  await expect(fen).toHaveValue('8/2k5/8/2K5/2P5/8/8/8 b - - 0 1')
  await drag(
    page,
    () => square(page, 'c7'),
    () => square(page, 'c8'),
  )
  await expect(fen).toHaveValue('2k5/8/8/2K5/2P5/8/8/8 b - - 0 1')
  await page.keyboard.press('ArrowLeft')
  await expect(fen).toHaveValue('8/2k5/8/2K5/2P5/8/8/8 b - - 0 1')

  await enterFen(page, opposition)
  await answered(page)
  await expect(verdict(page)).toHaveText(say('verdict.draw'))
  await expect(page.locator('.besides')).toContainText(
    containing('answer.passed', { color: 'black', verdict: WHITE_MATES }),
  )
  await expect(page.locator('.besides')).toContainText(say('answer.zugzwang'))
})
