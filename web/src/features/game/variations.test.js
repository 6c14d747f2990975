// Random lists of moves, checked against nested trees: each node has its move and the nodes after it. The first of
// these continues the line.

import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { readAddress, linkTo } from '../../shell/address.js'
import { glyphsOf, MOST_COMMENTS, movesInWords, pgnOf, readable, readMoves } from './pgn.js'
import {
  added,
  annotated,
  before,
  followers,
  lineThrough,
  listed,
  numbersIn,
  pathTo,
  reordered,
  united,
  without,
  written,
} from './variations.js'

/**
 * @typedef {import('../../shell/state.js').GamePly} GamePly
 * @typedef {{uci: string, next: Node[]}} Node
 */

const START = { white: '8/8/8/8/8/2k5/8/K6R w - - 0 30', black: '8/8/8/8/8/2k5/8/K6R b - - 0 30' }

/** Moves that each follow any one before them, often the last one. */
const tree = fc
  .array(fc.tuple(fc.boolean(), fc.nat()), { maxLength: 40 })
  .map((choices) =>
    listed(choices.map(([continues, any], i) => ({ ...named(i), after: continues ? i : any % (i + 1) }))),
  )
const color = fc.constantFrom(/** @type {const} */ ('white'), /** @type {const} */ ('black'))

/** A move with a name of its own. @param {number} i */
const named = (i) => ({
  uci: `a${(i % 8) + 1}${'abcdefgh'[i >> 3]}1`,
  san: `R${'abcdefgh'[i >> 3]}${(i % 8) + 1}`,
  fen: String(i),
})

/** @param {GamePly[]} plies */
function nested(plies) {
  /** @type {Node[]} */
  const nodes = [{ uci: '', next: [] }]
  plies.forEach(({ uci, after = nodes.length - 1 }) => {
    const node = { uci, next: [] }
    nodes[after].next.push(node)
    nodes.push(node)
  })
  return nodes[0]
}

/** @param {(plies: GamePly[], number: number, turn: 'white' | 'black') => void} holds  of a move, or the start */
const forAll = (holds) =>
  fc.assert(
    fc.property(tree, fc.nat(), color, (plies, any, turn) => holds(plies, any % (plies.length + 1), turn)),
    { numRuns: 300 },
  )

/**
 * The text that a person would write for the nested moves.
 * @param {Node} node
 * @param {number} place
 * @param {(uci: string) => string} sanOf
 * @param {boolean} numbered
 * @returns {string[]}
 */
function twin({ next: [main, ...others] }, place, sanOf, numbered) {
  if (!main) return []
  const word = (/** @type {Node} */ node, /** @type {boolean} */ said) =>
    (place % 2 ? (said ? `${(place - 1) / 2 + 1}... ` : '') : `${place / 2 + 1}. `) + sanOf(node.uci)
  const variations = others.map(
    (other) => `(${[word(other, true), ...twin(other, place + 1, sanOf, false)].join(' ')})`,
  )
  return [word(main, numbered), ...variations, ...twin(main, place + 1, sanOf, others.length > 0)]
}

test('moves are written with their variations as a nested tree is', () => {
  forAll((plies, _, turn) => {
    const sans = new Map(plies.map(({ uci, san }) => [uci, san]))
    const words = twin(nested(plies), turn === 'white' ? 58 : 59, (uci) => sans.get(uci) ?? '?', true).join(' ')
    expect(movesInWords(START[turn], plies, '...', 30)).toBe(words)
    expect(
      written(plies, turn)
        .map(({ number }) => number)
        .sort((a, b) => a - b),
    ).toEqual(plies.map((_, i) => i + 1))
  })
  const plies = ['a4', 'b4', 'a5', 'a5', 'h5', 'Kg2'].map((san) => ({ uci: san, san, fen: '' }))
  const game = listed([0, 0, 2, 1, 1, 4].map((after, i) => ({ ...plies[i], after })))
  expect(movesInWords(START.white, game, '...')).toBe('1. a4 (1. b4 a5) 1... a5 (1... h5) 2. Kg2')
})

test('a link and a PGN have all moves, and are read as they were written', () => {
  forAll((plies, at, turn) => {
    const {
      moves,
      after,
      at: read,
    } = readAddress(new URL(linkTo({ start: START[turn], plies, at }), 'https://example.org/'))
    expect(moves.map((uci, i) => ({ uci, after: after[i] }))).toEqual(
      plies.map(({ uci }, i) => ({ uci, after: before(plies, i + 1) })),
    )
    expect(read).toBe(at)

    const [, text] = pgnOf(START[turn], plies).split('\n\n')
    const reread = readMoves(text)
    const back = reread.moves.map((san, i) => ({
      uci: plies.find((ply) => ply.san === san)?.uci ?? '?',
      san,
      fen: '',
      after: reread.after[i],
    }))
    expect(nested(back)).toEqual(nested(plies))
    expect(text.split('\n').every((line) => line.length < 80)).toBe(true)
  })
})

test('a path leads to a move, and its line continues from there', () => {
  forAll((plies, number) => {
    const path = pathTo(plies, number)
    expect(path.at(-1) ?? 0).toBe(number)
    expect([0, ...path].slice(0, -1)).toEqual(path.map((each) => before(plies, each)))
    const line = lineThrough(plies, number)
    expect(line.slice(0, path.length)).toEqual(path)
    let node = nested(plies)
    for (const each of line) node = node.next.find(({ uci }) => uci === plies[each - 1].uci) ?? node
    expect(node.next).toEqual([])
  })
})

test('only missing moves are added', () => {
  forAll((plies, number) => {
    const more = [named(41), named(42)]
    const { plies: all, at } = added(plies, number, more)
    expect([all.length, at]).toEqual([plies.length + 2, plies.length + 2])
    expect(pathTo(all, at)).toEqual([...pathTo(plies, number), plies.length + 1, plies.length + 2])
    expect(added(all, number, more)).toEqual({ plies: all, at })
    expect(numbersIn(all, plies)).toEqual([0, ...plies.map((_, i) => i + 1)])
    expect(numbersIn(plies, all)).toBeNull()
  })
})

test('two games become one that has the moves of both, each once', () => {
  fc.assert(
    fc.property(tree, tree, fc.nat(), (plies, others, any) => {
      const some = reordered(plies, pathTo(plies, any % (plies.length + 1))) // moves that both have
      const mine = united(some, others).plies
      const { plies: all, numbers } = united(plies, mine)
      expect(numbersIn(all, plies)).toEqual([0, ...plies.map((_, i) => i + 1)])
      expect(numbersIn(all, mine)).toEqual(numbers)
      expect(new Set(all.map((_, i) => wayTo(all, i + 1)))).toEqual(
        new Set([plies, mine].flatMap((each) => each.map((_, i) => wayTo(each, i + 1)))),
      )
      expect(united(all, mine).plies).toBe(all)
    }),
  )
})

/** @param {GamePly[]} plies @param {number} number */
const wayTo = (plies, number) =>
  pathTo(plies, number)
    .map((each) => plies[each - 1].uci)
    .join(' ')

test('deleting a move deletes only those that followed it, and the rest keep their places', () => {
  forAll((plies, number) => {
    if (!number) return
    const kept = reordered(plies, without(plies, number))
    /** @param {Node} node @returns {Node} */
    const prune = (node) => ({ ...node, next: node.next.filter(({ uci }) => uci !== plies[number - 1].uci).map(prune) })
    expect(nested(kept)).toEqual(prune(nested(plies)))
    expect(kept).toEqual(listed(kept))
  })
})

test('a PGN is read as people write it', () => {
  const text =
    '{First} 1.e4!? $1 (1.d4 {queen; pawn} d5 (1...Nf6 2. c4) 2.c4!) ' +
    `(1. 0-0-0 $6 O-O e.p.) 1...e5 ; the rest ( of the line
% (for programs
2. exd6e.p. 0-0+ 3.-- Z0 +- N 4. f8=Q# 1-0`
  expect(readMoves(text)).toMatchObject({
    moves: ['e4', 'd4', 'd5', 'Nf6', 'c4', 'c4', '0-0-0', 'O-O', 'e5', 'exd6', '0-0+', '--', '--', 'f8=Q#'],
    after: [0, 0, 2, 2, 4, 3, 0, 7, 1, 9, 10, 11, 12, 13],
    unread: 0,
    remarks: [
      { lead: 'First', nags: [5, 1] },
      { note: 'queen; pawn' },
      {},
      {},
      {},
      { nags: [1] },
      { nags: [6] },
      {},
      { note: 'the rest ( of the line' },
      {},
      {},
      {},
      { nags: [18, 146] },
      {},
    ],
  })
  expect(readMoves('(1. e4) 1. d4')).toMatchObject({ moves: ['e4', 'd4'], after: [0, 0], unread: 0 })
  expect(readMoves(') 1. e4 ))) e5 (((')).toMatchObject({ moves: ['e4', 'e5'], after: [0, 1], unread: 0 })
  expect(readMoves('1 e4 ± 1…e5 2… Nc3 ⩲ *')).toMatchObject({
    moves: ['e4', 'e5', 'Nc3'],
    after: [0, 1, 2],
    unread: 0,
    remarks: [{ nags: [16] }, {}, { nags: [14] }],
  })
  const long = readMoves('e4 '.repeat(2000))
  expect([long.moves.length, long.unread]).toEqual([1000, 1000])
})

test('a line ends before an unreadable word, and the others continue', () => {
  expect(readMoves('Kd4 foo Kd5')).toMatchObject({ moves: ['Kd4'], after: [0], unread: 1, stray: 'foo' })
  expect(readMoves('Kd4 (foo Kd5) Kd6 bar baz *')).toMatchObject({ moves: ['Kd4', 'Kd6'], stray: 'bar' })
  expect(readMoves('1. e4 1-0 1. d4 (1. c4) *')).toMatchObject({ moves: ['e4'], after: [0], unread: 2 })
  expect(readMoves('1. e4 (1. d4 foo Nf6 (1... d5) 2. c4) 1... e5 * 2. d4')).toMatchObject({
    moves: ['e4', 'd4', 'e5'],
    after: [0, 0, 1],
    unread: 4,
  })
})

test('any text is read, and quickly', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'()(){};%\n .0-Oea14Nx!?$') }), (text) => {
      const { moves, after, remarks } = readMoves(text)
      expect(remarks).toHaveLength(moves.length)
      expect(after.every((number, i) => number >= 0 && number <= i)).toBe(true)
      expect(after).toHaveLength(moves.length)
    }),
  )
  for (const text of [`${'!'.repeat(200_000)}a4`, `a4${'!?'.repeat(100_000)}a`]) readMoves(text)
  for (const piece of ['a4 {', '{}', 'a4 ;\n', '{', '(', ')', '1.', '.', '(a4 ', '0-', '!', ';', '<'])
    readMoves(piece.repeat(200_000))
  const deep = readMoves(`a4 ${'(a5 b5 '.repeat(2000)}`)
  const plies = listed(deep.moves.map((san, i) => ({ ...named(i), san, after: deep.after[i] })))
  expect(written(plies, 'white').at(-1)).toMatchObject({ number: 1000, depth: 500, closes: 500 })
})

test('numbers and marks take as much work as moves do', () => {
  for (const words of ['1. ', '± ', '$1 ', 'e4 ', '+- ']) {
    const replace = vi.spyOn(String.prototype, 'replace')
    readMoves(`e4 ${words.repeat(1000)}`)
    expect(replace.mock.calls.length).toBeLessThan(4500)
    replace.mockRestore()
  }
})

test('comments and glyphs of unread moves go to no other move, with a notice', () => {
  const full = 'Kd4 '.repeat(1000)
  for (const more of [
    'e5 {about move 1001} $4',
    '(e5 {instead} $4)',
    '({First} e5 $4)',
    '(e5 (e6 {instead} $4) {again})',
    'e5 * {about the game} $4',
  ]) {
    const { remarks, unread, uncommented } = readMoves(full + more)
    expect([remarks[999], remarks[998], unread > 0, uncommented]).toEqual([{}, {}, true, true])
  }
  expect(readMoves(`${full}(e5 {instead} $4) {about move 1000} $1`).remarks[999]).toEqual({
    note: 'about move 1000',
    nags: [1],
  })
  expect(readMoves(`${full.slice(4)}({about} {move 999}) * {and} ; so on`)).toMatchObject({
    remarks: { 998: { note: 'about move 999 and so on' } },
    unread: 0,
    uncommented: false,
  })
  for (const text of ['1. e4 ({Or} foo)', '1. e4 (1. foo {Or})'])
    expect(readMoves(text)).toMatchObject({ remarks: [{}], uncommented: true })
  expect(readMoves('{No moves}').uncommented).toBe(true)
})

test('a first comment stays with its line when a variation is written before it', () => {
  expect(readMoves('{A game} (1. d4) 1. e4 {So} (1. c4) 1... e5')).toMatchObject({
    moves: ['d4', 'e4', 'c4', 'e5'],
    remarks: [{}, { lead: 'A game', note: 'So' }, {}, {}],
    uncommented: false,
  })
  expect(readMoves('1. e4 e5 ({Or} (1... d5) 1... c5)')).toMatchObject({
    moves: ['e4', 'e5', 'd5', 'c5'],
    remarks: [{}, {}, {}, { lead: 'Or' }],
    uncommented: false,
  })
})

/** Comments, of which some look like something else, and glyphs. */
const comment = fc
  .array(
    fc.constantFrom(
      'better',
      'is',
      '(',
      ')',
      '1.',
      'Rd4',
      '%',
      '[Event',
      '"x"]',
      '[%cal',
      'Ga1a2]',
      '*',
      '$1',
      ';',
      '½-½',
      'a'.repeat(90),
    ),
    { maxLength: 20 },
  )
  .map((words) => words.join(' '))
const remarks = fc.record({
  lead: comment,
  nags: fc.uniqueArray(fc.integer({ min: 1, max: 255 }), { maxLength: 4 }),
  note: comment,
})

/**
 * Remarks, with null for empty ones.
 * @param {import('../../shell/state.js').Remarks} remarks
 */
const noted = ({ lead, nags, note }) => [lead || null, nags?.length ? nags : null, note || null]

/**
 * The moves before which a comment is one of their own: they begin the game or a variation.
 * @param {GamePly[]} plies
 */
const beginnings = (plies) =>
  new Set(followers(plies).flatMap(([main, ...others], after) => (after ? others : [main, ...others])))

/** Random trees with remarks on every move. */
const commented = fc.tuple(tree, fc.array(remarks, { minLength: 40, maxLength: 40 })).map(([plies, all]) => {
  const begin = beginnings(plies)
  return listed(
    plies.map((ply, i) => ({
      ...ply,
      ...all[i],
      after: before(plies, i + 1),
      lead: begin.has(i + 1) ? all[i].lead : '',
    })),
  )
})

test('comments and glyphs are read from a PGN as they were written, whatever their text', () => {
  fc.assert(
    fc.property(commented, color, (plies, turn) => {
      const text = pgnOf(START[turn], plies).split('\n\n').slice(1).join('\n\n')
      expect(text).not.toMatch(/^[%[]/m)
      const { moves, after, remarks: read, uncommented } = readMoves(text)
      expect(uncommented).toBe(false)
      expect(
        nested(
          moves.map((san, i) => ({
            uci: plies.find((ply) => ply.san === san)?.uci ?? '?',
            san,
            fen: '',
            after: after[i],
          })),
        ),
      ).toEqual(nested(plies))
      const bySan = new Map(plies.map((ply) => [ply.san, noted(ply)]))
      expect(read.map(noted)).toEqual(moves.map((san) => bySan.get(san)))
    }),
  )
  expect(pgnOf(START.white, listed([{ ...named(0), note: 'no } end' }]))).toContain('30. Ra1 {no ) end} *')
})

/**
 * All remarks of moves, by their squares. A comment before a move that continues its line belongs to the move before.
 * @param {GamePly[]} plies
 */
function remarksByMove(plies) {
  const all = plies.map(noted)
  const begin = beginnings(plies)
  plies.forEach(({ lead }, i) => {
    const last = before(plies, i + 1)
    if (!lead || begin.has(i + 1)) return
    all[i][0] = null
    all[last - 1][2] = [all[last - 1][2], lead].filter(Boolean).join(' ')
  })
  return new Map(plies.map(({ uci }, i) => [uci, all[i]]))
}

test('comments stay with their moves, whatever becomes of the tree', () => {
  fc.assert(
    fc.property(commented, fc.nat(), (plies, any) => {
      const number = any % (plies.length + 1)
      const said = remarksByMove(plies)
      for (const each of [
        listed(plies),
        added(plies, number, [named(41)]).plies,
        united(plies, plies).plies,
        united([], plies).plies,
      ].flat())
        expect(noted(each)).toEqual(said.get(each.uci) ?? [null, null, null])
      const line = lineThrough(plies, number)
      const orders = [
        [...line, ...plies.map((_, i) => i + 1).filter((each) => !line.includes(each))],
        ...(number ? [without(plies, number)] : []),
      ]
      for (const order of orders) {
        const numbers = [0, ...order]
        const moved = order.map((each) => ({ ...plies[each - 1], after: numbers.indexOf(before(plies, each)) }))
        const after = reordered(plies, order)
        expect(new Map(after.map((ply) => [ply.uci, noted(ply)]))).toEqual(remarksByMove(moved))
      }
    }),
  )
})

test('of two games that become one either may have the comments', () => {
  const kind = fc.constantFrom(
    /** @type {const} */ ('lead'),
    /** @type {const} */ ('nags'),
    /** @type {const} */ ('note'),
  )
  fc.assert(
    fc.property(
      commented,
      fc.array(fc.tuple(kind, kind), { minLength: 40, maxLength: 40 }),
      fc.nat(),
      (plies, kinds, any) => {
        const bare = listed(plies.map(({ uci, san, fen, after }) => ({ uci, san, fen, after })))
        const lacking = (/** @type {0 | 1} */ side) =>
          listed(plies.map((ply, i) => ({ ...ply, [kinds[i][side]]: undefined })))
        const either = listed(
          plies.map((ply, i) => (kinds[i][0] === kinds[i][1] ? { ...ply, [kinds[i][0]]: undefined } : ply)),
        )
        expect([united(bare, plies).plies, united(plies, bare).plies, united(lacking(0), lacking(1)).plies]).toEqual([
          plies,
          plies,
          either,
        ])

        const number = any % (plies.length + 1)
        const line = lineThrough(plies, number)
        const main = reordered(bare, [...line, ...plies.map((_, i) => i + 1).filter((each) => !line.includes(each))])
        const once = united(main, plies).plies
        expect(united(once, plies).plies).toBe(once)
        for (const ply of plies)
          for (const words of [ply.lead, ply.note])
            if (words) expect(once.some(({ lead, note }) => lead === words || note?.includes(words))).toBe(true)
      },
    ),
  )
})

test('legal moves have all remarks of their entries, and remarks on illegal moves are dropped', () => {
  const plies = ['a', 'b', 'c'].map((uci) => ({ uci, san: uci, fen: '' })) // a b, and c instead of b
  const listing = {
    after: [0, 1, 2, 1, 0, 1],
    remarks: [
      { lead: 'At first', note: 'a' },
      { nags: [1], note: 'b' },
      { note: 'not legal' },
      { nags: [2] },
      { note: 'a again', nags: [6] },
      { note: 'b again', nags: [1, 3] },
    ],
  }
  expect(annotated(listed([plies[0], plies[1], { ...plies[2], after: 1 }]), listing, [1, 2, 2, 3, 1, 2])).toEqual([
    { ...plies[0], lead: 'At first', nags: [6], note: 'a a again' },
    { ...plies[1], nags: [1, 3], note: 'b b again' },
    { ...plies[2], after: 1, nags: [2] },
  ])
  expect(
    annotated(
      listed([plies[0], plies[1]]),
      { after: [0, 1, 1], remarks: [{ note: 'a' }, { note: 'not legal' }, { lead: 'Instead', note: 'b' }] },
      [1, 1, 2],
    ),
  ).toEqual([
    { ...plies[0], note: 'a Instead' },
    { ...plies[1], note: 'b' },
  ])
})

test('endless comments and glyphs are cut, with a notice', () => {
  const {
    remarks: [one, two],
    uncommented,
  } = readMoves(
    `a4 {${'x'.repeat(MOST_COMMENTS - 1)}} ${Array.from({ length: 90 }, (_, i) => `$${i + 1}`).join(' ')} a5 {yyy} {z}`,
  )
  expect([one.note?.length, two.note, uncommented]).toEqual([MOST_COMMENTS - 1, 'y', true])
  expect(one.nags).toHaveLength(8)
})

test('glyphs are shown as signs, and commands for programs in comments are hidden', () => {
  expect(glyphsOf({ nags: [5, 18, 200] })).toBe('!?+−')
  expect([glyphsOf({}), readable('[%clk 0:01:02] So [%cal Ga1a2,Rb1b2]'), readable()]).toEqual(['', 'So', ''])
})
