// Runs a Go program for js/wasm in a dedicated worker of a real Chromium:
//
//   GOOS=js GOARCH=wasm go test -exec "node $PWD/scripts/go-wasm-exec.mjs" ./indexeddb
//
// The program gets real loops first, as the page's engine does.
//
// If TABLES is set to a folder, the program can fetch its files as /tables/NAME.
//
// The program gets the environment variables whose names begin with MATEWRIGHT_.
//
// The script passes the program's output on, and exits with its exit code. Storage is on disk, in a profile that is
// deleted afterwards.

import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { launchOptions } from './browser.mjs'
import { structure } from './tools.mjs'

const PAGE = '<!doctype html><title>Go</title><link rel="icon" href="data:,">'

/** The names of environment variables for the program. */
const OURS = /^MATEWRIGHT_/

const WORKER = `
importScripts('/wasm_exec.js')
onmessage = ({ data: [args, env] }) =>
  run(args, env).catch((error) => postMessage({ fd: 2, text: error + '\\n', code: 2 }))
async function run(args, env) {
  globalThis.fs.writeSync = (fd, bytes) => {
    postMessage({ fd, text: new TextDecoder().decode(bytes) })
    return bytes.length
  }
  const go = new Go()
  go.argv = args
  go.env = env
  go.exit = (code) => postMessage({ code })
  const { instance } = await WebAssembly.instantiateStreaming(fetch('/main.wasm'), go.importObject)
  await go.run(instance)
}`

const RUN = (argsAndEnv) => {
  const worker = new Worker('/worker.js')
  worker.onmessage = ({ data }) => globalThis.fromWorker(data)
  worker.onerror = (event) => globalThis.fromWorker({ fd: 2, text: event.message + '\n', code: 2 })
  worker.postMessage(argsAndEnv)
}

async function run(wasmPath, args) {
  structure(wasmPath)
  const goroot = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim()
  const files = {
    '/': ['text/html', PAGE],
    '/worker.js': ['text/javascript', WORKER],
    '/wasm_exec.js': ['text/javascript', await readFile(join(goroot, 'lib/wasm/wasm_exec.js'))],
    '/main.wasm': ['application/wasm', await readFile(wasmPath)],
  }
  const server = createServer(async (request, response) => {
    const [type, body] = files[request.url] ?? (await table(request.url))
    response.writeHead(type ? 200 : 404, { 'content-type': type ?? 'text/plain' }).end(body)
  })
  await new Promise((resolve) => server.listen(0, 'localhost', resolve))
  const profile = await mkdtemp(join(tmpdir(), 'matewright-profile-'))
  const browser = await chromium.launchPersistentContext(profile, launchOptions())
  try {
    const page = await browser.newPage()
    let end
    const exit = new Promise((resolve) => (end = resolve))
    page.on('crash', () => end(2))
    browser.on('close', () => end(2))
    // Before the page loads, so that no message of the worker is lost.
    await page.exposeFunction('fromWorker', ({ fd, text, code }) => {
      if (text) (fd === 1 ? process.stdout : process.stderr).write(text)
      if (code !== undefined) end(code)
    })
    await page.goto(`http://localhost:${server.address().port}`)
    await page.evaluate(RUN, [
      args,
      Object.fromEntries(Object.entries(process.env).filter(([name]) => OURS.test(name))),
    ])
    return await exit
  } finally {
    await browser.close()
    server.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A file of the folder TABLES. */
async function table(url) {
  const [, name] = url.match(/^\/tables\/([\w.]+)$/) ?? []
  if (!process.env.TABLES || !name) return []
  return readFile(join(process.env.TABLES, name)).then(
    (body) => ['application/octet-stream', body],
    () => [],
  )
}

const [wasmPath, ...args] = process.argv.slice(2)
process.exitCode = await run(wasmPath, [wasmPath, ...args])
