// Runs a page in MiniBrowser, the browser that comes with WebKitGTK. It needs Xvfb, but no WebDriver.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'

const WAIT_MS = 300_000

/**
 * Serves pages to a browser with a new profile, opens the page `/`, and returns the text that a page posts.
 * @param {Record<string, string>} pages  HTML by path
 * @param {...string} options  of MiniBrowser
 * @returns {Promise<string>}
 */
export async function posted(pages, ...options) {
  let post
  const answer = new Promise((done) => (post = done))
  const server = createServer((request, response) => {
    if (request.method === 'POST') request.setEncoding('utf8').on('data', post)
    response.setHeader('content-type', 'text/html').end(pages[request.url])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  const screen = spawn('Xvfb', ['-displayfd', '3', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = await once(screen.stdio[3], 'data')
  const folder = mkdtempSync(`${process.cwd()}/profile-`)
  const env = {
    ...process.env,
    ...Object.fromEntries(
      ['HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME'].map((name) => [name, folder]),
    ),
    DISPLAY: `:${String(display).trim()}`,
    GDK_BACKEND: 'x11',
    NO_AT_BRIDGE: '1',
  }
  const url = `http://127.0.0.1:${server.address().port}/`
  const browser = spawn(process.env.MINIBROWSER, [...options, url], { env, stdio: 'ignore' })
  const late = setTimeout(post, WAIT_MS, `nothing within ${WAIT_MS / 1000} s`)
  try {
    return await answer
  } finally {
    clearTimeout(late)
    browser.kill()
    if (browser.exitCode === null && browser.signalCode === null) await once(browser, 'exit')
    screen.kill()
    server.close()
    server.closeAllConnections()
  }
}
