import { expect, test } from 'vitest'
import { stepOf } from '../../engine/step.fixture.js'
import { advance, begin } from '../builds/build.js'
import { cellsOf, GRIDS } from './map.js'
import { enqueue } from '../builds/queue.js'
import { estimated, select, selectAll, sortSelected, stopSelecting, toggle } from './selection.js'
import { initialState } from '../../shell/state.js'
import { coming } from '../builds/wanted.js'

/** @param {import('./map.js').Grid[]} grids */
const classesOf = (grids) =>
  grids.flatMap(({ rows }) => rows.flatMap(({ classes }) => classes.filter((name) => name !== null)))

test('every class is on the map once, with as many men as its grid says', () => {
  for (const [men, count] of [
    [3, 5],
    [4, 30],
    [5, 110],
    [6, 365],
  ]) {
    const names = classesOf(GRIDS[men])
    expect(names).toHaveLength(count)
    expect(new Set(names).size).toBe(count)
    for (const name of names) expect(name.length).toBe(men + 1)
  }
  expect(classesOf(GRIDS[4])).toEqual(expect.arrayContaining(['KQQvK', 'KRPvK', 'KQvKQ', 'KNvKP']))
  expect(classesOf(GRIDS[5])).toEqual(expect.arrayContaining(['KQQQvK', 'KRBNvK', 'KPPPvK', 'KNPvKQ', 'KRPvKR']))
  expect(classesOf(GRIDS[5])).not.toContain('KRQBvK')
  expect(classesOf(GRIDS[6])).toEqual(
    expect.arrayContaining(['KRRvKRR', 'KQNvKRB', 'KQPvKRR', 'KPPvKPP', 'KNNNvKQ', 'KQRBNvK', 'KPPPPvK']),
  )
})

/** @param {string} name @param {object} [more] */
const table = (name, more) => ({
  name,
  men: name.length - 1,
  positions: 100,
  needs: [],
  leads: [],
  present: false,
  units: 4,
  finished: 0,
  lone: 0,
  ...more,
})

const tables = [
  table('KQvK', { present: true }),
  table('KRvK'),
  table('KBvK'),
  table('KNvK', { damaged: 'Torn.' }),
  table('KRPvKR', { finished: 1 }),
  table('KPvK'),
]
const units = [1, 2, 3, 4].map((number) => ({ number, positions: 25, needs: [], bytes: number === 1 ? 5 : 0 }))
const plan = {
  steps: [stepOf({ class: 'KRvK', positions: 100 }), stepOf({ class: 'KRPvKR', positions: 100, units })],
  present: [],
}
const task = {
  id: 'KRvK',
  class: 'KRvK',
  unit: 0,
  slices: [],
  castling: [],
  positions: 100,
  weight: 1,
  memory: 1,
  needs: [],
}
const progress = {
  class: 'KRvK',
  step: /** @type {const} */ ('solving'),
  slice: 0,
  slices: 1,
  ply: 1,
  positions: 40,
  wasmBytes: 1,
}

test('a cell shows the stored and the coming part of its class', () => {
  const idle = { ...initialState(), tables }
  const at = (/** @type {import('../../shell/state.js').State} */ state) => tables.map(cellsOf(state, coming(state)))
  expect(at(idle).map(({ state }) => state)).toEqual(['present', 'absent', 'absent', 'damaged', 'part', 'absent'])
  expect(at(idle)[4].filled).toBe(0.25)
  const lone = { ...idle, tables: [table('KNPvKP', { lone: 12 })] }
  expect(cellsOf(lone, new Set())(lone.tables[0])).toEqual({ state: 'part', filled: 0 })
  const saved = table('KRRvKRR', { saved: { ply: 40, bytes: 2e10, at: 0 } })
  expect(cellsOf(idle, new Set())(saved)).toEqual({ state: 'part', filled: 0 })
  const events = /** @type {import('../../engine/engine.js').BuildEvent[]} */ ([
    { type: 'planned', plan },
    { type: 'started', task },
    { type: 'progress', task, progress },
  ])
  const begun = events.reduce(
    (state, event) => advance(state, event, 0),
    enqueue(begin(idle, ['KRPvKR', 'KRvK'], 0), ['KBvK']),
  )
  expect(at(begun)).toEqual([
    { state: 'present', filled: 1 },
    { state: 'building', filled: 0.4 },
    { state: 'queued', filled: 0 },
    { state: 'damaged', filled: 0 },
    { state: 'queued', filled: 0.25 },
    { state: 'absent', filled: 0 },
  ])
})

test('for a class that a position needs in part, the map shows the share of the whole', () => {
  const idle = { ...initialState(), tables }
  const whole = tables.map((each) => (each.name === 'KRPvKR' ? { ...each, finished: 0 } : each))
  const inPart = {
    steps: [stepOf({ class: 'KRPvKR', whole: false, positions: 25, units: units.slice(1, 2) })],
    present: [],
  }
  const unit = {
    id: 'KRPvKR/2',
    class: 'KRPvKR',
    unit: 2,
    slices: [],
    castling: [],
    positions: 25,
    weight: 1,
    memory: 1,
    needs: [],
  }
  const built = {
    class: 'KRPvKR',
    method: 'm',
    how: 'somehow',
    positions: 25,
    solveSeconds: 1,
    readSeconds: 0,
    encodeSeconds: 1,
    elapsedSeconds: 2,
    bytes: 5,
    wasmBytes: 1,
  }
  const cell = (/** @type {import('../../shell/state.js').State} */ state) =>
    cellsOf(state, coming(state))(state.tables?.[4] ?? whole[4])
  const events = /** @type {import('../../engine/engine.js').BuildEvent[]} */ ([
    { type: 'planned', plan: inPart },
    { type: 'started', task: unit },
    { type: 'progress', task: unit, progress: { ...progress, class: 'KRPvKR', positions: 10 } },
  ])
  const begun = events.reduce(
    (state, event) => advance(state, event, 0),
    begin({ ...idle, tables: whole }, ['8/8 w'], 0),
  )
  expect(cell(begun)).toEqual({ state: 'building', filled: 0.1 })
  const done = advance(begun, { type: 'done', task: unit, built }, 0)
  expect(cell(done)).toEqual({ state: 'part', filled: 0.25 })
  expect(cell({ ...idle, build: null })).toEqual({ state: 'part', filled: 0.25 })
})

test('classes are selected one by one or many at once, and sorted by the possible actions', () => {
  const idle = { ...initialState(), tables }
  const two = toggle(toggle(idle, 'KQvK'), 'KRvK')
  expect(two.selection?.names).toEqual(['KQvK', 'KRvK'])
  expect(toggle(two, 'KQvK').selection?.names).toEqual(['KRvK'])
  expect(sortSelected(two)).toEqual({ absent: ['KRvK'], stored: ['KQvK'], usual: ['KQvK', 'KRvK'] })
  const all = selectAll(two, ({ name }) => !name.includes('P') || name === 'KRPvKR')
  expect(all.selection?.names).toEqual(['KQvK', 'KRvK', 'KBvK', 'KNvK', 'KRPvKR'])
  expect(sortSelected(all)).toMatchObject({ absent: ['KRvK', 'KBvK', 'KRPvKR'], stored: ['KQvK', 'KNvK', 'KRPvKR'] })
  expect(sortSelected(idle)).toEqual({ absent: [], stored: [], usual: [] })
})

test('an estimate belongs to the selection, and is dropped with it', () => {
  const idle = { ...initialState(), tables }
  const proposal = { wanted: ['KRvK'], steps: [] }
  const told = estimated(select(idle, ['KRvK']), proposal)
  expect(told.selection?.proposal).toBe(proposal)
  expect(toggle(told, 'KBvK').selection?.proposal).toBeNull()
  expect(estimated(stopSelecting(told), proposal).selection).toBeNull()
})
