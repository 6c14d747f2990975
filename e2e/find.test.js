import { readFile } from 'node:fs/promises'
import { buildMissing, expect, expectAccessible, test, verdict } from './fixtures.js'

test.use({ atOnce: false })

const finder = (page) => page.getByRole('region', { name: 'Find positions' })
const goTo = (page, name) => page.evaluate((name) => (location.hash = `#/tables/${name}`), name)
const choose = (page, kind) => finder(page).getByLabel('What to find').selectOption({ label: kind })
const find = (page) => finder(page).getByRole('button', { name: 'Find', exact: true }).click()

test('positions of a class are found, page by page, and open on the board', async ({ page }) => {
  await goTo(page, 'KPvK')
  await expect(finder(page)).toContainText('The table of KPvK has to be built first.')
  await page.getByRole('link', { name: 'Board' }).click()
  await buildMissing(page)
  await goTo(page, 'KPvK')
  const found = finder(page).getByRole('list', { name: 'Found positions' }).getByRole('button')
  const status = finder(page).getByRole('status')

  await test.step('mutual zugzwangs, of which there are 80', async () => {
    await choose(page, 'Mutual zugzwangs')
    await find(page)
    await expect(status).toContainText('24 found so far')
    await expect(found).toHaveCount(24)
    await expect(found.first()).toContainText('White to move draws')
    await expect(found.first()).toContainText(/Black to move is mated in \d+/)
    await expectAccessible(page, 'mw-finder')
    for (const count of [48, 72, 80]) {
      await finder(page).getByRole('button', { name: 'More' }).click()
      await expect(found).toHaveCount(count)
    }
    await expect(status).toContainText('All are here: 80 positions')
    await expect(finder(page).getByRole('button', { name: 'More' })).toHaveCount(0)
  })

  await test.step('mates in exactly so many moves, as many as the statistics say', async () => {
    await choose(page, 'Mate in exactly')
    await finder(page).getByLabel('Moves').fill('28')
    await find(page)
    await expect(status).toContainText('All are here: 3 positions')
    await found.first().click()
    await expect(verdict(page)).toHaveText('White mates in 28')
    await page.goBack()
    await expect(found).toHaveCount(3)
  })

  await test.step('nothing is said to be nothing', async () => {
    await finder(page).getByLabel('Moves').fill('29')
    await find(page)
    await expect(status).toContainText('KPvK has no such position')
    await expect(found).toHaveCount(0)
    await finder(page).getByRole('button', { name: 'One at random' }).click()
    await expect(finder(page).getByRole('alert')).toContainText('The table has no such position.')
  })

  await test.step('what is stopped says so, and can go on', async () => {
    await choose(page, 'Only one winning move')
    // Before its worker has started, the search can't be over.
    await finder(page).evaluate(async (section) => {
      section.querySelector('button.primary').click()
      await section.closest('mw-finder').updateComplete
      section.querySelector('.under-way button').click()
    })
    await expect(status).toContainText('Stopped after 0% of the table, with 0 found. There may be more.')
    await finder(page).getByRole('button', { name: 'Go on' }).click()
    await expect(found).toHaveCount(24)
    await expect(found.first()).toContainText(/White mates in \d+, only by K[a-h][1-8]|only by [a-h][1-8]/)
  })

  await test.step('by where men stand, either side to move, far from each other; kept, and saved', async () => {
    await choose(page, 'Any positions')
    await finder(page).getByRole('button', { name: 'Either to move' }).click()
    await finder(page).getByLabel('Where men stand').fill('white tower on h7')
    await find(page)
    await expect(finder(page).getByRole('alert')).toContainText('names no man')
    await finder(page).getByLabel('Where men stand').fill('white pawn on the h-file, black king on the e-file')
    await finder(page).getByLabel('Plies to mate at most').fill('21')
    await finder(page).getByLabel('Varied').check()
    await find(page)
    await expect(found).toHaveCount(24)
    for (const men of await found.allTextContents()) expect(men).toMatch(/mates in|Draw/)
    await expect(found.first()).toContainText(/pawn h[2-7]/)
    await expectAccessible(page, 'mw-finder')
    const first = await found.first().textContent()
    await page.reload()
    await expect(found).toHaveCount(24)
    await expect(found.first()).toHaveText(first)
    const [file] = await Promise.all([page.waitForEvent('download'), finder(page).getByRole('button', { name: 'Save as EPD' }).click()])
    expect((await readFile(await file.path(), 'utf8')).split('\n')[0]).toMatch(/^\S+ [wb] - - c0 "White mates in \d+";$/)
    await finder(page).getByRole('button', { name: 'Find all' }).click()
    await expect(status).toContainText('one from each of 256 parts of the table that has some')
  })

  await test.step('one at random', async () => {
    await choose(page, 'Mated in exactly')
    await finder(page).getByLabel('Moves').fill('7')
    await finder(page).getByRole('button', { name: 'Black to move' }).click()
    await finder(page).getByRole('button', { name: 'One at random' }).click()
    await expect(verdict(page)).toHaveText('White mates in 7')
    await expect(page.locator('.verdict')).toContainText('Black to move')
  })
})
