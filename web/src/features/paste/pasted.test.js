import { say, sentence } from '#words'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { gameInWords, gameOf } from '../game/moves.fixture.js'
import {
  areBare,
  candidatesIn,
  endingOf,
  faultsInWords,
  foundInWords,
  isGames,
  longGamesIn as longGamesOf,
  largeInWords,
  movesIn,
  positionsIn as positionsOf,
  unreadLines,
  variantsInWords,
} from './pasted.js'
import { readMoves } from '../game/pgn.js'
import { readingsOf, unusable, WHITE_ASSUMED } from './readings.fixture.js'

const positionsIn = (/** @type {string} */ text) => positionsOf(text, readingsOf(text))
const longGamesIn = (/** @type {string} */ text) => longGamesOf(text, readingsOf(text))

const LUCENA = '1K1k4/1P6/8/8/8/8/r7/2R5'

describe('positionsIn', () => {
  it.each([
    ['a FEN', `${LUCENA} w - - 0 1`, `${LUCENA} w - - 0 1`],
    ['with its clock', `${LUCENA} b - - 37 90`, `${LUCENA} b - - 37 90`],
    ['with a long clock', `${LUCENA} b - - 1200 1300`, `${LUCENA} b - - 1200 1300`],
    ['with castling', 'r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1', 'r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1'],
    ['with en passant', '8/8/7k/8/1pP5/7K/8/8 b - c3', '8/8/7k/8/1pP5/7K/8/8 b - c3 0 1'],
    ['without side to move', LUCENA, `${LUCENA} w - - 0 1`],
    ['without clocks', `${LUCENA} b - -`, `${LUCENA} b - - 0 1`],
    ['in the midst of words', `Look at ${LUCENA} b, I said.`, `${LUCENA} b - - 0 1`],
    ['before a full stop', `It is ${LUCENA}.`, `${LUCENA} w - - 0 1`],
    ['in quotes', `{"fen": "${LUCENA} b - - 0 1"}`, `${LUCENA} b - - 0 1`],
    ['on several lines', `Here:\r\n${LUCENA} b - - 0 1\r\n`, `${LUCENA} b - - 0 1`],
    ['EPD', `${LUCENA} w - - bm Rd1+; id "bridge";`, `${LUCENA} w - - 0 1`],
    ['our own address', `https://example.org/matewright/?fen=${LUCENA}_b_-_-_0_1#/tables`, `${LUCENA} b - - 0 1`],
    ['syzygy-tables.info', `https://syzygy-tables.info/?fen=${LUCENA}_w_-_-_0_1`, `${LUCENA} w - - 0 1`],
    [
      'escaped',
      `https://syzygy-tables.info/?fen=${LUCENA.replaceAll('/', '%2F')}%20b%20-%20-%200%201`,
      `${LUCENA} b - - 0 1`,
    ],
    ['with plus signs', `https://example.org/?fen=${LUCENA}+b+-+-+0+1&x=1`, `${LUCENA} b - - 0 1`],
    ["lichess's analysis", `https://lichess.org/analysis/standard/${LUCENA}_b_-_-_0_1`, `${LUCENA} b - - 0 1`],
    [
      "lichess's analysis without a variant",
      `https://lichess.org/analysis/${LUCENA}_b_-_-_0_1?color=white`,
      `${LUCENA} b - - 0 1`,
    ],
    ["lichess's editor", `https://lichess.org/editor/${LUCENA}_w_-_-_0_1?color=black`, `${LUCENA} w - - 0 1`],
    [
      'an address whose ranks begin with letters',
      'https://lichess.org/analysis/standard/k1K5/8/1P6/8/8/8/8/8_w_-_-_0_1',
      'k1K5/8/1P6/8/8/8/8/8 w - - 0 1',
    ],
    [
      'an address with ranks of letters alone',
      'https://lichess.org/analysis/fromPosition/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_b_KQkq_-_0_1',
      'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1',
    ],
    ["lichess's API", `https://tablebase.lichess.ovh/standard?fen=${LUCENA}_w_-_-_0_1`, `${LUCENA} w - - 0 1`],
  ])('reads %s', (_, text, fen) => {
    expect(positionsIn(text).map((found) => found.fen)).toEqual([fen])
  })

  it.each([
    ['nothing', ''],
    ['words', 'Rook and pawn against rook, 1/2-1/2'],
    ['too few ranks', '8/8/8/8/8/8/8 w'],
    ['too many ranks', '8/8/8/8/8/8/8/8/8 w'],
    ['a rank that is too short', '8/8/8/7/8/8/8/8 w - - 0 1'],
    ['a FEN that the engine refuses', `${LUCENA} w xQ - 0 1`],
    ['dates and paths', '/usr/b/n/r/q/k/p/1/2/3 on 1/2/3'],
  ])('reads no position out of %s', (_, text) => {
    expect(positionsIn(text)).toEqual([])
  })

  it('reports repairs and unreadable FENs', () => {
    expect(positionsIn(LUCENA)).toEqual([
      { fen: `${LUCENA} w - - 0 1`, name: '', repaired: `${sentence(WHITE_ASSUMED)}.` },
    ])
    const faults = (/** @type {string} */ text) => faultsInWords(readingsOf(text))
    expect([faults(''), faults(`${LUCENA} w`), faults(LUCENA), faults(`${LUCENA} w xQ - 0 1`)]).toEqual([
      '',
      '',
      `${sentence(WHITE_ASSUMED)}.`,
      unusable(`${LUCENA} w xQ - 0 1`),
    ])
    const text = `${LUCENA} w xQ\n${LUCENA} b\n${LUCENA}\n8/8/8/7/8/8/8/8\n${LUCENA} b xQ`
    expect(positionsIn(text).map(({ fen }) => fen)).toEqual([`${LUCENA} b - - 0 1`, `${LUCENA} w - - 0 1`])
    expect(faults(text)).toBe(
      [
        say('pasted.faults', {
          faults: 'unreadable',
          count: 3,
          all: 5,
          first: unusable(`${LUCENA} w xQ`),
        }),
        say('pasted.faults', {
          faults: 'repaired',
          count: 1,
          all: 5,
          first: `${sentence(WHITE_ASSUMED)}.`,
        }),
      ].join(' '),
    )
  })

  it('gives the engine each board with the text after it', () => {
    const text =
      `A ${LUCENA}_w_xQ_-_3_40, he said. ${LUCENA} w – – 99999 1; x\n[FEN "${LUCENA} w HAh - 0 1"]\n` +
      `${LUCENA} w - - hmvc 3;\n${LUCENA}+b+-\n${LUCENA}\n${LUCENA}\n> b - - 0 1\r\n${LUCENA}`
    const last = `${LUCENA} w – – 99999 1; x`
    expect(candidatesIn(text)).toEqual([
      `${LUCENA} w HAh - 0 1`,
      `${LUCENA} w xQ - 3 40, he said. ${last}`,
      last,
      `${LUCENA} w - - hmvc 3;`,
      `${LUCENA} b -`,
      LUCENA,
      `${LUCENA} b - - 0 1`,
    ])
    expect(candidatesIn(`${LUCENA} ${'x'.repeat(1000)}`)[0]).toHaveLength(400)
    expect(candidatesIn(Array.from({ length: 600 }, (_, i) => `${LUCENA} w - - ${i} 400`).join('\n'))).toHaveLength(500)
  })

  it('offers the positions that games begin from before those in their comments', () => {
    const inComment = '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'
    const many = Array.from({ length: 300 }, (_, i) =>
      game(`${LUCENA} w - - ${i} 400`, `400. Rd1+ {${inComment.replace('0 1', `${i} 9`)}}`),
    ).join('')
    const found = positionsIn(many)
    expect([found.length, found.filter(({ moves }) => moves).length]).toEqual([500, 300])
    expect(found.slice(0, 300).every(({ moves }) => moves)).toBe(true)
  })

  it('reads results that tags hide, tags that stand twice, and games that begin where others end', () => {
    const tags = (/** @type {string} */ text) => positionsIn(text).map((found) => [found.fen, found.tags, found.moves])
    const other = '7K/8/k1P5/7p/8/8/8/8 w - - 0 1'
    expect(
      tags(`[White "A"]\n[White "B"]\n[FEN "${LUCENA} w - - 0 1"]\n[FEN "${other}"]\n[Result "?"]\n\n1. Rd1+ 1:0\n`),
    ).toEqual([[`${LUCENA} w - - 0 1`, { White: 'A', Result: '1-0' }, '1. Rd1+ 1:0']])
    expect(tags(`[FEN "${LUCENA} w - - 0 1"]\n[Result "1-0"]\n\n1. Rd1+ *\n`)).toEqual([
      [`${LUCENA} w - - 0 1`, { Result: '1-0' }, '1. Rd1+ *'],
    ])
    expect(tags(`[FEN "${LUCENA} w - - 0 1"]\n[Result "½-½"]\n\n1. Rd1+\n`)).toEqual([
      [`${LUCENA} w - - 0 1`, { Result: '1/2-1/2' }, '1. Rd1+'],
    ])
    expect(tags(`[FEN "${LUCENA} w - - 0 1"]\n\n1. Rd1+ 1-0\n1. Rc4 0-1\n`)).toEqual([
      [`${LUCENA} w - - 0 1`, { Result: '1-0' }, '1. Rd1+ 1-0\n1. Rc4 0-1'],
    ])
    for (const blank of ['', ' ']) {
      expect(
        tags(`[FEN "${LUCENA} w - - 0 1"]\n\n1. Rd1+ 1/2-1/2${blank}[Event "b"]\n[FEN "${other}"]\n\n1. Kg7 *`),
      ).toEqual([
        [`${LUCENA} w - - 0 1`, { Result: '1/2-1/2' }, `1. Rd1+ 1/2-1/2${blank}`],
        [other, { Event: 'b' }, '1. Kg7 *'],
      ])
    }
  })

  it.each(
    /** @type {{name: string, text: string, games: object[]}[]} */ (
      JSON.parse(readFileSync(new URL('../../../../core/pgn/testdata/games.json', import.meta.url), 'utf8'))
    ),
  )('tells games apart as the engine does: $name', ({ text, games }) => {
    expect(
      positionsIn(text).map(({ fen, tags = {}, moves = '' }) => ({
        fen,
        event: tags.Event,
        result: tags.Result ?? '',
        moves: gameInWords(fen, gameOf(moves)),
      })),
    ).toEqual(games)
    for (const { moves } of longGamesIn(text)) expect(readMoves(moves).moves).toEqual([])
  })

  it('leaves out games by other rules', () => {
    const of = (/** @type {string} */ variant, fields = 'w - - 0 1') =>
      `[Variant "${variant}"]\n[FEN "${LUCENA} ${fields}"]\n\n1. Rd1+ *\n\n`
    for (const chess of ['Standard', 'From Position', 'Chess', '', 'Chess960'])
      expect([positionsIn(of(chess)).length, variantsInWords(of(chess))]).toEqual([1, ''])
    expect(positionsIn(of('King of the Hill') + of('Crazyhouse'))).toEqual([])
    expect(variantsInWords(of('King of the Hill') + of('Crazyhouse') + of('Standard'))).toBe(
      say('pasted.variant', { count: 2, variant: 'King of the Hill' }),
    )
    expect(variantsInWords(of('Chess960', 'w Q - 0 1'))).toBe('')
    expect(variantsInWords('[Variant "Chess960"]\n\n1. e4 e5 *')).toBe(say('pasted.chess960', { count: 1 }))
    expect(longGamesIn('[Variant "Atomic"]\n\n1. e4 e5 *')).toEqual([])
    expect(variantsInWords('8/8/8/4k3/8/8/4P3/4K3 w - - 0 1')).toBe('')
  })

  it('finds several, each once, with their names', () => {
    const text = `${LUCENA} w - - id "one";\n8/8/8/4k3/8/8/4P3/4K3 w - - id "two";\n${LUCENA} w - - id "again";`
    expect(positionsIn(text)).toEqual([
      { fen: `${LUCENA} w - - 0 1`, name: 'one' },
      { fen: '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1', name: 'two' },
    ])
  })

  it("finds the first positions of a PGN's games, by their names", () => {
    const text =
      `[Event "?"]\n[White "Saavedra"]\n[Black "?"]\n[Date "1895.??.??"]\n[SetUp "1"]\n` +
      `[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]\n\n1. c7 Rd6+ *\n\n` +
      `[White "Someone"]\n[Black "Somebody"]\n\n1. e4 e5 *\n\n` +
      `[Event "Study"]\n[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]\n\n1. Kg7 *`
    expect(positionsIn(text)).toEqual([
      {
        fen: '8/8/1KP5/3r4/8/8/8/k7 w - - 0 1',
        name: 'Saavedra, 1895',
        tags: { Event: '?', White: 'Saavedra', Black: '?', Date: '1895.??.??' },
        moves: '1. c7 Rd6+ *',
      },
      { fen: '7K/8/k1P5/7p/8/8/8/8 w - - 0 1', name: 'Study', tags: { Event: 'Study' }, moves: '1. Kg7 *' },
    ])
  })

  it('finds the moves of a game, and reads its headers as they are meant', () => {
    const fen = '7K/8/k1P5/7p/8/8/8/8 w - - 0 1'
    expect(
      positionsIn(
        `[White "The \\"chase\\""]\n[FEN "${fen.slice(0, -4)}"]\n\n{[%cal Gh8g7] Both\nat once} 1. Kg7 {far} *`,
      ),
    ).toEqual([
      {
        fen,
        name: 'The "chase"',
        tags: { White: 'The "chase"' },
        moves: '{[%cal Gh8g7] Both\nat once} 1. Kg7 {far} *',
      },
    ])
    expect(positionsIn(`[White "x"]\n\n{of another game} *\n\n[FEN "${fen}"]\n\n1. Kg7 *`)).toEqual([
      { fen, name: '', moves: '1. Kg7 *' },
    ])
  })

  it('gives tags to no other game if games have no moves', () => {
    const other = '7K/8/k1P5/7p/8/8/8/8 w - - 0 1'
    expect(
      positionsIn(
        `[White "A"]\n[Result "1/2-1/2"]\n[FEN "${LUCENA} w - - 0 1"]\n\n[Event "B"]\n[FEN "${other}"]\n\n1. Kg7 *`,
      ),
    ).toEqual([
      { fen: `${LUCENA} w - - 0 1`, name: 'A', tags: { White: 'A', Result: '1/2-1/2' } },
      { fen: other, name: 'B', tags: { Event: 'B' }, moves: '1. Kg7 *' },
    ])
    expect(
      positionsIn(`[FEN "${LUCENA} w - - 0 1"]\n[White "A"]\n\n[FEN "${other}"]\n[Black "B"]\n`).map(
        ({ name }) => name,
      ),
    ).toEqual(['A', 'B'])
    // A blank line too many.
    expect(positionsIn(`[Event "One"]\n\n[FEN "${other}"]\n\n1. Kg7 *`)).toMatchObject([{ name: 'One' }])
  })

  it('limits the number and length of tags, and drops those that depend on the moves', () => {
    const tags = Array.from({ length: 100 }, (_, i) => `[T${i} "${'x'.repeat(300)}"]\n`).join('')
    const [found] = positionsIn(`[PlyCount "1"]\n[SetUp "1"]\n[FEN "${LUCENA} w - - 0 1"]\n${tags}\n1. Rd1+ *`)
    expect(Object.entries(found.tags ?? {})).toEqual(Array.from({ length: 50 }, (_, i) => [`T${i}`, 'x'.repeat(255)]))
  })

  it('finds each game from one position once, with its first moves as a label if the names are equal', () => {
    const fen = '8/8/8/8/8/2k5/8/K6R b - - 3 30'
    const game = (/** @type {string} */ tags, /** @type {string} */ moves) => `${tags}[FEN "${fen}"]\n\n${moves}\n\n`
    const other = '7K/8/k1P5/7p/8/8/8/8 w - - 0 1'
    expect(
      positionsIn(
        [
          game('[White "A"]\n[Black "B"]\n', '30... Kd4 *'),
          game('', '{Or} 30... Kb3 31. Rh3+ (31. Kb1) Kb4 32. Kb2 Kb5 *'),
          game('[White "C"]\n', '30... Kd3 *'),
          game('[White "C"]\n', '30... Kd2 *'),
          game('[White "C"]\n', '30... Kd2 *'),
          `[FEN "${other}"]\n[Event "Other"]\n\n1. Kg7 *\n\n`,
          game('[White "No moves"]\n', ''),
        ].join(''),
      ),
    ).toEqual([
      { fen, name: 'A – B', tags: { White: 'A', Black: 'B' }, moves: '30... Kd4 *' },
      {
        fen,
        name: '',
        label: '30… Kb3 31. Rh3+ Kb4 32. Kb2',
        moves: '{Or} 30... Kb3 31. Rh3+ (31. Kb1) Kb4 32. Kb2 Kb5 *',
      },
      { fen, name: 'C', label: 'C: 30… Kd3', tags: { White: 'C' }, moves: '30... Kd3 *' },
      { fen, name: 'C', label: 'C: 30… Kd2', tags: { White: 'C' }, moves: '30... Kd2 *' },
      { fen: other, name: 'Other', tags: { Event: 'Other' }, moves: '1. Kg7 *' },
    ])
    const many = positionsIn(Array.from({ length: 20_000 }, (_, i) => game('', `30... K${i} *`)).join(''))
    expect([many.length, new Set(many.map(({ moves }) => moves)).size]).toEqual([500, 500])
  })

  const game = (/** @type {string} */ fen, /** @type {string} */ moves) => `[FEN "${fen}"]\n\n${moves} *\n\n`

  it('leaves room for each position, however many games begin from others', () => {
    const [one, other] = [`${LUCENA} w - - 0 1`, `${LUCENA} b - - 0 1`]
    const many = positionsIn(
      Array.from({ length: 600 }, (_, i) => game(one, `1. Rc${i}`)).join('') +
        game(other, '1... Ra8') +
        game(other, '1... Ra7'),
    )
    expect([many.length, many[498].fen, many[499]]).toEqual([
      500,
      one,
      { fen: other, name: '', label: '1… Ra8', moves: '1... Ra8 *' },
    ])
    const each = positionsIn(
      Array.from({ length: 501 }, (_, i) => game(`${LUCENA} w - - ${i} 400`, '400. Rd1+')).join(''),
    )
    expect([each.length, each[0].moves, each[499].moves]).toEqual([500, '400. Rd1+ *', '400. Rd1+ *'])
  })

  it('describes the positions found', () => {
    const of = (/** @type {number} */ count, /** @type {object} */ more = {}) =>
      Array.from({ length: count }, (_, i) => ({ fen: String(i), name: '', ...more }))
    const same = { fen: '', moves: '1. Rd1+' }
    expect(
      [
        [],
        of(1),
        of(2),
        of(500),
        of(3, same),
        [...of(1), ...of(2, same)],
        of(500, same),
        [...of(1), ...of(499, same)],
        of(1, { moves: '1. Rd1+' }),
        of(2, { whole: { start: '', moves: '', at: 1 } }),
        of(2, { moves: '{White to move} *' }),
      ].map(foundInWords),
    ).toEqual([
      say('pasted.games'),
      say('pasted.found', { first: 'no', count: 1, kind: 'positions' }),
      say('pasted.found', { first: 'no', count: 2, kind: 'positions' }),
      say('pasted.found', { first: 'yes', count: 500, kind: 'positions' }),
      say('pasted.found', { first: 'no', count: 3, kind: 'games' }),
      say('pasted.found', { first: 'no', count: 3, kind: 'other' }),
      say('pasted.found', { first: 'yes', count: 500, kind: 'games' }),
      say('pasted.found', { first: 'yes', count: 500, kind: 'other' }),
      say('pasted.found', { first: 'no', count: 1, kind: 'games' }),
      say('pasted.found', { first: 'no', count: 2, kind: 'games' }),
      say('pasted.found', { first: 'no', count: 2, kind: 'positions' }),
    ])
    expect([[], of(1), of(2), of(2, same), [...of(1), ...of(1, same)]].map(areBare)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  })

  it('reads only the first moves of games for their labels', () => {
    const matchAll = vi.spyOn(String.prototype, 'matchAll')
    const move = (/** @type {number} */ i) => `R${'abcdefgh'[i % 8]}${((i >> 3) % 8) + 1}a${(i >> 6) + 1}`
    const found = positionsIn(
      Array.from({ length: 500 }, (_, i) =>
        game(`${LUCENA} w - - 0 1`, `1. ${move(i)} {${'word '.repeat(i === 499 ? 250 : 1)}} Kd7 ${'$1 '.repeat(1200)}`),
      ).join(''),
    )
    const letters = matchAll.mock.contexts
      .map((text, i) => (String(matchAll.mock.calls[i][0]).includes('|[<$}]') ? String(text).length : 0))
      .reduce((sum, count) => sum + count)
    matchAll.mockRestore()
    expect([found[0].label, found[100].label, found[499].label]).toEqual(['1. Ra1a1 Kd7', '1. Re5a2 Kd7', '1. Rd7a8'])
    expect(letters).toBeGreaterThan(500)
    expect(letters).toBeLessThanOrEqual(500_000)
  })

  it('reads long texts quickly', () => {
    expect([isGames('\n'.repeat(500_000)), positionsIn('\n '.repeat(500_000))]).toEqual([false, []])
    for (const filling of ['{', '{[%'])
      expect(positionsIn(`[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]\n\n${filling.repeat(500_000)}}`)).toHaveLength(1)
  })

  it('reads any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'kqrbnpKQRBNP12345678/ _-wb+%2F?=&:."[]\n') }), (text) => {
        for (const { fen } of positionsIn(text))
          expect(fen).toMatch(/^([1-8kqrbnp]{1,8}\/){7}[1-8kqrbnp]{1,8} [wb] (-|[KQkq]+) (-|[a-h][36]) \d+ \d+$/i)
      }),
    )
  })
})

describe('movesIn', () => {
  it('splits a checked game into its tags and its moves', () => {
    const moves = '1... Kb3 {[%clk 0:00:20]} 2. Rh8 $2 {mistake: Rh3+ wins\n[Event "?"]} *'
    expect(movesIn(`[White "Ann"]\n[FEN "8/8/8/8/8/2k5/8/K6R b - - 0 1"]\n\n${moves}\n\n`)).toEqual({
      moves,
      tags: { White: 'Ann' },
    })
  })
})

describe('endings', () => {
  const six = '8/8/2k5/8/3pp3/3PP3/8/4K3'
  it('are looked for in games that begin with more men than tables have', () => {
    const text =
      `[White "A"]\n\n1. e4 e5 *\n\n[White "B"]\n[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]\n\n1. Kb1 *\n\n` +
      `[White "C"]\n[FEN "${six} b - - 0 7"]\n\n7... exd3 *\n\n[White "D"]\n\n`
    expect(longGamesIn(text)).toEqual([
      {
        start: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
        name: 'A',
        tags: { White: 'A' },
        moves: '1. e4 e5 *',
      },
      { start: `${six} b - - 0 7`, name: 'C', tags: { White: 'C' }, moves: '7... exd3 *' },
    ])
    expect(longGamesIn('8/8/8/8/8/2k5/8/K6R w')).toEqual([])
  })
  /** @param {string} san @param {number} men @param {string} turn @param {number} [after] */
  const ply = (san, men, turn, after) => ({
    uci: san,
    san,
    fen: `${'P'.repeat(men)} ${turn} - - 0 1`,
    ...(after === undefined ? {} : { after }),
  })
  it('begin at the first position that tables have, and keep the moves from there', () => {
    const plies = [
      ply('exd3', 5, 'w'),
      ply('Kd2', 5, 'b'),
      ply('dxe3+', 5, 'w', 0),
      ply('Kd1', 5, 'b', 1),
      ply('Kd5', 5, 'w', 2),
    ]
    expect(endingOf({ start: `${six} b - - 0 7`, name: 'C', tags: { White: 'C' } }, plies)).toEqual({
      fen: plies[0].fen,
      name: `C, ${say('found.after', { move: '7… exd3' })}`,
      tags: { White: 'C' },
      moves: '1. Kd2 (1. Kd1) 1… Kd5',
    })
    expect(
      endingOf({ start: `${six} w - - 0 7`, name: '' }, [
        ply('Ke2', 6, 'b'),
        ply('exd3+', 6, 'w'),
        ply('Kxd3', 5, 'b'),
      ]),
    ).toEqual({ fen: 'PPPPP b - - 0 1', name: say('found.after', { move: '8. Kxd3' }) })
    expect(
      endingOf({ start: `${six} w - - 0 7`, name: '' }, [
        { ...ply('Ke2', 9, 'b'), fen: 'QQQQQQQQQ b - - 0 1' },
        ply('x', 5, 'w', 0),
      ]),
    ).toBeNull()
    expect(endingOf({ start: `${six} w - - 0 7`, name: '' }, [ply('Ke2', 8, 'b'), ply('x', 7, 'w')])).toMatchObject({
      name: say('found.after', { move: '7. Ke2' }),
    })
    expect(endingOf({ start: `${six} w - - 0 7`, name: '' }, [ply('Ke2', 6, 'b'), ply('x', 5, 'w', 0)])).toMatchObject({
      name: say('found.after', { move: '7. Ke2' }), // a search may prove it
    })
  })
  it('belong to their games', () => {
    const start = `${six} w - - 0 7`
    const plies = [ply('Ke2', 6, 'b'), ply('exd3+', 6, 'w'), ply('Kxd3', 5, 'b')]
    // The text lists the first move twice.
    expect(endingOf({ start, name: '', moves: '7. Ke2 (7. Ke2) exd3+ 8. Kxd3' }, plies, [1, 1, 2, 3])).toMatchObject({
      whole: { start, moves: '7. Ke2 (7. Ke2) exd3+ 8. Kxd3', at: 4 },
    })
  })
})

it('the lines of a list that have no position are named, and those of other texts are not', () => {
  const unread = (/** @type {string[]} */ ...lines) => unreadLines(lines.join('\n'), readingsOf(lines.join('\n')))
  const named = (/** @type {string[]} */ ...lines) =>
    say('pasted.lines', { count: lines.length, lines: new Intl.ListFormat('en').format(lines) })
  const [one, two] = [`${LUCENA} w - - 0 1`, `${LUCENA} b - - 0 1`]
  expect(unread(one, two)).toBe('')
  expect(unread(one, '', 'no FEN at all', two)).toBe(named('3'))
  expect(unread(one, '1K1k4/1P6/8/8/8/r7/2R5 w - - 0 1', two, `${LUCENA} w xQ - 0 1`)).toBe(named('2', '4'))
  expect(unread(LUCENA, 'w - - 0 1', two, 'nothing')).toBe(named('4')) // a mail program broke the first one
  expect(unread('Dear coach,', 'this is the position:', one)).toBe('')
  expect(unread('These are two:', one, 'and', two, 'Bye!')).toBe('')
  const many = Array.from({ length: 600 }, (_, i) => `${LUCENA} w - - 0 ${i + 1}`)
  expect(unread(...many)).toBe('') // only the first 500 were read
  expect(unread('[Event "x"]', `[FEN "${one}"]`, '', '1. Rd1+ *')).toBe('')
})

it('positions with more than five men are counted', () => {
  const six = '1K1k4/1P6/8/8/8/8/r6p/2R5 w - - 0 1'
  expect(largeInWords([{ fen: `${LUCENA} w - - 0 1` }])).toBe('')
  expect(largeInWords([{ fen: six }, { fen: `${LUCENA} w - - 0 1` }])).toBe(say('pasted.large', { count: 1, men: 5 }))
})
