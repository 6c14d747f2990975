import { expect, test, vi } from 'vitest'
import { stepOf } from '../../engine/step.fixture.js'
import { FIRST_FEN } from '../game/initial.js'

const { frame, buildFor } = vi.hoisted(() => ({ frame: { isFramed: true }, buildFor: vi.fn(async () => 'done') }))

vi.mock('../../engine/engine.js', () => ({ createProber: () => ({}) }))
vi.mock('../../engine/locks.js', () => ({ whenNobodyBuilds: async () => {} }))
vi.mock('./build.effects.js', () => ({ buildFor }))
vi.mock('../../shell/framed.js', () => ({
  get isFramed() {
    return frame.isFramed
  },
}))
vi.mock('../../shell/remember.js', () => ({ remember: () => {}, remembered: () => null }))

const page = Object.assign(new EventTarget(), { hidden: true })
vi.stubGlobal('document', page)

const { store } = await import('../../shell/app.js')
const { startAutobuild } = await import('./autobuild.effects.js')

/** A state with a missing table that is quick to build, until the build has begun. */
buildFor.mockImplementation(async () => {
  store.update((state) => ({ ...state, answer: null }))
  return 'done'
})
const lack = () =>
  store.update((state) => ({
    ...state,
    asking: false,
    tables: [],
    outlook: { wanted: ['KPvK'], steps: [stepOf({ class: 'KPvK', seconds: 1 })] },
    answer: { fen: FIRST_FEN, error: { code: 'missing', message: '', class: 'KPvK', missing: ['KPvK'] } },
  }))

test('an invisible frame builds nothing without a click, and the page itself does', async () => {
  startAutobuild()
  lack()
  expect(buildFor).not.toHaveBeenCalled()
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  expect(buildFor).toHaveBeenCalledTimes(1)
  await new Promise((done) => setTimeout(done))
  Object.assign(page, { hidden: true })
  frame.isFramed = false
  lack()
  expect(buildFor).toHaveBeenCalledTimes(2)
})
