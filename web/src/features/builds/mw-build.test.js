import { say } from '#words'
import { expect, test, vi } from 'vitest'
import { initialState } from '../../shell/state.js'
import { said } from '../../ui/said.fixture.js'
import { sentence } from '../../words.js'
import { FIRST_FEN } from '../game/initial.js'

const { frame } = vi.hoisted(() => ({ frame: { isFramed: false } }))

vi.mock('../../engine/engine.js', () => ({ createProber: () => ({}) }))
vi.mock('../../shell/framed.js', () => ({
  get isFramed() {
    return frame.isFramed
  },
}))

/** Returns the text about a failed build. @param {boolean} isFramed @param {any} error */
const endedBy = (isFramed, error) =>
  shown(isFramed, { buildEnd: { ...END, how: 'failed', failures: [{ class: 'KRvK', error }] } })

const END = {
  how: 'done',
  wanted: ['KRvK'],
  built: [],
  parts: {},
  failures: [],
  seconds: 1,
  memory: 1e8,
  atOnce: null,
}

/** Returns the text of the card. @param {boolean} isFramed @param {any} some  of the state */
async function shown(isFramed, some) {
  frame.isFramed = isFramed
  vi.resetModules()
  vi.stubGlobal('customElements', {
    define: (/** @type {string} */ _, /** @type {any} */ card) => vi.stubGlobal('Card', card),
  })
  const { store } = await import('../../shell/app.js')
  await import('./mw-build.js')
  store.update(() => ({ ...initialState(), ...some }))
  return said(new /** @type {any} */ (globalThis).Card().render())
}

test.each(['full', 'budget'])(
  'what to do when the end is %s leads to the page of tables, but not out of a frame',
  async (code) => {
    expect(await endedBy(false, { code, message: '' })).toContain('#/tables')
    const framed = await endedBy(true, { code, message: '' })
    expect(framed).not.toContain('#/tables')
    expect(framed).toContain(code === 'full' ? say('moreRoom.storageFramed') : say('moreRoom.memoryFramed'))
  },
)

test('a damaged table can be built again in a frame, too', async () => {
  for (const isFramed of [false, true])
    expect(await endedBy(isFramed, { code: 'damaged', class: 'KRvK', message: '' })).toContain(
      `>${say('common.rebuild', { name: 'KRvK' })}<`,
    )
})

test('a finished build is named in grammar: by tables, a position or the set in view', async () => {
  const sentenceOf = async (/** @type {string[]} */ wanted, /** @type {any} */ some = {}) =>
    /<h2>([^]*?)<\/h2>/.exec(await shown(false, { ...some, buildEnd: { ...END, wanted, ofSet: true } }))?.[1]
  const ready = (/** @type {string} */ tables, /** @type {number} */ count) =>
    say('build.ended.ready', { tables: sentence(tables), count })
  const place = { page: 'sets', subject: 'monday' }
  const many = ['KQvK', 'KRvK', 'KBvK', 'KNvK']
  expect(await sentenceOf(['KRvK'], { place })).toBe(ready('KRvK', 1))
  expect(await sentenceOf([FIRST_FEN])).toBe(ready(say('building.needsOfPosition'), 2))
  expect(await sentenceOf([FIRST_FEN], { place })).toBe(ready(say('building.needsOfSet'), 2))
  expect(await sentenceOf(many, { place })).toBe(ready(say('building.needsOfSet'), 4))
  expect(await sentenceOf(many)).toBe(ready(say('building.tables', { count: 4 }), 4))
})
