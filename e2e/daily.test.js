// One only-move a day: found, counted, and shared without its solution.

import positions from '../web/src/features/daily/positions.json' with { type: 'json' }
import { expect, expectAccessible, test } from './fixtures.js'
import { say } from './words.js'

const DAY_MS = 86_400_000
const TUESDAY = new Date(2027, 0, 26, 12) // a position with three men
const { line } = positions[(Math.floor(TUESDAY.getTime() / DAY_MS) + 3) % positions.length]
const [first, , second] = line.split(' ')

/** The date as the page shows it. @param {number} later  days after TUESDAY */
const dateInWords = (later) =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    TUESDAY.getTime() + later * DAY_MS,
  )

test.use({ start: null })

const heading = (page) => page.getByRole('region', { name: say('practice.title') }).getByRole('heading')

/** @param {import('@playwright/test').Page} page @param {string} san */
async function typeMove(page, san) {
  await page.waitForFunction(() => {
    const { practice, asking, answer } = globalThis.matewrightPage.state()
    return practice && !asking && answer.fen.split(' ')[1] === 'w'
  })
  const field = page.getByLabel(say('typedMove.label'))
  await expect(field).toBeEnabled()
  await field.fill(san)
  await field.press('Enter')
}

test('the only move of the day is missed, found, counted and shared', async ({ page, site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.setFixedTime(TUESDAY)
  await page.addInitScript(() => {
    navigator.share = async (data) => void (globalThis.shared = data)
  })
  await page.goto(`${site.url}#/sets`)
  await page.getByRole('button', { name: say('daily.play') }).click()
  await expect(page).toHaveURL(/#\/day$/)
  const practice = page.getByRole('region', { name: say('practice.title') })
  await expect(practice).toContainText(say('daily.task', { goal: 'draw', count: 2 }), { timeout: 50_000 })
  await expectAccessible(page, '.panel-side')

  await test.step('a wrong move counts, and gives the solution away only on request', async () => {
    const wrong = await page.evaluate(() => {
      const { moves } = globalThis.matewrightPage.state().answer.probe
      return moves.at(-1).san
    })
    await typeMove(page, wrong)
    await expect(heading(page)).toHaveText(say('practice.thrown', { goal: 'draw', move: wrong }))
    await expect(page.getByRole('button', { name: say('daily.copy') })).toHaveCount(0)
    await page.getByRole('button', { name: say('practice.findBetter') }).click()
  })
  await test.step('the found moves end it', async () => {
    await typeMove(page, first)
    await expect(practice).toContainText(say('practice.holds', { move: first }))
    // The task ends with the second move, and not after as many as a draw has elsewhere.
    await expect(practice).not.toContainText(say('practice.left', { count: 19 }))
    await typeMove(page, second)
    await expect(heading(page)).toHaveText(say('daily.solved'))
    await expect(practice).toContainText(say('daily.solvedText', { goal: 'draw' }))
    await expect(practice).toContainText(say('practice.notAtOnce'))
  })
  await test.step('the result has no move', async () => {
    await practice.getByRole('button', { name: say('daily.copy') }).click()
    await expect(page.locator('.notice')).toContainText(say('daily.copied'))
    const result = await page.evaluate(() => navigator.clipboard.readText())
    expect(result).toContain('⬜🟥')
    expect(result).toContain(`${site.url}#/day`)
    expect(result).not.toContain(first)
    await practice.getByRole('button', { name: say('daily.share') }).click()
    await expect.poll(() => page.evaluate(() => globalThis.shared)).toEqual({ text: result })
  })
  const training = page.getByRole('region', { name: say('training.title'), exact: true })
  await test.step('it counts after the next attempt, also in a later visit', async () => {
    await page.reload()
    await expect(practice).toContainText(say('daily.task', { goal: 'draw', count: 2 }), { timeout: 50_000 })
    await typeMove(page, first)
    await expect(practice).toContainText(say('practice.holds', { move: first }))
    await typeMove(page, second)
    await expect(training).toContainText(say('daily.streak', { count: 1 }))
    await expect(training).toContainText(dateInWords(0))
    await page.goto(`${site.url}#/sets`)
    const card = page.getByRole('region', { name: say('daily.title') })
    await expect(card).toContainText(say('daily.streak', { count: 1 }))
    await expect(page.locator('.sets > li')).toHaveCount(1) // only the classics: it is not among the user's sets
    await expectAccessible(page, '.sets-page')
    await page.clock.setFixedTime(new Date(2027, 0, 29, 12))
    await page.reload()
    await expect(card).toContainText(say('daily.streak', { count: 0 }))
    // Nor does the score count for the same position of the next year.
    await page.clock.setFixedTime(TUESDAY.getTime() + 364 * DAY_MS)
    await page.reload()
    await expect(card).toContainText(say('daily.streak', { count: 0 }))
    await expect(card.getByRole('button', { name: say('daily.copy') })).toHaveCount(0)
  })
  await test.step('a page that was left open goes to the next day when it is seen again', async () => {
    await page.clock.setFixedTime(TUESDAY)
    await page.goto(`${site.url}#/day`)
    await expect(training).toContainText(dateInWords(0))
    await page.clock.setFixedTime(TUESDAY.getTime() + DAY_MS)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(training).toContainText(dateInWords(1))
    await expect(training).toContainText(say('daily.streak', { count: 1 }))
    // Also if that day's position was solved before.
    await page.clock.setFixedTime(TUESDAY)
    await page.goto(`${site.url}#/sets`)
    await page.goto(`${site.url}#/day`)
    await expect(training).toContainText(dateInWords(0))
    await typeMove(page, first)
    await expect(practice).toContainText(say('practice.holds', { move: first }))
    await typeMove(page, second)
    await expect(heading(page)).toHaveText(say('daily.solved'))
    await page.clock.setFixedTime(TUESDAY.getTime() + DAY_MS)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(training).toContainText(dateInWords(1))
  })
})

test('the only position of a Monday has no steps, and its verdict leads back to the task', async ({ page, site }) => {
  const days = 237 // to a Monday with three men
  await page.clock.setFixedTime(TUESDAY.getTime() + days * DAY_MS)
  await page.goto(`${site.url}#/day`)
  const training = page.getByRole('region', { name: say('training.title'), exact: true })
  await expect(training).toContainText(dateInWords(days))
  await expect(training.getByRole('navigation')).toHaveCount(0)
  await expect(training.getByRole('button', { name: say('training.previous') })).toHaveCount(0)
  await expect(training).not.toContainText(say('training.position', { at: 1, count: 1, named: 'false' }))

  const practice = page.getByRole('region', { name: say('practice.title') })
  await practice.getByRole('button', { name: say('practice.verdict') }).click({ timeout: 50_000 })
  await expect(page.locator('.verdict')).toBeVisible()
  await expect(training.getByRole('button', { name: say('daily.copy') })).toBeVisible() // given up
  await page.getByRole('button', { name: say('training.back') }).click()
  await expect(practice.getByRole('button', { name: say('practice.hint') })).toBeVisible()
  await expect(page.getByRole('button', { name: say('training.back') })).toHaveCount(0)
})
