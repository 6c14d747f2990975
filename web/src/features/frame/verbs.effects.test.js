import { beforeEach, expect, test, vi } from 'vitest'
import { enter } from '../game/game.js'

const FIRST = '8/8/8/8/8/2k5/8/K6Q w - - 0 1'
const SECOND = '8/8/8/8/8/2k5/8/K6R w - - 0 1'
const NONE = 'nonsense'
const FAULTY = '8/8/8/8/8/2k5/8/K6R w KQ - 0 1'
const WARNING = { code: 'castling', message: '' }

/** The engine's open requests by FEN, with functions that answer them. */
const { replays } = vi.hoisted(() => ({
  /** @type {Record<string, () => void>} */ replays: {},
}))

vi.mock('../../engine/engine.js', () => ({
  createProber: () => ({
    /** @param {string} fen */
    replay: (fen) =>
      new Promise(
        (settle) =>
          (replays[fen] = () =>
            settle(
              fen === NONE
                ? { ok: false, error: { code: 'fen', message: '' } }
                : {
                    ok: true,
                    value: { start: fen, ...(fen === FAULTY ? { start: SECOND, warnings: [WARNING] } : {}), moves: [] },
                  },
            )),
      ),
  }),
}))

vi.mock('../../shell/framed.js', () => ({ isFramed: true }))

const { store } = await import('../../shell/app.js')
const { verbs } = await import('./verbs.effects.js')

beforeEach(() => store.update(enter, '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'))

/** Sets positions in one tick, and answers them in an order. @param {string[]} fens @param {string[]} order */
async function setAtOnce(fens, order = fens) {
  const all = fens.map((fen) => verbs.setPosition(fen))
  for (const fen of order) {
    replays[fen]()
    await Promise.resolve()
  }
  return Promise.all(all)
}
const isSet = (/** @type {string} */ fen) => ({ ok: true, value: expect.objectContaining({ fen }) })
const onBoard = () => store.state.game.start

test('an illegal position replaces no legal one that is set in the same tick', async () => {
  expect(await setAtOnce([FIRST, NONE])).toEqual([isSet(FIRST), { ok: false, error: { code: 'fen', message: '' } }])
  expect(onBoard()).toBe(FIRST)
})

test('of two positions in the same tick the second stays, and each answer has the board of its time', async () => {
  expect(await setAtOnce([FIRST, SECOND])).toEqual([isSet(FIRST), isSet(SECOND)])
  expect([onBoard(), store.state.game.scripted]).toEqual([SECOND, true]) // in a frame
})

test('one that is checked too late is refused with the reason', async () => {
  expect(await setAtOnce([FIRST, SECOND], [SECOND, FIRST])).toEqual([
    { ok: false, error: { code: 'request', message: 'Another position was set since.' } },
    isSet(SECOND),
  ])
  expect(onBoard()).toBe(SECOND)
})

test('a FEN with faults comes onto the board as the engine reads it, with warnings', async () => {
  expect(await setAtOnce([FAULTY])).toEqual([
    { ok: true, value: expect.objectContaining({ fen: SECOND, warnings: [WARNING] }) },
  ])
  expect(onBoard()).toBe(SECOND)
})
