import { expect, test } from 'vitest'
import { classPage, TABLES } from '../../shell/address.js'
import { detailsOf, forgetDetails, learn, subjectOf } from './details.js'
import { tablesLoaded } from '../tables/library.js'
import { initialState } from '../../shell/state.js'
import { show } from '../../shell/view.js'

const tables = ['KQvK', 'KRvK'].map((name) => ({
  name,
  men: 3,
  positions: 1,
  needs: [],
  leads: [],
  present: true,
  units: 1,
  finished: 0,
  lone: 0,
}))

/** @param {import('../../shell/state.js').Place} place */
const at = (place) => show(tablesLoaded(initialState(), tables, 5), place)

test('the page of a class has it as its subject; other pages and invalid names have none', () => {
  expect(subjectOf(at(classPage('KRvK')))?.name).toBe('KRvK')
  expect(subjectOf(at(classPage('KXvK')))).toBeUndefined()
  expect(subjectOf(at(TABLES))).toBeUndefined()
})

test('details of the subject add up; those of another class are dropped', () => {
  const one = learn(at(classPage('KRvK')), 'KRvK', { record: null })
  const two = learn(one, 'KRvK', { sum: 'abc' })
  expect(detailsOf(two)).toEqual({ name: 'KRvK', record: null, sum: 'abc' })
  expect(learn(two, 'KQvK', { sum: 'def' })).toBe(two)
})

test('with the page the details change', () => {
  const known = learn(at(classPage('KRvK')), 'KRvK', { sum: 'abc' })
  const turned = show(known, classPage('KQvK'))
  expect(detailsOf(turned)).toBeNull()
  expect(detailsOf(learn(turned, 'KQvK', { record: null }))).toEqual({ name: 'KQvK', record: null })
  expect(forgetDetails(known).details).toBeNull()
})
