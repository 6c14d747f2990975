import { answered, boardLabel, drag, edit, enterFen, expect, FENS, middle, square, test, verdict } from './fixtures.js'
import { say } from './words.js'

// Men glide to their squares, which must not disturb a hand.
test.use({ device: { reducedMotion: 'no-preference' } })

test.describe('setting up', () => {
  test.beforeEach(({ page }) => edit(page))

  test('pieces are dragged about, in and off', async ({ page }) => {
    await enterFen(page, '8/8/8/8/8/2k5/8/K6R w - - 0 1')
    const fen = page.getByLabel(say('fen.label'))
    await drag(
      page,
      () => square(page, 'h1'),
      () => square(page, 'h7'),
    )
    await expect(fen).toHaveValue('8/7R/8/8/8/2k5/8/K7 w - - 0 1')
    await drag(
      page,
      () => middle(page.getByRole('button', { name: say('piece', { color: 'white', role: 'queen' }) })),
      () => square(page, 'd4'),
    )
    await expect(fen).toHaveValue('8/7R/8/8/3Q4/2k5/8/K7 w - - 0 1')
    await drag(
      page,
      () => square(page, 'h7'),
      () => ({ x: 1270, y: 400 }),
    )
    await expect(fen).toHaveValue('8/8/8/8/3Q4/2k5/8/K7 w - - 0 1')
    expect(await boardLabel(page)).toContain(`${say('piece', { color: 'white', role: 'queen' })} d4`)
  })

  test('news that comes as a piece is dropped does not put it back', async ({ page }) => {
    await enterFen(page, '8/8/8/8/8/2k5/8/K6R w - - 0 1')
    await page.evaluate(() =>
      document.addEventListener('mouseup', () => document.querySelector('mw-board').requestUpdate()),
    )
    await drag(
      page,
      () => square(page, 'h1'),
      () => square(page, 'h7'),
    )
    await expect(page.getByLabel(say('fen.label'))).toHaveValue('8/7R/8/8/8/2k5/8/K7 w - - 0 1')
  })

  test('a tapped spare is put down by taps, the eraser takes away', async ({ page }) => {
    await page.getByRole('button', { name: say('setup.clear') }).click()
    const fen = page.getByLabel(say('fen.label'))
    const put = async (name, ...keys) => {
      await page.getByRole('button', { name }).click()
      for (const key of keys) await page.mouse.click(...Object.values(await square(page, key)))
    }
    await put(say('piece', { color: 'white', role: 'king' }), 'e1')
    await put(say('piece', { color: 'black', role: 'king' }), 'e8')
    await put(say('piece', { color: 'black', role: 'pawn' }), 'a4', 'b4')
    await put(say('tray.eraser'), 'a4')
    await expect(fen).toHaveValue('4k3/8/8/8/1p6/8/8/4K3 w - - 0 1')
    await page.getByRole('button', { name: say('side.toMove', { side: say('side.black') }) }).click()
    await expect(fen).toHaveValue('4k3/8/8/8/1p6/8/8/4K3 b - - 0 1')
  })

  test('the keyboard alone is enough', async ({ page }) => {
    await page.getByRole('button', { name: say('setup.clear') }).click()
    for (let i = 0; i < 40; i++) {
      if (await page.evaluate(() => document.activeElement?.classList.contains('board'))) break
      await page.keyboard.press('Shift+Tab')
    }
    await page.keyboard.press('k') // on e4
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+K')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('r')
    await expect(page.getByLabel(say('fen.label'))).toHaveValue('8/8/4kR2/8/4K3/8/8/8 w - - 0 1')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(say('fen.label'))).toHaveValue('8/8/4k3/5R2/4K3/8/8/8 w - - 0 1')
  })
})

test('moves are played from the list, by dragging and from the line, and stepped through', async ({ page }) => {
  await enterFen(page, FENS.kingAndRook)
  await answered(page)
  const start = await verdict(page).textContent()
  const moves = Number(start.match(/\d+/)[0])
  const fen = page.getByLabel(say('fen.label'))

  await page.locator('button.move').first().hover()
  await expect(page.locator('.cg-shapes line')).toHaveCount(1)

  const line = page.locator('mw-line button.ply')
  await expect(line).toHaveCount(2 * moves - 1)
  await line.last().click()
  await expect(verdict(page)).toHaveText(say('verdict.checkmated', { side: say('side.black') }))
  await expect(page.locator('.played button.ply')).toHaveCount(2 * moves - 1)

  await page.getByRole('button', { name: say('history.start') }).click()
  await expect(fen).toHaveValue(FENS.kingAndRook)
  await expect(verdict(page)).toHaveText(start)
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('.played [aria-current]')).toHaveCount(1)
  await page.getByRole('button', { name: say('history.back') }).click()

  await expect(page.locator('.answer')).toHaveAttribute('data-asking', 'false')
  await drag(
    page,
    () => square(page, 'h1'),
    () => square(page, 'g1'),
  )
  await expect(page.locator('.played [aria-current]')).toHaveText('Rg1')
  await expect(page.locator('.played button.ply')).toHaveCount(2 * moves) // beside the earlier moves
  // An illegal move is taken back.
  const before = await fen.inputValue()
  await drag(
    page,
    () => square(page, 'c3'),
    () => square(page, 'c8'),
  )
  await expect(fen).toHaveValue(before)
})

test('a promotion asks for the piece', async ({ page }) => {
  await enterFen(page, '8/4P1k1/8/8/8/8/8/4K3 w - - 0 1')
  await answered(page)
  await page.getByRole('button', { name: say('toolbar.play'), exact: true }).click()
  await drag(
    page,
    () => square(page, 'e7'),
    () => square(page, 'e8'),
  )
  await page
    .getByRole('group', { name: say('board.promoteTo') })
    .getByRole('button', { name: say('board.rook') })
    .click()
  await expect(page.locator('.played button.ply')).toHaveText(['e8=R'])
  expect(await boardLabel(page)).toContain(`${say('piece', { color: 'white', role: 'rook' })} e8`)
})

test('a promotion is chosen by keyboard', async ({ page }) => {
  await enterFen(page, '8/4P1k1/8/8/8/8/8/4K3 w - - 0 1')
  await answered(page)
  await page.getByRole('button', { name: say('toolbar.play'), exact: true }).click()
  await page.locator('.board').focus()
  // From e4.
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
  const choice = page.getByRole('group', { name: say('board.promoteTo') })
  await expect(choice.getByRole('button', { name: say('board.queen') })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(choice).toHaveCount(0)
  await expect(page.locator('.board')).toBeFocused()
  for (const key of ['ArrowDown', 'Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
  await choice.getByRole('button', { name: say('board.rook') }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.played button.ply')).toHaveText(['e8=R'])
})

test('the line can be watched to its end', async ({ page }) => {
  await enterFen(page, '8/8/8/8/8/1k6/7r/K7 b - - 0 1')
  await answered(page)
  await page.getByRole('button', { name: say('line.play') }).click()
  await expect(verdict(page)).toHaveText(say('verdict.checkmated', { side: say('side.white') }))
})

test('Tab skips the header, and best play and the moves played are one stop each', async ({ page }) => {
  await enterFen(page, FENS.kingAndRook)
  await answered(page)
  const line = page.locator('.line ol button')
  await line.nth(1).click()
  await answered(page)
  const current = page.locator('.played [aria-current]')
  const before = await current.textContent()
  const stops = (list) => list.evaluateAll((all) => all.flatMap(({ tabIndex }, i) => (tabIndex ? [] : i)))
  await expect(line).not.toHaveCount(0)
  expect(await stops(line)).toEqual([0])
  await line.first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(line.nth(1)).toBeFocused()
  await expect(current).toHaveText(before) // arrows step through the game elsewhere
  await expect(page.locator('.played button.ply')).toHaveCount(2)
  expect(await stops(line)).toEqual([1])
  await page.keyboard.press('End')
  await expect(line.last()).toBeFocused()
  await page.keyboard.press('Enter')
  await answered(page)
  const played = page.locator('.played button.ply')
  expect(await stops(played)).toEqual([(await played.count()) - 1])
  await played.last().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(current).toBeFocused()
  expect(await stops(played)).toEqual([(await played.count()) - 2])

  await page.reload()
  await answered(page)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: say('header.skip') })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  const address = page.url()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  expect(page.url()).toBe(address)
})
