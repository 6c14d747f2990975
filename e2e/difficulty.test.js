// Difficulty: positions have stars, a set is sorted by them, and random positions fit the user's strength.

import { drop } from './files.js'
import { answered, enterFen, expect, expectAccessible, test } from './fixtures.js'
import { containing, pattern, say } from './words.js'

// From easy to hard.
const LIST = ['8/8/8/8/3k4/8/7r/6K1 w - - 0 1', '4k3/8/4K3/4P3/8/8/8/8 b - - 0 1', '8/8/8/2k5/8/8/4P3/4K3 w - - 0 1']

const ratingIn = (locator) =>
  locator.getByRole('img', { name: pattern('difficulty.level', { level: /\d/, levels: 5 }) })

test('positions of a set have stars and are sorted by them, and practice finds one of my strength', async ({
  page,
}) => {
  await enterFen(page, LIST[2])
  await answered(page)
  await drop(page, { text: LIST.toReversed().join('\n') })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('found.add') })
    .click()
  const dialog = page.getByRole('dialog', { name: say('collect.title', { count: LIST.length }) })
  await dialog.getByLabel(say('collect.name')).fill('Tuesday')
  await dialog.getByRole('button', { name: say('collect.make') }).click()
  await page
    .getByRole('navigation', { name: say('header.pages') })
    .getByRole('link', { name: say('header.sets'), exact: true })
    .click()
  await page.getByRole('link', { name: 'Tuesday' }).click()

  const positions = page.locator('.positions li')
  await expect(ratingIn(page.locator('.positions'))).toHaveCount(LIST.length)
  await expect(ratingIn(positions.first())).toHaveAccessibleName(say('difficulty.level', { level: 5, levels: 5 }))
  await page.getByRole('button', { name: say('setsPage.sort') }).click()
  const set = () => page.evaluate(() => globalThis.matewrightPage.state().sets[0].positions.map(({ fen }) => fen))
  await expect.poll(set).toEqual(LIST)
  await expectAccessible(page, '.sets-page')

  await page
    .getByRole('navigation', { name: say('header.pages') })
    .getByRole('link', { name: say('header.board'), exact: true })
    .click()
  await page.getByRole('button', { name: say('toolbar.practise'), exact: true }).click()
  const practice = page.getByRole('region', { name: say('practice.title') })
  await expect(practice.getByLabel(say('practice.length'))).toHaveValue(say('depth.mine', { level: 2 })) // at first
  await practice.getByRole('button', { name: say('practice.start') }).click()
  await expect(practice.getByRole('heading')).toHaveText(
    containing('practice.toPlayAnd', { side: 'white', goal: 'win' }),
  )
  await expect(ratingIn(practice)).toBeVisible()
  const { strength, ratings, start } = await page.evaluate(() => {
    const { strength, ratings, game } = globalThis.matewrightPage.state()
    return { strength, ratings, start: game.start }
  })
  // None of a dozen wins is closer.
  const away = ({ chance }) => Math.abs(-Math.log2(chance) - strength)
  const candidates = Object.values(ratings).filter(Boolean)
  expect(candidates.length).toBeGreaterThan(10)
  const wins = Object.entries(ratings).filter(([fen, rating]) => rating && !LIST.includes(fen))
  for (const [, rating] of wins) expect(away(ratings[start])).toBeLessThanOrEqual(away(rating))
})
