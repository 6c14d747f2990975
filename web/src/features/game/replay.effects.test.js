import { say } from '#words'
import { beforeEach, expect, test, vi } from 'vitest'
import { back, currentFen, cut, enter, goTo, lastPly, makeMain, play, revisit } from './game.js'

const START = '8/8/8/8/8/2k5/8/K6R w - - 0 1'
const ELSEWHERE = '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'

const { replies } = vi.hoisted(() => ({
  /** @type {((game: object) => void)[]} */ replies: [],
}))

vi.mock('../../engine/engine.js', () => ({
  createProber: () => ({ replay: () => new Promise((settle) => replies.push((value) => settle({ ok: true, value }))) }),
}))

vi.mock('../../shell/framed.js', () => ({ isFramed: false }))
vi.stubGlobal('scrollTo', () => {})

const { store } = await import('../../shell/app.js')
const { openGame } = await import('../board/open.effects.js')
const { replay } = await import('./replay.effects.js')

const move = (/** @type {string} */ uci, /** @type {number} */ after) => ({ uci, san: uci, fen: `after ${uci}`, after })
/** Two first moves, and one after the first of them. */
const GAME = {
  start: START,
  moves: [move('a1b1', 0), move('c3d4', 1), move('h1h8', 0)],
  numbers: [1, 0, 1, 2, 3],
  legal: 4,
}
const LISTING = { moves: ['a1b1', 'none', 'a1b1', 'c3d4', 'h1h8'], after: [0, 0, 0, 1, 0] }

const onBoard = () => store.state.game
const squares = () => onBoard().plies.map(({ uci }) => uci)

beforeEach(() => {
  replies.length = 0
  store.update((state) => ({ ...enter(state, START), notice: null }))
})

test('which move leads to the board is counted with those that were dropped', async () => {
  for (const [at, uci] of /** @type {const} */ ([
    [5, 'h1h8'],
    [99, 'h1h8'],
    [4, 'c3d4'],
    [3, 'a1b1'],
    [2, undefined],
    [0, undefined],
    [-1, undefined],
  ])) {
    store.update(enter, ELSEWHERE)
    store.update(enter, START)
    const done = replay(START, LISTING, 'link', at)
    replies.pop()?.(GAME)
    await done
    expect(squares()).toEqual(['a1b1', 'c3d4', 'h1h8'])
    expect(lastPly(store.state)?.uci).toBe(uci)
  }
  expect(store.state.notice).toBe(say('replaying.unplayed', { source: 'link', all: 5, full: 'false', count: 4 }))
})

test('a game comes onto the board at the position with a FEN', async () => {
  for (const [fen, at] of /** @type {const} */ ([
    ['after c3d4', 2],
    [START, 0],
  ])) {
    store.update(enter, ELSEWHERE)
    const done = openGame(START, 'Kb1 Kd4', {}, fen)
    replies.pop()?.(GAME)
    await done
    expect([onBoard().at, squares()]).toEqual([at, ['a1b1', 'c3d4', 'h1h8']])
  }
})

test('of a position in two lines, that of the main line comes onto the board', async () => {
  const meeting = { fen: 'the same' }
  const moves = [
    move('a1b1', 0),
    move('h1h8', 0),
    { ...move('c3d4', 2), ...meeting },
    { ...move('c3c4', 1), ...meeting },
  ]
  store.update(enter, ELSEWHERE)
  const done = openGame(START, 'Kb1 (Rh8 Kd4) Kc4', {}, 'the same')
  replies.pop()?.({ start: START, moves, numbers: [1, 2, 3, 4], legal: 4 })
  await done
  expect(lastPly(store.state)?.uci).toBe('c3c4')
})

test('a game is shown from its start at once, and moves played before its own arrive stay', async () => {
  store.update(enter, ELSEWHERE)
  const done = openGame(START, 'Kb1 Kd4')
  expect(currentFen(store.state)).toBe(START)
  store.update(play, [move('h1h3', 0)])
  replies[0](GAME)
  await done
  expect(squares()).toEqual(['a1b1', 'c3d4', 'h1h8', 'h1h3'])
  expect(lastPly(store.state)?.uci).toBe('h1h3')
})

test('a game that was left before its moves arrive does not come back, and neither does a replaced one', async () => {
  const left = openGame(START, 'Kb1 Kd4')
  store.update(enter, ELSEWHERE)
  replies[0](GAME)
  await left
  expect(onBoard()).toMatchObject({ start: ELSEWHERE, plies: [] })

  const all = [openGame(START, 'Kb1'), openGame(START, 'Rh8')]
  replies[1](GAME)
  replies[2]({ moves: [move('h1h8', 0)], numbers: [1], legal: 1 })
  await Promise.all(all)
  expect(squares()).toEqual(['h1h8'])
})

test('the tags of a PGN stay with its game, whatever is played, until another position is set up', async () => {
  const tags = { White: 'A' }
  for (const playsMeanwhile of [false, true]) {
    store.update(enter, ELSEWHERE)
    const done = openGame(START, 'Kb1 Kd4', tags)
    if (playsMeanwhile) store.update(play, [move('h1h3', 0)])
    replies.pop()?.(GAME)
    await done
    expect(onBoard()).toMatchObject({ plies: { length: playsMeanwhile ? 4 : 3 }, tags })
  }
  store.update(play, [move('h3h4', 0)])
  store.update(cut)
  expect(onBoard()).toMatchObject({ plies: { length: 4 }, tags })
  store.update(makeMain)
  expect(onBoard().tags).toEqual(tags)
  store.update(enter, ELSEWHERE)
  expect(onBoard().tags).toBeUndefined()
  store.update(back)
  expect(onBoard().tags).toEqual(tags)
})

test('the browser’s Back restores a game’s tags, and a result goes with its line', async () => {
  const [first, second] = [
    { White: 'A', Result: '1-0' },
    { White: 'B', Result: '1/2-1/2' },
  ]
  for (const tags of [first, second]) {
    const done = openGame(START, 'Kb1 Kd4', tags)
    replies.pop()?.(GAME)
    await done
    if (tags === first) store.update(goTo, 1)
  }
  store.update(revisit, { start: START, plies: GAME.moves.slice(0, 1), at: 1, tags: { ...first } })
  expect(onBoard()).toMatchObject({ at: 1, plies: { length: 3 }, tags: first })
  const before = onBoard()
  store.update(revisit, { start: START, plies: GAME.moves.slice(0, 1), at: 1, tags: { ...first } })
  expect(onBoard()).toBe(before)
  store.update(goTo, 3)
  store.update(cut)
  expect(onBoard().tags).toEqual(first) // that was a variation
  store.update(goTo, 2)
  store.update(makeMain)
  expect(onBoard().tags).toEqual({ White: 'A' })
})

test('a game that was undone before its moves arrive stays undone', async () => {
  const known = openGame(START, 'Kb1')
  replies.pop()?.(GAME)
  await known
  const undone = openGame(START, 'Rh8', { White: 'B' })
  store.update(back)
  const before = onBoard()
  replies.pop()?.({ moves: [move('h1h8', 0)], numbers: [1], legal: 1 })
  await undone
  expect(onBoard()).toBe(before)
})

test('a game with too many moves gets a notice', async () => {
  const done = openGame(START, 'Kb1 '.repeat(1200))
  replies[0]({ moves: [move('a1b1', 0)], numbers: Array(1000).fill(1), legal: 1000 })
  await done
  expect(store.state.notice).toBe(
    say('replaying.unplayed', { source: 'other', all: 1200, full: 'true', count: 1000, most: 1000 }),
  )
})
