import { expect, test } from 'vitest'
import { initialState } from './state.js'
import { createStore } from './store.js'
import { flip, pickTool, setMode } from '../features/board/tools.js'
import { BOARD, classPage, linkTo, puzzleLink, readAddress, TABLES, writeAddress } from './address.js'

const state = initialState()

test('a tool is picked, and put down by picking it again or by leaving', () => {
  const picked = pickTool(state, { color: 'white', role: 'queen' })
  expect(picked.tool).toEqual({ color: 'white', role: 'queen' })
  expect(pickTool(picked, { color: 'white', role: 'queen' }).tool).toBeNull()
  expect(pickTool(picked, 'erase').tool).toBe('erase')
  expect(setMode(picked, 'play').tool).toBeNull()
})

test('the board turns round and back', () => {
  expect(flip(flip(state)).orientation).toBe(state.orientation)
})

test('an address is written and read back', () => {
  const fen = '8/8/7k/8/1pP5/7K/8/8 b - c3 0 1'
  const address = writeAddress(TABLES, fen)
  expect(address).toBe('?fen=8/8/7k/8/1pP5/7K/8/8_b_-_c3_0_1#/tables')
  expect(readAddress(new URL(address, 'https://example.org/x/'))).toEqual({
    place: TABLES,
    fen,
    moves: [],
    after: [],
    at: 0,
    puzzle: false,
  })
  expect(readAddress(new URL('https://example.org/x/'))).toEqual({
    place: BOARD,
    fen: null,
    moves: [],
    after: [],
    at: 0,
    puzzle: false,
  })
  expect(readAddress(new URL(puzzleLink(fen), 'https://example.org/x/'))).toMatchObject({ fen, puzzle: true })
  expect(readAddress(new URL(writeAddress(classPage('KRPvK'), fen), 'https://example.org/x/')).place).toEqual(
    classPage('KRPvK'),
  )
})

test('a link has the moves of a game, and how many of them are on the board', () => {
  const start = '8/8/8/8/8/2k5/8/K6R w - - 7 30'
  const plies = ['a1b1', 'c3b3', 'h1h3'].map((uci) => ({ uci, san: '', fen: '' }))
  const read = (/** @type {import('./state.js').Game} */ game) =>
    readAddress(new URL(linkTo(game), 'https://example.org/x/'))
  expect(read({ start, plies, at: 3 })).toEqual({
    place: BOARD,
    fen: start,
    moves: ['a1b1', 'c3b3', 'h1h3'],
    after: [0, 1, 2],
    at: 3,
    puzzle: false,
  })
  expect(read({ start, plies, at: 1 })).toMatchObject({ moves: ['a1b1', 'c3b3', 'h1h3'], at: 1 })
  expect(readAddress(new URL('https://example.org/?fen=x&moves=a1a2_a2a3&ply=1.5'))).toMatchObject({ at: 1 })
  expect(read({ start, plies: [], at: 0 })).toEqual({
    place: BOARD,
    fen: start,
    moves: [],
    after: [],
    at: 0,
    puzzle: false,
  })
  expect(linkTo({ start, plies: [...plies, { uci: 'c3d3', san: '', fen: '', after: 1 }], at: 4 })).toContain(
    '&moves=a1b1_c3b3_h1h3_1.c3d3',
  )
  expect(readAddress(new URL('https://example.org/?fen=x&moves=a1b1_c3b3_0.a1a2_2.x_99999.y_.z'))).toMatchObject({
    moves: ['a1b1', 'c3b3', 'a1a2', 'x', '99999.y', '.z'],
    after: [0, 1, 0, 2, 4, 5],
  })
})

test('the store reports changes and only changes', () => {
  const store = createStore(state)
  /** @type {string[]} */
  const seen = []
  const stop = store.subscribe((now, before) => seen.push(`${before.mode}-${now.mode}`))
  store.update(setMode, 'edit')
  store.update((same) => same)
  stop()
  store.update(setMode, 'play')
  expect(seen).toEqual(['play-edit'])
})
