// Serves the built page as GitHub Pages would: from a sub-path, with no special headers.

import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const prefix = '/some/sub-path/'

const types = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png',
  '.wasm': 'application/wasm', '.woff2': 'font/woff2', '.webmanifest': 'application/manifest+json',
}

/** What makes the service worker another version. */
let amendment = ''

/** Deploys a new version of the page, which differs in nothing. */
export const deploy = () => (amendment += '\n// another version')

/** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
async function answer(request, response) {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const path = pathname.startsWith(prefix) ? normalize(pathname.slice(prefix.length)) : '..'
  const file = path.startsWith('..') ? '' : join(dist, path === '.' ? 'index.html' : path)
  const found = file && (await stat(file).catch(() => null))
  if (!found || !found.isFile()) return void response.writeHead(404).end('Not found')
  if (path === 'sw.js') return void response.writeHead(200, { 'content-type': types['.js'] }).end((await readFile(file, 'utf8')) + amendment)
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', 'content-length': found.size })
  createReadStream(file).pipe(response)
}

/**
 * @param {number} [port]  any free one by default
 * @returns {Promise<{url: string, port: number, stop: () => Promise<void>}>}
 */
export async function serve(port = 0) {
  const server = createServer(answer)
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, 'localhost', resolve))
  const address = server.address()
  return {
    url: `http://localhost:${address.port}${prefix}`,
    port: address.port,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log((await serve(Number(process.argv[2] ?? 0))).url)
