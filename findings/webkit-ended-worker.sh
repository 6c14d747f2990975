#!/usr/bin/env bash
# WebKitGTK 2.50.6 never compiles a WebAssembly function that waits to be compiled when the worker that made it hot
# ends.
#
# All workers of a page that get the same WebAssembly.Module share its compiled code. Hot functions wait in one queue,
# and a machine with two processors has one thread for it. When a worker is terminated, its functions leave the queue,
# but they still count as being compiled. So the interpreter runs them in all later workers, for as long as the page
# lives. Here that happens in three of four tries: some functions take eight times as long, and they stay slow.
#
# A page that starts a worker for each short task meets this often: it is faster in WebKit if workers are used again.
# Matewright keeps small workers for the next task.
source "$(dirname "$0")/common.bash"
webkit_browser

cat >ended.js <<'JS'
import { posted } from './webkit.js'

const HOT = 40
const FILLERS = 300
const FILLER_STEPS = 10_000
const TURNS = 2_000_000

// Small numbers of WebAssembly's format.
const leb = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...leb(n >> 7)])
const section = (id, bytes) => [id, ...leb(bytes.length), ...bytes]
const list = (items) => [...leb(items.length), ...items.flat()]
const code = (body) => [...leb(body.length + 4), 1, 1, 0x7f, ...body, 0x0b] // one local i32 beside the parameter
// A loop that hides its result from compilers: local 1 is multiplied and added to, as often as the parameter says.
const loop = [
  [0x03, 0x40, 0x20, 1, 0x41, 0xff, 0x3f, 0x6c, 0x20, 0, 0x6a, 0x21, 1],
  [0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b],
].flat()
const hot = code([...loop, 0x20, 1])
const filler = code([...loop, 0x20, 0, ...Array(FILLER_STEPS).fill([0x41, 3, 0x6c, 0x20, 1, 0x6a]).flat()])
const functions = [...Array(HOT).fill(hot), ...Array(FILLERS).fill(filler)]
const name = (text) => list([...text].map((c) => c.charCodeAt(0)))
const wasm = [
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  ...section(1, list([[0x60, 1, 0x7f, 1, 0x7f]])),
  ...section(3, list(functions.map(() => [0]))),
  ...section(7, list(functions.map((_, i) => [...name('f' + i), 0, ...leb(i)]))),
  ...section(10, list(functions)),
]

const page = (ends) => `<!doctype html><script type=module>
  const bytes = Uint8Array.from(atob('${Buffer.from(wasm).toString('base64')}'), (c) => c.charCodeAt(0))
  const module = await WebAssembly.compile(bytes)
  const source = URL.createObjectURL(new Blob([\`onmessage = async ({ data: { module, busy } }) => {
    const { exports } = await WebAssembly.instantiate(module)
    if (busy) {
      for (let i = ${functions.length - 1}; i >= 0; i--) exports['f' + i](1000)
      return postMessage(0)
    }
    const times = Array.from({ length: ${HOT} }, (_, i) => {
      const start = performance.now()
      exports['f' + i](${TURNS})
      return performance.now() - start
    })
    postMessage(Math.max(...times))
  }\`]))
  const run = (busy) => new Promise((done) => {
    const worker = new Worker(source)
    worker.onmessage = ({ data }) => done([worker, data])
    worker.postMessage({ module, busy })
  })
  const [worker] = await run(true)
  if (${ends}) worker.terminate()
  await new Promise((later) => setTimeout(later, 5000))
  const times = []
  for (let i = 0; i < 3; i++) times.push((await run(false))[1])
  fetch('/', { method: 'POST', body: String(Math.min(...times)) })
</script>`

const time = async (ends) => Number(await posted({ '/': page(ends) }))
const kept = await time(false)
let ended = 0
for (let tries = 0; tries < 6 && ended <= 4 * kept; tries++) ended = await time(true)
console.error(`${kept.toFixed(0)} ms where the first worker was kept, ${ended.toFixed(0)} ms where it was ended`)
console.log(ended > 4 * kept ? 'more than four times as long' : `${(ended / kept).toFixed(1)} times as long`)
JS
expect 'slowest of 40 functions in the fastest of three workers after an ended one, in one of six tries at least' \
  'more than four times as long' "$(node ended.js)"
finish
