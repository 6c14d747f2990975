import { answered, expect, expectAccessible, showList, test, verdict } from './fixtures.js'
import { beginning, pattern, say, WHITE_MATES } from './words.js'

test.use({ device: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, start: '' })

const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= screen.width)

test('on a phone everything fits, the verdict on the first screen, and taps set up a position', async ({ page }) => {
  expect(await fits(page)).toBe(true)
  await answered(page)
  await expect(verdict(page)).toBeInViewport()

  await page.getByRole('button', { name: say('toolbar.edit'), exact: true }).tap()
  await expect(verdict(page)).toBeInViewport()
  await page.getByRole('button', { name: say('setup.clear') }).tap()
  await expect(page.locator('.answer')).toHaveText(say('setup.placeKing', { color: 'both' }))
  await expect(page.getByLabel(say('fen.label'))).toHaveAttribute('aria-invalid', 'false')
  await page.evaluate(() => scrollTo(0, 0)) // to the board
  const box = await page.locator('cg-board').boundingBox()
  const tap = (file, rank) =>
    page.touchscreen.tap(box.x + (box.width * (file + 0.5)) / 8, box.y + (box.width * (7.5 - rank)) / 8)
  for (const [piece, file, rank] of [
    [say('piece', { color: 'white', role: 'king' }), 4, 0],
    [say('piece', { color: 'black', role: 'king' }), 4, 7],
    [say('piece', { color: 'white', role: 'queen' }), 3, 0],
  ]) {
    await page.getByRole('button', { name: piece }).tap()
    await tap(file, rank)
  }
  await expect(page.getByLabel(say('fen.label'))).toHaveValue('4k3/8/8/8/8/8/8/3QK3 w - - 0 1')
  await expect(verdict(page)).toHaveText(WHITE_MATES)

  await page.getByRole('link', { name: say('header.tables') }).tap()
  await expect(page.locator('button.cell')).toHaveCount(145)
  expect(await fits(page)).toBe(true)
  await showList(page)
  await expect(page.locator('.row')).toHaveCount(145)
  expect(await fits(page)).toBe(true)
})

test('the task of practice is right under the board, and the controls come after it', async ({ page, site }) => {
  await page.goto(`${site.url}?fen=8/8/8/8/8/2k5/8/K6R_w_-_-_0_1`)
  await answered(page)
  await page.getByRole('button', { name: say('toolbar.practise'), exact: true }).tap()
  const field = page.getByLabel(say('typedMove.label'))
  await expect(field).toBeDisabled()
  await page.getByRole('button', { name: say('practice.begin') }).tap()
  await expect(field).toBeEnabled()
  await expect(page.locator('cg-board')).toBeInViewport({ ratio: 1 })
  const task = page.getByRole('heading', { name: say('practice.toPlayAnd', { side: 'white', goal: 'win' }) })
  const bottomOf = (box) => box.y + box.height
  const [board, words, controls] = await Promise.all(
    [page.locator('mw-board'), task, page.getByRole('group', { name: say('toolbar.mode') })].map((each) =>
      each.boundingBox(),
    ),
  )
  expect(words.y - bottomOf(board)).toBeLessThan(48)
  expect(controls.y).toBeGreaterThan(bottomOf(words))
  expect(await fits(page)).toBe(true)
  await page.goto(`${site.url}#/about`)
  await expect(page.getByRole('heading', { name: say('compare.title') })).toBeVisible()
  expect(await fits(page)).toBe(true)
})

test('the task of a lesson is right under the board, and its words and the next lesson come last', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}#/course`)
  const practice = page.getByRole('region', { name: say('practice.title') })
  const task = practice.getByRole('heading', { name: say('practice.toPlayAnd', { side: 'white', goal: 'win' }) })
  await expect(task).toBeVisible({ timeout: 50_000 })
  const next = page.getByRole('button', { name: say('training.next') })
  const [hint, note, last] = await Promise.all(
    [practice.getByRole('button', { name: say('practice.hint') }), page.locator('.training .note'), next].map((each) =>
      each.boundingBox(),
    ),
  )
  await expect(task).toBeInViewport()
  expect(hint.y).toBeLessThan(note.y)
  expect(note.y).toBeLessThan(last.y)
  await expect(next).toHaveClass('quiet')
  await practice.getByRole('button', { name: say('practice.verdict') }).tap()
  await expect(verdict(page)).toBeVisible()
  const [shown, words] = await Promise.all(
    [page.locator('.verdict'), page.locator('.training .note')].map((each) => each.boundingBox()),
  )
  expect(shown.y).toBeLessThan(words.y)
  expect(await fits(page)).toBe(true)
})

test.describe('with builds without a click switched off', () => {
  test.use({ atOnce: false })

  test('one button under the board builds the tables of a lesson, and practice starts', async ({ page, site }) => {
    await page.goto(`${site.url}#/course`)
    const practice = page.getByRole('region', { name: say('practice.title') })
    const prepare = practice.getByRole('button', {
      name: pattern('practice.prepare', { known: 'true', time: /.+/ }),
    })
    await expect(prepare).toBeInViewport({ ratio: 1, timeout: 30_000 })
    const tables = practice.getByRole('list', { name: say('missing.needed') })
    await expect(tables).toBeHidden()
    await practice.getByText(say('practice.needs')).tap()
    await expect(tables).toBeVisible()
    await expect(practice.getByRole('button')).toHaveCount(1)
    expect(await fits(page)).toBe(true)
    await expectAccessible(page, '.panel-side')
    await prepare.tap()
    await expect(
      page.getByRole('heading', { name: say('practice.toPlayAnd', { side: 'white', goal: 'win' }) }),
    ).toBeVisible({ timeout: 50_000 })
    await expect(page.locator('mw-build > *')).toHaveCount(0)
  })
  test('the notice of finished tables covers nothing, and comes after the verdict', async ({ page, site }) => {
    await page.goto(`${site.url}?fen=8/8/8/8/8/2k5/8/K6R_w_-_-_0_1`)
    await page.getByRole('button', { name: beginning('missing.buildMissing') }).tap()
    const notice = page.locator('.build-end.done')
    await expect(notice).toBeVisible({ timeout: 50_000 })
    await expect(verdict(page)).toBeVisible()
    await page.locator('.verdict').evaluate((card) => card.scrollIntoView({ block: 'end' }))
    const [shown, ready] = await Promise.all([page.locator('.verdict'), notice].map((each) => each.boundingBox()))
    expect(ready.y).toBeGreaterThanOrEqual(shown.y + shown.height)
    expect(await fits(page)).toBe(true)
  })
})
