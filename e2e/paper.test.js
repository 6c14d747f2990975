import { readFile } from 'node:fs/promises'
import { drop, pagesIn } from './files.js'
import { answered, enterFen, expect, expectAccessible, test } from './fixtures.js'
import { containing, inOrder, say, whiteMates } from './words.js'

const FEN = '8/8/8/8/8/2k5/8/K6R w - - 0 1'
const STUDIES =
  `[Event "First"]\n[SetUp "1"]\n[FEN "${FEN}"]\n\n1. Rh3+ Kc4 *\n\n` +
  `[Event "Second"]\n[SetUp "1"]\n[FEN "8/8/8/4k3/8/8/4P3/4K3 b - - 0 1"]\n\n*\n`

test.beforeEach(async ({ page }) => {
  await page.addInitScript(
    () =>
      (window.print = () =>
        document.documentElement.setAttribute('data-printed', document.documentElement.dataset.print ?? '')),
  )
  await page.reload()
})

test('a position is saved as a picture, of any size and as pixels, seen from either side', async ({ page }) => {
  await enterFen(page, FEN)
  await answered(page)
  await page.getByRole('button', { name: say('toolbar.flip') }).click()
  await page.getByRole('button', { name: say('fen.share') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('img')).toBeVisible()
  await expectAccessible(page, 'dialog.paper')
  const svg = await saved(page, say('paper.saveSvg'))
  expect(svg.name).toBe('position.svg')
  const drawn = await page.evaluate((text) => {
    const picture = new DOMParser().parseFromString(text, 'image/svg+xml')
    return {
      failed: !!picture.querySelector('parsererror'),
      title: picture.querySelector('title')?.textContent,
      men: [...picture.querySelectorAll('svg > svg')]
        .map((man) => `${man.getAttribute('x')},${man.getAttribute('y')}`)
        .sort(),
      drawn: picture.querySelectorAll('svg > svg path').length,
    }
  }, svg.bytes.toString())
  const men = [
    ['black', 'king', 'c3'],
    ['white', 'king', 'a1'],
    ['white', 'rook', 'h1'],
  ]
    .map(([color, role, square]) => `${say('piece', { color, role })} ${square}`)
    .join(', ')
  expect(drawn).toEqual({
    failed: false,
    title: say('picture.title', { men, side: say('side.white') }),
    men: ['0,0', '225,90', '315,0'],
    drawn: expect.any(Number),
  })
  expect(drawn.drawn).toBeGreaterThan(8)
  const png = await saved(page, say('paper.savePng'))
  expect(png.bytes.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([1536, 1536])
  const colors = await page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
      canvas.drawImage(image, 0, 0)
      return new Set(new Uint32Array(canvas.getImageData(0, 0, image.width, image.height).data.buffer)).size
    },
    [...png.bytes],
  )
  expect(colors).toBeGreaterThan(4) // the picture has squares and men
})

test('positions are printed as a worksheet that gives nothing away, and as a sheet of solutions', async ({ page }) => {
  await enterFen(page, FEN)
  await answered(page)
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, STUDIES)
  await page.getByRole('button', { name: say('found.print') }).click()
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('button', { name: say('paper.print', { count: 2 }) }).dispatchEvent('click')
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'worksheet')
  const sheet = page.getByRole('article', { name: say('paper.worksheet') })
  await expect(sheet.locator('li')).toContainText([
    `1. First. ${say('side.toMove', { side: say('side.white') })}`,
    `2. Second. ${say('side.toMove', { side: say('side.black') })}`,
  ])
  await expect(page.getByRole('article', { name: say('paper.solutionSheet') })).toBeHidden()
  await expect(page.locator('mw-header')).toBeHidden()
  await page
    .getByRole('button', { name: say('paper.printSolutions', { count: 2 }), includeHidden: true })
    .dispatchEvent('click')
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'solutions')
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('article', { name: say('paper.solutionSheet') }).locator('li')).toContainText([
    inOrder(
      `1. First. ${whiteMates(14)}. 1. Rh3+ Kc4 `,
      containing('solution.bestPlay', {
        line: inOrder('1. Rd1 Kc2 2. ', /.*/, say('solution.rest', { mates: 'yes', moves: 14 })),
      }),
    ),
    `2. Second. ${say('solution.none')}`,
  ])
  await page.emulateMedia({ media: null })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))

  await test.step('a table that is missing is built from here, and the solution follows', async () => {
    await expect(page.getByText(say('paper.unsolved', { count: 1 }))).toBeVisible()
    await expectAccessible(page, 'dialog.paper')
    await page.getByRole('button', { name: say('setNeeds.build') }).click()
    await expect(page.locator('.solutions li').nth(1)).toContainText(say('verdict.draw'), { timeout: 50_000 })
    await expect(page.getByText(say('paper.unsolved', { count: 1 }))).toBeHidden()
  })
  await test.step('a page has as many boards as wanted, with tasks and lines for a name', async () => {
    await page.getByLabel(say('paper.tasks')).check()
    await page.getByLabel(say('paper.signed')).check()
    await expect(sheet.locator('li')).toContainText([
      say('practice.toPlayAnd', { side: 'white', goal: 'win' }),
      say('practice.toPlayAnd', { side: 'black', goal: 'draw' }),
    ])
    await expect(sheet).toContainText(say('paper.name'))
    for (const [boards, pages] of [
      ['1', 2],
      ['2', 1],
      ['12', 1],
    ]) {
      await page.getByLabel(say('paper.boards')).selectOption(boards)
      await page.getByRole('button', { name: say('paper.print', { count: 2 }) }).click()
      const pdf = await page.pdf({ format: 'A4' })
      expect(pagesIn(pdf)).toBe(pages)
      await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    }
  })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('full pages of any number of boards hold their boards', async ({ page }) => {
  await answered(page)
  const studies = Array.from({ length: 12 }, (_, i) => {
    const name = `A study with a long name that takes more than one line below its board, number ${i + 1}`
    return `[White "${name}"]\n[Black "?"]\n[FEN "8/8/8/8/8/2k5/8/K6R w - - ${i} 1"]\n\n*\n`
  })
  await drop(page, { text: studies.join('\n') })
  await page.getByRole('button', { name: say('found.print') }).click()
  await page.getByLabel(say('paper.tasks')).check()
  await page.getByLabel(say('paper.signed')).check()
  await page.getByLabel(say('paper.solutionBoards')).check()
  await expect(page.locator('.solutions li:has(img)')).toHaveCount(12)
  for (const boards of [1, 2, 4, 6, 8, 9, 12]) {
    await page.getByLabel(say('paper.boards')).selectOption(String(boards))
    await page.getByRole('button', { name: say('paper.print', { count: 12 }) }).click()
    const pdf = await page.pdf({ format: 'A4', margin: { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' } })
    expect(pagesIn(pdf), `${boards} boards`).toBe(Math.ceil(12 / boards))
    expect(await leastGap(page), `${boards} boards`).toBeGreaterThan(8)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  }
})

/**
 * The least distance on paper from the rule for an answer to a board below it.
 * @param {import('@playwright/test').Page} page
 */
async function leastGap(page) {
  await page.emulateMedia({ media: 'print' })
  const gap = await page.evaluate(() => {
    const boards = [...document.querySelectorAll('.worksheet img')].map((board) => board.getBoundingClientRect().top)
    const rules = [...document.querySelectorAll('.answer-line')].map((rule) => rule.getBoundingClientRect().bottom)
    return Math.min(
      ...rules.flatMap((rule) => boards.filter((board) => board > rule - 20).map((board) => board - rule)),
    )
  })
  await page.emulateMedia({ media: null })
  return gap
}

/** @param {import('@playwright/test').Page} page @param {string} button */
async function saved(page, button) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}
