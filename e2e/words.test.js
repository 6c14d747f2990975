// How tests name messages, on the catalogue as it is.

import { expect, test } from '@playwright/test'
import { beginning, containing, either, inOrder, pattern, say } from './words.js'

const two = say('selection.build', { count: 2 })

test('a pattern matches its message with any values, and no more', () => {
  for (const count of [1, 2, 1000]) expect(say('selection.build', { count })).toMatch(pattern('selection.build'))
  expect(two).toMatch(pattern('selection.build', { count: 2 }))
  expect(two).toMatch(pattern('selection.build', { count: /\d/ }))
  expect(two).not.toMatch(pattern('selection.build', { count: 3 }))
  expect(say('selection.build', { count: 1 })).not.toMatch(pattern('selection.build', { count: /\d/ })) // the plural
  expect(`${two}.`).not.toMatch(pattern('selection.build'))
  expect(`${two}.`).toMatch(beginning('selection.build', { count: 2 }))
  expect(`(${two})`).toMatch(containing('selection.build', { count: 2 }))
})

test('messages are chosen by their values, and put together', () => {
  const draws = say('finder.fares.draws', { mover: 'white' })
  expect(draws).toMatch(pattern('finder.fares.draws', { mover: 'white' }))
  expect(draws).not.toMatch(pattern('finder.fares.draws', { mover: 'black' }))
  expect(say('common.positions', { count: 1234 })).toMatch(pattern('common.positions', { count: 1234 }))
  expect(say('storage.used', { used: 'a.b', quota: '(c)' })).toMatch(pattern('storage.used', { used: 'a.b' }))
  expect(`${draws}\n ${two}`).toMatch(inOrder(draws, pattern('selection.build')))
  expect(`${two} ${draws}`).not.toMatch(inOrder(draws, pattern('selection.build')))
  expect(two).toMatch(either(draws, pattern('selection.build')))
  expect(() => say(/** @type {any} */ ('no.such'))).toThrow('no.such')
})
