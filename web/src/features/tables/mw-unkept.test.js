// The texts about tables that are stored, and about tables in memory.

import { say } from '#words'
import { describe, expect, test, vi } from 'vitest'
import { initialState } from '../../shell/state.js'
import { said } from '../../ui/said.fixture.js'

const { engine } = vi.hoisted(() => ({
  engine: { restart: () => {} },
}))

vi.mock('../../engine/engine.js', () => ({
  createProber: (/** @type {() => void} */ onRestart) => {
    engine.restart = onRestart
    return {}
  },
}))
vi.mock('../../shell/framed.js', () => ({ isFramed: false }))

/** @type {Record<string, any>} */
const elements = {}
vi.stubGlobal('customElements', {
  define: (/** @type {string} */ name, /** @type {any} */ element) => (elements[name] = element),
  get: () => undefined,
})

const { store } = await import('../../shell/app.js')
const { kept } = await import('../builds/build-progress.view.js')
await Promise.all([
  import('../answer/mw-problem.js'),
  import('./mw-storage.js'),
  import('./mw-unkept.js'),
  import('../board/mw-welcome.js'),
])

/** Returns the text of an element in a state. @param {string} name @param {object} state */
function saidBy(name, state) {
  store.update(() => ({ ...initialState(), ...state }))
  return said(new elements[name]().render()).replace(/\s+/g, ' ')
}

/** @param {import('../../engine/types.js').EngineError['code']} code */
const error = (code) => ({ code, message: 'An accident.' })

describe.each([true, false])('stored: %s', (isKept) => {
  test('the page shows how long tables stay', () => {
    const answer = { fen: '', error: error('men') }
    const welcome = saidBy('mw-welcome', { kept: isKept, answer })
    expect(welcome).toContain(say('welcome.text', { kept: isKept ? 'yes' : 'no' }))
    expect(saidBy('mw-unkept', { kept: isKept }).includes(say('unkept.text'))).toBe(!isKept)
  })

  test('only stored tables can be protected against clearing', () => {
    const storage = { usage: 1, quota: 2, persisted: false, declined: false }
    expect(saidBy('mw-storage', { kept: isKept, storage }).includes(say('storage.keep'))).toBe(isKept)
  })

  test('the end of the engine loses tables in memory', () => {
    for (const code of /** @type {const} */ (['died', 'memory'])) {
      expect(saidBy('mw-problem', { kept: isKept, answer: { fen: '', error: error(code) } })).toContain(
        isKept ? say('problem.safe') : say('storage.lost'),
      )
      const end = {
        how: /** @type {const} */ ('failed'),
        wanted: ['KRvK'],
        atOnce: null,
        built: [],
        parts: {},
        failures: [{ class: 'KRvK', error: error(code) }],
        seconds: 1,
        memory: 1,
      }
      expect(kept(end, { kept: isKept, tables: [] })).toBe(
        [
          say('buildProgress.notBuilt', { names: 'KRvK' }),
          isKept ? say('buildProgress.nothingLost') : say('storage.lost'),
        ].join(' '),
      )
    }
    expect(saidBy('mw-problem', { kept: isKept, answer: { fen: '', error: error('internal') } })).toContain(
      say('problem.safe'),
    )
    engine.restart()
    expect(store.state.notice).toBe(
      isKept ? say('engine.restarted') : `${say('engine.restarted')} ${say('storage.lost')}`,
    )
  })
})
