import { expect, test } from 'vitest'
import {
  append,
  arrange,
  back,
  canGoForward,
  canUncut,
  clear,
  complete,
  currentFen,
  cut,
  enter,
  exploreGame,
  forward,
  giveTurn,
  goBeside,
  goTo,
  goToEnd,
  isMain,
  lastPly,
  makeMain,
  place,
  play,
  playFrom,
  revisit,
  uncut,
  undo,
} from './game.js'
import { initialState } from '../../shell/state.js'

const START = '8/8/8/8/8/2k5/8/K6R w - - 0 1'
const first = { uci: 'h1h3', san: 'Rh3+', fen: '8/8/8/8/8/2k4R/8/K7 b - - 1 1' }
const second = { uci: 'c3d4', san: 'Kd4', fen: '8/8/8/8/3k4/7R/8/K7 w - - 2 2' }
const other = { uci: 'h1g1', san: 'Rg1', fen: '8/8/8/8/8/2k5/8/K5R1 b - - 1 1' }
const atStart = enter({ ...initialState(), hovered: first }, START)
const played = play(play(atStart, [first]), [second])

test('entering a position forgets moves and arrows, entering the same changes nothing', () => {
  expect(atStart.hovered).toBeNull()
  expect(enter(played, START).game).toEqual({ start: START, plies: [], at: 0 })
  expect(enter(atStart, START)).toBe(atStart)
})

test('moves are played, undone and redone', () => {
  expect(currentFen(played)).toBe(second.fen)
  expect(played.mode).toBe('play')
  const back = goTo(played, 1)
  expect(currentFen(back)).toBe(first.fen)
  expect(lastPly(back)).toEqual(first)
  expect(lastPly(goTo(back, 0))).toBeUndefined()
  expect(currentFen(goTo(back, 99))).toBe(second.fen)
  expect(goTo(back, -1).game.at).toBe(0)
})

test('replaying undone moves keeps the following ones, and another move begins a variation', () => {
  const back = goTo(played, 0)
  expect(play(back, [first]).game).toMatchObject({ at: 1, plies: [first, second] })
  expect(play(back, [other]).game).toMatchObject({ at: 3, plies: [first, second, { ...other, after: 0 }] })
})

test('a whole line is played at once', () => {
  expect(play(atStart, [first, second]).game).toMatchObject({ at: 2, plies: [first, second] })
})

test('moves drawn for a position are played only while it is on the board', () => {
  const once = playFrom(atStart, START, [first])
  expect(once).toEqual(play(atStart, [first]))
  expect(playFrom(once, START, [first])).toBe(once)
  expect(playFrom(enter(once, '8/8/8/8/8/2k5/8/K5R1 w - - 0 1'), START, [other]).game.plies).toEqual([])
})

test('pieces are placed, arranged and cleared, and the turn given', () => {
  expect(currentFen(place(atStart, 'h8', { color: 'white', role: 'queen' }))).toBe('7Q/8/8/8/8/2k5/8/K6R w - - 0 1')
  expect(currentFen(arrange(atStart, '8/8/8/8/8/8/8/K1k5'))).toBe('8/8/8/8/8/8/8/K1k5 w - - 0 1')
  expect(currentFen(clear(giveTurn(atStart, 'black')))).toBe('8/8/8/8/8/8/8/8 b - - 0 1')
  expect(giveTurn(atStart, 'white')).toBe(atStart)
})

test('no change touches the state it began from', () => {
  const state = Object.freeze({ ...atStart, game: Object.freeze(atStart.game) })
  expect(() => play(giveTurn(place(state, 'h8', null), 'black'), [first])).not.toThrow()
})

const branched = play(goTo(played, 0), [other])
const uci = (/** @type {import('../../shell/state.js').State} */ state) => state.game.plies.map((ply) => ply.uci)

test('back and forth go along the line that is walked, a variation too', () => {
  const back = goTo(branched, 0)
  expect(lastPly(forward(back))).toMatchObject(other)
  expect(canGoForward(forward(back))).toBe(false)
  expect(lastPly(forward(goTo(branched, 1)))).toEqual(second)
  expect(lastPly(goToEnd(goTo(goTo(branched, 1), 0)))).toEqual(second)
  expect(goToEnd(goTo(branched, 0)).game.at).toBe(3)
})

test('of several moves each is gone to, from deep in a line as well', () => {
  expect(goBeside(branched, 1).game.at).toBe(1)
  expect(goBeside(goTo(branched, 2), -1).game.at).toBe(3)
  expect(goBeside(played, 1)).toBe(played)
})

test('best play is appended without being played, and comes next', () => {
  const appended = append(goTo(branched, 1), [other, second])
  expect(appended.game).toMatchObject({ at: 1, plies: [first, second, { after: 0 }, { ...other, after: 1 }, second] })
  expect(lastPly(forward(appended))).toMatchObject({ ...other, after: 1 })
  expect(append(goTo(played, 1), [second]).game.plies).toBe(played.game.plies)
})

test('a variation becomes the main line, with the same position on the board', () => {
  expect([isMain(branched.game), isMain(goTo(branched, 0).game), isMain(goTo(branched, 2).game)]).toEqual([
    false,
    true,
    true,
  ])
  const main = makeMain(branched)
  expect(main.game).toMatchObject({ at: 1, plies: [other, { ...first, after: 0 }, second] })
  expect(isMain(main.game)).toBe(true)
  expect(makeMain(goTo(main, 3)).game.plies).toEqual([first, second, { ...other, after: 0 }])
})

test('moves are deleted with those that follow, and brought back', () => {
  const without = cut(goTo(branched, 1))
  expect(without.game).toEqual({ start: START, plies: [other], at: 0 })
  expect(canUncut(without)).toBe(true)
  expect(uncut(without).game).toEqual({ ...branched.game, at: 1, to: 1 })
  expect(canUncut(uncut(without))).toBe(false)
  expect(back(without).game.plies).toBe(branched.game.plies)
  expect(uci(cut(goTo(branched, 2)))).toEqual(['h1h3', 'h1g1'])
  expect(cut(goTo(branched, 2)).game.at).toBe(1)
  expect(cut(goTo(branched, 0))).toEqual(goTo(branched, 0))
  expect(canUncut(branched)).toBe(false)
})

test('the browser goes back to a position, keeps later moves, and restores deleted ones', () => {
  const entry = goTo(played, 1).game
  expect(revisit(branched, entry).game).toMatchObject({ at: 1, plies: branched.game.plies })
  expect(revisit(makeMain(branched), entry).game).toMatchObject({ at: 2, plies: makeMain(branched).game.plies })
  expect(revisit(goTo(branched, 1), entry)).toEqual(goTo(branched, 1))
  expect(revisit(cut(goTo(branched, 1)), entry).game).toEqual({ start: START, plies: [first, second], at: 1 })
  expect(revisit(branched, { start: second.fen, plies: [], at: 0 }).game).toEqual({
    start: second.fen,
    plies: [],
    at: 0,
  })
})

const third = { uci: 'h3h8', san: 'Rh8', fen: '7R/8/8/8/3k4/8/8/K7 b - - 3 2' }

test('moves played after a deletion stay when the deleted ones are brought back', () => {
  const since = play(goTo(cut(goTo(branched, 1)), 0), [third])
  expect(canUncut(since)).toBe(true)
  expect(uncut(since).game).toMatchObject({ at: 1, plies: [...branched.game.plies, { ...third, after: 0 }] })
  const twice = cut(goTo(cut(goTo(branched, 2)), 1))
  expect(uci(uncut(twice))).toEqual(['h1h3', 'h1g1'])
  expect(uncut(uncut(twice)).game.plies).toEqual(branched.game.plies)
})

test('there is nothing to bring back when the same game was opened again', () => {
  const again = complete(exploreGame(branched, START), { ...branched.game, at: 0 })
  expect(again.game).toEqual({ start: START, plies: branched.game.plies, at: 0 })
  expect(canUncut(again)).toBe(false)
  expect(canUncut(complete(exploreGame(branched, START), played.game))).toBe(true)
})

test('the moves of a game that come late go together with those played meanwhile', () => {
  const meanwhile = play(exploreGame(atStart, START), [other])
  expect(complete(meanwhile, { ...played.game, at: 0 }).game).toEqual({
    start: START,
    plies: [first, second, { ...other, after: 0 }],
    at: 3,
  })
})

test('comments survive when moves are brought back, when the browser goes back, and when a game arrives late', () => {
  const bare = play(played, [third])
  const said = { ...first, nags: [1], note: 'Said.' }
  const opened = complete(exploreGame(bare, START), { start: START, plies: [said, second], at: 0 })
  expect(uncut(opened).game.plies).toEqual([said, second, third])
  expect(revisit(played, { start: START, plies: [said], at: 1 }).game).toMatchObject({ at: 1, plies: [said, second] })
  expect(revisit(played, { start: START, plies: [said, second], at: 2 }).game).toMatchObject({
    at: 2,
    plies: [said, second],
  })
  expect(revisit(opened, { ...bare.game, at: 3 }).game).toEqual({ start: START, plies: [said, second, third], at: 3 })
  expect(revisit(opened, { start: START, plies: [first], at: 0 })).toBe(opened)
  expect(complete(play(exploreGame(bare, START), [first]), { start: START, plies: [said], at: 0 }).game).toEqual({
    start: START,
    plies: [said],
    at: 1,
  })
})

test('a comment before a variation moves after the earlier move if the variation becomes the main line', () => {
  const told = {
    ...branched,
    game: {
      ...branched.game,
      plies: [first, { ...second, note: 'So.' }, { ...third, after: 1, lead: 'Or.' }],
      at: 3,
      to: 3,
    },
  }
  expect(makeMain(told).game.plies).toEqual([{ ...first, note: 'Or.' }, third, { ...second, note: 'So.', after: 1 }])
  expect(cut(goTo(told, 2)).game.plies).toEqual([{ ...first, note: 'Or.' }, third])
})

test('a game with other moves is not left for an undone one', () => {
  const undone = undo(enter(branched, second.fen))
  expect(undone.future).toHaveLength(1)
  expect(play(goTo(undone, 0), [first]).future).toHaveLength(1)
  for (const changed of [append(undone, [third]), makeMain(undone), play(undone, [third])]) {
    expect(changed.future).toEqual([])
    expect(lastPly(forward(goToEnd(changed)))).toEqual(lastPly(goToEnd(changed)))
  }
})
