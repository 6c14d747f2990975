import { containing, inOrder, say, whiteMates } from '#words'
import { expect, test } from 'vitest'
import { moveOf } from '../../engine/move.fixture.js'
import { layoutOf, pagesOf } from './paper.js'
import { ended, solutionOf as paragraphsOf, taskOf } from './solution.js'

/** @param {Parameters<typeof paragraphsOf>} of */
const solutionOf = (...of) => paragraphsOf(...of).join(' ')

/** @param {string} san @param {import('../../engine/types.js').Category} category */
const move = (san, category) => moveOf({ uci: '', san, category })

/** @param {Partial<import('../../engine/types.js').Probe>} some @returns {import('../../engine/types.js').Probe} */
const probe = (some) => ({
  fen: '8/8/8/8/8/2k5/8/K6R w - - 0 1',
  class: 'KRvK',
  side: 'w',
  category: 'win',
  dtz: null,
  precise_dtz: null,
  dtm: 7,
  dtm50: 7,
  dtc: null,
  checkmate: false,
  stalemate: false,
  insufficient_material: false,
  en_passant: [],
  moves: [],
  metrics: ['dtm'],
  by: 'dtm',
  ...some,
})

test('a draw only by the rule is held by all moves that hold the draw', () => {
  const moves = [
    move('Ra1', 'loss'),
    move('Rb1', 'draw'),
    move('Rc1', 'blessed-loss'),
    move('Rd1', 'win'),
    move('Re1', 'cursed-win'),
  ]
  for (const category of /** @type {const} */ (['draw', 'cursed-win', 'blessed-loss'])) {
    expect(solutionOf(probe({ category, moves }), [])).toMatch(
      inOrder(containing('verdict.draw'), /.*\./, say('solution.hold', { count: 3, moves: 'Rb1, Rc1, Re1' }), /$/),
    )
  }
  expect(solutionOf(probe({ moves }), [])).toBe(`${whiteMates(4)}. ${say('solution.win', { count: 1, moves: 'Ra1' })}`)
})

test('a solution has the verdict, the winning or holding moves, and the beginning of best play', () => {
  const line = Array.from({ length: 30 }, () => move('Rh2', 'loss'))
  const moves = [move('Rh2', 'loss'), move('Rh3+', 'draw')]
  expect(solutionOf(probe({ moves }), line.slice(0, 2))).toBe(
    `${whiteMates(4)}. ${say('solution.win', { count: 1, moves: 'Rh2' })} 1. Rh2 Rh2`,
  )
  const rest = (/** @type {object} */ values) => say('solution.rest', { mates: 'no', moves: 15, ...values })
  expect(solutionOf(probe({ moves }), line)).toMatch(new RegExp(`12\\. Rh2 Rh2 ${rest({})}$`))
  const mating = [...line, move('Rh1#', 'loss')]
  expect(solutionOf(probe({ moves }), mating)).toMatch(
    new RegExp(`12\\. Rh2 Rh2 ${rest({ mates: 'yes', moves: 16 })}$`),
  )
  // The defender begins, so the mate is on move 16, but the winner has made 15 moves.
  const byBlack = probe({ fen: '8/8/8/8/8/2k5/8/K6R b - - 0 1', category: 'loss', dtm: -30 })
  expect(solutionOf(byBlack, mating.slice(1))).toMatch(new RegExp(`${rest({ mates: 'yes', moves: 15 })}$`))
  expect(
    solutionOf(
      probe({ category: 'draw', dtm: null, moves: [move('Ra1', 'draw'), move('Rb1', 'draw'), move('Rc1', 'win')] }),
      [],
    ),
  ).toBe(`${say('verdict.draw')}. ${say('solution.hold', { count: 2, moves: 'Ra1, Rb1' })}`)
  expect(solutionOf(probe({ category: 'loss', dtm: -8, moves: [move('Ra1', 'win')] }), [])).toBe(
    `${say('verdict.mates', { winner: say('side.black'), moves: 4 })}.`,
  )
  const many = ['a', 'b', 'c', 'd', 'e'].map((file) => move(`R${file}1`, 'loss'))
  expect(solutionOf(probe({ moves: [...many, ...moves] }), [])).toBe(
    `${whiteMates(4)}. ${say('solution.win', { count: 6, moves: 'Ra1, Rb1, Rc1, Rd1' })}`,
  )
  expect(solutionOf(probe({ moves: many }), [])).toBe(`${whiteMates(4)}.`)
})

test('the line of a position comes before best play, which has its name then, and each is a paragraph', () => {
  const line = ['Rh2', 'Kd3', 'Rh3+'].map((san) => move(san, 'loss'))
  const won = probe({ moves: [move('Rh2', 'loss'), move('Rh3+', 'draw')] })
  const judged = `${whiteMates(4)}. ${say('solution.win', { count: 1, moves: 'Rh2' })}`
  const best = '1. Rh2 Kd3 2. Rh3+'
  expect(paragraphsOf(won, line, [], '1. Rh2 Kb3')).toEqual([
    judged,
    '1. Rh2 Kb3',
    say('solution.bestPlay', { line: best }),
  ])
  expect(paragraphsOf(won, line)).toEqual([judged, best])
  expect(paragraphsOf(won, line, [], '1. Rh2 Kd3')).toEqual([judged, best]) // a beginning of best play
  expect(paragraphsOf(won, line, [], '1. Rh2 Kd3 2. Rh3')).toHaveLength(3)
  expect(paragraphsOf(won, [], [], '1. Rh2 Kb3')).toEqual([judged, '1. Rh2 Kb3'])
})

test('a name ends with one sign', () => {
  expect(['Who moves?', 'Lucena', 'Réti, 1921', 'Mate!', 'A “test.”', 'On h7…'].map(ended)).toEqual([
    'Who moves?',
    'Lucena.',
    'Réti, 1921.',
    'Mate!',
    'A “test.”',
    'On h7…',
  ])
})

test('a solution names the unchecked tables it depends on', () => {
  expect(solutionOf(probe({}), [], ['KQvK', 'KRvK'])).toBe(
    `${whiteMates(4)}. ${say('unchecked.rests', { tables: 'KQvK and KRvK' })}`,
  )
})

test('a task is to keep the win or the draw, a lost position names its winner, and an unknown one has no task', () => {
  const [white, black] = ['8/8/8/8/8/2k5/8/K6R w - - 0 1', '8/8/8/8/8/2k5/8/K6R b - - 0 1']
  const moves = [move('Rh2', 'loss')]
  expect(taskOf(white, probe({ moves }))).toBe(say('practice.toPlayAnd', { side: 'white', goal: 'win' }))
  for (const category of /** @type {const} */ (['draw', 'cursed-win', 'blessed-loss']))
    expect(taskOf(black, probe({ fen: black, category, moves }))).toBe(
      say('practice.toPlayAnd', { side: 'black', goal: 'draw' }),
    )
  const toMove = say('side.toMove', { side: say('side.black') })
  for (const none of [null, probe({ moves: [] }), probe({ category: 'loss', moves: [] })])
    expect(taskOf(black, none)).toBe(toMove)
  expect(taskOf(black, probe({ category: 'loss', moves }))).toBe(say('paper.toMoveLost', { side: 'black' }))
})

test('positions are on pages of a number of boards', () => {
  expect(pagesOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(pagesOf([], 4)).toEqual([])
  expect([1, 2, 4, 6, 8, 9, 12].map(layoutOf)).toEqual([
    { columns: 1, rows: 1 },
    { columns: 1, rows: 2 },
    { columns: 2, rows: 2 },
    { columns: 2, rows: 3 },
    { columns: 2, rows: 4 },
    { columns: 3, rows: 3 },
    { columns: 3, rows: 4 },
  ])
})
