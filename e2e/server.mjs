// Serves the built page as GitHub Pages would: from a sub-path, with no special headers, compressed on request.

import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const prefix = '/some/sub-path/'

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
}

/** The types that GitHub Pages gzips. */
const GZIPPED = new Set(['.html', '.js', '.css', '.svg', '.webmanifest', '.txt'])

/** The number of deployments after the first. */
let deployments = 0

/**
 * Deploys a new version of the page, which differs only in the names of its assets. The old assets are gone.
 */
export const deploy = () => deployments++

const assets = await readdir(join(dist, 'assets')).catch(() => [])

/** Returns the current name of an asset. @param {string} name */
const nowCalled = (name) => (deployments ? name.replace(/(?=\.\w+$)/, `-${deployments}`) : name)

/** Which file has the name now. @param {string} path */
function fileNow(path) {
  const asset = path.startsWith('assets/') && assets.find((name) => `assets/${nowCalled(name)}` === path)
  if (path.startsWith('assets/')) return asset ? `assets/${asset}` : ''
  return path === '.' ? 'index.html' : path
}

/** Returns a file that names assets, with their current names. @param {string} text */
const amended = (text) =>
  assets
    .reduce((text, name) => text.replaceAll(name, nowCalled(name)), text)
    .replaceAll(/(revision:")(\w)/g, `$1${deployments}$2`)

/** The types of files that may name assets. */
const NAMING = new Set(['.html', '.js', '.css'])

/**
 * A file that was sent, with its bytes on the wire.
 * @typedef {{path: string, bytes: number}} Sent
 */

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {Sent[]} [sent]  a list for the responses, which are compressed then
 */
async function answer(request, response, sent) {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const path = pathname.startsWith(prefix) ? normalize(pathname.slice(prefix.length)) : '..'
  const name = path.startsWith('..') ? '' : fileNow(path)
  const file = name && join(dist, name)
  const found = file && (await stat(file).catch(() => null))
  if (!found || !found.isFile()) return void response.writeHead(404).end('Not found')
  const type = types[extname(file)] ?? 'application/octet-stream'
  if (deployments && NAMING.has(extname(file)))
    return void response.writeHead(200, { 'content-type': type }).end(amended(await readFile(file, 'utf8')))
  if (sent) return compress(response, type, file, sent)
  response.writeHead(200, { 'content-type': type, 'content-length': found.size })
  createReadStream(file).pipe(response)
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {string} type
 * @param {string} file
 * @param {Sent[]} sent
 */
async function compress(response, type, file, sent) {
  const packed = GZIPPED.has(extname(file))
  const body = packed ? await gzipped(file) : await readFile(file)
  sent.push({ path: file, bytes: body.length })
  response
    .writeHead(200, {
      'content-type': type,
      'content-length': body.length,
      ...(packed && { 'content-encoding': 'gzip' }),
      'cache-control': 'max-age=600', // the service worker finds files that the page has fetched in the browser's cache
    })
    .end(body)
}

/** @type {Map<string, Promise<Buffer>>} each is packed once: it takes longer than sending it */
const packedFiles = new Map()

/** @param {string} file */
function gzipped(file) {
  const packed = packedFiles.get(file) ?? readFile(file).then((content) => gzipSync(content))
  packedFiles.set(file, packed)
  return packed
}

/**
 * @param {number} [port]  any free one by default
 * @param {Sent[]} [sent]  a list for the responses, which are compressed then
 * @returns {Promise<{url: string, port: number, stop: () => Promise<void>}>}
 */
export async function serve(port = 0, sent) {
  const server = createServer((request, response) => answer(request, response, sent))
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
