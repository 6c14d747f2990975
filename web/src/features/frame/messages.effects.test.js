import { beforeEach, expect, test, vi } from 'vitest'
import { enter } from '../game/game.js'

/** Questions that the engine has not answered yet. */
const { open } = vi.hoisted(() => ({
  /** @type {(() => void)[]} */ open: [],
}))

vi.mock('../../engine/engine.js', () => ({
  createProber: () => ({ probe: () => new Promise((settle) => open.push(() => settle({ ok: true, value: {} }))) }),
}))

vi.mock('../../shell/framed.js', () => ({ isFramed: true }))

// This one uses the whole page.
vi.mock('./puzzle.effects.js', () => ({ pose: () => {} }))

/** The messages to the page around the frame. @type {any[]} */
let told = []
const parent = { postMessage: (/** @type {any} */ message) => told.push(message) }
/** @type {(event: {source: unknown, data: unknown, origin: string}) => void} */
let receive = () => {}
vi.stubGlobal('parent', parent)
vi.stubGlobal('document', { body: { getBoundingClientRect: () => ({ height: 500 }) } })
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
  },
)
vi.stubGlobal(
  'addEventListener',
  (/** @type {string} */ _, /** @type {typeof receive} */ listener) => (receive = listener),
)

const { store } = await import('../../shell/app.js')
const { startMessages } = await import('./messages.effects.js')
startMessages()

/** @param {unknown} data */
const send = (data) => receive({ source: parent, data, origin: 'https://example.org' })
const settled = () => new Promise((done) => setTimeout(done))
const refused = () => told.filter(({ error }) => error?.code === 'request').map(({ id }) => id)
/** The largest number of requests at the same time. */
const MOST = 32

beforeEach(() => (told = []))

test('32 requests are answered at the same time, and more are refused, requests to listen too', async () => {
  for (let id = 0; id < MOST; id++) send({ matewright: 'probe', id })
  send({ matewright: 'probe', id: 'too much' })
  send({ matewright: 'listen', id: 'to listen' })
  await settled()
  expect([open.length, refused()]).toEqual([MOST, ['too much', 'to listen']])
  store.update(enter, '8/8/8/8/8/2k5/8/K6R w - - 0 1')
  expect(told.filter(({ matewright }) => matewright === 'changed')).toEqual([])

  for (const answer of open.splice(0)) answer()
  await settled()
  send({ matewright: 'listen', id: 'again' })
  await settled()
  expect(told.filter(({ ok }) => ok)).toHaveLength(MOST + 1)
  store.update(enter, '8/8/8/8/8/2k5/8/K6Q w - - 0 1')
  expect(told.at(-1)).toMatchObject({ matewright: 'changed', fen: '8/8/8/8/8/2k5/8/K6Q w - - 0 1' })
})
