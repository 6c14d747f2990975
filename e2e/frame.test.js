// The page in a frame of another site's page. There browsers partition storage, or disable it.

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { expect, expectAccessible, linkTo, square, test } from './fixtures.js'
import { damageBlocks } from './stored.js'
import { beginning, containing, either, say, WHITE_MATES } from './words.js'

/** Debian's Chromium disables storage there by default, as other browsers do in private windows. */
const LETS_STORE = { profile: { cookie_controls_mode: 0 } }
const LETS_NOT = { profile: { cookie_controls_mode: 1 } }

// High enough for a frame and the links below it: nothing scrolls.
test.use({ preferences: LETS_STORE, device: { viewport: { width: 1280, height: 1000 } } })

const QUEEN = '8/8/8/8/8/2k5/8/K6Q w - - 0 1'
const ROOK = '8/8/8/8/8/2k5/8/K6R w - - 0 1'
const MATE_IN_ONE = '8/8/8/8/8/1K6/7R/k7 w - - 0 1'
const LARGE = '3k4/8/8/3q4/8/8/4R3/4K2Q w - - 0 1' // too large to be built without a click

/** White has these on the second rank, Black a king. @param {string} men */
const fenWith = (men) => `8/8/8/6k1/8/8/${men}${8 - men.length}/8 w - - 0 1`

/**
 * A page of another site with a frame, which keeps the frame's messages and can send requests.
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string} frame  its HTML
 */
async function host(context, frame) {
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Host</title>
    <main><h1>Host</h1>${frame}<script>
    heard = []
    addEventListener('message', ({ data, origin, source }) => source === frames[0] && heard.push({ ...data, origin }))
    ask = (request, to = frames[0]) => new Promise((settle) => {
      const id = Math.random()
      addEventListener('message', ({ data }) => data.id === id && settle(data))
      to.postMessage({ ...request, id }, '*')
    })
  </script></main>`
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(body))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve)) // another site than localhost
  context.once('close', () => server.close())
  const page = await context.newPage()
  const errors = []
  page.on('pageerror', (error) => errors.push(error.stack))
  await page.goto(`http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`)
  const inner = page.frameLocator('iframe').first()
  await expect
    .poll(() => page.evaluate(() => globalThis.heard.some(({ matewright }) => matewright === 'ready')))
    .toBe(true)
  return {
    page,
    inner,
    errors,
    /** @param {object} request */ ask: (request) => page.evaluate((request) => globalThis.ask(request), request),
  }
}

/** @param {string} address */
const frameOf = (address) => `<iframe src="${address}" title="A chess position" width="420" height="640"></iframe>`

test('the page offers itself as a frame, which shows the position with its moves, small, and leads back', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${linkTo(site, QUEEN)}&moves=h1h8_c3d3`)
  await expect(page.locator('.answer > .verdict h1')).toHaveText(WHITE_MATES, { timeout: 30_000 })
  await page.getByRole('button', { name: say('fen.share') }).click()
  await page.getByRole('button', { name: say('paper.embed') }).click()
  const html = await page.evaluate(() => navigator.clipboard.readText())
  const { page: outer, inner, errors } = await host(context, html)
  // Three men are built at once.
  await expect(inner.locator('.answer > .verdict h1')).toHaveText(WHITE_MATES, { timeout: 30_000 })
  await expect(inner.locator('.ply[aria-current]')).toHaveText('Kd3')
  await expect(inner.locator('mw-header, mw-settings, mw-fen, mw-delete')).toHaveCount(0)
  await expect(inner.locator('button.move')).not.toHaveCount(0)
  await expect(inner.locator('button.move').first()).toBeHidden()
  await expectAccessible(outer)
  await inner.getByText(say('answer.movesAndLine')).click()
  await inner.locator('button.move').first().click()
  await expect(inner.locator('.history .ply')).toHaveCount(3)
  await expectAccessible(outer)
  expect(await outer.evaluate(() => history.length)).toBe(2) // moves add no entry to the outer page's history
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    inner.getByRole('link', { name: say('framed.open') }).click(),
  ])
  await expect(opened.locator('mw-header')).toBeVisible()
  await expect(opened.locator('.history .ply')).toHaveCount(3)
  expect(errors).toEqual([])
})

test('a puzzle in a frame hides its answer, is played against perfect play, and asks for its height', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(linkTo(site, QUEEN))
  await expect(page.locator('.answer > .verdict h1')).toHaveText(WHITE_MATES, { timeout: 30_000 })
  await page.getByRole('button', { name: say('fen.share') }).click()
  await page.getByRole('button', { name: say('paper.embedPuzzle') }).click()
  const html = await page.evaluate(() => navigator.clipboard.readText())
  const { page: outer, inner, ask } = await host(context, html)
  const practice = inner.getByRole('region', { name: say('practice.title') })
  await expect(practice).toContainText(say('practice.secret'), { timeout: 30_000 })
  await expect(inner.locator('mw-answer, mw-history, .random, .score')).toHaveCount(0)
  await expectAccessible(outer)
  const sizes = () =>
    outer.evaluate(() => globalThis.heard.flatMap(({ matewright, height }) => (matewright === 'size' ? height : [])))
  await expect.poll(async () => (await sizes()).at(-1)).toBeGreaterThan(420)

  const frame = outer.frames()[1]
  const best = () => frame.evaluate(() => globalThis.matewrightPage.state().answer.probe.moves[0])
  const move = async ({ uci }) => {
    for (const key of [uci.slice(0, 2), uci.slice(2, 4)]) {
      const { x, y } = await square(inner, key)
      await outer.mouse.click(x, y)
    }
  }
  await move(await best())
  await expect(practice.getByRole('heading')).toHaveText(say('practice.toPlayAnd', { side: 'white', goal: 'win' }))
  await practice.getByRole('button', { name: say('practice.verdict') }).click()
  await expect(inner.locator('.answer > .verdict h1')).toHaveText(WHITE_MATES)
  await inner.getByRole('button', { name: say('training.again') }).click()
  await expect(practice).toContainText(say('practice.secret'))
  const start = () => frame.evaluate(() => globalThis.matewrightPage.state().game)
  expect(await start()).toMatchObject({ start: QUEEN, plies: [] })

  await test.step('the page around sets the next puzzle, again too, and it is played again after mate', async () => {
    await ask({ matewright: 'listen' })
    for (const fen of [MATE_IN_ONE, MATE_IN_ONE]) {
      await ask({ matewright: 'setPosition', fen })
      await expect(practice).toContainText(say('practice.secret'))
      await move(await best())
      await expect(practice.getByRole('heading')).toHaveText(say('practice.mate'))
    }
    expect(
      await outer.evaluate(() => globalThis.heard.filter(({ matewright }) => matewright === 'solved')),
    ).toMatchObject([1, 2].map(() => ({ fen: MATE_IN_ONE, atOnce: true })))
    await practice.getByRole('button', { name: say('practice.look') }).click()
    await inner.getByRole('button', { name: say('training.again') }).click()
    await expect(practice).toContainText(say('practice.secret'))
    expect(await start()).toMatchObject({ start: MATE_IN_ONE, plies: [] })
    await ask({ matewright: 'setPosition', fen: ROOK, moves: ['h1h8', 'c3b3'] })
    await expect(practice).toContainText(say('practice.secret'))
    await expect(inner.locator('mw-answer')).toHaveCount(0)
  })
  await test.step('with the height that it reports, nothing scrolls', async () => {
    await outer.evaluate(() => {
      const heights = globalThis.heard.flatMap(({ matewright, height }) => (matewright === 'size' ? height : []))
      document.querySelector('iframe').height = heights.at(-1)
    })
    const hidden = () =>
      frame.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)
    await expect.poll(hidden).toBe(0)
  })
})

test('a frame takes a whole set: its positions are solved in turn, and the page around hears of it', async ({
  site,
  context,
}) => {
  test.setTimeout(120_000)
  const second = '7k/8/6K1/8/8/8/8/R7 w - - 0 1'
  const short = (fen) => [fen.replace(' - - 0 1', '')]
  const set = JSON.stringify([1, 'In a frame', short(MATE_IN_ONE), short(second)])
  const address = `${site.url}#/set/${Buffer.from(set).toString('base64url')}`
  const { page: outer, inner, ask, errors } = await host(context, frameOf(address))
  await ask({ matewright: 'listen' })
  const practice = inner.getByRole('region', { name: say('practice.title') })
  const training = inner.getByRole('region', { name: say('training.title'), exact: true })
  await expect(practice).toContainText(say('practice.secret'), { timeout: 50_000 })
  await expect(training).toContainText('In a frame')
  await expect(inner.locator('mw-answer, mw-history, mw-header')).toHaveCount(0)
  await expect(training.getByRole('button', { name: either(say('training.end'), say('training.keep')) })).toHaveCount(0)
  await expectAccessible(outer)
  const frame = outer.frames()[1]
  const heard = (kind) =>
    outer.evaluate((kind) => globalThis.heard.filter(({ matewright }) => matewright === kind), kind)
  const play = async () => {
    const { uci } = await frame.evaluate(() => globalThis.matewrightPage.state().answer.probe.moves[0])
    for (const key of [uci.slice(0, 2), uci.slice(2, 4)]) {
      const { x, y } = await square(inner, key)
      await outer.mouse.click(x, y)
    }
  }
  await test.step('one at once', async () => {
    await play()
    await expect(practice.getByRole('heading')).toHaveText(say('practice.mate'))
    await expect
      .poll(() => heard('solved'))
      .toMatchObject([{ fen: MATE_IN_ONE, atOnce: true, position: 1, solved: 1, count: 2 }])
    await expect(training).toContainText(containing('sets.tally', { count: 2, solved: 1 }))
  })
  await test.step('one after its solution was shown', async () => {
    await training.getByRole('button', { name: say('training.next') }).click()
    await expect(practice).toContainText(say('practice.secret'), { timeout: 50_000 })
    await practice.getByRole('button', { name: say('practice.verdict') }).click()
    await expect(inner.locator('.answer > .verdict h1')).toBeVisible()
    await training.getByRole('button', { name: say('training.again') }).click()
    await expect(practice).toContainText(say('practice.secret'))
    await play()
    await expect.poll(() => heard('solved')).toHaveLength(2)
    expect((await heard('solved'))[1]).toMatchObject({ fen: second, atOnce: false, position: 2, solved: 2 })
    expect(await heard('finished')).toMatchObject([{ solved: 2, atOnce: 1, count: 2 }])
  })
  await test.step('the set chooses its positions, and nothing of it is stored', async () => {
    expect(await ask({ matewright: 'setPosition', fen: ROOK })).toMatchObject({ ok: false, error: { code: 'request' } })
    expect((await frame.evaluate(() => indexedDB.databases())).map(({ name }) => name)).not.toContain('matewright-sets')
    expect(errors).toEqual([])
  })
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    inner.getByRole('link', { name: say('framed.open') }).click(),
  ])
  await expect(opened.getByRole('heading', { name: 'In a frame' })).toBeVisible()
})

test('the page of a set copies a frame that is as high as its content, and a damaged set is refused', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${site.url}#/sets/classics`)
  await page.getByRole('button', { name: say('setsPage.embed'), exact: true }).click()
  const html = await page.evaluate(() => navigator.clipboard.readText())
  const { page: outer, inner } = await host(context, html)
  await expect(inner.getByRole('heading', { name: say('sets.classics') })).toBeVisible({ timeout: 30_000 })
  const isWhole = () =>
    outer.frames()[1].evaluate(() => document.documentElement.scrollHeight <= document.documentElement.clientHeight)
  await expect.poll(isWhole).toBe(true)
  await expect.poll(() => outer.evaluate(() => document.querySelector('iframe')?.height)).not.toBe('700')
  const damaged = await host(context, frameOf(`${site.url}#/set/bm9uc2Vuc2U`))
  await expect(damaged.inner.getByRole('alert')).toContainText(say('setFile.damagedLink'))
})

test('a frame shows only the position, whatever its address, and long builds wait for a click', async ({
  site,
  context,
}) => {
  const { page, inner } = await host(context, frameOf(`${linkTo(site, ROOK)}#/day`))
  await expect(inner.locator('.answer > .verdict h1')).toHaveText(WHITE_MATES, { timeout: 30_000 })
  await page.evaluate((src) => (document.querySelector('iframe').src = src), `${linkTo(site, LARGE)}#/tables`)
  await expect(inner.locator('cg-board')).toBeVisible()
  await expect(inner.locator('mw-tables-page, mw-class-page')).toHaveCount(0)
  await page.evaluate((src) => (document.querySelector('iframe').src = src), linkTo(site, LARGE))
  await expect(inner.getByRole('button', { name: beginning('missing.buildMissing', { count: /\d+/ }) })).toBeVisible({
    timeout: 30_000,
  })
  await expect(inner.getByText(say('frame.apart'))).toBeVisible()
  await expectAccessible(page)
  await expect(
    inner.getByRole('button', { name: either(containing('delete.delete'), containing('tableActions.delete')) }),
  ).toHaveCount(0)
})

test('a damaged table is built again in its frame', async ({ site, context }) => {
  const { page, inner } = await host(context, frameOf(linkTo(site, ROOK)))
  const verdict = inner.locator('.answer[data-asking=false] > .verdict h1')
  await expect(verdict).toHaveText(WHITE_MATES, { timeout: 30_000 })
  await page.frames()[1].evaluate(damageBlocks)
  await page.reload()
  await expect(inner.getByRole('heading', { name: say('problem.damaged', { name: 'KRvK' }) })).toBeVisible({
    timeout: 30_000,
  })
  await expectAccessible(page)
  await inner.getByRole('button', { name: say('common.rebuild', { name: 'KRvK' }) }).click()
  await expect(verdict).toHaveText(WHITE_MATES, { timeout: 30_000 })
})

test('if storage is short, a frame explains how to free some, without a link to the tables', async ({
  site,
  context,
}) => {
  await context.addInitScript(() => (navigator.storage.estimate = async () => ({ usage: 0, quota: 1000 })))
  const { inner } = await host(context, frameOf(linkTo(site, ROOK)))
  await expect(inner.locator('.missing .caution')).toContainText(say('moreRoom.storageFramed'), { timeout: 30_000 })
  await expect(inner.locator('[href*="#/tables"]')).toHaveCount(0)
})

test('a board that can’t be loaded leads to the page itself', async ({ site, context }) => {
  await context.route('**/assets/frame-*.js', (route) => route.abort())
  const page = await context.newPage()
  await page.setContent(frameOf(linkTo(site, ROOK)))
  const inner = page.frameLocator('iframe')
  await expect(inner.getByText(say('framed.notLoaded'))).toBeVisible()
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    inner.getByRole('link', { name: say('framed.open') }).click(),
  ])
  await expect(opened.locator('mw-header')).toBeVisible()
})

test('the page around a frame asks it and sets positions by messages', async ({ site, context }) => {
  const { page, inner, ask } = await host(context, frameOf(linkTo(site, ROOK)))
  const heard = await page.evaluate(() => globalThis.heard.map(({ matewright, origin }) => ({ matewright, origin })))
  const { origin } = new URL(site.url)
  expect(heard).toEqual([
    { matewright: 'ready', origin },
    ...heard.slice(1).map(() => ({ matewright: 'size', origin })),
  ])
  await ask({ matewright: 'listen' })
  await expect(inner.locator('.answer > .verdict h1')).toHaveText(WHITE_MATES, { timeout: 30_000 })
  const { ok, value } = await ask({ matewright: 'setPosition', fen: ROOK, moves: ['h1h3', 'c3d4', 'a1a8'] })
  // The third is illegal.
  expect({ ok, ...value }).toMatchObject({ ok: true, start: ROOK, moves: ['h1h3', 'c3d4'], ply: 2 })
  await expect(inner.locator('.ply[aria-current]')).toHaveText('Kd4')
  const probe = await ask({ matewright: 'probe' })
  expect(probe).toMatchObject({
    matewright: 'answer',
    ok: true,
    value: { fen: value.fen, class: 'KRvK', category: 'win' },
  })
  const line = await ask({ matewright: 'line', by: 'dtm' })
  expect(line.value.moves).toHaveLength(probe.value.dtm)
  expect(await ask({ matewright: 'probe', fen: QUEEN.replace('Q', 'B') })).toMatchObject({
    ok: false,
    error: { code: 'missing', missing: ['KBvK'] },
  })
  await inner.getByRole('button', { name: say('history.back') }).click()
  await expect
    .poll(() => page.evaluate(() => globalThis.heard.findLast(({ matewright }) => matewright === 'changed')))
    .toMatchObject({
      start: ROOK,
      moves: ['h1h3', 'c3d4'],
      ply: 1,
      probe: { category: 'loss' },
      error: null,
    })
})

test('for some of the positions that messages set something is built without a click, and then a button waits', async ({
  site,
  context,
}) => {
  test.setTimeout(120_000)
  const { inner, ask } = await host(context, frameOf(linkTo(site, ROOK)))
  const verdict = inner.locator('.answer[data-asking=false] > .verdict')
  await expect(verdict).toBeVisible({ timeout: 30_000 })
  for (const men of ['KQ', 'KB', 'KN', 'KP', 'KBN']) {
    expect(await ask({ matewright: 'setPosition', fen: fenWith(men) })).toMatchObject({ ok: true })
    await expect
      .poll(async () => (await ask({ matewright: 'position' })).value.probe?.class, { timeout: 30_000 })
      .toBe(`${men}vK`)
  }
  await ask({ matewright: 'setPosition', fen: fenWith('KNN') })
  await expect(
    inner.getByRole('button', { name: say('missing.buildMissing', { count: 1, name: 'KNNvK' }) }),
  ).toBeVisible()
  // Long enough for a wrong start of a build.
  await inner.locator('body').evaluate(() => new Promise((done) => setTimeout(done, 2500)))
  expect(await ask({ matewright: 'position' })).toMatchObject({
    value: { fen: fenWith('KNN'), error: { code: 'missing' } },
  })
  await inner.getByRole('button', { name: say('missing.buildMissing', { count: 1, name: 'KNNvK' }) }).click()
  await expect(verdict).toBeVisible({ timeout: 30_000 })
})

test('the example of the documentation works', async ({ site, context }) => {
  const [, example] =
    (await readFile(new URL('../docs/reference/embed.md', import.meta.url), 'utf8')).match(/```html\n(.*?)```/s) ?? []
  const { page } = await host(context, example.replace('https://matewright.example/', site.url))
  await expect(page.locator('output')).toHaveText(/^win in \d+ plies$/, { timeout: 30_000 })
  const rook = await page.locator('output').textContent()
  await page.getByRole('button', { name: 'Queen instead' }).click()
  await expect(page.locator('output')).toHaveText(/^win in \d+ plies$/)
  await expect(page.locator('output')).not.toHaveText(rook ?? '', { timeout: 30_000 })
})

test('hostile messages do no harm', async ({ site, context }) => {
  const { page, inner, ask, errors } = await host(
    context,
    frameOf(linkTo(site, ROOK)) + '<iframe srcdoc="" title="Another"></iframe>',
  )
  await expect(inner.locator('.answer > .verdict h1')).toHaveText(WHITE_MATES, { timeout: 30_000 })
  // The frame ignores messages of every page except the one around it, though that may be of any site.
  await page.evaluate(
    (fen) => frames[1].eval(`parent.frames[0].postMessage({ matewright: 'setPosition', fen: '${fen}' }, '*')`),
    QUEEN,
  )
  await page.evaluate(() => {
    const fen = '8/8/8/8/8/2k5/8/K6Q w - - 0 1'
    const circle = { matewright: 'setPosition', fen }
    circle.fen = circle
    for (const hostile of [
      null,
      1,
      'remove',
      [],
      circle,
      { matewright: 'remove', id: 1 },
      { matewright: 'build', id: 2 },
      { matewright: 'constructor', id: 3 },
      { matewright: '__proto__' },
      { matewright: 'setPosition', fen: 7 },
      { matewright: 'setPosition', fen: '8'.repeat(1e6) },
      { matewright: 'setPosition', fen, moves: '__proto__' },
      { matewright: 'setPosition', fen, id: {} },
    ])
      frames[0].postMessage(hostile, '*')
    for (let i = 0; i < 1000; i++) frames[0].postMessage({ matewright: 'probe', id: `flood ${i}` }, '*')
  })
  const flood = () =>
    page.evaluate(() =>
      globalThis.heard
        .filter(({ id }) => String(id).startsWith('flood'))
        .map(({ ok, error }) => (ok ? 'ok' : error.code)),
    )
  await expect.poll(async () => (await flood()).length, { timeout: 30_000 }).toBe(1000)
  expect(new Set(await flood())).toEqual(new Set(['ok', 'request'])) // refused beyond 32 at the same time
  expect((await flood()).filter((how) => how === 'ok').length).toBeGreaterThanOrEqual(32)
  expect(await page.evaluate(() => [1, 2, 3].some((id) => globalThis.heard.some((message) => message.id === id)))).toBe(
    false,
  )
  expect(await ask({ matewright: 'setPosition', fen: '<img src=x onerror=alert(1)>' })).toMatchObject({
    ok: false,
    error: { code: 'fen' },
  })
  expect(await ask({ matewright: 'setPosition', fen: ROOK, moves: ['javascript:'] })).toEqual({
    matewright: 'answer',
    id: expect.any(Number),
    ok: false,
    error: { code: 'request', message: 'The moves of setPosition can’t be that.' },
  })
  expect(await ask({ matewright: 'position' })).toMatchObject({
    value: { fen: ROOK, moves: [], probe: { class: 'KRvK' } },
  })
  expect(errors).toEqual([])
})

test.describe('where nothing can be stored', () => {
  test.use({ preferences: LETS_NOT })

  test('the frame answers from memory, with a notice, and links to the page itself', async ({ site, context }) => {
    const { page, inner } = await host(context, frameOf(linkTo(site, ROOK)))
    await expect(inner.locator('.answer > .verdict h1')).toHaveText(WHITE_MATES, { timeout: 30_000 })
    await expect(inner.getByText(say('unkept.text'))).toBeVisible()
    await expectAccessible(page)
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      inner.getByRole('link', { name: say('framed.open') }).click(),
    ])
    await expect(opened.locator('.answer > .verdict h1')).toHaveText(WHITE_MATES, { timeout: 30_000 })
  })
})
