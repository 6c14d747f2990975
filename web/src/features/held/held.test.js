import { expect, test } from 'vitest'
import { initialState } from '../../shell/state.js'
import { addPlaced, asked, countsOf, hold, holdAgain, letGo, paintOf, point, pointedAt, resultOf } from './held.js'

const FEN = '8/8/8/8/8/2k5/8/K6R b - - 0 1'

/** @param {string} [mode] */
const state = (mode = 'play') =>
  /** @type {import('./held.js').State} */ ({
    ...initialState(),
    mode,
    game: { start: FEN, plies: [], at: 0 },
  })

/** @param {string} square @param {string} [category]  the result for Black, the side to move */
const placed = (square, category) =>
  /** @type {import('./held.js').Placed} */ ({ square, fen: FEN, ...(category ? { verdict: { category } } : {}) })

/** @param {import('./held.js').State} state */
const question = (state) => /** @type {import('./held.js').Held} */ (asked(state))

test('a question is about a man, outside of practice', () => {
  expect(question(hold(state(), 'h1')).square).toBe('h1')
  expect(asked(hold(state(), 'h2'))).toBeNull()
  expect(asked(hold(state('practice'), 'h1'))).toBeNull()
  expect(asked(letGo(hold(state(), 'h1')))).toBeNull()
})

test('another position ends the question', () => {
  const held = hold(state(), 'h1')
  expect(asked({ ...held, game: { ...held.game, start: FEN.replace(' b ', ' w ') } })).toBeNull()
})

test('the results are those of the side of the man', () => {
  const rook = question(hold(state(), 'h1'))
  const king = question(hold(state(), 'c3'))
  for (const [category, ofRook, ofKing] of [
    ['loss', 'won', 'lost'],
    ['win', 'lost', 'won'],
    ['draw', 'drawn', 'drawn'],
    ['blessed-loss', 'drawn', 'drawn'],
    ['cursed-win', 'drawn', 'drawn'],
  ]) {
    expect(resultOf(rook, placed('h2', category))).toBe(ofRook)
    expect(resultOf(king, placed('d5', category))).toBe(ofKing)
  }
  expect(resultOf(rook, placed('h2'))).toBe('open')
})

test('answers are added only to their question', () => {
  const held = hold(state(), 'h1')
  const asking = question(held)
  const some = [placed('h2', 'loss'), placed('d4', 'draw'), placed('d8')]
  const answered = addPlaced(
    addPlaced(held, asking.number, some.slice(0, 1), false),
    asking.number,
    some.slice(1),
    true,
  )
  expect(countsOf(question(answered))).toEqual([
    ['won', 1],
    ['drawn', 1],
    ['open', 1],
  ])
  expect([...paintOf(asked(answered))]).toEqual([
    ['h2', 'if-won'],
    ['d4', 'if-drawn'],
    ['d8', 'if-open'],
  ])
  expect(question(answered).complete).toBe(true)
  const other = hold(held, 'c3')
  expect(addPlaced(other, asking.number, some, true)).toBe(other)
  const later = hold(letGo(answered), 'h1')
  expect(addPlaced(later, asking.number, some, true)).toBe(later)
  expect(hold(answered, 'h1')).toBe(answered)
  expect(pointedAt(question(point(answered, 'd4')))?.verdict?.category).toBe('draw')
})

test('a question that left squares open begins again with more tables', () => {
  const held = hold(state(), 'h1')
  const { number } = question(held)
  const open = addPlaced(held, number, [placed('h1', 'loss'), placed('h2')], true)
  expect(question(holdAgain(open))).toMatchObject({ square: 'h1', placed: [], complete: false })
  expect(question(holdAgain(open)).number).not.toBe(number)
  const known = addPlaced(held, number, [placed('h1', 'loss')], true)
  expect(holdAgain(known)).toBe(known)
  expect(holdAgain(held)).toBe(held)
})
