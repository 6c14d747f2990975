// The first course: a lesson begins with its words, is played to mate, and its score is kept.

import { answered, expect, expectAccessible, test } from './fixtures.js'
import { say } from './words.js'

test.use({ start: '' })

test('a newcomer opens the course, masters the first mate, and goes on from there later', async ({ page }) => {
  test.setTimeout(120_000)
  await answered(page)
  await page
    .locator('.welcome')
    .getByRole('link', { name: say('course.title') })
    .click()
  const lesson = page.getByRole('region', { name: say('training.title'), exact: true })
  await expect(lesson).toContainText(say('course.queenText'))
  const practice = page.getByRole('region', { name: say('practice.title') })
  const heading = practice.getByRole('heading')
  await expect(heading).toHaveText(say('practice.toPlayAnd', { side: 'white', goal: 'win' }), { timeout: 50_000 })
  await expectAccessible(page, '.panel-side')

  for (let moves = 0; moves < 10 && (await heading.textContent()) !== say('practice.mate'); moves++) {
    await page.waitForFunction(() => {
      const { practice, asking, answer } = globalThis.matewrightPage.state()
      return practice.stage === 'done' || (!asking && answer.fen.split(' ')[1] === 'w')
    })
    const best = await page.evaluate(() => globalThis.matewrightPage.state().answer.probe.moves[0]?.san)
    if (!best) break
    await page.getByLabel(say('typedMove.label')).fill(best)
    await page.getByLabel(say('typedMove.label')).press('Enter')
    await page.waitForFunction(() => !globalThis.matewrightPage.state().asking)
  }
  await expect(heading).toHaveText(say('practice.mate'))
  await page.getByRole('button', { name: say('training.next') }).click()
  await expect(lesson).toContainText(say('course.rookText'))

  await page
    .getByRole('navigation', { name: say('header.pages') })
    .getByRole('link', { name: say('header.sets'), exact: true })
    .click()
  await page.reload()
  await expect(page.locator('.own-set').filter({ hasText: say('course.title') })).toContainText(
    say('sets.tally', { count: 7, solved: 1, how: 'allAtOnce', atOnce: 1 }),
  )
  await page.getByRole('button', { name: say('course.goOn') }).click()
  await expect(lesson).toContainText(say('course.rookText'))
})
