import { expect, test, vi } from 'vitest'

/** The searches that were started, with functions that end them. @type {((result: object) => void)[]} */
const searches = vi.hoisted(() => [])

vi.mock('../../engine/engine.js', () => ({ createProber: () => ({}) }))
vi.mock('../../shell/framed.js', () => ({ isFramed: false }))
vi.mock('../../shell/address.effects.js', () => ({ navigate: () => {} }))
vi.mock('../difficulty/rate.effects.js', () => ({ ratingsOf: async () => [] }))
vi.mock('../find/find.effects.js', () => ({ randomPosition: () => new Promise((end) => searches.push(end)) }))

const { store } = await import('../../shell/app.js')
const { currentFen, enter } = await import('../game/game.js')
const { DEPTHS } = await import('./practice.js')
const { practiseClass } = await import('./practice.effects.js')

const WIN = { ok: true, value: '8/8/8/8/8/2k5/8/K6R w - - 0 1' }

/** Shows the board. */
const scrollIntoView = vi.fn()
vi.stubGlobal('document', { querySelector: (/** @type {string} */ name) => name === 'mw-board' && { scrollIntoView } })

test('a second click does not start the same search again, but other searches start', async () => {
  practiseClass('KRvK', DEPTHS[0])
  practiseClass('KRvK', DEPTHS[0])
  expect(searches.length).toBe(1)
  const other = practiseClass('KRvK', DEPTHS[1])
  expect(searches.length).toBe(2)
  store.update(enter, '8/8/8/8/8/2k5/8/K5R1 w - - 0 1')
  const last = practiseClass('KRvK', DEPTHS[1]) // the one before is no longer wanted on this position
  expect(searches.length).toBe(3)
  for (const end of searches) end(WIN)
  await Promise.all([other, last])
  expect(currentFen(store.state)).toBe(WIN.value)
  expect(scrollIntoView).toHaveBeenCalledTimes(1)
  practiseClass('KRvK', DEPTHS[1])
  expect(searches.length).toBe(4)
})
