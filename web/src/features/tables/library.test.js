import { expect, test } from 'vitest'
import { byMen, dependents, findTable, shares } from './library.js'

/** @param {string} name @param {string[]} needs */
const table = (name, needs, present = true) => ({
  name,
  men: name.length - 1,
  positions: 1,
  needs,
  leads: [],
  present,
  units: 1,
  finished: 0,
  lone: 0,
})

const tables = [
  table('KQvK', []),
  table('KPvK', ['KQvK']),
  table('KQPvK', ['KQvK', 'KPvK']),
  table('KPPvK', ['KQvK', 'KPvK'], false),
]

test('tables come by men', () => {
  expect(byMen(tables).map(({ men, tables }) => [men, tables.length])).toEqual([
    [3, 2],
    [4, 2],
  ])
})

test('only stored tables, also in part, depend on others', () => {
  expect(dependents(tables, ['KQvK'])).toEqual(['KPvK', 'KQPvK'])
  expect(dependents(tables, ['KQvK', 'KPvK'])).toEqual(['KQPvK'])
  expect(
    dependents(
      tables.map((table) => (table.present ? table : { ...table, finished: 2 })),
      ['KQvK'],
    ),
  ).toEqual(['KPvK', 'KQPvK', 'KPPvK'])
  const saved = { ply: 9, bytes: 100, at: 0 }
  expect(
    dependents(
      tables.map((table) => (table.present ? table : { ...table, saved })),
      ['KQvK'],
    ),
  ).toEqual(['KPvK', 'KQPvK', 'KPPvK'])
  expect(dependents(tables, ['KQPvK'])).toEqual([])
})

test('a table is found, or nothing', () => {
  expect(findTable(tables, 'KPvK')?.needs).toEqual(['KQvK'])
  expect(findTable(null, 'KPvK')).toBeUndefined()
})

test("shares are White's and Black's for both sides to move", () => {
  expect(shares('w', { win: 3, draw: 1, loss: 0 })).toEqual({ white: 0.75, draw: 0.25, black: 0 })
  expect(shares('b', { win: 0, draw: 1, loss: 3 })).toEqual({ white: 0.75, draw: 0.25, black: 0 })
  expect(shares('w', { win: 0, draw: 0, loss: 0 })).toEqual({ white: 0, draw: 0, black: 0 })
})
