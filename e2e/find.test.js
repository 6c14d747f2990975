import { readFile } from 'node:fs/promises'
import { buildMissing, expect, expectAccessible, test, verdict } from './fixtures.js'
import { containing, either, inOrder, say, sentenceOf, WHITE_MATES, whiteMates } from './words.js'

test.use({ atOnce: false, start: '' })

const finder = (page) => page.getByRole('region', { name: say('finder.title') })
const goTo = (page, name) => page.evaluate((name) => (location.hash = `#/tables/${name}`), name)
const choose = (page, kind) => finder(page).getByLabel(say('finder.what')).selectOption({ label: kind })
const find = (page) =>
  finder(page)
    .getByRole('button', { name: say('finder.find'), exact: true })
    .click()

// Long because each step begins on the page that the one before has left.
test('positions of a class are found, page by page, and open on the board', async ({ page }) => {
  await goTo(page, 'KPvK')
  await expect(finder(page)).toContainText(say('finder.notBuilt', { name: 'KPvK' }))
  await page.getByRole('link', { name: say('header.board') }).click()
  await buildMissing(page)
  await goTo(page, 'KPvK')
  const found = finder(page)
    .getByRole('list', { name: say('finder.found') })
    .getByRole('button')
  const status = finder(page).getByRole('status')

  await test.step('the 80 mutual zugzwangs', async () => {
    await choose(page, say('finder.zugzwang'))
    await find(page)
    await expect(status).toContainText(say('finder.soFar', { count: 24, known: 'true', total: 80 }))
    await expect(found).toHaveCount(24)
    await expect(found.first()).toContainText(say('finder.fares.draws', { mover: 'white' }))
    await expect(found.first()).toContainText(containing('finder.fares.isMated', { mover: 'black', moves: /\d+/ }))
    await expectAccessible(page, 'mw-finder')
    for (const count of [48, 72, 80]) {
      await finder(page)
        .getByRole('button', { name: say('finder.more') })
        .click()
      await expect(found).toHaveCount(count)
    }
    await expect(status).toContainText(say('finder.foundAll', { count: 80 }))
    await expect(finder(page).getByRole('button', { name: say('finder.more') })).toHaveCount(0)
  })

  await test.step('mates in an exact number of moves, as many as in the statistics', async () => {
    await choose(page, say('finder.mate'))
    await finder(page).getByLabel(say('finder.movesFrom')).fill('28')
    await find(page)
    await expect(status).toContainText(say('finder.foundAll', { count: 3 }))
    await found.first().click()
    await expect(verdict(page)).toHaveText(whiteMates(28))
    await page.goBack()
    await expect(found).toHaveCount(3)
  })

  await test.step('an empty result is reported', async () => {
    await finder(page).getByLabel(say('finder.movesFrom')).fill('29')
    await find(page)
    await expect(status).toContainText(say('finder.none', { table: 'KPvK', several: false }))
    await expect(found).toHaveCount(0)
    await finder(page)
      .getByRole('button', { name: say('finder.pick') })
      .click()
    await expect(finder(page).getByRole('alert')).toContainText(say('problem.none'))
  })

  await test.step('a stopped search is marked, and can resume', async () => {
    await choose(page, say('finder.onlyMove'))
    // Before its worker has started, the search can't be over.
    await finder(page).evaluate(async (section) => {
      section.querySelector('button.primary').click()
      await section.closest('mw-finder').updateComplete
      section.querySelector('.under-way button').click()
    })
    await expect(status).toContainText(say('finder.stopped', { known: 'false', percent: 0, count: 0 }))
    await finder(page)
      .getByRole('button', { name: say('finder.goOn') })
      .click()
    await expect(found).toHaveCount(24)
    await expect(found.first()).toContainText(
      containing('finder.onlyBy', { ending: WHITE_MATES, move: /K?[a-h][1-8]/ }),
    )
  })

  await test.step('by the squares of men, either side to move, varied; kept, and saved', async () => {
    await choose(page, say('finder.any'))
    await finder(page)
      .getByRole('button', { name: say('finder.toMove', { side: 'other' }) })
      .click()
    await finder(page).getByLabel(say('finder.men')).fill('white tower on h7')
    await find(page)
    await expect(finder(page).getByRole('alert')).toHaveText(
      sentenceOf('core.places.invalid', { text: '"white tower on h7"', why: say('core.places.noMan') }),
    )
    await expect(status).toHaveCount(0) // the search did not begin
    await expect(finder(page).getByRole('button', { name: say('finder.goOn') })).toHaveCount(0)
    await finder(page).getByLabel(say('finder.men')).fill('white pawn on the h-file, black king on the e-file')
    await finder(page).getByLabel(say('finder.pliesTo')).fill('21')
    await finder(page).getByLabel(say('finder.varied')).check()
    await find(page)
    await expect(found).toHaveCount(24)
    for (const men of await found.allTextContents())
      expect(men).toMatch(either(containing('verdict.mates'), containing('verdict.draw')))
    await expect(found.first()).toContainText(inOrder(say('piece', { color: 'white', role: 'pawn' }), /h[2-7]/))
    await expectAccessible(page, 'mw-finder')
    const first = await found.first().textContent()
    await page.reload()
    await expect(found).toHaveCount(24)
    await expect(found.first()).toHaveText(first)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      finder(page)
        .getByRole('button', { name: say('finder.saveEpd') })
        .click(),
    ])
    expect((await readFile(await file.path(), 'utf8')).split('\n')[0]).toMatch(
      new RegExp(`^\\S+ [wb] - - c0 "${WHITE_MATES.source}";$`),
    )
    await finder(page)
      .getByRole('button', { name: say('finder.all') })
      .click()
    await expect(status).toContainText(containing('finder.foundVaried'))
  })

  await test.step('one at random', async () => {
    await choose(page, say('finder.mated'))
    await finder(page).getByLabel(say('finder.movesFrom')).fill('7')
    await finder(page)
      .getByRole('button', { name: say('finder.toMove', { side: 'black' }) })
      .click()
    await finder(page)
      .getByRole('button', { name: say('finder.pick') })
      .click()
    await expect(verdict(page)).toHaveText(whiteMates(7))
    await expect(page.locator('.verdict')).toContainText(say('side.toMove', { side: say('side.black') }))
  })
})

test('themes, relations, several tables, the order by difficulty, and a file of all', async ({ page }) => {
  await goTo(page, 'KPvK')
  await page.getByRole('link', { name: say('header.board') }).click()
  await buildMissing(page)
  await goTo(page, 'KPvK')
  const found = finder(page).locator('.example')
  const status = finder(page).getByRole('status')
  await choose(page, say('finder.onlyMove'))
  await finder(page)
    .getByLabel(say('finder.themeLabel'))
    .selectOption({ label: say('finder.theme', { theme: 'quiet' }) })
  await finder(page).locator('summary').click()
  await finder(page).getByRole('button', { name: 'K in front of P' }).click()
  await expect(finder(page).getByLabel(say('finder.men'))).toHaveValue('K in front of P')
  await finder(page).getByLabel(say('finder.scope')).selectOption('3')
  await find(page)
  await expect(found).toHaveCount(24)
  await expect(finder(page).getByRole('heading', { name: 'KPvK' })).toBeVisible()
  await expect(status).toContainText(say('finder.classes', { count: 4 }))
  await expectAccessible(page, 'mw-finder')

  await test.step('a file has all, more than the page shows', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      finder(page)
        .getByRole('button', { name: say('finder.saveAll', { form: 'CSV' }) })
        .click(),
    ])
    expect(file.suggestedFilename()).toBe('KPvK-5.csv')
    const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\n')
    expect(head.split(',')).toHaveLength(7)
    expect(new Set(rows).size).toBe(rows.length)
    await finder(page)
      .getByRole('button', { name: say('finder.all'), exact: true })
      .click()
    await expect(status).toContainText(say('finder.foundAll', { count: rows.length }))
  })

  await test.step('cyclic zugzwangs without stars, and single winning moves, the hardest first', async () => {
    await finder(page).getByLabel(say('finder.men')).fill('')
    await finder(page).getByLabel(say('finder.scope')).selectOption('')
    await choose(page, say('finder.cyclic'))
    await find(page)
    await finder(page)
      .getByRole('button', { name: say('finder.more') })
      .click()
    await expect(status).toContainText(say('finder.foundAll', { count: 27 }))
    await expect(finder(page)).toContainText(say('finder.unrated'))
    await expect(finder(page).getByLabel(say('finder.sort'))).toHaveCount(0)
    await choose(page, say('finder.onlyMove'))
    await find(page)
    await expect(found).toHaveCount(24)
    await finder(page).getByLabel(say('finder.sort')).selectOption('hard')
    await expect(finder(page).locator('.stars')).toHaveCount(24)
    const levels = await finder(page)
      .locator('.stars')
      .evaluateAll((all) => all.map((each) => 5 - each.querySelector('i').textContent.length))
    expect(levels).toEqual(levels.toSorted((one, other) => other - one))
    expect(new Set(levels).size).toBeGreaterThan(1)
    await expectAccessible(page, 'mw-finder')
  })

  await test.step('an error names the words', async () => {
    await finder(page).getByLabel(say('finder.men')).fill('K in fron of P')
    await find(page)
    await expect(finder(page).getByRole('alert')).toContainText(say('core.places.noPlace', { text: '"in"' }))
  })
})
