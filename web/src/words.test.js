import { say, sentence, whiteMates } from '#words'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moveOf } from './engine/move.fixture.js'
import {
  besides,
  duration,
  ending,
  explanation,
  list,
  materialInWords,
  movesOf,
  outcome,
  pliesWith,
  roughly,
  roundly,
  size,
  verdict,
  winnerOf,
} from './words.js'

/** @type {import('./engine/types.js').Probe} */
const draw = {
  fen: '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1',
  class: 'KPvK',
  side: 'w',
  category: 'draw',
  dtz: null,
  precise_dtz: null,
  dtm: null,
  dtm50: null,
  dtc: null,
  checkmate: false,
  stalemate: false,
  insufficient_material: false,
  en_passant: [],
  moves: [],
  metrics: ['dtm'],
  by: 'dtm',
}
const drawn = moveOf({})

/** Returns a position with distances of one metric only. @param {import('./engine/metrics.js').Metric} metric */
const by = (metric) => ({ metrics: [metric], by: metric })

test.each([
  [1, 1],
  [2, 1],
  [23, 12],
  [-24, 12],
  [0, 0],
])('%i plies are %i moves', (plies, moves) => {
  expect(movesOf(plies)).toBe(moves)
})

test('the outcome names the winner', () => {
  expect(ending({ category: 'loss', dtm: -18 }, 'black')).toBe(whiteMates(9))
  expect(ending({ category: 'win', dtm: 5 }, 'black')).toBe(
    say('verdict.mates', { winner: say('side.black'), moves: 3 }),
  )
  expect(ending({ category: 'draw', dtm: null }, 'white')).toBe(say('verdict.draw'))
})

describe('verdict', () => {
  test('names the winner with either side to move', () => {
    expect(
      verdict({ ...draw, category: 'win', dtz: null, precise_dtz: null, dtm: 23, dtm50: 23, dtc: null }, 'white'),
    ).toBe(whiteMates(12))
    expect(
      verdict({ ...draw, category: 'win', dtz: null, precise_dtz: null, dtm: 19, dtm50: 19, dtc: null }, 'black'),
    ).toBe(say('verdict.mates', { winner: say('side.black'), moves: 10 }))
    expect(verdict({ ...draw, category: 'loss', dtm: -12, dtm50: -12 }, 'black')).toBe(whiteMates(6))
    expect(winnerOf({ ...draw, category: 'loss', dtm: -12, dtm50: -12 }, 'white')).toBe('black')
  })
  test('names the ends of games', () => {
    expect(verdict({ ...draw, category: 'loss', dtm: 0, dtm50: 0, checkmate: true }, 'black')).toBe(
      say('verdict.checkmated', { side: say('side.black') }),
    )
    expect(verdict({ ...draw, stalemate: true }, 'white')).toBe(say('verdict.stalemate'))
    expect(verdict(draw, 'white')).toBe(say('verdict.draw'))
    expect(winnerOf(draw, 'white')).toBeNull()
  })
  test('is explained', () => {
    expect(
      explanation({ ...draw, category: 'win', dtz: null, precise_dtz: null, dtm: 1, dtm50: 1, dtc: null }, 'white'),
    ).toBe(`${say('side.toMove', { side: say('side.white') })}, ${say('why.mate', { plies: 1 })}`)
    expect(explanation({ ...draw, category: 'loss', dtm: -12, dtm50: -12 }, 'black')).toBe(
      `${say('side.toMove', { side: say('side.black') })}, ${say('why.mate', { plies: 12 })}`,
    )
    expect(explanation({ ...draw, insufficient_material: true }, 'white')).toBe(say('why.material'))
  })
})

test("a move's outcome counts the move, so that the best agrees with the verdict", () => {
  // 23 plies before it are a mate in 12; 22 after it still are, seen from the mover.
  expect(outcome({ ...drawn, category: 'loss', dtm: -22, dtm50: -22 }, by('dtm'))).toBe(
    say('outcome.mate', { moves: 12 }),
  )
  expect(
    outcome({ ...drawn, category: 'win', dtz: null, precise_dtz: null, dtm: 11, dtm50: 11, dtc: null }, by('dtm')),
  ).toBe(say('outcome.mate', { moves: 6 }))
  expect(outcome({ ...drawn, category: 'loss', dtm: 0, dtm50: 0, checkmate: true }, by('dtm'))).toBe(
    say('outcome.checkmate'),
  )
  expect(outcome({ ...drawn, stalemate: true }, by('dtm'))).toBe(say('outcome.stalemate'))
  expect(outcome(drawn, by('dtm'))).toBe(say('outcome.draw'))
})

test('a number that is missing is called unknown', () => {
  fc.assert(
    fc.property(fc.double(), (number) => {
      for (const words of [size(number), duration(number), roundly(number)])
        expect(words).not.toMatch(/NaN|Infinity|undefined/)
    }),
  )
  expect([NaN, Infinity].map(roundly)).toEqual([say('time.unknown'), say('time.unknown')])
})

test('numbers are short', () => {
  expect([0, 999, 1000, 12_345, 999_600, 2_660_000, 162e9].map(size)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '12 kB',
    '1.0 MB',
    '2.7 MB',
    '162 GB',
  ])
  expect([999_999, 1_000_000, 20_100_000, 2.5e9, 3.26e12].map(roughly)).toEqual([
    '999,999',
    say('number.millions', { number: '1.0' }),
    say('number.millions', { number: '20.1' }),
    say('number.billions', { number: '2.5' }),
    say('number.trillions', { number: '3.3' }),
  ])
  expect([0.2, 59.4, 61, 240, 3600, 3725].map(duration)).toEqual([
    say('time.short'),
    say('time.seconds', { seconds: 59 }),
    say('time.minutes', { minutes: 1, seconds: 1 }),
    say('time.minutes', { minutes: 4, seconds: 0 }),
    say('time.hours', { hours: 1, minutes: 0 }),
    say('time.hours', { hours: 1, minutes: 2 }),
  ])
  expect([list([]), list(['A']), list(['A', 'B', 'C'])]).toEqual(['', 'A', 'A, B and C'])
})

test('by the fifty-move rule a win has the distances of its tables, and a draw by the rule is one', () => {
  /** @type {import('./engine/types.js').Probe} */
  const won = { ...draw, category: 'win', dtz: 7, precise_dtz: 7 }
  expect(verdict(won, 'white')).toBe(say('verdict.wins', { winner: say('side.white') }))
  expect(verdict({ ...won, dtm: 31, dtm50: 31 }, 'white')).toBe(whiteMates(16))
  expect(explanation(won, 'white')).toBe(
    `${say('side.toMove', { side: say('side.white') })}, ${say('why.zeroing', { plies: 7 })}`,
  )
  expect(explanation({ ...won, dtm: 31, dtm50: 31 }, 'white')).toBe(
    [
      say('side.toMove', { side: say('side.white') }),
      say('why.mate', { plies: 31 }),
      say('why.zeroing', { plies: 7 }),
    ].join(', '),
  )
  expect(explanation({ ...won, dtm: 7, dtm50: 7, dtc: 7 }, 'white')).toBe(
    `${say('side.toMove', { side: say('side.white') })}, ${say('why.mate', { plies: 7 })}`,
  )
  const late = /** @type {const} */ ({ ...won, category: 'blessed-loss', dtz: -101, precise_dtz: -101 })
  expect(verdict(late, 'white')).toBe(say('verdict.drawByRule'))
  expect(winnerOf(late, 'white')).toBeNull()
  expect(explanation(late, 'white')).toBe(say('why.byRule', { side: say('side.white'), winner: say('side.black') }))
  expect(explanation({ ...late, dtm: -40 }, 'white')).toBe(
    say('why.mateByRule', { side: say('side.white'), winner: say('side.black'), moves: 20 }),
  )
  expect(outcome({ ...drawn, category: 'loss', dtz: -6, precise_dtz: -6 }, by('dtz50'))).toBe(
    say('outcome.within', { plies: 7 }),
  )
  expect(outcome({ ...drawn, category: 'loss', dtz: -30, precise_dtz: -30, zeroing: true }, by('dtz50'))).toBe(
    say('outcome.within', { plies: 1 }),
  )
  expect(outcome({ ...drawn, category: 'blessed-loss', dtz: -101, precise_dtz: -101 }, by('dtz50'))).toBe(
    say('outcome.winsLate'),
  )
  expect(outcome({ ...drawn, category: 'cursed-win', dtz: 101, precise_dtz: 101 }, by('dtz50'))).toBe(
    say('outcome.losesLate'),
  )
})

test('plies that a Syzygy file may have rounded are never one number', () => {
  /** @type {import('./engine/types.js').Probe} */
  const won = { ...draw, category: 'win', dtz: 7, precise_dtz: null, syzygy: true, metrics: [], by: 'dtz50' }
  const mover = say('side.toMove', { side: say('side.white') })
  expect(explanation(won, 'white')).toBe(`${mover}, ${say('why.zeroingRounded', { plies: 7, more: 8 })}`)
  const move = /** @type {const} */ ({ ...drawn, category: 'loss', dtz: -6 })
  expect(outcome(move, won)).toBe(say('outcome.withinRounded', { plies: 7, more: 8 }))
  expect(outcome(move, { metrics: ['dtm', 'dtc'], by: 'dtz50' })).toBe(
    say('outcome.zeroesRounded', { plies: 7, more: 8 }),
  )
  expect(outcome({ ...move, zeroing: true }, won)).toBe(say('outcome.within', { plies: 1 }))
  expect(outcome({ ...move, precise_dtz: -6 }, won)).toBe(say('outcome.within', { plies: 7 }))
})

test('a number of moves counts under the fifty-move rule, or is marked as without it', () => {
  /** @type {import('./engine/types.js').Probe} */
  const won = { ...draw, category: 'win', dtz: 1, precise_dtz: 1, dtm: 23 }
  const longer = { ...won, dtm50: 27 }
  expect(verdict(longer, 'white')).toBe(whiteMates(14))
  expect(explanation(longer, 'white')).toBe(
    [
      say('side.toMove', { side: say('side.white') }),
      say('why.mateBoth', { plies: 27, without: 23 }),
      say('why.zeroing', { plies: 1 }),
    ].join(', '),
  )
  expect(verdict(won, 'white')).toBe(say('verdict.wins', { winner: say('side.white') }))
  expect(explanation(won, 'white')).toBe(
    [
      say('side.toMove', { side: say('side.white') }),
      say('why.mateWithoutRule', { moves: 12, plies: 23 }),
      say('why.zeroing', { plies: 1 }),
    ].join(', '),
  )
  const unsure = { ...won, dtz: null, precise_dtz: null, unsure: true }
  expect(verdict(unsure, 'white')).toBe(say('verdict.winsWithoutRule', { winner: say('side.white') }))
  expect(explanation(unsure, 'white')).toBe(
    `${say('side.toMove', { side: say('side.white') })}, ${say('why.mateUnsure', { moves: 12, plies: 23 })}`,
  )
  const move = /** @type {const} */ ({ ...drawn, category: 'loss', dtm: -22 })
  expect(outcome(move, by('dtm'))).toBe(say('outcome.wins'))
  expect(outcome({ ...move, unsure: true }, by('dtm'))).toBe(say('outcome.winsInTime'))
  expect(outcome({ ...move, category: 'win', dtm: 22, unsure: true }, by('dtm'))).toBe(say('outcome.losesInTime'))
  expect(outcome({ ...move, dtm50: -26 }, by('dtm'))).toBe(say('outcome.mate', { moves: 14 }))
  expect(pliesWith({ ...move, dtm50: -26 }, 'dtm')).toBe(27)
})

test('the text of a win by conversion has the plies to the conversion, and a converting move takes one', () => {
  /** @type {import('./engine/types.js').Probe} */
  const won = { ...draw, category: 'win', dtc: 7 }
  expect(verdict(won, 'white')).toBe(say('verdict.wins', { winner: say('side.white') }))
  expect(explanation(won, 'white')).toBe(
    `${say('side.toMove', { side: say('side.white') })}, ${say('why.conversion', { plies: 7 })}`,
  )
  expect(explanation({ ...won, dtm: 31, dtm50: 31 }, 'white')).toBe(
    [
      say('side.toMove', { side: say('side.white') }),
      say('why.mate', { plies: 31 }),
      say('why.conversion', { plies: 7 }),
    ].join(', '),
  )
  expect(outcome({ ...drawn, category: 'loss', dtc: -6 }, by('dtc'))).toBe(say('outcome.within', { plies: 7 }))
  expect(outcome({ ...drawn, san: 'e4', category: 'loss', dtc: -6, zeroing: true }, by('dtc'))).toBe(
    say('outcome.within', { plies: 7 }),
  )
  expect(outcome({ ...drawn, san: 'Kxd1', category: 'loss', dtc: -30, zeroing: true }, by('dtc'))).toBe(
    say('outcome.within', { plies: 1 }),
  )
  expect(outcome({ ...drawn, san: 'e8=Q+', category: 'loss', dtc: -30, zeroing: true }, by('dtc'))).toBe(
    say('outcome.within', { plies: 1 }),
  )
  expect(outcome({ ...drawn, category: 'draw' }, by('dtc'))).toBe(say('outcome.draw'))
})

test('a win without plies has only the outcome', () => {
  const move = /** @type {const} */ ({ ...drawn, category: 'loss' })
  const probe = { metrics: [], by: /** @type {const} */ ('dtz50') }
  expect(outcome(move, probe)).toBe(say('outcome.wins'))
  expect(outcome({ ...move, unsure: true }, probe)).toBe(say('outcome.winsInTime'))
  expect(outcome({ ...move, zeroing: true }, probe)).toBe(say('outcome.within', { plies: 1 }))
  expect(explanation({ ...draw, category: 'win', by: 'dtz50' }, 'white')).toBe(
    say('side.toMove', { side: say('side.white') }),
  )
})

test('with several metrics one ranks a move, and the others are shown beside it', () => {
  const move = /** @type {const} */ ({
    ...drawn,
    category: 'loss',
    dtm: -30,
    dtm50: -30,
    dtz: -6,
    precise_dtz: -6,
    dtc: -12,
  })
  const probe = { ...draw, metrics: /** @type {import('./engine/metrics.js').Metric[]} */ (['dtm', 'dtc', 'dtz50']) }
  expect([outcome(move, probe), besides(move, probe)]).toEqual([
    say('outcome.mate', { moves: 16 }),
    [say('outcome.converts', { plies: 13 }), say('outcome.zeroes', { plies: 7 })],
  ])
  expect([outcome(move, { ...probe, by: 'dtz50' }), besides(move, { ...probe, by: 'dtz50' })]).toEqual([
    say('outcome.zeroes', { plies: 7 }),
    [say('outcome.mate', { moves: 16 }), say('outcome.converts', { plies: 13 })],
  ])
  expect(besides({ ...move, san: 'Kxd1', zeroing: true }, probe)).toEqual([
    say('outcome.converts', { plies: 1 }),
    say('outcome.zeroes', { plies: 1 }),
  ])
  expect(besides({ ...move, dtm: 9, dtm50: 9, category: 'win' }, { ...probe, by: 'dtz50' })).toEqual([
    say('outcome.mate', { moves: 5 }),
    say('outcome.converts', { plies: 13 }),
  ])
  expect(besides({ ...move, category: 'blessed-loss' }, probe)).toEqual([])
  expect(besides({ ...move, checkmate: true }, probe)).toEqual([])
  expect(besides(move, draw)).toEqual([])
  expect(probe.metrics.map((metric) => pliesWith(move, metric))).toEqual([31, 13, 7])
  expect(pliesWith({ ...move, dtz: -1, checkmate: true }, 'dtz50')).toBe(1)
  expect(pliesWith({ ...move, category: 'loss', zeroing: false, dtz: null }, 'dtz50')).toBeNaN()
})

test.each([
  [
    'KRPvKR',
    say('material.against', {
      first: sentence(`${say('men.rooks', { count: 1 })} and ${say('men.pawns', { count: 1 })}`),
      second: say('men.rooks', { count: 1 }),
    }),
  ],
  [
    'KNNvKP',
    say('material.against', {
      first: sentence(say('men.knights', { count: 2 })),
      second: say('men.pawns', { count: 1 }),
    }),
  ],
  [
    'KBNvK',
    say('material.against', {
      first: sentence(`${say('men.bishops', { count: 1 })} and ${say('men.knights', { count: 1 })}`),
      second: say('material.bareKing'),
    }),
  ],
  [
    'KQRBvK',
    say('material.against', {
      first: sentence(
        `${say('men.queens', { count: 1 })}, ${say('men.rooks', { count: 1 })} and ${say('men.bishops', { count: 1 })}`,
      ),
      second: say('material.bareKing'),
    }),
  ],
  [
    'KPPPvK',
    say('material.against', { first: sentence(say('men.pawns', { count: 3 })), second: say('material.bareKing') }),
  ],
  [
    'KRvKR-h1a8',
    say('material.castling', {
      words: say('material.against', {
        first: sentence(say('men.rooks', { count: 1 })),
        second: say('men.rooks', { count: 1 }),
      }),
    }),
  ],
  ['KvK', say('material.kings')],
])('%s in words: %s', (name, words) => expect(materialInWords(name)).toBe(words))

describe('why a position is drawn', () => {
  /** @param {Partial<import('./engine/types.js').Move>} move */
  const move = (move) =>
    /** @type {import('./engine/types.js').Move} */ ({ san: 'Kd2', category: 'draw', stalemate: false, ...move })
  test.each([
    [say('why.allDraw', { side: say('side.white') }), [move({}), move({})]],
    [
      say('why.oneHolds', { side: say('side.white') }),
      [move({}), move({ category: 'win' }), move({ category: 'win' })],
    ],
    [
      say('why.stalemateMove', { side: say('side.white'), move: 'Kc6' }),
      [move({}), move({ san: 'Kc6', stalemate: true }), move({ category: 'win' })],
    ],
    [say('why.noWin', { side: say('side.white') }), [move({}), move({}), move({ category: 'win' })]],
    [say('why.noWin', { side: say('side.white') }), [move({})]],
  ])('%s', (words, moves) => expect(explanation({ ...draw, moves }, 'white')).toBe(words))
})
