import { expect, test } from 'vitest'
import { advanceImports, beginImports, dismissImports, endImports, inOrder, isImporting } from './imports.js'
import { initialState } from '../../shell/state.js'

/** @param {string} name */
const table = (name) => ({
  name,
  men: 3,
  positions: 1,
  needs: [],
  leads: [],
  present: false,
  units: 1,
  finished: 0,
  lone: 0,
})

test('files come in build order of their tables, after those with unknown names', () => {
  const files = ['KPvK.mwt', 'KQvK (1).mwt', 'x.jpg', '.mwt'].map((name) => ({ name }))
  expect(inOrder(files, [table('KQvK'), table('KPvK')]).map(({ name }) => name)).toEqual([
    'x.jpg',
    '.mwt',
    'KQvK (1).mwt',
    'KPvK.mwt',
  ])
})

test('castling comes after its class, with few rights before many', () => {
  const files = ['KRvKR-h1h8.mwt', 'KRvKR-h1 (1).mwt', 'KRvK-a1 dtz50.mwt', 'KRvKR.mwt', 'KRvK.mwt'].map((name) => ({
    name,
  }))
  expect(inOrder(files, [table('KRvK'), table('KRvKR')]).map(({ name }) => name)).toEqual([
    'KRvK.mwt',
    'KRvK-a1 dtz50.mwt',
    'KRvKR.mwt',
    'KRvKR-h1 (1).mwt',
    'KRvKR-h1h8.mwt',
  ])
})

test('rights of Chess960 are counted without the squares of kings', () => {
  const files = ['KRRvK-kf1h1a1.mwt', 'KRRvK-kf1h1.mwt', 'KRRvK.mwt'].map((name) => ({ name }))
  expect(inOrder(files, [table('KRRvK')])).toEqual(files.toReversed())
})

test('a file has its stages, and unfinished files are stopped', () => {
  /** @type {import('../../engine/types.js').Importing} */
  const progress = { class: 'KQvK', step: 'reading', done: 1, of: 2 }
  /** @type {import('../../engine/importer.js').Taken} */
  const taken = { ok: true, value: { class: 'KQvK', bytes: 10, proven: true, checked: 0 } }
  const begun = beginImports(initialState(), ['a', 'b', 'c'])
  expect(isImporting(initialState())).toBe(false)
  expect(isImporting(begun)).toBe(true)
  /** @type {import('../../engine/importer.js').ImportEvent[]} */
  const events = [
    { type: 'begun', at: 0 },
    { type: 'progress', at: 0, progress },
    { type: 'ended', at: 0, taken },
    { type: 'begun', at: 1 },
  ]
  const later = events.reduce(advanceImports, begun)
  expect(later.imports.map(({ stage }) => stage)).toEqual(['ended', 'underway', 'waiting'])
  expect(later.imports[0]).toMatchObject({ file: 'a', progress, taken })
  const ended = endImports(later)
  expect(ended.imports.map(({ stage }) => stage)).toEqual(['ended', 'stopped', 'stopped'])
  expect(isImporting(ended)).toBe(false)
  expect(dismissImports(ended).imports).toEqual([])
})
