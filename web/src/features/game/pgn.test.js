import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gameInWords, gameOf } from './moves.fixture.js'
import { movesInWords, pgnOf } from './pgn.js'
import { listed, reordered } from './variations.js'

/** @param {string[]} sans */
const plies = (...sans) => sans.map((san) => ({ uci: 'a1a2', san, fen: '' }))

test('moves are numbered from the side that begins', () => {
  expect(movesInWords('8/8/8/8/8/1k6/7r/K7 w - - 0 1', plies('Kb1', 'Rh1#'))).toBe('1. Kb1 Rh1#')
  expect(movesInWords('8/8/8/8/8/1k6/7r/K7 b - - 0 1', plies('Kc3', 'Kb1', 'Rh1#'))).toBe('1… Kc3 2. Kb1 Rh1#')
  expect(movesInWords('8/8/8/8/8/1k6/7r/K7 b - - 0 1', [])).toBe('')
})

test('a PGN has the position, the result, and short lines', () => {
  const black = pgnOf('8/8/8/8/8/1k6/7r/K7 b - - 0 1', plies('Rh1#'))
  expect(black).toContain('[SetUp "1"]\n[FEN "8/8/8/8/8/1k6/7r/K7 b - - 0 1"]\n\n1... Rh1# 0-1\n')
  expect(black).toContain('[Result "0-1"]')
  expect(pgnOf('8/8/8/8/8/1K6/7R/k7 w - - 0 1', plies('Rh1#'))).toContain('1. Rh1# 1-0')
  expect(pgnOf('8/8/8/8/8/1k6/7r/K7 b - - 9 41', plies('Kc3', 'Kb1', 'Rh1#'), 'A game')).toMatch(
    /^\[Event "A game"\][^]*\n\n41\.\.\. Kc3 42\. Kb1 Rh1# 0-1\n$/,
  )
  expect(pgnOf('8/8/8/8/8/1K6/7R/k7 w - - 0 1', plies('Kc3', 'Kb1', 'Rh1+'))).toMatch(/Rh1\+ \*\n$/)
  const tags = { Event: 'Linares', White: 'A "B" C', Result: '1/2-1/2', Annotator: 'D' }
  expect(pgnOf('8/8/8/8/8/1k6/7r/K7 b - - 9 41', plies('Kc3'), 'A game', { tags })).toBe(`[Event "Linares"]
[Site "Matewright"]
[Date "????.??.??"]
[Round "-"]
[White "A \\"B\\" C"]
[Black "?"]
[Result "1/2-1/2"]
[Annotator "D"]
[SetUp "1"]
[FEN "8/8/8/8/8/1k6/7r/K7 b - - 9 41"]

41... Kc3 1/2-1/2
`)
  // Whatever the game was given.
  expect(pgnOf('8/8/8/8/8/1k6/7r/K7 b - - 0 1', plies('Rh1#'), 'A game', { tags })).toContain('[Result "0-1"]')
  expect(pgnOf('8/8/8/8/8/1k6/7r/K7 b - - 0 1', plies('Kc3'), 'A game', { tags: { Result: 'x' } })).toContain(
    '[Result "*"]',
  )
  const long = pgnOf('8/8/8/8/8/1K6/7R/k7 w - - 0 1', Array(80).fill(plies('Kc3')[0]))
  expect(Math.max(...long.split('\n').map((line) => line.length))).toBeLessThan(80)
  expect(long.replace(/\s+/g, ' ')).toContain('40. Kc3 Kc3 *')
})

describe('moves are read as the engine reads those of games that are checked', () => {
  /** @type {{name: string, fen: string, text: string, moves: string, page?: string, result: string}[]} */
  const all = JSON.parse(readFileSync(new URL('../../../../core/pgn/testdata/moves.json', import.meta.url), 'utf8'))
  test.each(all)('$name', ({ fen, text, moves, page = moves, result }) => {
    const game = gameOf(text)
    expect([gameInWords(fen, game), game.result, game.unread, game.uncommented]).toEqual([page, result, 0, false])
  })
})

test('a written game is read as the same', () => {
  const word = fc.constantFrom(
    'so',
    '(1. e4',
    '1-0',
    '$5',
    ';',
    '%',
    '[FEN',
    '"x"]',
    '½',
    '--',
    'N',
    '1.',
    'a'.repeat(90),
  )
  const comment = fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(' ')),
  )
  const move = fc.record({
    san: fc.constantFrom('Kd2', '--', 'e4', 'O-O+', 'exd6', 'b8=Q', 'Rc1+', 'R1b2#', 'Nbd2'),
    back: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(20)),
    lead: comment,
    note: comment,
    nags: fc.uniqueArray(fc.integer({ min: 1, max: 255 }), { maxLength: 3 }),
  })
  const fen = '8/8/8/4k3/8/8/4P3/4K3 b - - 0 30'
  fc.assert(
    fc.property(
      fc.array(move, { minLength: 1, maxLength: 30 }),
      fc.constantFrom('*', '1-0', '1/2-1/2'),
      (moves, result) => {
        const plies = moves.map(({ back, ...ply }, i) => ({ ...ply, uci: '', fen: '', after: Math.max(0, i - back) }))
        const settled = reordered(
          listed(plies),
          plies.map((_, i) => i + 1),
        )
        const [, text] = pgnOf(fen, settled, 'x', { tags: { Result: result } }).split('\n\n')
        const game = gameOf(text)
        expect(gameInWords(fen, game)).toBe(movesInWords(fen, settled, '...', 30))
        expect([game.plies.length, game.unread, game.uncommented]).toEqual([plies.length, 0, false])
      },
    ),
  )
})
