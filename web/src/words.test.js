import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { besides, duration, ending, explanation, list, materialInWords, movesOf, outcome, pliesWith, roughly, roundly, size, verdict, winnerOf } from './words.js'

/** @type {import('./engine/types.js').Probe} */
const draw = {
  fen: '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1', class: 'KPvK', side: 'w', category: 'draw', dtz: null, precise_dtz: null, dtm: null, dtm50: null, dtc: null,
  checkmate: false, stalemate: false, insufficient_material: false, en_passant: [], moves: [], metrics: ['dtm'], by: 'dtm',
}
/** @type {import('./engine/types.js').Move} */
const drawn = { uci: 'e1d1', san: 'Kd1', fen: '', category: 'draw', dtz: null, precise_dtz: null, dtm: null, dtm50: null, dtc: null, checkmate: false, stalemate: false, zeroing: false }

/** A position that one metric alone knows. @param {import('./engine/metrics.js').Metric} metric */
const by = (metric) => ({ metrics: [metric], by: metric })

test.each([[1, 1], [2, 1], [23, 12], [-24, 12], [0, 0]])('%i plies are %i moves', (plies, moves) => {
  expect(movesOf(plies)).toBe(moves)
})

test('how it ends is told by the winner', () => {
  expect(ending({ category: 'loss', dtm: -18 }, 'black')).toBe('White mates in 9')
  expect(ending({ category: 'win', dtm: 5 }, 'black')).toBe('Black mates in 3')
  expect(ending({ category: 'draw', dtm: null }, 'white')).toBe('Draw')
})

describe('verdict', () => {
  test('names the winner, whoever is to move', () => {
    expect(verdict({ ...draw, category: 'win', dtz: null, precise_dtz: null, dtm: 23, dtm50: 23, dtc: null }, 'white')).toBe('White mates in 12')
    expect(verdict({ ...draw, category: 'win', dtz: null, precise_dtz: null, dtm: 19, dtm50: 19, dtc: null }, 'black')).toBe('Black mates in 10')
    expect(verdict({ ...draw, category: 'loss', dtm: -12, dtm50: -12 }, 'black')).toBe('White mates in 6')
    expect(winnerOf({ ...draw, category: 'loss', dtm: -12, dtm50: -12 }, 'white')).toBe('black')
  })
  test('tells the ends of games', () => {
    expect(verdict({ ...draw, category: 'loss', dtm: 0, dtm50: 0, checkmate: true }, 'black')).toBe('Black is checkmated')
    expect(verdict({ ...draw, stalemate: true }, 'white')).toBe('Draw by stalemate')
    expect(verdict(draw, 'white')).toBe('Draw')
    expect(winnerOf(draw, 'white')).toBeNull()
  })
  test('is explained', () => {
    expect(explanation({ ...draw, category: 'win', dtz: null, precise_dtz: null, dtm: 1, dtm50: 1, dtc: null }, 'white')).toBe('White to move, 1 ply with best play')
    expect(explanation({ ...draw, category: 'loss', dtm: -12, dtm50: -12 }, 'black')).toBe('Black to move, 12 plies with best play')
    expect(explanation({ ...draw, insufficient_material: true }, 'white')).toMatch(/material/)
  })
})

test("a move's outcome counts the move, so that the best agrees with the verdict", () => {
  // 23 plies before it are a mate in 12; 22 after it still are, seen from the mover.
  expect(outcome({ ...drawn, category: 'loss', dtm: -22, dtm50: -22 }, by('dtm'))).toBe('mate in 12')
  expect(outcome({ ...drawn, category: 'win', dtz: null, precise_dtz: null, dtm: 11, dtm50: 11, dtc: null }, by('dtm'))).toBe('mate in 6')
  expect(outcome({ ...drawn, category: 'loss', dtm: 0, dtm50: 0, checkmate: true }, by('dtm'))).toBe('checkmate')
  expect(outcome({ ...drawn, stalemate: true }, by('dtm'))).toBe('stalemate')
  expect(outcome(drawn, by('dtm'))).toBe('draw')
})

test('a number that is missing is called unknown', () => {
  fc.assert(fc.property(fc.double(), (number) => {
    for (const words of [size(number), duration(number), roundly(number)]) expect(words).not.toMatch(/NaN|Infinity|undefined/)
  }))
  expect([NaN, Infinity].map(roundly)).toEqual(['an unknown time', 'an unknown time'])
})

test('numbers are short', () => {
  expect([0, 999, 1000, 12_345, 999_600, 2_660_000, 162e9].map(size)).toEqual(['0 B', '999 B', '1.0 kB', '12 kB', '1.0 MB', '2.7 MB', '162 GB'])
  expect([999_999, 1_000_000, 20_100_000, 2.5e9, 3.26e12].map(roughly)).toEqual(['999,999', '1.0 million', '20.1 million', '2.5 billion', '3.3 trillion'])
  expect([0.2, 59.4, 61, 240, 3600, 3725].map(duration)).toEqual(['less than a second', '59 s', '1 min 1 s', '4 min', '1 h', '1 h 2 min'])
  expect([list([]), list(['A']), list(['A', 'B', 'C'])]).toEqual(['', 'A', 'A, B and C'])
})

test('by the fifty-move rule a win is told by what the tables know, and a draw by the rule as one', () => {
  /** @type {import('./engine/types.js').Probe} */
  const won = { ...draw, category: 'win', dtz: 7, precise_dtz: 7 }
  expect(verdict(won, 'white')).toBe('White wins')
  expect(verdict({ ...won, dtm: 31, dtm50: 31 }, 'white')).toBe('White mates in 16')
  expect(explanation(won, 'white')).toBe('White to move, a capture, pawn move or mate within 7 plies')
  expect(explanation({ ...won, dtm: 31, dtm50: 31 }, 'white')).toBe('White to move, 31 plies with best play, a capture, pawn move or mate within 7 plies')
  expect(explanation({ ...won, dtm: 7, dtm50: 7, dtc: 7 }, 'white')).toBe('White to move, 7 plies with best play')
  const late = /** @type {const} */ ({ ...won, category: 'blessed-loss', dtz: -101 })
  expect(verdict(late, 'white')).toBe('Draw by the fifty-move rule')
  expect(winnerOf(late, 'white')).toBeNull()
  expect(explanation(late, 'white')).toBe('White to move. Black would win without the rule, but no capture, pawn move or mate comes in time')
  expect(explanation({ ...late, dtm: -40 }, 'white')).toContain('Black would mate in 20 without the rule')
  expect(outcome({ ...drawn, category: 'loss', dtz: -6 }, by('dtz50'))).toBe('within 7 plies')
  expect(outcome({ ...drawn, category: 'loss', dtz: -30, zeroing: true }, by('dtz50'))).toBe('at once')
  expect(outcome({ ...drawn, category: 'blessed-loss', dtz: -101 }, by('dtz50'))).toBe('wins too late')
  expect(outcome({ ...drawn, category: 'cursed-win', dtz: 101 }, by('dtz50'))).toBe('loses too late')
})

test('a number of moves holds by the fifty-move rule, or is said to be without it', () => {
  /** @type {import('./engine/types.js').Probe} */
  const won = { ...draw, category: 'win', dtz: 1, precise_dtz: 1, dtm: 23 }
  const longer = { ...won, dtm50: 27 }
  expect(verdict(longer, 'white')).toBe('White mates in 14')
  expect(explanation(longer, 'white')).toBe('White to move, 27 plies with best play, 23 plies without the fifty-move rule, a capture, pawn move or mate within 1 ply')
  expect(verdict(won, 'white')).toBe('White wins')
  expect(explanation(won, 'white')).toBe('White to move, mate in 12 (23 plies) without the fifty-move rule, a capture, pawn move or mate within 1 ply')
  const unsure = { ...won, dtz: null, precise_dtz: null, unsure: true }
  expect(verdict(unsure, 'white')).toBe('White wins without the fifty-move rule')
  expect(explanation(unsure, 'white')).toMatch(/^White to move, mate in 12 \(23 plies\), unless the rule makes it a draw/)
  const move = /** @type {const} */ ({ ...drawn, category: 'loss', dtm: -22 })
  expect(outcome(move, by('dtm'))).toBe('wins')
  expect(outcome({ ...move, unsure: true }, by('dtm'))).toBe('wins if in time')
  expect(outcome({ ...move, category: 'win', dtm: 22, unsure: true }, by('dtm'))).toBe('loses if in time')
  expect(outcome({ ...move, dtm50: -26 }, by('dtm'))).toBe('mate in 14')
  expect(pliesWith({ ...move, dtm50: -26 }, 'dtm')).toBe(27)
})

test('by conversions a win is told by the capture, promotion or mate that comes, and what converts comes at once', () => {
  /** @type {import('./engine/types.js').Probe} */
  const won = { ...draw, category: 'win', dtc: 7 }
  expect(verdict(won, 'white')).toBe('White wins')
  expect(explanation(won, 'white')).toBe('White to move, a capture, promotion or mate within 7 plies')
  expect(explanation({ ...won, dtm: 31, dtm50: 31 }, 'white')).toBe('White to move, 31 plies with best play, a capture, promotion or mate within 7 plies')
  expect(outcome({ ...drawn, category: 'loss', dtc: -6 }, by('dtc'))).toBe('within 7 plies')
  expect(outcome({ ...drawn, san: 'e4', category: 'loss', dtc: -6, zeroing: true }, by('dtc'))).toBe('within 7 plies')
  expect(outcome({ ...drawn, san: 'Kxd1', category: 'loss', dtc: -30, zeroing: true }, by('dtc'))).toBe('at once')
  expect(outcome({ ...drawn, san: 'e8=Q+', category: 'loss', dtc: -30, zeroing: true }, by('dtc'))).toBe('at once')
  expect(outcome({ ...drawn, category: 'draw' }, by('dtc'))).toBe('draw')
})

test('where several metrics know a move, one says how good it is, and what the others say stands beside it', () => {
  const move = /** @type {const} */ ({ ...drawn, category: 'loss', dtm: -30, dtm50: -30, dtz: -6, dtc: -12 })
  const probe = { ...draw, metrics: /** @type {import('./engine/metrics.js').Metric[]} */ (['dtm', 'dtc', 'dtz50']) }
  expect([outcome(move, probe), besides(move, probe)]).toEqual(['mate in 16', ['converts in 13 plies', 'zeroes in 7 plies']])
  expect([outcome(move, { ...probe, by: 'dtz50' }), besides(move, { ...probe, by: 'dtz50' })]).toEqual(['zeroes in 7 plies', ['mate in 16', 'converts in 13 plies']])
  expect(besides({ ...move, san: 'Kxd1', zeroing: true }, probe)).toEqual(['converts at once', 'zeroes at once'])
  expect(besides({ ...move, dtm: 9, dtm50: 9, category: 'win' }, { ...probe, by: 'dtz50' })).toEqual(['mate in 5', 'converts in 13 plies'])
  expect(besides({ ...move, category: 'blessed-loss' }, probe)).toEqual([])
  expect(besides({ ...move, checkmate: true }, probe)).toEqual([])
  expect(besides(move, draw)).toEqual([])
  expect(probe.metrics.map((metric) => pliesWith(move, metric))).toEqual([31, 13, 7])
  expect(pliesWith({ ...move, dtz: -1, checkmate: true }, 'dtz50')).toBe(1)
})

test.each([
  ['KRPvKR', 'Rook and pawn against rook'],
  ['KNNvKP', 'Two knights against pawn'],
  ['KBNvK', 'Bishop and knight against the bare king'],
  ['KQRBvK', 'Queen, rook and bishop against the bare king'],
  ['KPPPvK', 'Three pawns against the bare king'],
  ['KRvKR-h1a8', 'Rook against rook, with castling'],
  ['KvK', 'Two bare kings'],
])('%s in words: %s', (name, words) => expect(materialInWords(name)).toBe(words))

describe('why a position is drawn', () => {
  /** @param {Partial<import('./engine/types.js').Move>} move */
  const move = (move) => /** @type {import('./engine/types.js').Move} */ ({ san: 'Kd2', category: 'draw', stalemate: false, ...move })
  test.each([
    ['every move draws', [move({}), move({})]],
    ['one move holds, all others lose', [move({}), move({ category: 'win' }), move({ category: 'win' })]],
    ['Kc6 is stalemate', [move({}), move({ san: 'Kc6', stalemate: true }), move({ category: 'win' })]],
    ['neither side can force a win', [move({}), move({}), move({ category: 'win' })]],
    ['neither side can force a win', [move({})]],
  ])('%s', (words, moves) => expect(explanation({ ...draw, moves }, 'white')).toContain(words))
})
