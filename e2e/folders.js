// Servers of folders, each with an origin of its own. Pages of others may load from them.

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

const TYPES = { '.html': 'text/html', '.js': 'text/javascript' }

/** @type {import('node:http').Server[]} */
const servers = []

/** Serves a folder, and returns the address. @param {string} folder */
export async function serve(folder) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const file = await readFile(join(folder, path)).catch(() => null)
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    response
      .writeHead(file ? (from ? 206 : 200) : 404, {
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        'access-control-allow-origin': '*',
      })
      .end(from ? file?.subarray(Number(from), Number(to) + 1) : file)
  })
  servers.push(server)
  await new Promise((resolve) => server.listen(0, 'localhost', resolve))
  return `http://localhost:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`
}

/** Stops a server. @param {string} address */
export function stop(address) {
  const server = servers.find((each) => address.endsWith(`:${each.address()?.port}`))
  server?.closeAllConnections()
  return new Promise((resolve) => server?.close(resolve))
}

/** Stops all of them. */
export function stopAll() {
  for (const server of servers) server.close()
}
