import { say } from '#words'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOARD, isTraining, readAddress, TABLES, trainingPage, writeAddress } from '../../shell/address.js'
import { currentFen, enter, play } from '../game/game.js'
import { MOST_FOUND } from '../paste/pasted.js'
import { isSecret, replyOf } from '../practice/practice.js'
import {
  addedInWords,
  asKept,
  CLASSICS,
  described,
  endTraining,
  eventOf,
  firstOpen,
  moved,
  newSet,
  positionOf,
  positionOfFound,
  putBack,
  renamed,
  sameSet,
  scored,
  tallyInWords,
  trained,
  trainOn,
  varied,
  withMore,
  withoutPosition,
  withStored,
  withWords,
} from './sets.js'
import {
  jsonOf,
  linkToSet,
  packed,
  pgnOfSet,
  readSet as readSetBy,
  setIn as setInBy,
  unpacked as unpackedBy,
} from './set-texts.js'
import { readFens, unusable } from '../paste/readings.fixture.js'
import { initialState } from '../../shell/state.js'
import { show } from '../../shell/view.js'
import { setMode } from '../board/tools.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('./sets.js').Reading} Reading
 */

const KPK = '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'
const KRK = '8/8/8/8/8/2k5/8/K6R b - - 3 40'
const content = {
  name: 'Endings "for" Tuesday',
  positions: [
    { fen: KPK, name: 'King & pawn, “Kämpfe”', note: 'Opposition {always}; \\ "keep" it', line: 'Kd2 Kd4 e4' },
    { fen: KRK, name: '', note: '', line: '' },
    { fen: 'r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1', name: 'Castling', note: 'long '.repeat(60).trim(), line: '' },
  ],
}
const set = newSet(content, 7)

const unpacked = (/** @type {string} */ subject) => unpackedBy(subject, readFens)
const setIn = (/** @type {string} */ text, file = '') => setInBy(text, file, readFens)
const readSet = (/** @type {unknown} */ value) => readSetBy(value, readFens)

/** @param {Promise<Reading>} reads */
const taken = async (reads) => {
  const reading = await reads
  if (!reading.ok) throw new Error(reading.problem)
  return reading.set
}

describe('a shared set comes back unchanged', () => {
  it('by a link', async () => {
    expect(await taken(unpacked(packed(set)))).toEqual(content)
    expect(packed(set)).toMatch(/^[\w-]+$/)
    const url = new URL(writeAddress(linkToSet(set), KPK), 'https://example.org/app/?fen=x')
    expect(url.search).toBe('')
    expect(readAddress(url)).toMatchObject({ place: linkToSet(set), fen: null })
  })

  it('by a link, whatever the clocks', async () => {
    const clocks = fc.tuple(
      fc.constantFrom('w', 'b'),
      fc.constantFrom('-', 'kq', 'q'),
      fc.constantFrom('-', 'a3', 'h6'),
      fc.nat(200),
      fc.nat(9999),
    )
    await fc.assert(
      fc.asyncProperty(clocks, async (fields) => {
        const positions = [{ fen: `r3k2r/8/8/8/8/8/8/4K3 ${fields.join(' ')}`, name: '', note: '', line: '' }]
        expect((await taken(unpacked(packed({ name: 'x', positions })))).positions).toEqual(positions)
      }),
      { examples: [[['b', '-', '-', 0, 12]], [['w', '-', '-', 0, 1]], [['b', '-', '-', 10, 1]]] },
    )
  })

  it('by a file', async () => {
    expect(await taken(setIn(jsonOf(set), 'x.json'))).toEqual(content)
  })

  it('by a PGN, with its names, notes and order', async () => {
    const pgn = pgnOfSet(set)
    expect(pgn.match(/\[SetUp "1"\]\n\[FEN "/g)).toHaveLength(3)
    expect(pgn).toContain('[Event "Endings \\"for\\" Tuesday"]')
    const [first, ...others] = content.positions
    expect(await taken(setIn(pgn, 'x.pgn'))).toEqual({
      name: content.name,
      positions: [{ ...first, note: first.note.replace('{', '(').replace('}', ')') }, ...others],
    })
  })

  it('from lists and games of others', async () => {
    expect(await taken(setIn(`${KPK}\n${KRK}\n${KPK}`, 'My list.txt'))).toEqual({
      name: 'My list',
      positions: [
        { fen: KPK, name: '', note: '', line: '' },
        { fen: KRK, name: '', note: '', line: '' },
      ],
    })
    const castling = '8/8/8/3k4/8/8/1r6/2R2K2 w C - 0 1'
    expect((await taken(setIn(`${KPK}\n${castling}`, 'Chess960.txt'))).positions[1]?.fen).toBe(castling)
    expect((await taken(setIn(`8/8/8/4k3/8/8/4P3/4K3 w - - id "one";`, 'a.epd'))).positions).toEqual([
      { fen: KPK, name: 'one', note: '', line: '' },
    ])
    const pgn =
      `[Event "Study 1"]\n[White "Réti"]\n[FEN "${KPK}"]\n\n` +
      `{[%cal Ge2e4] Run!} 1. e4+!? $1 {far} (1. e3 Kd5 (1... Kf5) 2. Ke2) 1... Kxe4 ; taken\n2.Kd2 0-1\n\n` +
      `[Event "Study 2"]\n[FEN "${KRK}"]\n\n1... Kd4 *`
    expect(await taken(setIn(pgn, 'Studies.pgn'))).toEqual({
      name: 'Studies',
      positions: [
        { fen: KPK, name: 'Réti', note: 'Run!', line: 'e4+ Kxe4 Kd2' },
        { fen: KRK, name: 'Study 2', note: '', line: 'Kd4' },
      ],
    })
  })
})

describe('input from outside is checked', () => {
  /** @param {unknown} change */
  const json = (change) =>
    JSON.stringify({ .../** @type {object} */ (JSON.parse(jsonOf(set))), .../** @type {object} */ (change) })

  it.each([
    ['another JSON', '{"a": 1}', say('setFile.noSet')],
    ['cut JSON', jsonOf(set).slice(0, 90), say('setFile.noSet')],
    ['a newer version', json({ version: 2 }), say('setFile.newer')],
    [
      'positions that are none',
      json({ positions: [{ fen: KPK }, { fen: '<img src=x>' }] }),
      `${say('setFile.unreadable', { number: 2 })} ${say('setFile.notImported')}`,
    ],
    [
      'a FEN that the engine refuses',
      json({ positions: [{ fen: `${KPK.slice(0, -8)} xQ - 0 1` }] }),
      [
        say('setFile.unreadable', { number: 1 }),
        unusable(`${KPK.slice(0, -8)} xQ - 0 1`),
        say('setFile.notImported'),
      ].join(' '),
    ],
    [
      'positions that are no objects',
      json({ positions: [null] }),
      `${say('setFile.unreadable', { number: 1 })} ${say('setFile.notImported')}`,
    ],
    ['none', json({ positions: [] }), say('setFile.empty')],
    [
      'too many',
      json({ positions: Array(MOST_FOUND + 1).fill({ fen: KPK }) }),
      say('setFile.tooMany', { most: MOST_FOUND, count: 501 }),
    ],
    ['a text without any', 'Dear coach,', say('setFile.noPosition')],
    ['a text that is too long', 'x'.repeat(3_000_000), say('setFile.tooLong')],
    ['games from the beginning', '[Event "x"]\n\n1. e4 *', say('setFile.wholeGames')],
  ])('refuses %s in words', async (_, text, problem) => {
    expect(await setIn(text)).toEqual({ ok: false, problem })
  })

  it('refuses damaged links in words', async () => {
    for (const subject of [
      '',
      'x',
      '%3Cb%3E',
      packed(set).slice(0, -9),
      `${packed(set)}=`,
      btoa('null'),
      btoa('[1]'),
      btoa('{"0":1}'),
      btoa('[1,"x",5]'),
      btoa(`[2,"x",["${KPK}"]]`),
      btoa('"\xff"'),
    ]) {
      const reading = await unpacked(subject)
      expect([subject, reading.ok]).toEqual([subject, false])
      if (!reading.ok) expect(reading.problem).toMatch(/^\p{Lu}.*\.$/u)
    }
  })

  it('refuses long texts quickly', async () => {
    for (const filling of ['\n', '[Event "', '{', '\\']) expect((await setIn(filling.repeat(240_000))).ok).toBe(false)
  })

  it('takes anything else without a throw, and makes lines of bounded length of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.anything(),
          fc.record({
            matewright: fc.constant('set'),
            version: fc.constantFrom(1, 0, -1, NaN),
            name: fc.anything(),
            positions: fc.array(
              fc.record({
                fen: fc.constantFrom(KPK, KRK),
                name: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()),
                note: fc.anything(),
              }),
            ),
          }),
        ),
        async (value) => {
          const reading = await readSet(value)
          asKept(value)
          if (!reading.ok) expect(reading.problem).toMatch(/\.$/)
          else
            for (const text of [reading.set.name, ...reading.set.positions.flatMap(({ name, note }) => [name, note])])
              expect(text).toMatch(/^[^\p{C}]{0,2000}$/u)
        },
      ),
      { numRuns: 400 },
    )
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        expect([true, false]).toContain((await unpacked(text)).ok)
        expect([true, false]).toContain((await setIn(text, text)).ok)
        expect(isTraining(readAddress(new URL(`https://example.org/#/set/${encodeURIComponent(text)}`)).place)).toBe(
          text !== '',
        )
      }),
    )
  })

  it('keeps only the sets among stored values', () => {
    expect(asKept(set)).toEqual(set)
    expect(
      asKept({ ...set, scores: { [KPK]: 'solved', [KRK]: '<b>' }, positions: [{ fen: 'x' }, set.positions[1]] }),
    ).toMatchObject({ scores: { [KPK]: 'solved' }, positions: [{ fen: KRK }] })
    for (const stored of [undefined, null, 5, {}, { id: 'x' }]) expect(asKept(stored)).toBeUndefined()
  })
})

describe('a set is changed', () => {
  it('position by position, each once', () => {
    expect(
      withMore(set, [
        content.positions[1],
        { fen: '8/8/8/4k3/8/8/4P3/4K3 b - - 0 1', name: 'x', note: '', line: '' },
      ]).positions.map(({ name }) => name),
    ).toEqual([content.positions[0].name, '', 'Castling', 'x'])
    const order = (/** @type {import('./sets.js').PracticeSet} */ { positions }) =>
      positions.map(({ fen }) => content.positions.findIndex((each) => each.fen === fen)).join('')
    expect(order(moved(set, KPK, 1))).toBe('102')
    expect(order(moved(set, KPK, -1))).toBe('012')
    expect(order(moved(set, content.positions[2].fen, -1))).toBe('021')
    expect(moved(set, 'gone', 1)).toBe(set)
    expect(order(withoutPosition(set, KRK))).toBe('02')
    for (const [at, position] of set.positions.entries())
      expect(putBack(withoutPosition(set, position.fen), position, at)).toEqual(set)
    expect(putBack(set, set.positions[0], 2)).toBe(set) // another tab has put it back
    const full = { ...set, positions: Array.from({ length: 500 }, (_, i) => ({ ...set.positions[0], fen: String(i) })) }
    expect(putBack(full, set.positions[0], 2)).toBe(full)
    expect(renamed(set, '  ').name).toBe(set.name)
    expect(described(set, KRK, { note: ' a\nb ' }).positions[1]).toEqual({ fen: KRK, name: '', note: 'a b', line: '' })
    expect(positionOf({ fen: `${KPK} ${KRK}` })).toBeUndefined()
  })

  it('by a position of another set with its name, note and line', () => {
    const [classic] = CLASSICS.positions
    const known = withWords({ sets: [set] }, KPK)
    expect(positionOfFound(known)).toEqual(content.positions[0])
    expect(positionOfFound(withWords({ sets: null }, classic.fen))).toEqual(classic)
    const mine = newSet({ name: 'Mine', positions: [{ ...classic, name: 'A bridge', note: '' }] }, 8)
    expect(withWords({ sets: [mine, set] }, classic.fen)).toEqual({ ...classic, name: 'A bridge', note: '' })
    const bare = newSet({ name: 'Bare', positions: [positionOf({ fen: classic.fen }) ?? classic] }, 9)
    expect(withWords({ sets: [bare, mine] }, classic.fen).name).toBe('A bridge')
    expect(withWords({ sets: [set] }, KRK)).toEqual({ fen: KRK, name: '', note: '', line: '' })
    const daily = { ...mine, id: 'daily' } // a set of the page itself may give a solution away
    expect(withWords({ sets: [daily] }, classic.fen)).toEqual(classic)
  })

  it('never beyond the limits of a set', () => {
    const many = Array.from({ length: MOST_FOUND + 5 }, (_, i) => ({
      fen: `8/8/8/4k3/8/8/4P3/4K3 w - - 0 ${i + 1}`,
      name: '',
      note: '',
      line: '',
    }))
    expect(withMore(set, many).positions).toHaveLength(MOST_FOUND)
  })
})

it('the result of adding is described', () => {
  const full = withMore(
    set,
    Array.from({ length: MOST_FOUND }, (_, i) => ({
      fen: `8/8/8/4k3/8/8/4P3/4K3 w - - 1 ${i + 1}`,
      name: '',
      note: '',
      line: '',
    })),
  )
  expect([
    addedInWords(set, 'x', 2, 1),
    addedInWords(set, 'x', 3, 1),
    addedInWords(full, 'x', 498, 9),
    addedInWords(full, 'x', MOST_FOUND, 9),
    addedInWords(undefined, 'x', 3, 1),
  ]).toEqual([
    say('sets.added', { count: 1, name: set.name }),
    say('sets.nothingNew', { name: set.name }),
    say('sets.addedFull', { count: 2, name: set.name, most: 500 }),
    say('sets.full', { name: set.name, most: 500 }),
    say('sets.gone', { name: 'x' }),
  ])
})

describe('a set is practised', () => {
  const here = { ...initialState(), sets: [set] }
  const at = trainOn(show(here, trainingPage(packed(set))), set.id, KPK)
  /** @type {import('../practice/practice.js').Practice} */
  const playing = { side: 'white', goal: 'draw', rule: false, stage: 'playing', helped: false, remark: null, hints: 0 }

  it('without a verdict from the first moment on', () => {
    const opened = show(enter(here, KRK), trainingPage(packed(set)))
    expect(opened).toMatchObject({ mode: 'practice', practice: null })
    expect(at).toMatchObject({
      mode: 'practice',
      game: { start: KPK },
      training: { id: set.id, fen: KPK, line: ['Kd2', 'Kd4', 'e4'] },
    })
    expect(isSecret({ ...at, practice: playing })).toBe(true)
    expect(isSecret({ ...at, practice: { ...playing, helped: true } })).toBe(false)
    expect(
      isSecret({
        ...at,
        practice: { ...playing, remark: { san: 'e4', result: 'draw', slower: 0, by: 'dtm', best: 'e4' } },
      }),
    ).toBe(false)
    expect(isSecret({ ...at, place: BOARD, practice: playing })).toBe(false)
  })

  it('by the same set, whatever its name is now', () => {
    expect(sameSet(here, { ...content, name: 'x' })).toBe(set)
    expect(sameSet({ sets: [{ ...set, id: 'course' }] }, content)).toBeUndefined() // a set of the page itself
    expect(sameSet(here, { ...content, positions: content.positions.toReversed() })).toBeUndefined()
    expect(trained(at)).toMatchObject({ set, at: 0 })
    expect(trained({ ...at, sets: [withoutPosition(set, KPK)] })).toBeNull()
    expect(
      trainOn({ ...at, game: { start: KRK, plies: [{ uci: 'a1a2', san: '?', fen: KPK }], at: 1 } }, set.id, KPK).game,
    ).toEqual({ start: KPK, plies: [], at: 0 })
  })

  it('as the one that another tab has kept of the same link', () => {
    const passing = { ...set, id: 'passing', made: 9, passing: true }
    const looking = trainOn({ ...here, sets: [passing] }, passing.id, KPK)
    expect(withStored(looking, [passing])).toMatchObject({ sets: [passing], training: { id: passing.id } })
    expect(withStored(looking, [passing, set])).toMatchObject({ sets: [set], training: { id: set.id, fen: KPK } })
    const other = { ...withoutPosition(set, KRK), id: 'other', made: 8 }
    expect(withStored(looking, [set, passing, other]).sets).toEqual([other, set])
    expect(withStored(looking, [other, passing]).sets).toEqual([passing, other])
  })

  it('until something else comes onto the board, or another page', () => {
    expect(endTraining(at)).toBe(at)
    const moved = play({ ...at, practice: playing }, [
      { uci: 'e2e4', san: 'e4', fen: '8/8/8/4k3/4P3/8/8/4K3 b - - 0 1' },
    ])
    expect(endTraining(moved)).toBe(moved)
    expect(endTraining(enter(at, KRK))).toMatchObject({ training: null, place: BOARD })
    expect(endTraining(show(at, TABLES))).toMatchObject({ training: null, place: TABLES })
  })

  it('against the line it has, as long as that is played and gives nothing more away', () => {
    /** @param {string} san @param {'win' | 'draw'} category */
    const move = (san, category) =>
      /** @type {import('../../engine/types.js').Move} */ ({ uci: `a1${san}`, san, fen: `x ${san}`, category })
    /** @param {string} played @param {import('../../engine/types.js').Move[]} moves */
    const reply = (played, ...moves) => {
      const state = play({ ...at, practice: playing }, [
        { uci: played, san: played, fen: `8/8/8/4k3/8/8/4P3/4K3 b - - 0 1` },
      ])
      const fen = currentFen(state)
      return replyOf({ ...state, asking: false, answer: { fen, probe: /** @type {any} */ ({ moves }) } })?.san
    }
    const [best, told, bad] = [move('Kf4', 'draw'), move('Kd4', 'draw'), move('Kd4', 'win')]
    expect(reply('Kd2', best, told)).toBe('Kd4')
    expect(reply('Kf2', best, told)).toBe('Kf4')
    expect(reply('Kd2', best, bad)).toBe('Kf4')
    expect(reply('Kd2', best)).toBe('Kf4')
  })

  it('and scored: at once, later, or not yet', () => {
    expect(eventOf({ ...at, practice: playing })).toBeNull()
    expect(eventOf({ ...at, practice: { ...playing, stage: 'done' } })).toBe('done')
    expect(eventOf({ ...at, practice: { ...playing, stage: 'done', helped: true } })).toBe('missed')
    expect(eventOf({ ...at, practice: { ...playing, stage: 'thrown' } })).toBe('missed')
    expect(eventOf(setMode(at, 'play'))).toBe('missed') // the user has seen the verdict
    expect(eventOf(enter(at, KRK))).toBeNull()
    const missed = scored(set, KPK, 'missed')
    expect([missed, scored(missed, KPK, 'done'), scored(set, KPK, 'done')].map(({ scores }) => scores[KPK])).toEqual([
      'missed',
      'solved',
      'at-once',
    ])
    const once = scored(set, KPK, 'done')
    expect([scored(once, KPK, 'missed'), scored(once, KPK, 'done')]).toEqual([once, once])
    expect([firstOpen(set), firstOpen(missed), firstOpen(once)]).toEqual([KPK, KPK, KRK])
    expect(
      [
        set,
        missed,
        once,
        scored(scored(scored(once, KRK, 'missed'), KRK, 'done'), content.positions[2].fen, 'done'),
      ].map(tallyInWords),
    ).toEqual([
      say('common.positions', { count: 3 }),
      say('common.positions', { count: 3 }),
      say('sets.tally', { count: 3, solved: 1, how: 'allAtOnce' }),
      say('sets.tally', { count: 3, solved: 'all', how: 'someAtOnce', atOnce: 2 }),
    ])
  })
})

it('different ones are chosen among many positions', () => {
  const found = [9, 1, 5, 3, 7, 2].map((dtm) => ({ dtm: -dtm }))
  expect(varied(found, 3).map(({ dtm }) => -dtm)).toEqual([2, 5, 9])
  expect(varied(found, 10)).toHaveLength(6)
})

it('the classics are positions', () => {
  expect(CLASSICS.positions.map(positionOf)).toEqual(CLASSICS.positions)
})
