import { readFile } from 'node:fs/promises'
import { answered, enterFen, expect, expectAccessible, test, verdict } from './fixtures.js'
import { facts, knownSums } from './stored.js'
import { beginning, containing, say, sentence, WHITE_MATES, whiteMates } from './words.js'

test.use({ atOnce: false, start: null })

const KPK = {
  // mate in 3 with White to move, once the colours are swapped
  fen: 'K1k5/8/8/8/8/8/3p4/8_b_-_-_0_1',
  plies: 5,
}

/** Returns the published counts of a class in the columns of the CSV, except the symmetry. */
const known = (name) =>
  facts('internal/exact/testdata/counts-3-4-men.tsv')
    .filter(([material]) => material === name)
    .map(([, side, outcome, plies, count]) => [side, outcome === 'draw' ? '' : plies, outcome, count].join(','))

const open = (page, site, name) => page.goto(`${site.url}?fen=${KPK.fen}#/tables/${name}`)

/** Returns the file that a button downloads. */
async function downloaded(page, button) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

/** How many pixels of the first canvas below are of the colour that marks the position on the board. */
const pinned = (locator) =>
  locator.locator('canvas').evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    let count = 0
    for (let i = 0; i < data.length; i += 4)
      count += data[i] > 200 && Math.abs(data[i + 1] - 160) < 25 && data[i + 2] < 100
    return count
  })

// Long because each step begins on the page that the one before has left.
test('a class page shows the cost of a missing table, and all about a built one', async ({ page, site }) => {
  await open(page, site, 'KPvK')
  const figures = page.getByRole('region', { name: say('classFigures.title') })
  const depth = page.getByRole('region', { name: say('histogram.title') })
  await test.step('it is built from its page', async () => {
    await expect(
      page.getByRole('heading', { name: say('classPage.absent', { begun: 'no', name: 'KPvK' }) }),
    ).toBeVisible()
    await expect(page.getByText(containing('classPage.willTake', { more: 4 }))).toBeVisible()
    await expect(
      page.getByRole('link', { name: say('classGraph.node', { name: 'KQvK', condition: say('classGraph.absent') }) }),
    ).toBeVisible()
    await page.getByRole('button', { name: say('tableActions.build', { large: 'false', name: 'KPvK' }) }).click()
    await expect(
      page.getByRole('img', {
        name: beginning('tableFacts.shares', {
          color: 'white',
          white: containing('tableFacts.percent', { percent: /7\d\.\d/ }),
        }),
      }),
    ).toBeVisible({ timeout: 50_000 })
    await expect(
      page.getByRole('link', { name: say('classGraph.node', { name: 'KQvK', condition: say('classGraph.here') }) }),
    ).toBeVisible()
  })
  await test.step('the position on the board is marked', async () => {
    const count = known('KPvK')
      .find((row) => row.startsWith(`w,${KPK.plies},win,`))
      .split(',')[3]
    await expect(depth.locator('canvas')).toHaveCount(2)
    await expect(depth).toContainText(
      containing('histogram.onBoard', {
        bar: containing('histogram.bar', { verdict: whiteMates(3), plies: 5, count: Number(count) }),
      }),
    )
    await expect.poll(() => pinned(depth.locator('[data-mover=white]'))).toBeGreaterThan(20)
    expect(await pinned(depth.locator('[data-mover=black]'))).toBe(0)
    await depth.getByText(say('histogram.asTable')).click()
    await expect(depth.getByRole('row', { name: new RegExp(`^${whiteMates(28)} 55 `) })).toBeVisible()
  })
  await test.step('the table is shown as equal to any other build, with its method', async () => {
    await expect(figures.locator('code')).toHaveAttribute('title', knownSums().get('KPvK').sum)
    await expect(figures).toContainText(`${say('core.method.inMemory')} grandfather`)
    await page.reload()
    await expect(figures).toContainText(`${say('core.method.inMemory')} grandfather`)
  })
  await test.step('the statistics are the published ones, in both files', async () => {
    const csv = await downloaded(page, 'CSV')
    expect(csv.name).toBe('KPvK-statistics.csv')
    const [titles, ...rows] = csv.text.trim().split('\n')
    expect(titles).toBe('side,plies,outcome,positions,distinct')
    expect(rows.map((row) => row.replace(/,\d+$/, '')).toSorted()).toEqual(known('KPvK').toSorted())
    const json = await downloaded(page, 'JSON')
    expect(json.name).toBe('KPvK-statistics.json')
    expect(JSON.parse(json.text)).toMatchObject({
      class: 'KPvK',
      sides: [
        { stm: 'w', longest: { plies: 55 } },
        { stm: 'b', longest: null },
      ],
    })
  })
  await test.step('the longest mate opens on the board', async () => {
    await page
      .getByRole('button', {
        name: [
          sentence(say('outcome.mate', { moves: 28 })),
          say('classOutcomes.toMoveAndWin', { winner: 'white' }),
        ].join(' '),
      })
      .click()
    await expect(verdict(page)).toHaveText(whiteMates(28))
    await page.getByRole('link', { name: 'KPvK', exact: true }).click()
    await expect(depth).toContainText(containing('histogram.bar', { verdict: whiteMates(28), plies: 55 }))
  })
  await test.step('the graph links to other classes, and a deleted table shows no statistics', async () => {
    await page
      .getByRole('link', { name: say('classGraph.node', { name: 'KRvK', condition: say('classGraph.here') }) })
      .click()
    await expect(page).toHaveURL(/#\/tables\/KRvK$/)
    await expect(page.getByText(say('classGraph.none', { name: 'KRvK' }))).toBeVisible()
    await page.getByRole('button', { name: say('tableActions.delete', { name: 'KRvK' }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('delete.delete'), exact: true })
      .click()
    await expect(
      page.getByRole('heading', { name: say('classPage.absent', { begun: 'no', name: 'KRvK' }) }),
    ).toBeVisible()
    await expect(figures).toHaveCount(0)
  })
})

test('on a phone the page of a class fits, in light and in dark, for everybody', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, site, 'KRPvKP')
  const fits = () => page.locator('main').evaluate((main) => main.scrollWidth <= screen.width)
  await expect(page.getByText(containing('classPage.willTake'))).toBeVisible()
  await expectAccessible(page, 'mw-class-page')
  expect(await fits()).toBe(true)
  await open(page, site, 'KPvK')
  await page.getByRole('button', { name: say('tableActions.build', { large: 'false', name: 'KPvK' }) }).click()
  await expect(page.locator('.histograms canvas')).toHaveCount(2, { timeout: 50_000 })
  await page.getByText(say('histogram.asTable')).click()
  await expect(page.locator('.facts code')).toBeVisible()
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, 'mw-class-page')
    expect(await fits()).toBe(true)
  }
})

test('positions with opposed pawns are built alone from the page of their class', async ({ page, site }) => {
  test.setTimeout(120_000)
  await open(page, site, 'KNPvKP')
  await page.getByRole('button', { name: say('classPage.buildOpposed', { name: 'KNPpKp' }) }).click()
  await expect(page.locator('.build-end.done')).toBeVisible({ timeout: 100_000 })
  await page.getByRole('link', { name: say('header.board') }).click()
  await enterFen(page, '8/8/4k3/4p3/4P3/4K3/8/6N1 w - - 0 1')
  await answered(page)
  await expect(verdict(page)).toHaveText(WHITE_MATES)
})
