import { expect, test, vi } from 'vitest'
import { stepOf } from '../../engine/step.fixture.js'
import { initialState } from '../../shell/state.js'

/** @typedef {{name: string, seconds: number}} Table */

const PAWN = '4k3/8/4K3/4P3/8/8/8/8 w - - 0 1'
const ROOK = '8/8/8/8/8/2k5/8/K6R w - - 0 1'
const QUEEN = '8/8/8/8/8/2k5/8/K6Q w - - 0 1'
const LARGE = '3k4/8/8/3q4/8/8/4R3/4K2Q w - - 0 1'
const SIX = '3k4/8/8/3q4/8/3n4/4R3/4K2Q w - - 0 1'

/** The class of each position. @type {Record<string, string>} */
const CLASSES = { [PAWN]: 'KPvK', [ROOK]: 'KRvK', [QUEEN]: 'KQvK', [LARGE]: 'KQRvKQ', [SIX]: 'KQRvKQN' }
/** The seconds that each build takes. @type {Record<string, number>} */
const SECONDS = { KPvK: 1, KRvK: 1, KQvK: 1, KQRvKQ: 3000, [LARGE]: 3000, [PAWN]: 1 }
/** @type {Set<string>} */
const built = vi.hoisted(() => new Set())
/** The FENs of all probes. @type {string[]} */
const probes = vi.hoisted(() => [])

vi.mock('../../engine/engine.js', () => ({
  createProber: () => ({
    /** @param {string} fen */
    probe: async (fen) => {
      probes.push(fen)
      return built.has(CLASSES[fen])
        ? { ok: true, value: { category: 'draw', moves: [{}], insufficient_material: false } }
        : { ok: false, error: { code: 'missing', message: '', class: CLASSES[fen], missing: [CLASSES[fen]] } }
    },
    /** @param {string[]} names */
    startPlan: (names) => ({
      result: Promise.resolve({
        ok: true,
        value: { steps: names.map((name) => stepOf({ class: name, seconds: SECONDS[name] })) },
      }),
      stop: () => {},
    }),
  }),
  startBuild: () => ({ outcome: new Promise(() => {}) }),
}))

const { store } = await import('../../shell/app.js')
const { dueOf, startSurvey, surveyPositions } = await import('./survey.effects.js')
const { surveyedSet, surveyOf, readyIn } = await import('./survey.js')

/** @param {string[]} fens */
const survey = (...fens) =>
  surveyPositions(
    fens.map((fen) => ({ fen })),
    () => true,
  )

test('a survey has the results of built tables only, and chooses the builds that together are quick', async () => {
  built.add('KRvK')
  expect(await survey(PAWN, ROOK, LARGE, QUEEN, SIX)).toMatchObject({
    results: { [ROOK]: { category: 'draw', over: false } }, // a missing table is not a draw
    missing: ['KPvK', 'KQRvKQ', 'KQvK'],
    problems: { [SIX]: expect.any(String) },
    wanted: [['KPvK'], ['KQRvKQ'], ['KQvK']],
  })
  const due = (/** @type {string[][]} */ ...wanted) => dueOf(wanted, null, () => true)
  expect(await due(['KPvK'], ['KQRvKQ'], ['KQvK'])).toEqual([['KPvK', 'KQvK']])
  expect(await due(['KQRvKQ'])).toEqual([])
  expect(await due([LARGE], [PAWN], ['KQvK'])).toEqual([['KQvK'], [PAWN]])
  built.add('KPvK').add('KQvK')
  expect(await survey(PAWN, ROOK, QUEEN)).toMatchObject({ missing: [], wanted: [], steps: [] })
})

test('the survey is that of the set on its page, or of the practised one', async () => {
  const set = (/** @type {string} */ id) => ({ id, made: 0, name: id, positions: [], scores: {} })
  const state = { ...initialState(), sets: [set('one'), set('two')] }
  const training = { id: 'two', fen: ROOK, line: [] }
  expect(surveyedSet(state)).toBeUndefined()
  expect(surveyedSet({ ...state, training })?.id).toBe('two')
  expect(surveyedSet({ ...state, training, place: { page: 'sets', subject: 'one' } })?.id).toBe('one')
  const of = { id: 'one', due: [], ...(await survey(PAWN, ROOK, SIX)) }
  expect([surveyOf({ survey: of }, set('one')), surveyOf({ survey: of }, set('two'))]).toEqual([of, null])
  const positions = [PAWN, ROOK, SIX].map((fen) => ({ fen, name: '', note: '', line: '' }))
  expect(readyIn(of, { ...set('one'), positions })).toBe(2)
})

test('a set that changes keeps the results of its other positions, until tables change', async () => {
  built.add('KRvK')
  const set = (/** @type {string[]} */ ...fens) => ({
    id: 'set',
    made: 0,
    name: 'Set',
    scores: {},
    positions: fens.map((fen) => ({ fen, name: '', note: '', line: '' })),
  })
  /** Changes the state, and returns the probes that this takes. @param {object} changes */
  const probesFor = async (changes) => {
    probes.length = 0
    store.update((state) => ({ ...state, ...changes }))
    await vi.waitFor(() => expect(store.state.survey?.steps).not.toBeNull())
    await new Promise((done) => setTimeout(done))
    return [...probes]
  }
  startSurvey()
  const place = { page: 'sets', subject: 'set' }
  expect(await probesFor({ place, tables: [], sets: [set(ROOK, PAWN, QUEEN)] })).toEqual([ROOK, PAWN, QUEEN])
  expect(await probesFor({ sets: [set(ROOK, QUEEN)] })).toEqual([])
  expect(Object.keys(store.state.survey?.results ?? {})).toContain(ROOK)
  expect(await probesFor({ sets: [set(ROOK, QUEEN, LARGE)] })).toEqual([LARGE])
  expect(await probesFor({ tables: [] })).toEqual([ROOK, QUEEN, LARGE])
})
