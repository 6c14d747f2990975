import { expect, test } from 'vitest'
import {
  beginAgain,
  beginChecking,
  buildForChecking,
  checkedMore,
  dismissChecking,
  endChecking,
  leaveChecking,
  MOST_GAMES,
  orderBy,
  PAGE,
  playerOf,
  presumeCastling,
  putAside,
  rowsOf,
  savedChecked,
  showFlawedOnly,
  showMoreGames,
  showPlayer,
  stayChecking,
} from './check.js'
import { initialState } from '../../shell/state.js'

/** @param {number} game @param {Partial<import('./check.js').Game>} [more] */
const game = (game, more) => ({
  game,
  line: 1,
  name: `${game}`,
  fen: '',
  pgn: '',
  goal: '',
  flaws: 0,
  positions: 2,
  beyond: 1,
  castles: false,
  missing: [],
  findings: [],
  moves: [],
  ...more,
})
/**
 * @param {ReturnType<typeof game>[]} games @param {number} bytes
 * @param {import('./check.js').Player[]} [players]
 */
const report = (games, bytes, players = []) => ({ games, bytes, players, csv: '' })
/** @param {import('../../shell/state.js').State} state */
const numbers = ({ checking }) => checking && rowsOf(checking).map(({ game }) => game)

const begun = beginChecking(initialState(), 100)
const some = checkedMore(
  begun,
  report([game(1, { name: 'b' }), game(2, { name: 'a', flaws: 3, missing: [{ class: 'KQvKR', positions: 4 }] })], 40),
)

test('reports add up', () => {
  const more = checkedMore(
    some,
    report(
      [
        game(3, {
          missing: [
            { class: 'KQvKR', positions: 1 },
            { class: 'KPvK', positions: 2 },
          ],
        }),
      ],
      100,
    ),
  )
  expect(more.checking).toMatchObject({
    bytes: 100,
    count: 3,
    flawed: 1,
    positions: 6,
    beyond: 3,
    missing: { KQvKR: 5, KPvK: 2 },
  })
  expect(checkedMore(initialState(), report([game(1)], 1)).checking).toBeNull()
})

test('games are counted by their mistakes, and not by other flaws', () => {
  const move = (/** @type {'mistake' | 'only'} */ mark, main = true) => /** @type {any} */ ({ mark, main })
  const games = [
    game(1, { flaws: 3, moves: [move('mistake'), move('only'), move('mistake', false)] }),
    game(2, { flaws: 2, moves: [move('mistake'), move('mistake')] }),
    game(3, { flaws: 1 }), // an unreadable move
  ]
  const state = orderBy(checkedMore(begun, report(games, 1)), 'flaws')
  expect(state.checking).toMatchObject({ flawed: 3, mistaken: 2 })
  expect(numbers(state)).toEqual([2, 1, 3])
  expect(numbers(showFlawedOnly(state, true))).toEqual([2, 1])
  const studies = orderBy(checkedMore(begun, report([...games, game(4, { goal: '1-0' })], 1)), 'flaws')
  expect(numbers(showFlawedOnly(studies, true))).toEqual([1, 2, 3])
})

test('another check starts from the beginning, with the same order and filter', () => {
  const again = beginAgain(buildForChecking(putAside(showFlawedOnly(orderBy(some, 'name'), true), true), true))
  expect(again.checking).toEqual({
    ...begun.checking,
    order: { by: 'name', down: false },
    flawedOnly: true,
    aside: true,
  })
  expect(beginAgain(initialState()).checking).toBeNull()
})

test('studies offer castling rights, and another check keeps the choice', () => {
  expect(checkedMore(begun, report([game(1, { goal: '' })], 1)).checking?.studies).toBe(false)
  const studies = checkedMore(begun, report([game(1, { goal: '1-0' })], 1))
  expect(studies.checking).toMatchObject({ studies: true, presumes: false })
  expect(beginAgain(presumeCastling(studies, true)).checking).toMatchObject({ count: 0, studies: true, presumes: true })
})

test('the first games of a large file are kept, and all are counted', () => {
  const many = checkedMore(
    some,
    report(
      Array.from({ length: MOST_GAMES }, (_, i) => game(i + 3)),
      90,
    ),
  )
  expect(many.checking).toMatchObject({ count: MOST_GAMES + 2 })
  expect(many.checking?.games).toHaveLength(MOST_GAMES)
})

test('rows are sorted by a column, and back', () => {
  expect(numbers(some)).toEqual([1, 2])
  expect(numbers(orderBy(some, 'game'))).toEqual([2, 1])
  expect(numbers(orderBy(some, 'name'))).toEqual([2, 1])
  expect(numbers(orderBy(orderBy(some, 'name'), 'name'))).toEqual([1, 2])
  const studies = checkedMore(some, report([game(3, { goal: '1-0' })], 50))
  expect(numbers(orderBy(studies, 'flaws'))).toEqual([2, 1, 3])
  expect(numbers(showFlawedOnly(studies, true))).toEqual([2])
})

test('a result is dropped only after a question, unless it is saved', () => {
  expect(leaveChecking(begun).checking).toBeNull()
  const asked = leaveChecking(some)
  expect(asked.checking).toMatchObject({ leaving: true, count: 2 })
  expect(stayChecking(asked)).toEqual(some)
  expect(putAside(asked, true).checking).toMatchObject({ leaving: false, aside: true })
  expect(leaveChecking(savedChecked(some)).checking).toBeNull()
})

test('a part of many games is shown, and more on request', () => {
  expect(begun.checking?.shown).toBe(PAGE)
  expect(showMoreGames(begun).checking?.shown).toBe(2 * PAGE)
})

test('the first end counts', () => {
  const stopped = endChecking(some, 'stopped')
  expect(endChecking(stopped, 'done').checking?.how).toBe('stopped')
  expect(endChecking(some, 'failed', { code: 'died', message: '' }).checking).toMatchObject({
    how: 'failed',
    error: { code: 'died' },
  })
  expect(dismissChecking(stopped).checking).toBeNull()
})

test('the endings are those of the only player with most games, or of the chosen one', () => {
  const player = (/** @type {string} */ name, games = 1) => /** @type {import('./check.js').Player} */ ({ name, games })
  const named = (/** @type {import('../../shell/state.js').State} */ { checking }) =>
    checking && playerOf(checking)?.name
  expect(named(begun)).toBeUndefined()
  const both = checkedMore(begun, report([game(1)], 50, [player('Ann'), player('Bob')]))
  expect(named(both)).toBeUndefined()
  expect(named(checkedMore(begun, report([game(1)], 50, [player('Ann', 2), player('Bob')])))).toBe('Ann')
  expect(named(checkedMore(begun, report([game(1)], 50, [player('Ann')])))).toBe('Ann')
  const chosen = showPlayer(both, 'Bob')
  expect(named(chosen)).toBe('Bob')
  expect(named(checkedMore(chosen, report([game(2)], 60, [player('Bob'), player('Ann')])))).toBe('Bob')
  expect(named(checkedMore(beginAgain(chosen), report([game(1)], 60, [player('Ann'), player('Bob')])))).toBe('Bob')
})

test('rights to castle are only presumed if some diagram allows them', () => {
  const castlesIn = (/** @type {ReturnType<typeof game>[]} */ ...games) =>
    checkedMore(begun, report(games, 1)).checking?.castles
  expect([castlesIn(game(1)), castlesIn(game(1, { castles: true }), game(2))]).toEqual([false, true])
  // With these rights no FEN lacks them, and the choice stays.
  const some = checkedMore(begun, report([game(1, { castles: true })], 1))
  expect(checkedMore(beginAgain(some), report([game(1)], 1)).checking?.castles).toBe(true)
})
