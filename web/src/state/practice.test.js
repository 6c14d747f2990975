import { expect, test } from 'vitest'
import { answered, ask } from './answer.js'
import { currentFen, enter, goTo, play } from './game.js'
import { canPractise, conclude, DRAW_MOVES, giveHint, hasRandomWins, isUsersTurn, makeMove, pliesOf, replyOf, startPractice, takeBack } from './practice.js'
import { initialState } from './state.js'
import { setMode } from './view.js'

/**
 * @typedef {import('./state.js').State} State
 * @typedef {import('../engine/types.js').Category} Category
 * @typedef {import('../engine/types.js').Move} Move
 */

/** @param {string} san @param {Category} category @param {number | null} dtm @param {'w' | 'b'} turn  after it @returns {Move} */
const move = (san, category, dtm, turn) =>
  ({ uci: `a1${san}`, san, fen: `8/8/8/8/8/8/8/${san} ${turn} - - 0 1`, category, dtz: null, precise_dtz: null, dtm, dtm50: null, dtc: null, checkmate: false, stalemate: false, zeroing: false })

/** @param {State} state @param {Partial<import('../engine/types.js').Probe>} some */
const know = (state, some) => answered(ask(state), {
  fen: currentFen(state),
  probe: { fen: '', class: 'KRvK', side: 'w', category: 'win', dtz: null, precise_dtz: null, dtm: 9, dtm50: null, dtc: null, checkmate: false, stalemate: false, insufficient_material: false, en_passant: [], moves: [], metrics: ['dtm'], by: 'dtm', ...some },
})

const best = move('Ra', 'loss', -8, 'b')
const slow = move('Rb', 'loss', -12, 'b')
const bad = move('Rc', 'draw', null, 'b')
const reply = move('Kd', 'win', 7, 'w')
const won = know(enter(initialState(), '8/8/8/8/8/2k5/8/K6R w - - 0 1'), { moves: [best, slow, bad] })
const begun = startPractice(won)

test('the user plays the side that has something to keep', () => {
  expect(begun).toMatchObject({ mode: 'practice', orientation: 'white', practice: { side: 'white', goal: 'win', stage: 'playing' } })
  const lost = know(won, { category: 'loss', moves: [move('Ka', 'win', 5, 'b')] })
  expect(startPractice(lost)).toMatchObject({ orientation: 'black', practice: { side: 'black', goal: 'win' } })
  expect(replyOf(startPractice(lost))?.san).toBe('Ka')
  const drawn = know(won, { category: 'draw', dtm: null, moves: [bad] })
  expect(startPractice(drawn).practice).toMatchObject({ side: 'white', goal: 'draw' })
})

test('what is over is not practised', () => {
  const mated = know(won, { category: 'loss', dtm: 0, checkmate: true, moves: [] })
  expect(startPractice(mated)).toBe(mated)
  const dead = know(won, { category: 'draw', dtm: null, moves: [bad], insufficient_material: true })
  expect(startPractice(dead)).toBe(dead)
  if (!won.answer?.probe) throw new Error('nothing is known')
  expect(canPractise(won.answer.probe)).toBe(true)
})

test('a move that keeps the win is remarked on, and answered by the best one', () => {
  const kept = makeMove(begun, slow)
  expect(kept.practice).toMatchObject({ stage: 'playing', remark: { san: 'Rb', slower: 2, best: 'Ra' } })
  expect(makeMove(begun, best).practice?.remark?.slower).toBe(0)
  expect(isUsersTurn(kept)).toBe(false)
  expect(replyOf(kept)).toBeUndefined() // nothing is known of this position yet
  expect(replyOf(know(kept, { category: 'loss', dtm: -12, moves: [reply] }))).toBe(reply)
})

test('a move that throws the result away is told at once, and ends the streak', () => {
  const thrown = makeMove({ ...begun, score: { streak: 3, best: 5 } }, bad)
  expect(thrown).toMatchObject({ practice: { stage: 'thrown', remark: { san: 'Rc', result: 'draw', best: 'Ra' } }, score: { streak: 0, best: 5 } })
  expect(replyOf(know(thrown, { category: 'draw', dtm: null, moves: [reply] }))).toBeUndefined()
  const back = takeBack(thrown)
  expect(currentFen(back)).toBe(currentFen(begun))
  expect(back.practice).toMatchObject({ stage: 'playing', helped: true, remark: null })
})

test("taking back leads to the user's own turn", () => {
  const after = play(makeMove(begun, best), [reply])
  expect(takeBack(after).game.at).toBe(0)
  expect(takeBack(begun)).toBe(begun)
})

test('mate ends it and counts, unless there was help', () => {
  const mated = know(makeMove(begun, best), { category: 'loss', dtm: 0, checkmate: true, moves: [] })
  expect(conclude(mated)).toMatchObject({ practice: { stage: 'done' }, score: { streak: 1, best: 1 } })
  expect(conclude(conclude(mated)).score.streak).toBe(1)
  const hinted = giveHint(begun)
  expect(hinted.hovered).toBe(best)
  const helped = know(makeMove(hinted, best), { category: 'loss', dtm: 0, checkmate: true, moves: [] })
  expect(conclude(helped)).toMatchObject({ practice: { stage: 'done' }, score: { streak: 0 } })
})

test('a draw is held for so many moves, or until nobody can win', () => {
  const drawn = startPractice(know(won, { category: 'draw', dtm: null, moves: [bad] }))
  const once = know(makeMove(drawn, bad), { category: 'draw', dtm: null, moves: [reply] })
  expect(conclude(once)).toBe(once)
  expect(conclude(know(once, { category: 'draw', insufficient_material: true })).practice?.stage).toBe('done')
  const long = { ...once, game: { ...once.game, plies: Array(2 * DRAW_MOVES).fill(bad) } }
  const last = know(goTo(long, 2 * DRAW_MOVES), { category: 'draw', dtm: null, moves: [reply] })
  expect(conclude(last).practice?.stage).toBe('done')
})

test('another position or another mode ends it', () => {
  expect(enter(begun, '8/8/8/8/8/8/8/8 w - - 0 1').practice).toBeNull()
  expect(setMode(begun, 'play').practice).toBeNull()
  expect(makeMove(setMode(begun, 'play'), bad)).toMatchObject({ mode: 'play', practice: null })
})

test('a length in moves is one in plies of the winner', () => {
  expect(pliesOf({ from: 1, to: 5 })).toEqual({ minPlies: 1, maxPlies: 9 })
})

test('wins are found at random where a table has some, and can be searched', () => {
  const counts = { win: 1, draw: 1, loss: 1 }
  /** @param {{plies: number, fen: string} | null} longest */
  const stats = (longest) => ({ sides: [{ stm: /** @type {const} */ ('w'), all: counts, distinct: counts, longest }] })
  const table = { name: 'KRvK', men: 3, positions: 1, needs: [], leads: [], present: true, units: 1, finished: 0, lone: 0, stats: stats({ plies: 31, fen: '' }) }
  expect(hasRandomWins(table)).toBe(true)
  expect(hasRandomWins({ ...table, stats: stats(null) })).toBe(false)
  expect(hasRandomWins({ ...table, large: true })).toBe(false)
  expect(hasRandomWins({ ...table, present: false, stats: undefined })).toBe(false)
})
