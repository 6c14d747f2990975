// Tables on a web server: the page reads parts of them, and builds here if the server fails.

import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { output } from '../scripts/tools.mjs'
import { answered, buildMissing, enterFen, expect, linkTo, paste, test as base, verdict } from './fixtures.js'
import { serve, stop } from './folders.js'
import { publish } from './publish.js'
import { containing, say, sentence } from './words.js'

const FEN = '8/8/8/8/8/k4K2/2n5/6R1 w - - 0 1'

/** The answers of servers, by the first part of the path: given the bytes of a file, and the range. */
const SERVERS = {
  good: (file, range) => (range ? { status: 206, body: file.subarray(...range) } : { status: 200, body: file }),
  whole: (file) => ({ status: 200, body: file }),
  compressing: (file, range) =>
    range
      ? { status: 206, body: gzipSync(file.subarray(...range)), headers: { 'content-encoding': 'gzip' } }
      : { status: 200, body: gzipSync(file), headers: { 'content-encoding': 'gzip' } },
  changed: (file, range) => SERVERS.good(range ? file.map((byte, i) => (i % 1000 ? byte : byte ^ 1)) : file, range),
  later: (file, range) =>
    SERVERS.good(range ? file : Buffer.from(file.toString('latin1').replace('"version":1', '"version":2')), range),
  gone: () => ({ status: 503, body: '' }),
}

const test = base.extend({
  /** Directories of tables of KRvKN: at home, and of a site. */
  tables: [
    async ({}, use) => {
      const dir = await mkdtemp(join(tmpdir(), 'matewright-site-'))
      const command = publish(dir, 'KRvKN')
      await use({ dir, dtm: JSON.parse(output(command, ['probe', FEN, '--json', '--dir', dir])).dtm })
      await rm(dir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  /** The server of the tables. */
  server: async ({ tables }, use) => {
    const requests = []
    const server = createServer(async (request, response) => {
      const [, kind, name] = new URL(request.url, 'http://localhost').pathname.split('/')
      const file = await readFile(join(tables.dir, 'site', name)).catch(() => null)
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
      requests.push(name)
      const { status, body, headers } = file
        ? SERVERS[kind](file, range && [Number(range[1]), Number(range[2]) + 1])
        : { status: 404, body: '' }
      response.writeHead(status, { 'access-control-allow-origin': '*', ...headers }).end(body)
    })
    await new Promise((resolve) => server.listen(0, 'localhost', resolve))
    const { port } = server.address()
    const stop = () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    }
    await use({ requests, stop, of: (kind) => `http://localhost:${port}/${kind}/` })
    await stop()
  },
})

test.use({ start: null })

const probe = (page) => page.evaluate(() => globalThis.matewrightPage.state().answer.probe)
const built = (page) =>
  page.evaluate(() => globalThis.matewrightPage.state().tables.flatMap(({ name, present }) => (present ? [name] : [])))
const source = (page) => page.locator('.source')

test('a position is answered by the tables of a web server, and again without it', async ({
  page,
  site,
  server,
  tables,
}) => {
  await page.goto(`${linkTo(site, FEN)}&tables=${encodeURIComponent(server.of('good'))}`)
  await answered(page)
  await expect(source(page)).toContainText(server.of('good'))
  expect((await probe(page)).dtm).toBe(tables.dtm)
  expect((await probe(page)).site.classes).toContain('KRvKN')
  expect((await probe(page)).site.trusted).toEqual([])
  await page.waitForFunction(() => globalThis.matewrightPage.state().tables)
  expect(await built(page)).toEqual([])
  expect(server.requests).not.toContain('KRvKB.mwt')

  await server.stop()
  await page.reload()
  await answered(page)
  await expect(source(page)).toContainText(server.of('good'))
  expect((await probe(page)).dtm).toBe(tables.dtm)
  expect(await built(page)).toEqual([])
})

test('beside a web server a game opens at its ending, and its start at once', async ({ page, site, server }) => {
  await page.goto(`${linkTo(site, FEN)}&tables=${encodeURIComponent(server.of('good'))}`)
  await answered(page)
  await paste(
    page,
    `[White "Hungry"]\n\n1. g4 d6 2. Bg2 Bxg4 3. Bxb7 Bxe2 4. Qxe2 c5 5. Qxe7+ Bxe7 6. Bxa8 f5 7. d3 Qa5+ 8. b4 cxb4
9. Bd2 Qxa2 10. Bxb4 Qxc2 11. Rxa7 Qxd3 12. Bxd6 Qxb1+ 13. Ke2 Qxg1 14. Rxg1 Bxd6 15. Rgxg7 Bxh2 16. Rxg8+ Rxg8
17. Rxh7 Rg2 18. Rxh2 Rxh2 19. Bb7 Rxf2+ 20. Kxf2 Kf7 21. Kf3 *`,
  )
  await page.locator('mw-found .example').click()
  await expect(page.locator('.played button.ply')).toHaveCount(41)
  await expect(page.locator('.played [aria-current]')).toHaveText('Kxf2')
  await page.getByRole('button', { name: say('history.start'), exact: true }).click()
  await expect(page.locator('.answer[data-asking=false]')).toContainText(
    sentence(say('core.men.tables', { count: 32, most: 6 })),
  )
  await expect(verdict(page)).toHaveCount(0)
})

test('an earlier verdict is hidden while a web server does not answer', async ({ page, site, server }) => {
  await page.goto(`${linkTo(site, '8/8/8/8/8/k4K2/8/6R1 w - - 0 1')}&tables=${encodeURIComponent(server.of('good'))}`)
  await answered(page)
  await page.context().route(/\/good\//, () => {}) // no answer
  await enterFen(page, FEN)
  await expect(page.locator('mw-answer > .looking')).toBeVisible()
  await expect(verdict(page)).toBeHidden()
})

test('tables that only the server vouches for are named', async ({ page, site, tables }) => {
  // Sums are known only of parts of the usual size.
  const folder = join(tables.dir, 'other')
  await cp(join(tables.dir, 'site'), folder, { recursive: true })
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  for (const table of manifest.tables) {
    const file = await readFile(join(folder, `${table.class}.mwt`))
    table.partBytes *= 2
    const parts = []
    for (let from = 0; from < file.length; from += table.partBytes)
      parts.push(
        createHash('sha256')
          .update(file.subarray(from, from + table.partBytes))
          .digest()
          .subarray(0, 16),
      )
    table.parts = Buffer.concat(parts).toString('base64')
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  const address = await serve(folder)
  await page.goto(`${linkTo(site, FEN)}&tables=${encodeURIComponent(address)}`)
  await answered(page)
  expect((await probe(page)).dtm).toBe(tables.dtm)
  expect((await probe(page)).site.trusted).toContain('KRvKN')
  await expect(source(page)).toHaveText(containing('answer.siteTrusted', { tables: /.*KRvKN.*/ }))
  await stop(address)
})

test.describe('without builds of the page itself', () => {
  test.use({ atOnce: false })

  test('each fault of a web server is told, and the table is built here', async ({ page, site, server, tables }) => {
    for (const [kind, fault] of Object.entries({ gone: 'gone', later: 'newer', changed: 'changed' }))
      await test.step(kind, async () => {
        const address = server.of(kind)
        await page.goto(`${linkTo(site, FEN)}&tables=${encodeURIComponent(address)}`)
        await expect(page.locator('.site-fault')).toHaveText(
          say('answer.siteFault', { why: `${sentence(say(`core.remote.${fault}`, { site: address }))}.` }),
        )
      })
    await buildMissing(page)
    await answered(page)
    expect((await probe(page)).dtm).toBe(tables.dtm)
    await expect(source(page)).toHaveCount(0)
  })

  test('servers without usable ranges are read whole, and chosen in the settings', async ({
    page,
    site,
    server,
    tables,
  }) => {
    await page.goto(`${linkTo(site, FEN)}&tables=${encodeURIComponent(server.of('compressing'))}`)
    await answered(page)
    await expect(source(page)).toContainText(server.of('compressing'))
    await page.evaluate(() => caches.delete('matewright-parts'))
    server.requests.length = 0
    await page.getByRole('button', { name: say('settings.title') }).click()
    await page.getByLabel(say('settings.site')).fill(server.of('whole'))
    await page.getByLabel(say('settings.site')).press('Enter')
    await answered(page)
    await expect(source(page)).toContainText(server.of('whole'))
    expect((await probe(page)).dtm).toBe(tables.dtm)
    expect(server.requests.filter((name) => name === 'KRvKN.mwt').length).toBeLessThanOrEqual(2)
  })
})
