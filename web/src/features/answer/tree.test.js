import { expect, test } from 'vitest'
import { forkOf } from './tree.js'

/** @param {string} uci @param {string} category @param {number | null} dtm */
const move = (uci, category, dtm) => /** @type {any} */ ({ uci, san: uci, category, dtm, dtc: dtm && dtm / 2, dtz: 1 })
/** @param {string} category @param {any[]} moves */
const probe = (category, ...moves) => /** @type {any} */ ({ category, moves, by: 'dtm' })
/** @param {import('./tree.js').Fork} fork */
const told = ({ kind, others, quick }) => [kind, others.map(({ uci }) => uci), [...quick].map(({ uci }) => uci)]

test.each([
  ['one legal move', probe('win', move('a', 'loss', -4)), ['forced', [], []]],
  [
    'a single one wins',
    probe('win', move('a', 'loss', -4), move('b', 'draw', null), move('c', 'blessed-loss', -9)),
    ['only', [], []],
  ],
  [
    'others win, one as quickly',
    probe('win', move('a', 'loss', -4), move('b', 'loss', -4), move('c', 'loss', -8), move('d', 'win', 3)),
    ['duals', ['b', 'c'], ['b']],
  ],
  ['a single one draws', probe('draw', move('a', 'draw', null), move('b', 'win', 5)), ['only', [], []]],
  [
    'by the rule it is a draw',
    probe('cursed-win', move('a', 'blessed-loss', -90), move('b', 'draw', null)),
    ['duals', ['b'], []],
  ],
  [
    'who has lost resists',
    probe('loss', move('a', 'win', 9), move('b', 'win', 9), move('c', 'win', 5)),
    ['defences', ['b'], ['b']],
  ],
  ['in one way only', probe('loss', move('a', 'win', 9), move('c', 'win', 5)), ['defences', [], []]],
])('%s', (_, probe, fork) => {
  expect(told(forkOf(probe, 'a'))).toEqual(fork)
})

test('by conversions a capture is at once, whatever comes after it', () => {
  const moves = [
    { uci: 'a', san: 'Rxb2' },
    { uci: 'b', san: 'Kc3' },
    { uci: 'c', san: 'Nxd4' },
  ].map((move, i) => ({ ...move, category: 'loss', dtc: [-20, -20, -6][i] }))
  expect(told(forkOf(/** @type {any} */ ({ category: 'win', by: 'dtc', moves }), 'a'))).toEqual([
    'duals',
    ['b', 'c'],
    ['c'],
  ])
})
