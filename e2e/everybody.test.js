import {
  answered,
  beginLongBuild,
  buildMissing,
  enterFen,
  expect,
  expectAccessible,
  FENS,
  showList,
  test,
  verdict,
} from './fixtures.js'
import { containing, say } from './words.js'

test.use({ atOnce: false, start: '' })

const BLACK_MATES = '8/8/8/8/8/1k6/7r/K7 w - - 0 1'
const NO_POSITION = '8/8/8/8/8/1k6/7r/K6 w - - 0 1'

/** Each view is checked in one of these ways, in turn: faults of a view hardly depend on the way. */
const WAYS = /** @type {const} */ ([
  { colorScheme: 'light', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 360, height: 740 },
  { colorScheme: 'light', width: 640, height: 400 }, // a desk at 200 %
])

test('axe finds no fault in any view, and no view is wider than a phone', async ({ page }) => {
  test.setTimeout(120_000)
  let looked = 0
  const look = async (view) => {
    const { colorScheme, width, height } = WAYS[looked++ % WAYS.length]
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    await expectAccessible(page, 'html', `${view}, ${colorScheme}`)
    await page.setViewportSize({ width: 360, height: 740 })
    // The board follows a frame later.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${view}, on a phone`).toBe(360)
  }
  const mode = (name) => page.getByRole('button', { name, exact: true }).click()

  await expect(page.getByRole('heading', { name: say('missing.notBuilt', { count: 1, names: 'KPvK' }) })).toBeVisible()
  await look('missing')
  await buildMissing(page)
  await look('built')
  await page.getByRole('button', { name: say('common.dismiss') }).click()
  await enterFen(page, NO_POSITION)
  await expect(page.getByRole('heading', { name: say('problem.fen') })).toBeVisible()
  await look('no position')
  await enterFen(page, BLACK_MATES)
  await expect(verdict(page)).toHaveText(containing('verdict.mates', { winner: say('side.black') }))
  await look('set up')
  await mode(say('toolbar.play'))
  await page.locator('button.move').first().click()
  await look('play')
  await mode(say('toolbar.practise'))
  await page.getByRole('button', { name: say('practice.begin') }).click()
  await look('practice')
  await page.getByRole('button', { name: say('settings.title') }).click()
  await page.getByLabel(say('settings.board.walnut')).check()
  await look('settings')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: say('header.about') }).click()
  await look('about')
  await page
    .getByRole('navigation', { name: say('header.pages') })
    .getByRole('link', { name: say('header.sets') })
    .click()
  await expect(page.getByRole('heading', { name: say('sets.classics') })).toBeVisible()
  await look('sets')
  await page.getByRole('button', { name: say('setsPage.practiseIt', { name: say('sets.classics') }) }).click()
  await expect(page.getByRole('region', { name: say('setNeeds.title') })).toBeVisible()
  await look('a set to be practised')
  await page.getByRole('button', { name: say('training.end') }).click()
  await page.getByRole('link', { name: say('sets.classics') }).click()
  await expect(page.getByLabel(say('setsPage.nameOf', { at: 5 }))).toHaveValue('Saavedra, 1895')
  await look('a set')
  await page.getByRole('link', { name: say('header.tables'), exact: true }).click()
  await look('tables')
  await page.evaluate(() => (location.hash = '#/tables/KQvKR'))
  await expect(
    page.getByRole('heading', { name: say('classPage.absent', { begun: 'no', name: 'KQvKR' }) }),
  ).toBeVisible()
  await look('an absent class')
})

test('a verdict is announced once, dialogs return the focus, and reduced motion is respected', async ({ page }) => {
  await buildMissing(page)
  await answered(page) // a new verdict on the first position comes after the build
  await test.step('each position is announced once, by its verdict or its error', async () => {
    await page.evaluate(() => {
      globalThis.said = []
      const heard = (records) => {
        const regions = new Set(
          records.map(({ target }) =>
            (target instanceof Element ? target : target.parentElement)?.closest(
              '[aria-live], [role=status], [role=alert]',
            ),
          ),
        )
        for (const region of regions) if (region?.textContent.trim()) globalThis.said.push(region.textContent.trim())
      }
      new MutationObserver(heard).observe(document.querySelector('main'), {
        subtree: true,
        childList: true,
        characterData: true,
      })
    })
    const said = () => page.evaluate(() => globalThis.said.splice(0))
    await enterFen(page, FENS.kingAndRook)
    const someSaid = () => expect.poll(() => page.evaluate(() => globalThis.said.length)).toBeGreaterThan(0)
    await expect(page.getByRole('heading', { name: say('line.title') })).toBeVisible()
    await someSaid() // the heading may be that of the position before
    await answered(page)
    expect(await said()).toEqual([await verdict(page).textContent()])
    await enterFen(page, NO_POSITION)
    const problem = page.locator('.problem p')
    await expect(problem).toBeVisible()
    await someSaid()
    expect(await said()).toEqual([await problem.textContent()])
  })
  await test.step('dialogs and settings', async () => {
    await page.getByRole('link', { name: say('header.tables') }).click()
    await showList(page)
    const opener = page.getByRole('button', { name: say('tableActions.delete', { name: 'KQvK' }), exact: true })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: say('delete.keep', { count: 1 }) })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: say('delete.delete') })).toBeFocused()
    await expectAccessible(page, 'dialog[open]')
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
    const settings = page.getByRole('button', { name: say('settings.title') })
    await settings.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel(say('settings.colours.auto'))).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(settings).toBeFocused()
  })
  await test.step('motion', async () => {
    const moving = () =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await beginLongBuild(page)
    await expect.poll(moving).toBeGreaterThan(0)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect.poll(moving).toBe(0)
    await page
      .getByRole('button', { name: say('build.cancel') })
      .first()
      .click()
    await page.getByRole('link', { name: say('header.board') }).click()
    expect(await page.evaluate(() => document.querySelector('mw-board').ground.state.animation.enabled)).toBe(false)
  })
})

test('pieces stay on their squares when the window changes its size', async ({ page }) => {
  const farthest = () =>
    page.evaluate(() => {
      const board = document.querySelector('cg-board').getBoundingClientRect()
      const distances = [...document.querySelectorAll('cg-board piece')].map((piece) => {
        const { left, top, width } = piece.getBoundingClientRect()
        const [file, rank] = [(left - board.left) / width, (top - board.top) / width]
        return Math.max(
          Math.abs(file - Math.round(file)),
          Math.abs(rank - Math.round(rank)),
          Math.abs(board.width / width - 8),
        )
      })
      return distances.length ? Math.max(...distances) : Infinity
    })
  for (const reducedMotion of /** @type {const} */ (['reduce', 'no-preference'])) {
    await page.emulateMedia({ reducedMotion })
    for (const width of [360, 1280, 700]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(farthest, `${width} wide, ${reducedMotion}`).toBeLessThan(0.05)
    }
  }
})
