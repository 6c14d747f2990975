import { expect, test } from 'vitest'
import { stepOf } from '../engine/step.fixture.js'
import { advance, begin } from './build.js'
import { cellsOf, GRIDS } from './map.js'
import { enqueue } from './queue.js'
import { estimated, select, selectAll, sortSelected, stopSelecting, toggle } from './selection.js'
import { initialState } from './state.js'
import { coming } from './wanted.js'

/** @param {import('./map.js').Grid[]} grids */
const classesOf = (grids) => grids.flatMap(({ rows }) => rows.flatMap(({ classes }) => classes.filter((name) => name !== null)))

test('every class is on the map once, with as many men as its grid says', () => {
  for (const [men, count] of [[3, 5], [4, 30], [5, 110]]) {
    const names = classesOf(GRIDS[men])
    expect(names).toHaveLength(count)
    expect(new Set(names).size).toBe(count)
    for (const name of names) expect(name.length).toBe(men + 1)
  }
  expect(classesOf(GRIDS[4])).toEqual(expect.arrayContaining(['KQQvK', 'KRPvK', 'KQvKQ', 'KNvKP']))
  expect(classesOf(GRIDS[5])).toEqual(expect.arrayContaining(['KQQQvK', 'KRBNvK', 'KPPPvK', 'KNPvKQ', 'KRPvKR']))
  expect(classesOf(GRIDS[5])).not.toContain('KRQBvK')
})

/** @param {string} name @param {object} [more] */
const table = (name, more) => ({ name, men: name.length - 1, positions: 100, needs: [], leads: [], present: false, units: 4, finished: 0, ...more })

const tables = [
  table('KQvK', { present: true }), table('KRvK'), table('KBvK'), table('KNvK', { damaged: 'Torn.' }), table('KRPvKR', { finished: 1 }), table('KPvK'),
]
const units = [1, 2, 3, 4].map((number) => ({ number, positions: 25, needs: [], bytes: number === 1 ? 5 : 0 }))
const plan = { steps: [stepOf({ class: 'KRvK', positions: 100 }), stepOf({ class: 'KRPvKR', positions: 100, units })], present: [] }
const task = { id: 'KRvK', class: 'KRvK', unit: 0, positions: 100, weight: 1, memory: 1, needs: [] }
const progress = { class: 'KRvK', step: /** @type {const} */ ('solving'), slice: 0, slices: 1, ply: 1, positions: 40, wasmBytes: 1 }

test('a cell shows what there is of its class, and what will be', () => {
  const idle = { ...initialState(), tables }
  const at = (/** @type {import('./state.js').State} */ state) => tables.map(cellsOf(state, coming(state)))
  expect(at(idle).map(({ state }) => state)).toEqual(['present', 'absent', 'absent', 'damaged', 'part', 'absent'])
  expect(at(idle)[4].filled).toBe(0.25)
  const events = /** @type {import('../engine/engine.js').BuildEvent[]} */ ([
    { type: 'planned', plan }, { type: 'started', task }, { type: 'progress', task, progress },
  ])
  const begun = events.reduce((state, event) => advance(state, event, 0), enqueue(begin(idle, ['KRPvKR', 'KRvK'], 0), ['KBvK']))
  expect(at(begun)).toEqual([
    { state: 'present', filled: 1 }, { state: 'building', filled: 0.4 }, { state: 'queued', filled: 0 },
    { state: 'damaged', filled: 0 }, { state: 'queued', filled: 0.25 }, { state: 'absent', filled: 0 },
  ])
})

test('classes are selected one by one or many at once, and sorted by what can be done with them', () => {
  const idle = { ...initialState(), tables }
  const two = toggle(toggle(idle, 'KQvK'), 'KRvK')
  expect(two.selection?.names).toEqual(['KQvK', 'KRvK'])
  expect(toggle(two, 'KQvK').selection?.names).toEqual(['KRvK'])
  expect(sortSelected(two)).toEqual({ absent: ['KRvK'], stored: ['KQvK'] })
  const all = selectAll(two, ({ name }) => !name.includes('P') || name === 'KRPvKR')
  expect(all.selection?.names).toEqual(['KQvK', 'KRvK', 'KBvK', 'KNvK', 'KRPvKR'])
  expect(sortSelected(all)).toEqual({ absent: ['KRvK', 'KBvK', 'KRPvKR'], stored: ['KQvK', 'KNvK', 'KRPvKR'] })
  expect(sortSelected(idle)).toEqual({ absent: [], stored: [] })
})

test('an estimate is of what is selected, and goes with it', () => {
  const idle = { ...initialState(), tables }
  const proposal = { wanted: ['KRvK'], steps: [] }
  const told = estimated(select(idle, ['KRvK']), proposal)
  expect(told.selection?.proposal).toBe(proposal)
  expect(toggle(told, 'KBvK').selection?.proposal).toBeNull()
  expect(estimated(stopSelecting(told), proposal).selection).toBeNull()
})
