import { expect, test, vi } from 'vitest'

vi.mock('../../engine/engine.js', () => ({ createProber: () => ({}) }))
vi.mock('./survey.effects.js', () => ({ buildNeeds: () => {} }))
vi.mock('../../ui/view.js', () => ({ uses: (/** @type {string[]} */ ...keys) => keys }))

const { initialState } = await import('../../shell/state.js')
const { tablesOf, TABLES_USE } = await import('./set-needs.view.js')
const { BOARD, setPage } = await import('../../shell/address.js')
const { answered } = await import('../answer/answer.js')
const { currentFen } = await import('../game/game.js')

test('the parts of the state that decide about the tables of a set are named', () => {
  /** @type {Set<string>} */
  const read = new Set()
  const set = /** @type {any} */ ({ id: 'one', name: '', positions: [], scores: {} })
  const survey = {
    id: 'one',
    results: {},
    problems: {},
    missing: ['KRvK'],
    wanted: [['KRvK']],
    steps: null,
    due: [['KRvK']],
  }
  for (const place of [BOARD, setPage('one')])
    for (const error of [undefined, { code: 'missing', message: '' }]) {
      const begun = { ...initialState(), place, survey, training: { id: 'one' }, tables: [] }
      const state = answered(/** @type {any} */ (begun), /** @type {any} */ ({ fen: currentFen(begun), error }))
      const watched = new Proxy(state, {
        get: (all, key) => {
          read.add(String(key))
          return all[/** @type {keyof typeof all} */ (key)]
        },
      })
      tablesOf(set, watched)
    }
  expect([...read].filter((key) => !TABLES_USE.includes(/** @type {any} */ (key)))).toEqual([])
  for (const key of ['queue', 'imports', 'exporting', 'answer', 'leftAlone']) expect([...read]).toContain(key)
})
