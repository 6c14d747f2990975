// Tries the package's engine.html with npm's stockfish, in Chromium: the engine must mate in won endings, and must not
// lose in drawn ones. Stockfish is 160 MB, so nothing else installs it.
//
//   node scripts/engine-page.mjs

import { copyFileSync, createReadStream, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { inNewBrowser } from './browser.mjs'
import { npm, npmOutput, root, run } from './tools.mjs'

const STOCKFISH = 'stockfish@19.0.0'
const ENDINGS = [
  { fen: '8/6r1/8/4k3/8/8/8/K2Q4 w - - 0 1', end: / is mated$/ },
  { fen: '8/8/8/4k3/8/8/8/KBN5 w - - 0 1', end: / is mated$/ },
  { fen: '8/8/8/1k6/8/8/K5P1/8 w - - 0 1', end: / is mated$/ },
  { fen: '4k3/4n3/8/8/8/8/8/R3K3 w - - 0 1', end: /^(Draw by the fifty-move rule|Stalemate)$/ },
]
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' }

const folder = mkdtempSync(join(tmpdir(), 'matewright-engine-'))
const server = createServer((request, response) => {
  const file = join(folder, new URL(request.url ?? '/', 'http://localhost').pathname)
  if (!existsSync(file)) return void response.writeHead(404).end()
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
  createReadStream(file).pipe(response)
})

/** @param {import('playwright-core').Page} page @param {string} fen @param {boolean} decide */
async function play(page, fen, decide) {
  await page.locator('[name=fen]').fill(fen)
  await page.locator('[name=decide]').setChecked(decide)
  await page.locator('button').click()
  const last = async () => (await page.locator('pre').textContent())?.trim().split('\n').at(-1) ?? ''
  for (let seconds = 0; seconds < 120; seconds++) {
    await page.waitForTimeout(1000)
    const line = await last()
    if (line && !/^\d/.test(line)) return line
  }
  throw new Error(`${fen}: no end after ${await last()}`)
}

try {
  run(process.execPath, [`${root}/scripts/package.mjs`])
  const version = npmOutput('pkg', 'get', 'version').replaceAll('"', '')
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  npm(
    'install',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    STOCKFISH,
    `${root}/build/matewright-${version}.tgz`,
  )
  copyFileSync(join(folder, 'node_modules/matewright/engine.html'), join(folder, 'engine.html'))
  await new Promise((listening) => server.listen(0, 'localhost', () => listening(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  await inNewBrowser({}, async (page) => {
    await page.goto(`http://localhost:${port}/engine.html`)
    for (const { fen, end } of ENDINGS) {
      const [decided, played] = [await play(page, fen, true), await play(page, fen, false)]
      const lines = ((await page.locator('pre').textContent()) ?? '').trim().split('\n').length - 1
      console.log(`${fen}: ${decided}; after ${lines} moves: ${played}`)
      if (!end.test(played)) process.exitCode = 1
    }
  })
} finally {
  server.close()
  rmSync(folder, { recursive: true, force: true })
}
