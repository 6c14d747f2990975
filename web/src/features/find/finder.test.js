import { say, whiteMates } from '#words'
import { expect, test } from 'vitest'
import {
  addMen,
  alsoIn,
  beginSearch,
  ended,
  expected,
  failed,
  resumeSearch,
  searchedAhead,
  keep,
  kept,
  MOST_KEPT,
  MOST_MEN,
  picked,
  picking,
  progressed,
  saved,
  searched,
  searchedIn,
  searchOf,
  secondsLeft,
  setSort,
  sized,
  stopped,
  toCount,
  toRate,
  wish,
} from './finder.js'
import { queryOf } from './query.js'
import { epdOf, gamesOf, linesOf } from './forms.js'
import { initialState } from '../../shell/state.js'

/** @param {string} fen @returns {import('../../engine/types.js').Found} */
const found = (fen) => ({ fen, category: 'win', dtm: 5 })
/** @param {string[]} fens @param {number} next @param {number | null} total */
const finding = (fens, next, total = null) => ({ found: fens.map(found), next, entries: 100, total })
/** @param {import('../../shell/state.js').State} state */
const fensOf = ({ finder }) => finder.search?.found.map(({ fen }) => fen)

const begun = beginSearch(wish(initialState(), { kind: 'zugzwang' }), 'KPvK')

test.each([
  [
    { kind: 'mate', moves: 1, turn: 'white' },
    { side: 'w', kind: '', outcome: 'win', minPlies: 1, maxPlies: 1 },
  ],
  [
    { kind: 'mate', moves: 12, turn: 'black' },
    { side: 'b', kind: '', outcome: 'win', minPlies: 23, maxPlies: 23 },
  ],
  [
    { kind: 'mated', moves: 12, turn: 'black' },
    { side: 'b', kind: '', outcome: 'loss', minPlies: 24, maxPlies: 24 },
  ],
  [
    { kind: 'zugzwang', moves: 3, turn: 'white' },
    { side: 'w', kind: 'zugzwang' },
  ],
  [
    { kind: 'only-move', moves: 3, turn: 'black' },
    { side: 'b', kind: 'only-move' },
  ],
  [
    { kind: 'mate', moves: 3, toMoves: 5, turn: 'either', varied: true },
    { side: 'w', both: true, varied: true, kind: '', outcome: 'win', minPlies: 5, maxPlies: 9 },
  ],
  [
    { kind: 'only-move', row: 3, turn: 'black', plies: 7, toPlies: 9, men: 'Ph7' },
    { side: 'b', kind: 'only-move', row: 3, minPlies: 7, maxPlies: 9, men: 'Ph7' },
  ],
  [
    { kind: 'only-move', theme: 'corner', turn: 'white' },
    { side: 'w', kind: 'only-move', themes: 'corner' },
  ],
  [
    { kind: 'cyclic-zugzwang', theme: 'corner', turn: 'white' },
    { side: 'w', kind: 'cyclic-zugzwang' },
  ],
  [
    { kind: 'any', row: 3, turn: 'white', plies: 7, men: ' ' },
    { side: 'w', kind: '', minPlies: 7 },
  ],
])('%o is asked in plies', (wished, query) => {
  expect(queryOf('KRvK', /** @type {import('./finder.js').Wish} */ (wished))).toEqual({ class: 'KRvK', ...query })
})

test('positions arrive in parts, and all in the end, whichever report is late', () => {
  const some = progressed(begun, finding(['a', 'b'], 30))
  expect(fensOf(some)).toEqual(['a', 'b'])
  expect(some.finder.search && searched(some.finder.search)).toBe(0.3)
  const page = ended(some, finding(['a', 'b', 'c'], 40))
  expect(fensOf(page)).toEqual(['a', 'b', 'c'])
  expect(page.finder.search?.how).toBe('full')
  expect(progressed(page, finding(['c'], 35))).toEqual(page)
})

test('the next page is added to those before', () => {
  const more = resumeSearch(ended(begun, finding(['a', 'b'], 40)))
  const some = progressed(more, finding(['c'], 60))
  expect(fensOf(some)).toEqual(['a', 'b', 'c'])
  const last = ended(some, finding(['c', 'd'], 100))
  expect(fensOf(last)).toEqual(['a', 'b', 'c', 'd'])
  expect(last.finder.search?.how).toBe('complete')
})

test('when all that were counted are found, nothing is left to be looked for', () => {
  expect(ended(begun, finding(['a', 'b'], 40, 3)).finder.search?.how).toBe('full')
  expect(ended(begun, finding(['a', 'b', 'c'], 40, 3)).finder.search?.how).toBe('complete')
  expect(ended(begun, finding([], 100, 0)).finder.search).toMatchObject({ how: 'complete', found: [] })
})

test('a stopped search keeps its positions, and can resume', () => {
  const halt = stopped(progressed(begun, finding(['a'], 30)))
  expect(halt.finder.search).toMatchObject({ how: 'stopped', next: 30 })
  expect(progressed(halt, finding(['b'], 50))).toEqual(halt)
  expect(fensOf(ended(resumeSearch(halt), finding(['b'], 100)))).toEqual(['a', 'b'])
  const over = ended(begun, finding(['a'], 100))
  expect(stopped(over).finder.search?.how).toBe('complete')
})

test('a failure keeps the positions found, and is cleared when the search resumes', () => {
  const error = { code: /** @type {const} */ ('damaged'), message: 'The table is damaged.' }
  const broken = failed(progressed(begun, finding(['a'], 30)), error)
  expect(broken.finder.search).toMatchObject({ how: 'failed', error, next: 30 })
  expect(fensOf(broken)).toEqual(['a'])
  expect(resumeSearch(broken).finder.search).toMatchObject({ how: 'searching', error: null })
})

test('a search is about one class, and one wish', () => {
  const wished = wish(begun, { kind: 'mate', moves: 5 })
  expect(wished.finder.search?.wish.kind).toBe('zugzwang')
  expect(searchOf(wished.finder, 'KPvK')).toBe(wished.finder.search)
  expect(searchOf(wished.finder, 'KRvK')).toBeNull()
  expect(beginSearch(wished, 'KRvK').finder.search).toMatchObject({
    class: 'KRvK',
    wish: { kind: 'mate', moves: 5 },
    found: [],
  })
})

test('a table of castling is searched if it is wished and exists', () => {
  const table = {
    name: 'KRvKR',
    men: 4,
    positions: 1,
    needs: [],
    leads: [],
    present: true,
    units: 1,
    finished: 0,
    lone: 0,
    castling: { tables: 5, present: ['KRvKR-h1', 'KRvKR-a1'], bytes: 1 },
  }
  const state = {
    ...initialState(),
    tables: [
      table,
      { ...table, name: 'KRvK', castling: { ...table.castling, present: ['KRvK-a1'] } },
      { ...table, name: 'KPvK', castling: undefined },
    ],
  }
  expect(searchedIn(state, 'KRvKR')).toBe('KRvKR')
  const wished = wish(state, { castling: 'KRvKR-h1' })
  expect(['KRvKR', 'KRvK', 'KPvK'].map((name) => searchedIn(wished, name))).toEqual(['KRvKR-h1', 'KRvK', 'KPvK'])
  expect(beginSearch(wished, 'KRvKR').finder.search).toMatchObject({ class: 'KRvKR', table: 'KRvKR-h1' })
  expect(searchedIn(wish(state, { castling: 'KRvKR-h1a1' }), 'KRvKR')).toBe('KRvKR') // the other is missing
})

test('a pick is under way until it is found, refused or stopped', () => {
  const error = { code: /** @type {const} */ ('none'), message: say('problem.none') }
  const state = picking(initialState())
  expect(state.finder.picking).toBe(true)
  expect(stopped(state).finder.picking).toBe(false)
  expect(picked(state, null).finder).toMatchObject({ picking: false, pickError: null })
  const refused = picked(state, error)
  expect(refused.finder).toMatchObject({ picking: false, pickError: error })
  expect(wish(refused, { moves: 4 }).finder.pickError).toBeNull()
})

const fen = '8/8/8/8/8/2k5/8/K6R b - - 0 1'
const here = {
  ...finding([], 50),
  found: [
    { ...found(fen), category: /** @type {const} */ ('loss'), dtm: -6 },
    { ...found(fen), san: 'Kd3' },
  ],
}

test('the positions found are stored, and other values are not read as a search', () => {
  const { search } = ended(begun, here).finder
  if (!search) throw new Error()
  expect(kept(keep(search))).toEqual({ wish: search.wish, search: { ...search, kept: 2 } })
  expect(kept(keep({ ...search, how: 'searching' }))?.search?.how).toBe('stopped')
  const hostile = [
    null,
    '',
    '{}',
    '[]',
    'null',
    keep(search).replace('8/8/8', '<script>'),
    keep(search).replace('zugzwang', 'constructor'),
    keep(search).replace('50', '"x"'),
    keep(search).replace('"loss"', '{}'),
  ]
  for (const text of hostile) expect(kept(text)).toBeNull()
})

test('of a search that found very many, the wish is kept', () => {
  const { search } = ended(begun, here).finder
  if (!search) throw new Error()
  const many = keep({ ...search, found: Array(MOST_KEPT + 1).fill(here.found[0]) })
  expect(many.length).toBeLessThan(1000)
  expect(kept(many)).toEqual({ wish: search.wish, search: null })
  expect(kept(keep({ ...search, found: Array(MOST_KEPT).fill(here.found[0]) }))?.search?.found).toHaveLength(MOST_KEPT)
  for (const text of ['{"wish":{}}', '{"wish":{"kind":"any"}}', many.replace('zugzwang', 'constructor')])
    expect(kept(text)).toBeNull()
})

test('positions are written as EPD and as PGN', () => {
  const { search } = ended(begun, here).finder
  if (!search) throw new Error()
  const blackMates = say('verdict.mates', { winner: say('side.black'), moves: 3 })
  expect(epdOf(search)).toBe(
    `8/8/8/8/8/2k5/8/K6R b - - c0 "${whiteMates(3)}";\n8/8/8/8/8/2k5/8/K6R b - - bm Kd3; c0 "${blackMates}";\n`,
  )
  expect(gamesOf(search)).toContain(`[FEN "${fen}"]\n\n{${whiteMates(3)}} *\n\n[Event "KPvK"]\n[Round "2"]`)
  expect(gamesOf(search)).toContain(`{${blackMates}} 1... Kd3 $7 *\n\n`)
})

test('the part that another worker has searched counts until the end', () => {
  const ahead = searchedAhead(progressed(begun, finding(['a'], 30)), 20)
  expect(ahead.finder.search && searched(ahead.finder.search)).toBe(0.5)
  const halt = stopped(ahead).finder.search
  expect(halt && searched(halt)).toBe(0.3) // the part ahead is lost
  expect(ended(ahead, finding(['a', 'b'], 100)).finder.search).toMatchObject({ how: 'complete', ahead: 0 })
  expect(searchedAhead(stopped(ahead), 40).finder.search?.ahead).toBe(0)
})

test('the number of all positions is exact once all are counted, and otherwise within bounds', () => {
  const six = ended(begun, finding(['a', 'b', 'c', 'd', 'e', 'f'], 25))
  const searchAfter = (/** @type {number} */ low, /** @type {number} */ high) => sized(six, { low, high }).finder.search
  expect(six.finder.search && toCount(six.finder.search)).toBe(true)
  expect(six.finder.search && expected(six.finder.search)).toBeNull()
  const counted = searchAfter(74, 74)
  expect(counted).toMatchObject({ total: 80, size: null })
  expect(counted && toCount(counted)).toBe(false)
  const resumed = progressed(resumeSearch(sized(six, { low: 74, high: 74 })), finding(['g'], 30))
  expect(resumed.finder.search).toMatchObject({ total: 80, how: 'searching' })
  expect(ended(resumed, finding(['g'], 50)).finder.search).toMatchObject({ total: 80, how: 'full' })
  const bounded = searchAfter(1228, 3421)
  expect(bounded && expected(bounded)).toEqual({ low: 1200, high: 3500 })
  const useless = searchAfter(0, 5000)
  expect(useless && expected(useless)).toBeNull()
})

test('more tables are those that the user names, or all finished ones that are small enough', () => {
  const table = (/** @type {string} */ name, /** @type {number} */ men, present = true, large = false) =>
    /** @type {import('../../shell/state.js').ClassInfo} */ ({ name, men, present, large })
  const state = {
    ...initialState(),
    tables: [table('KPvK', 3), table('KRvK', 3), table('KQvK', 3, false), table('KRvKN', 4), table('KRPvKR', 5)],
  }
  const also = (/** @type {Partial<import('./finder.js').Wish>} */ wished) => alsoIn(wish(state, wished), 'KPvK')
  expect(also({})).toEqual([])
  expect(also({ scope: '3', also: 'KQvKR' })).toEqual(['KRvK'])
  expect(also({ scope: '4' })).toEqual(['KRvK', 'KRvKN'])
  expect(also({ scope: '5' })).toEqual(['KRvK', 'KRvKN', 'KRPvKR'])
  expect(also({ scope: 'named', also: ' KQvKR, KPvK;KRvK KRvK ' })).toEqual(['KQvKR', 'KRvK'])
  const search = beginSearch(wish(state, { scope: '3' }), 'KPvK')
  expect(search.finder.search?.also).toEqual(['KRvK'])
  const { wish: wished } = search.finder
  expect(queryOf('KPvK', wished, ['KRvK'])).toMatchObject({ class: 'KPvK', also: ['KRvK'] })
  const again = kept(keep(/** @type {any} */ (search.finder.search)))
  expect(again?.search?.also).toEqual(['KRvK'])
  expect(again?.wish.scope).toBe('3')
})

test('examples of conditions are appended', () => {
  const one = addMen(initialState(), 'Pe6')
  expect(one.finder.wish.men).toBe('Pe6')
  expect(addMen(one, 'K in front of P').finder.wish.men).toBe('Pe6, K in front of P')
  expect(addMen(wish(one, { men: 'Ka1, ' }), 'Pe6').finder.wish.men).toBe('Ka1, Pe6')
  expect(addMen(one, 'Pe6')).toBe(one)
  const full = wish(one, { men: 'Pe6, '.repeat(MOST_MEN / 5) })
  expect(addMen(full, 'K in front of P')).toBe(full)
})

test('castling is a theme only of tables with rights, and draws have no plies', () => {
  const { wish: wished } = wish(initialState(), { kind: 'only-move', theme: 'castling', plies: 5 }).finder
  expect(queryOf('KRvK', wished)).toMatchObject({ minPlies: 5 })
  expect(queryOf('KRvK', wished).themes).toBeUndefined()
  expect(queryOf('KRvK-h1', wished).themes).toBe('castling')
  for (const kind of /** @type {const} */ (['only-draw', 'cyclic-zugzwang']))
    expect(queryOf('KRvK', { ...wished, kind, toPlies: 9 })).not.toHaveProperty('minPlies')
})

test('a search begins without the end of the last file', () => {
  const error = /** @type {any} */ ({ code: 'none' })
  expect(saved(initialState(), error).finder.saveError).toBe(error)
  expect(beginSearch(saved(initialState(), error, 'left'), 'KPvK').finder).toMatchObject({
    saveError: null,
    saveEnd: '',
  })
})

test('with a table of castling, the plain one may be searched after it', () => {
  const castling = { present: ['KRvK-h1'] }
  const tables = [/** @type {any} */ ({ name: 'KRvK', men: 3, present: true, large: false, castling })]
  const state = wish({ ...initialState(), tables }, { castling: 'KRvK-h1', scope: '3' })
  expect(beginSearch(state, 'KRvK').finder.search).toMatchObject({ table: 'KRvK-h1', also: ['KRvK'] })
  expect(alsoIn(wish(state, { castling: '', scope: 'named', also: 'krvk KPvK kpvk' }), 'KRvK')).toEqual(['KPvK'])
})

test('only positions in view are rated, and only to sort them', () => {
  const search = progressed(begun, finding(['a', 'b'], 30))
  const here = { ...search, place: /** @type {any} */ ({ page: 'class', subject: 'KPvK' }) }
  expect(toRate(here)).toEqual([])
  expect(toRate(setSort(here, 'hard'))).toEqual(['a', 'b'])
  // In cyclic zugzwangs the side to move risks little, so that all of them would be easy.
  const cyclic = { ...here.finder.search, wish: { kind: 'cyclic-zugzwang' } }
  const returning = { ...here, finder: { ...here.finder, search: /** @type {any} */ (cyclic) } }
  expect(toRate(setSort(returning, 'hard'))).toEqual([])
  expect(toRate({ ...setSort(here, 'hard'), place: /** @type {any} */ ({ page: 'class', subject: 'KRvK' }) })).toEqual(
    [],
  )
})

test('CSV has a row for each position, with both results of a zugzwang', () => {
  const fen = '8/8/8/8/8/8/8/K1k5 w - - 0 1'
  const passed = /** @type {const} */ ({ category: 'loss', dtm: -8 })
  expect(linesOf('csv', [found(fen), { ...found(fen), dtm: null, dtz: 3, san: 'Ka2' }], 'dtz50')).toBe(
    `${fen},win,5,,,,dtz50\n${fen},win,3,Ka2,,,dtz50\n`,
  )
  expect(linesOf('csv', [{ fen, category: 'draw', dtm: null, passed }], 'dtm')).toBe(`${fen},draw,,,loss,-8,dtm\n`)
})

test('the longer of two workers takes the time that is left', () => {
  const at = (/** @type {number | undefined} */ left, /** @type {number | undefined} */ ahead) => {
    const one = progressed(begun, { ...finding([], 30), left })
    return secondsLeft(/** @type {any} */ (searchedAhead(one, 10, ahead).finder.search))
  }
  expect(at(undefined, undefined)).toBe(null)
  expect(at(5, undefined)).toBe(5)
  expect(at(undefined, 7)).toBe(7)
  expect(at(5, 7)).toBe(7)
  expect(at(0, undefined)).toBe(0)
})
