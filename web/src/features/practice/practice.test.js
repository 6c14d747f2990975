import { expect, test } from 'vitest'
import { answered, ask } from '../answer/answer.js'
import { currentFen, enter, goTo, play } from '../game/game.js'
import {
  canPractise,
  captured,
  chooseDefence,
  conclude,
  DRAW_MOVES,
  giveHint,
  hasRandomWins,
  isPracticeOver,
  isUsersTurn,
  movesToHold,
  pliesOf,
  replyOf,
  startPractice,
  takeBack,
  trickiestOf,
  trickyReplies,
} from './practice.js'
import { makeMove } from '../board/moves.js'
import { initialState } from '../../shell/state.js'
import { setMode } from '../board/tools.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/types.js').Category} Category
 * @typedef {import('../../engine/types.js').Move} Move
 */

/**
 * @param {string} san
 * @param {Category} category
 * @param {number | null} dtm
 * @param {'w' | 'b'} turn after it
 * @returns {Move}
 */
const move = (san, category, dtm, turn) => ({
  uci: `a1${san}`,
  san,
  fen: `8/8/8/8/8/8/8/${san} ${turn} - - 0 1`,
  category,
  dtz: null,
  precise_dtz: null,
  dtm,
  dtm50: null,
  dtc: null,
  checkmate: false,
  stalemate: false,
  zeroing: false,
})

/** @param {State} state @param {Partial<import('../../engine/types.js').Probe>} some */
const know = (state, some) =>
  answered(ask(state), {
    fen: currentFen(state),
    probe: {
      fen: '',
      class: 'KRvK',
      side: 'w',
      category: 'win',
      dtz: null,
      precise_dtz: null,
      dtm: 9,
      dtm50: null,
      dtc: null,
      checkmate: false,
      stalemate: false,
      insufficient_material: false,
      en_passant: [],
      moves: [],
      metrics: ['dtm'],
      by: 'dtm',
      ...some,
    },
  })

const best = move('Ra', 'loss', -8, 'b')
const slow = move('Rb', 'loss', -12, 'b')
const bad = move('Rc', 'draw', null, 'b')
const reply = move('Kd', 'win', 7, 'w')
const won = know(enter(initialState(), '8/8/8/8/8/2k5/8/K6R w - - 0 1'), { moves: [best, slow, bad] })
const begun = startPractice(won)

test('the user plays the side that has something to keep', () => {
  expect(begun).toMatchObject({
    mode: 'practice',
    orientation: 'white',
    practice: { side: 'white', goal: 'win', stage: 'playing' },
  })
  const lost = know(won, { category: 'loss', moves: [move('Ka', 'win', 5, 'b')] })
  expect(startPractice(lost)).toMatchObject({ orientation: 'black', practice: { side: 'black', goal: 'win' } })
  expect(replyOf(startPractice(lost))?.san).toBe('Ka')
  const drawn = know(won, { category: 'draw', dtm: null, moves: [bad] })
  expect(startPractice(drawn).practice).toMatchObject({ side: 'white', goal: 'draw' })
})

test('a finished position is not practised', () => {
  const mated = know(won, { category: 'loss', dtm: 0, checkmate: true, moves: [] })
  expect(startPractice(mated)).toBe(mated)
  const dead = know(won, { category: 'draw', dtm: null, moves: [bad], insufficient_material: true })
  expect(startPractice(dead)).toBe(dead)
  const unordered = know(won, { dtm: null, by: 'dtz50', unordered: true })
  expect(startPractice(unordered)).toBe(unordered)
  if (!won.answer?.probe) throw new Error('nothing is known')
  expect(canPractise(won.answer.probe, currentFen(won))).toBe(true)
})

test('a move that keeps the win is remarked on, and answered by the best one', () => {
  const kept = makeMove(begun, slow)
  expect(kept.practice).toMatchObject({ stage: 'playing', remark: { san: 'Rb', slower: 4, by: 'dtm', best: 'Ra' } })
  expect(makeMove(begun, best).practice?.remark?.slower).toBe(0)
  expect(isUsersTurn(kept)).toBe(false)
  expect(replyOf(kept)).toBeUndefined() // the position has no answer yet
  expect(replyOf(know(kept, { category: 'loss', dtm: -12, moves: [reply] }))).toBe(reply)
})

test("a draw shows the number of the user's moves that are left, whichever side began", () => {
  const drawn = startPractice(know(won, { category: 'draw', dtm: null, moves: [bad] }))
  expect(movesToHold(drawn)).toBe(DRAW_MOVES)
  const moved = makeMove(drawn, bad)
  expect([movesToHold(moved), movesToHold(play(moved, [reply]))]).toEqual([DRAW_MOVES - 1, DRAW_MOVES - 1])
  const other = { ...drawn, practice: drawn.practice && { ...drawn.practice, side: /** @type {const} */ ('black') } }
  const answeredOnce = play(other, [bad])
  expect([movesToHold(answeredOnce), movesToHold(play(answeredOnce, [reply]))]).toEqual([DRAW_MOVES, DRAW_MOVES - 1])
  expect([isPracticeOver(drawn), isPracticeOver(makeMove(begun, bad)), isPracticeOver(won)]).toEqual([
    false,
    true,
    false,
  ])
})

test('a move that throws the result away is reported at once, and ends the streak', () => {
  const thrown = makeMove({ ...begun, score: { streak: 3, best: 5 } }, bad)
  expect(thrown).toMatchObject({
    practice: { stage: 'thrown', remark: { san: 'Rc', result: 'draw', best: 'Ra' } },
    score: { streak: 0, best: 5 },
  })
  expect(replyOf(know(thrown, { category: 'draw', dtm: null, moves: [reply] }))).toBe(reply) // which refutes it
  const refuted = know(play(thrown, [reply]), { category: 'draw', dtm: null, moves: [bad] })
  expect([replyOf(refuted), isUsersTurn(refuted)]).toEqual([undefined, false])
  for (const after of [thrown, refuted]) {
    const back = takeBack(after)
    expect(currentFen(back)).toBe(currentFen(begun))
    expect(back.practice).toMatchObject({ stage: 'playing', helped: true, remark: null })
  }
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
  const hints = [giveHint, giveHint, giveHint, giveHint].map((give, i) =>
    Array(i + 1)
      .fill(give)
      .reduce((s, f) => f(s), begun),
  )
  expect(hints.map(({ practice, hovered }) => [practice?.hints, hovered])).toEqual([
    [1, null],
    [2, null],
    [3, best],
    [3, best],
  ])
  expect(makeMove(hints[1], best).practice?.hints).toBe(0)
  const [hinted] = hints
  const helped = know(makeMove(hinted, best), { category: 'loss', dtm: 0, checkmate: true, moves: [] })
  expect(conclude(helped)).toMatchObject({ practice: { stage: 'done' }, score: { streak: 0 } })
  // A move taken back is not a hint.
  expect(helped.practice).toMatchObject({ helped: true, hinted: true })
  const again = takeBack(makeMove(begun, bad)).practice
  expect([again?.helped, again?.hinted]).toEqual([true, undefined])
})

test('a draw is held for a number of moves, or until neither side can win', () => {
  const drawn = startPractice(know(won, { category: 'draw', dtm: null, moves: [bad] }))
  const once = know(makeMove(drawn, bad), { category: 'draw', dtm: null, moves: [reply] })
  expect(conclude(once)).toBe(once)
  expect(conclude(know(once, { category: 'draw', insufficient_material: true })).practice?.stage).toBe('done')
  const long = { ...once, game: { ...once.game, plies: Array(2 * DRAW_MOVES).fill(bad) } }
  const last = know(goTo(long, 2 * DRAW_MOVES), { category: 'draw', dtm: null, moves: [reply] })
  expect(conclude(last).practice?.stage).toBe('done')
})

/**
 * @param {string} san
 * @param {Category} category
 * @param {number} dtz
 * @param {number} clock after it
 * @param {boolean} [zeroing]
 * @returns {Move}
 */
const counted = (san, category, dtz, clock, zeroing = false) => ({
  ...move(san, category, null, 'b'),
  dtz,
  zeroing,
  fen: `8/8/8/8/8/8/8/${san} b - - ${clock} 1`,
})

/**
 * A position with the given clock, and tables by the rule.
 * @param {number} clock
 * @param {Partial<import('../../engine/types.js').Probe>} some
 */
const byRule = (clock, some) =>
  know(enter(initialState(), `8/8/8/8/8/2k5/8/K6R w - - ${clock} 90`), {
    dtm: null,
    dtz: 9,
    metrics: ['dtz50'],
    by: 'dtz50',
    ...some,
  })

test('by the fifty-move rule a win that comes too late is lost, with a remark', () => {
  const inTime = counted('Ra', 'loss', -8, 90)
  const slower = counted('Rb', 'loss', -9, 90)
  const at = startPractice(
    byRule(89, {
      moves: [inTime, slower, counted('Rc', 'blessed-loss', -12, 90), counted('Rd', 'cursed-win', 30, 90)],
    }),
  )
  expect(at.practice).toMatchObject({ side: 'white', goal: 'win', rule: true })
  expect(makeMove(at, inTime).practice?.remark).toMatchObject({ slower: 0, by: 'dtz50' })
  expect(makeMove(at, slower).practice).toMatchObject({ stage: 'playing', remark: { slower: 1, best: 'Ra' } })
  expect(makeMove(at, counted('Rc', 'blessed-loss', -12, 90)).practice).toMatchObject({
    stage: 'thrown',
    remark: { result: 'cursed-win', best: 'Ra' },
  })
  expect(makeMove(at, counted('Rd', 'cursed-win', 30, 90)).practice).toMatchObject({
    stage: 'thrown',
    remark: { result: 'blessed-loss' },
  })
  expect(begun.practice?.rule).toBe(false)
})

test('a draw by the rule is held by the side that would lose without it, until the clock is full', () => {
  const cursed = startPractice(byRule(97, { category: 'cursed-win', moves: [counted('Ra', 'blessed-loss', -20, 98)] }))
  expect(cursed).toMatchObject({ orientation: 'black', practice: { side: 'black', goal: 'draw', rule: true } })
  expect(replyOf(cursed)?.san).toBe('Ra')
  const answer = counted('Kb', 'cursed-win', 19, 99)
  const blessed = startPractice(byRule(98, { category: 'blessed-loss', moves: [answer, counted('Kc', 'win', 1, 99)] }))
  expect(blessed.practice).toMatchObject({ side: 'white', goal: 'draw' })
  expect(makeMove(blessed, counted('Kc', 'win', 1, 99)).practice).toMatchObject({
    stage: 'thrown',
    remark: { result: 'loss' },
  })
  const held = makeMove(blessed, answer)
  expect(held.practice?.remark).toMatchObject({ slower: 0 })
  /** @type {Partial<import('../../engine/types.js').Probe>} */
  const some = { dtm: null, dtz: 19, metrics: ['dtz50'], by: 'dtz50', category: 'cursed-win', moves: [answer] }
  const last = know(play(know(held, some), [counted('Ka', 'blessed-loss', -18, 100)]), some)
  expect(conclude(know(held, some)).practice?.stage).toBe('playing')
  expect(conclude(last)).toMatchObject({ practice: { stage: 'done' }, score: { streak: 1 } })
})

test('when the count is full it is over, whatever tables have answered', () => {
  const full = byRule(100, { category: 'cursed-win', moves: [counted('Ra', 'blessed-loss', -20, 101)] })
  expect(startPractice(full)).toBe(full)
  const known = know(full, { moves: [best] })
  expect(startPractice(known)).toBe(known)
})

test('another position or another mode ends it', () => {
  expect(enter(begun, '8/8/8/8/8/8/8/8 w - - 0 1').practice).toBeNull()
  expect(setMode(begun, 'play').practice).toBeNull()
  expect(makeMove(setMode(begun, 'play'), bad)).toMatchObject({ mode: 'play', practice: null })
})

test('a length in moves is one in plies of the winner', () => {
  expect(pliesOf({ from: 1, to: 5 })).toEqual({ minPlies: 1, maxPlies: 9 })
})

test('random wins are offered if a table has some and can be searched', () => {
  const counts = { win: 1, draw: 1, loss: 1 }
  /** @param {{plies: number, fen: string} | null} longest */
  const stats = (longest) => ({ sides: [{ stm: /** @type {const} */ ('w'), all: counts, distinct: counts, longest }] })
  const table = {
    name: 'KRvK',
    men: 3,
    positions: 1,
    needs: [],
    leads: [],
    present: true,
    units: 1,
    finished: 0,
    lone: 0,
    stats: stats({ plies: 31, fen: '' }),
  }
  expect(hasRandomWins(table)).toBe(true)
  expect(hasRandomWins({ ...table, stats: stats(null) })).toBe(false)
  expect(hasRandomWins({ ...table, large: true })).toBe(false)
  expect(hasRandomWins({ ...table, present: false, stats: undefined })).toBe(false)
})

test('the trickiest reply leaves the fewest good moves, and is the longest of these', () => {
  const kept = makeMove(begun, slow)
  const replies = [move('Kd', 'win', 7, 'w'), move('Ke', 'win', 7, 'w'), move('Kf', 'draw', null, 'w')]
  const known = know(kept, { category: 'loss', dtm: -12, moves: replies })
  expect(trickyReplies(known)).toEqual([])
  const tricky = chooseDefence(known, 'trickiest')
  expect(trickyReplies(tricky)).toEqual(replies.slice(0, 2))
  expect(trickyReplies({ ...tricky, practice: tricky.practice && { ...tricky.practice, stage: 'thrown' } })).toEqual([])
  const won = (/** @type {Category[]} */ ...categories) =>
    know(kept, { category: 'win', moves: categories.map((category) => move('Ra', category, null, 'b')) }).answer?.probe
  const two = won('loss', 'loss', 'draw')
  const one = won('loss', 'draw', 'win')
  const forced = won('loss')
  expect(trickiestOf([two, one, one])).toBe(1)
  expect(trickiestOf([forced, two])).toBe(1)
  expect(trickiestOf([undefined, forced])).toBe(0)
})

test('the man that a reply has taken is named, also en passant', () => {
  const taken = (/** @type {string} */ fen, /** @type {string} */ uci, /** @type {string} */ san) =>
    captured(play(enter(initialState(), fen), [{ ...reply, uci, san }]))
  const fen = '8/8/8/8/2Pp4/3k1Q2/8/4K3 b - c3 0 1'
  expect(taken(fen, 'd3c4', 'Kxc4')).toBe('pawn')
  expect(taken(fen, 'd4c3', 'dxc3')).toBe('pawn')
  expect(taken(fen, 'd3d2', 'Kd2')).toBeUndefined()
  expect(taken('8/8/8/8/8/4k3/4Q3/K7 b - - 0 1', 'e3e2', 'Kxe2')).toBe('queen')
  expect(captured(initialState())).toBeUndefined()
  // After a move of the user, whose destination is empty in the position before.
  const after = play(enter(initialState(), '8/8/8/8/8/4k3/8/Q6K w - - 0 1'), [
    { ...bad, uci: 'a1e1', san: 'Qe1+', fen: '8/8/8/8/8/4k3/8/4Q2K b - - 0 1' },
    { ...reply, uci: 'e3e1', san: 'Kxe1' },
  ])
  expect(captured(after)).toBe('queen')
})
