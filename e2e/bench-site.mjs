// npm run bench:site -- --site DIR [--latency MS] [--json]
//
//   Opens the built page in a real Chromium as on a first visit, for 20 positions with four men. Each has a new
//   profile. The tables are those of DIR, which "matewright export --site DIR --men 4" has written. A server sends them
//   by ranges, each answer after MS milliseconds (default 0). The figures are the requests and bytes of tables, and the
//   seconds from the first request to the verdict and of the whole visit. The last figure is the seconds of a visit
//   without DIR, which builds the tables.

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inNewBrowser } from '../scripts/browser.mjs'
import { serve } from './server.mjs'

const FENS = [
  '8/8/8/3k4/8/8/3B4/3NK3 w',
  '8/8/8/3k4/8/8/3B4/3BK3 b',
  '8/2r5/8/3k4/8/8/7Q/4K3 w',
  '8/2q5/8/3k4/8/8/7Q/4K3 w',
  '8/2n5/8/3k4/8/8/4Q3/4K3 w',
  '8/2b5/8/3k4/8/8/7Q/4K3 b',
  '8/2r5/8/3k4/8/8/5R2/4K3 w',
  '8/2n5/8/3k4/8/8/5R2/4K3 b',
  '8/2b5/8/3k4/8/8/5R2/4K3 w',
  '8/2p5/8/3k4/8/8/7Q/4K3 w',
  '8/8/8/3k4/8/8/2p5/3QK3 b',
  '8/8/8/1k6/8/2p5/5R2/4K3 w',
  '8/8/8/1k6/8/2p5/5B2/4K3 w',
  '8/8/8/1k6/8/2p5/5N2/4K3 b',
  '8/8/8/1k6/2p5/8/5P2/4K3 w',
  '8/8/8/1k6/8/8/4PP2/4K3 w',
  '8/8/4k3/8/8/8/3RP3/4K3 w',
  '8/8/4k3/8/8/3B4/4P3/4K3 b',
  '8/8/4k3/8/8/3N4/4P3/4K3 w',
  '8/8/4k3/3Q4/8/8/4P3/4K3 b',
]

/** @param {string} dir @param {number} latency  milliseconds */
async function serveTables(dir, latency) {
  const sent = { requests: 0, bytes: 0, first: 0 }
  const server = createServer(async (request, response) => {
    sent.first ||= Date.now()
    const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1)
    const file = await readFile(join(dir, name)).catch(() => null)
    if (latency) await new Promise((resolve) => setTimeout(resolve, latency))
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const body = from ? file?.subarray(Number(from), Number(to) + 1) : file
    sent.requests++
    sent.bytes += body?.length ?? 0
    response.writeHead(body ? (from ? 206 : 200) : 404, { 'access-control-allow-origin': '*' }).end(body)
  })
  await new Promise((resolve) => server.listen(0, 'localhost', () => resolve(undefined)))
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { url: `http://localhost:${address.port}/`, sent, stop: () => server.close() }
}

/** The longest visit. On a slow machine some tables are not built without a click. */
const LONGEST_MS = 60_000

/** Opens a link, and returns the verdict with the times of the visit. @param {string} link */
const open = (link) =>
  inNewBrowser({ viewport: { width: 1280, height: 800 } }, async (page) => {
    await page.goto(link)
    await page.waitForSelector('.answer[data-asking=false] > .verdict', { timeout: LONGEST_MS })
    return page.evaluate(() => ({
      start: performance.timeOrigin,
      end: performance.timeOrigin + performance.now(),
      probe: globalThis.matewrightPage.state().answer.probe,
    }))
  })

/** @param {string} page @param {string} dir @param {string} fen @param {number} latency */
async function visit(page, dir, fen, latency) {
  const tables = await serveTables(dir, latency)
  const link = `${page}?fen=${`${fen} - - 0 1`.replaceAll(' ', '_')}`
  const { start, end, probe } = await open(`${link}&tables=${encodeURIComponent(tables.url)}`)
  tables.stop()
  const built = await open(link).catch(() => ({ start: 0, end: Infinity }))
  if (!probe.site?.classes.includes(probe.class)) throw new Error(`${fen} was not answered by the site`)
  const { requests, bytes, first } = tables.sent
  return {
    fen,
    class: probe.class,
    requests,
    bytes,
    tables: (end - first) / 1000,
    visit: (end - start) / 1000,
    built: (built.end - built.start) / 1000,
  }
}

/** @param {number[]} numbers */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

/** @param {(name: string) => number} of */
const figures = (of) =>
  `${of('requests')} requests, ${(of('bytes') / 1000).toFixed(0)} kB, ${of('tables').toFixed(2)} s of ` +
  `${of('visit').toFixed(2)} s, ${of('built').toFixed(2)} s by a build`

const { values } = parseArgs({
  options: { site: { type: 'string' }, latency: { type: 'string', default: '0' }, json: { type: 'boolean' } },
})
if (!values.site) throw new Error('--site DIR is missing')
const site = await serve()
const all = []
for (const fen of FENS) all.push(await visit(site.url, values.site, fen, Number(values.latency)))
await site.stop()
if (values.json) console.log(JSON.stringify(all, null, 1))
else for (const each of all) console.log(`${each.class.padEnd(8)} ${figures((name) => each[name])}`)
console.error(`median: ${figures((name) => median(all.map((each) => each[name])))}`)
