import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, test } from './fixtures.js'
import { facts } from './stored.js'
import { beginning, say } from './words.js'

test.use({ atOnce: false, start: null })

const open = (page, site, name) => page.goto(`${site.url}#/tables/${name}`)
const build = (page, name) =>
  page.getByRole('button', { name: say('tableActions.build', { large: 'false', name }) }).click()
const filmOf = (page) => page.getByRole('region', { name: say('film.title') })

/** The decided share of all positions of a class with a side to move, as a percentage. */
function decided(name, side) {
  const counts = facts('internal/exact/testdata/counts-3-4-men.tsv').filter(
    ([material, mover]) => material === name && mover === side,
  )
  const sum = (rows) => rows.reduce((total, [, , , , count]) => total + Number(count), 0)
  return (100 * sum(counts.filter(([, , outcome]) => outcome !== 'draw'))) / sum(counts)
}

/** The number of pictures in a GIF: each has a graphic control extension. */
const pictures = (gif) => gif.toString('latin1').split('\x21\xf9\x04').length - 1

test('a film shows how a class fills, and can be saved', async ({ page, site }) => {
  await open(page, site, 'KPvK')
  await build(page, 'KPvK')
  await filmOf(page)
    .getByRole('button', { name: say('film.watch') })
    .click()
  const ply = filmOf(page).getByRole('slider', { name: say('film.ply') })
  for (const [letter, color] of [
    ['b', 'black'],
    ['w', 'white'],
  ]) {
    await filmOf(page)
      .getByRole('button', { name: say('side.toMove', { side: say(`side.${color}`) }) })
      .click()
    const last = Number(await ply.getAttribute('max'))
    await ply.fill('0')
    await expect(filmOf(page).getByRole('img', { name: say('film.start'), exact: true })).toBeVisible()
    await ply.fill(String(last))
    await expect(ply).toHaveAttribute('aria-valuetext', beginning('film.within', {}))
    const share = say('tableFacts.percent', { percent: decided('KPvK', letter) })
    const all = (await ply.getAttribute('aria-valuetext')) ?? ''
    expect(all).toBe(say('film.within', { plies: Number(/\d+/.exec(all)?.[0]), share }))
  }
  await expectAccessible(page)
  const pictured = Number(await ply.getAttribute('max')) + 1
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    filmOf(page)
      .getByRole('button', { name: say('film.save') })
      .click(),
  ])
  expect(file.suggestedFilename()).toBe('KPvK-white.gif')
  const gif = await readFile(await file.path())
  expect(gif.subarray(0, 6).toString()).toBe('GIF89a')
  expect(pictures(gif)).toBe(pictured)
})

test('a build can be watched while it solves', async ({ page, site }) => {
  const name = 'KQRvKR' // solving takes several seconds on any machine
  await open(page, site, name)
  await build(page, name)
  await page.getByText(say('build.watch')).click()
  const picture = page.locator('mw-filling').getByRole('img', { name: beginning('film.solving', { name }) })
  await expect(picture).toBeVisible({ timeout: 60_000 }) // after the tables that it needs
  /** The share of a board's pixels that are decided. Others are green. */
  const filled = (king) =>
    picture
      .locator('canvas')
      .nth(king)
      .evaluate((canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
        let count = 0
        for (let i = 0; i < data.length; i += 4) count += Math.abs(data[i] - data[i + 1]) < 10
        return count / (data.length / 4)
      })
  await expect.poll(() => filled(1)).toBeGreaterThan(0.2)
})
