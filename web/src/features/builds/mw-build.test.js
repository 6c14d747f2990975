import { say } from '#words'
import { expect, test, vi } from 'vitest'
import { initialState } from '../../shell/state.js'
import { said } from '../../ui/said.fixture.js'

const { frame } = vi.hoisted(() => ({ frame: { isFramed: false } }))

vi.mock('../../engine/engine.js', () => ({ createProber: () => ({}) }))
vi.mock('../../shell/framed.js', () => ({
  get isFramed() {
    return frame.isFramed
  },
}))

/** Returns the text about a failed build. @param {boolean} isFramed @param {any} error */
async function endedBy(isFramed, error) {
  frame.isFramed = isFramed
  vi.resetModules()
  vi.stubGlobal('customElements', {
    define: (/** @type {string} */ _, /** @type {any} */ card) => vi.stubGlobal('Card', card),
  })
  const { store } = await import('../../shell/app.js')
  await import('./mw-build.js')
  store.update(() => ({
    ...initialState(),
    buildEnd: {
      how: 'failed',
      wanted: ['KRvK'],
      built: [],
      parts: {},
      failures: [{ class: 'KRvK', error }],
      seconds: 1,
      memory: 1e8,
      atOnce: null,
    },
  }))
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
