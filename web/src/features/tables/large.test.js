import { expect, test } from 'vitest'
import { classPage } from '../../shell/address.js'
import { begin } from '../builds/build.js'
import { propose } from '../builds/forecast.js'
import { isListing, LARGE_MEN, menToList, showSixMen, shownTables, USUAL_MEN } from './large.js'
import { tablesLoaded } from './library.js'
import { enqueue } from '../builds/queue.js'
import { select, selectAll, sortSelected } from './selection.js'
import { initialState } from '../../shell/state.js'
import { showTablesAs, show } from '../../shell/view.js'

/** @param {string} name @param {object} [more] */
const table = (name, more) => ({
  name,
  men: name.length - 1,
  positions: 100,
  needs: [],
  leads: [],
  present: false,
  units: 1,
  finished: 0,
  lone: 0,
  ...more,
})
const large = (/** @type {string} */ name, /** @type {object} */ more = {}) => table(name, { large: true, ...more })

const usual = [table('KQvK', { present: true }), table('KRRvKR')]
const all = tablesLoaded(
  initialState(),
  [...usual, large('KRRvKRR'), large('KQRvKQR', { present: true }), large('KRPvKRP')],
  LARGE_MEN,
)
const names = (/** @type {import('../../shell/state.js').ClassInfo[]} */ tables) => tables.map(({ name }) => name)

test('classes with six men are listed when the user wants them, or the page is about one', () => {
  const idle = tablesLoaded(initialState(), usual, USUAL_MEN)
  const { fen } = { fen: '8/8/8/8/8/8/8/8 w' }
  for (const state of [
    idle,
    show(idle, classPage('KRRvKR')),
    begin(idle, [fen, 'KRRvKR'], 0),
    showTablesAs(idle, 'list'),
  ]) {
    expect([menToList(state), isListing(state)]).toEqual([USUAL_MEN, false])
  }
  for (const state of [
    showSixMen(idle, true),
    show(idle, classPage('KRRvKRR')),
    show(idle, classPage('KRPpKRp')),
    begin(idle, ['KRRvKRR'], 0),
    enqueue(idle, ['KQvK', 'KRRvKRR']),
    propose(idle, { wanted: ['KRRvKRR'], steps: [] }),
    { ...idle, answer: { fen, error: { code: /** @type {const} */ ('missing'), message: '', class: 'KRRvKRR' } } },
  ]) {
    expect([menToList(state), isListing(state)]).toEqual([LARGE_MEN, true])
    expect(isListing(tablesLoaded(state, all.tables ?? [], LARGE_MEN))).toBe(false)
  }
})

test('they are shown if the user wants them, and otherwise only those with data', () => {
  expect(names(shownTables(all))).toEqual(['KQvK', 'KRRvKR', 'KQRvKQR'])
  expect(names(shownTables(enqueue(all, ['KRRvKRR'])))).toEqual(['KQvK', 'KRRvKR', 'KRRvKRR', 'KQRvKQR'])
  expect(names(shownTables(showSixMen(all, true)))).toEqual(names(all.tables ?? []))
  const saved = { ...all, tables: [large('KRRvKRR', { saved: { ply: 9, bytes: 100, at: 0 } })] }
  expect(names(shownTables(saved))).toEqual(['KRRvKRR'])
  expect(shownTables(initialState())).toEqual([])
})

test('classes that are not shown are not selected with others', () => {
  const selected = (/** @type {import('../../shell/state.js').State} */ state) =>
    sortSelected(selectAll(select(state, []), () => true))
  expect(selected(all)).toEqual({ absent: ['KRRvKR'], stored: ['KQvK', 'KQRvKQR'], usual: ['KQvK', 'KRRvKR'] })
  expect(selected(showSixMen(all, true))).toEqual({
    absent: ['KRRvKR', 'KRRvKRR', 'KRPvKRP'],
    stored: ['KQvK', 'KQRvKQR'],
    usual: ['KQvK', 'KRRvKR'],
  })
})
