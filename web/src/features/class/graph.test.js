import { expect, test } from 'vitest'
import { conditionOf, graphOf } from './graph.js'

/** @param {string} name @param {string[]} leads @param {Partial<import('../../shell/state.js').ClassInfo>} [more] */
const table = (name, leads, more) => ({
  name,
  men: name.length - 1,
  positions: 1,
  needs: [],
  leads,
  present: false,
  units: 1,
  finished: 0,
  lone: 0,
  ...more,
})

const subject = table('KRPvK', ['KRvK', 'KPvK', 'KQRvK', 'KRRvK'])
const tables = [
  table('KQvK', []),
  table('KRvK', [], { present: true }),
  table('KPvK', ['KQvK', 'KRvK']),
  table('KQRvK', ['KQvK', 'KRvK'], { finished: 1 }),
  table('KRRvK', ['KRvK'], { damaged: 'It is.' }),
  subject,
]
const graph = graphOf(tables, subject)

test('promotions are below the class, captures beside it, in the middle', () => {
  expect(graph.nodes.map(({ name, column, row }) => [name, column, row])).toEqual([
    ['KRPvK', 0, 0],
    ['KQRvK', 0, 1],
    ['KRRvK', 0, 2],
    ['KRvK', 1, 0.5],
    ['KPvK', 1, 1.5],
  ])
  expect(graph.rows).toBe(3)
})

test('edges go from the class to all, and on to captures that are shown', () => {
  expect(graph.edges.map(({ from, to, kind }) => `${from.name} ${kind} ${to.name}`)).toEqual([
    'KRPvK promotion KQRvK',
    'KRPvK promotion KRRvK',
    'KRPvK capture KRvK',
    'KRPvK capture KPvK',
    'KQRvK further KRvK',
    'KRRvK further KRvK',
  ])
})

test('a class that leads to no other is alone', () => {
  expect(graphOf(tables, tables[0])).toMatchObject({ nodes: [{ name: 'KQvK' }], edges: [], rows: 1 })
})

test('each class is stored, stored in part, damaged or missing', () => {
  expect(graph.nodes.map(({ condition }) => condition)).toEqual(['absent', 'part', 'damaged', 'here', 'absent'])
  expect(conditionOf(table('KRvK', [], { present: true, finished: 2 }))).toBe('here')
})
