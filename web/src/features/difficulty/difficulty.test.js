import { expect, test } from 'vitest'
import {
  attemptOf,
  closest,
  forgetMissing,
  fromEasiest,
  fromHardest,
  learn,
  levelFor,
  rated,
  ratingOf,
  setStrength,
  strengthFor,
  unrated,
} from './difficulty.js'
import { initialState } from '../../shell/state.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/border.js').Rating} Rating
 */

/** @param {number} chance @returns {Rating} */
const rating = (chance) => ({ side: 'w', chance, level: 1, moves: 1, only: 0 })

/** @param {Partial<State>} [changes] @returns {State} */
const state = (changes) => ({ ...initialState(), ...changes })

/** @param {Partial<import('../practice/practice.js').Practice>} changes */
const practising = (changes) =>
  /** @type {Partial<State>} */ ({ mode: 'practice', practice: { stage: 'playing', helped: false, ...changes } })

test('the positions of a set in view and the one that is practised are rated once', () => {
  const { start } = initialState().game
  expect(unrated(state())).toEqual([])
  const practice = state(practising({}))
  expect(unrated(practice)).toEqual([start])
  expect(unrated(rated(practice, start, null))).toEqual([])
  const set = { id: 'a', made: 0, name: '', scores: {}, positions: ['one', 'two'].map((fen) => ({ fen })) }
  const sets = state({ sets: /** @type {any} */ ([set]), place: { page: 'sets', subject: 'a' } })
  expect(unrated(sets)).toEqual(['one', 'two'])
  expect(unrated(rated(sets, 'one', rating(1)))).toEqual(['two'])
  expect(unrated({ ...sets, place: { page: 'sets', subject: '' } })).toEqual([])
})

test('positions without tables are rated again when tables change, and others stay', () => {
  const some = rated(rated(state(), 'missing', null), 'here', rating(0.5))
  expect(forgetMissing(some).ratings).toEqual({ here: rating(0.5) })
  const all = forgetMissing(some)
  expect(forgetMissing(all)).toBe(all)
})

test('positions are sorted from the easiest, and those without a rating come last', () => {
  const positions = ['open', 'hard', 'none', 'easy'].map((fen) => ({ fen }))
  const ratings = { hard: rating(0.01), none: null, easy: rating(0.9) }
  expect(fromEasiest(positions, ratings).map(({ fen }) => fen)).toEqual(['easy', 'hard', 'open', 'none'])
  expect(fromHardest(positions, ratings).map(({ fen }) => fen)).toEqual(['hard', 'easy', 'open', 'none'])
})

test('an unlikely success raises the strength most, and an unlikely failure lowers it most', () => {
  const { start } = initialState().game
  const hard = setStrength(rated(state(), start, rating(1 / 64)), 2)
  const easy = setStrength(rated(state(), start, rating(0.9)), 2)
  const gain = (/** @type {State} */ before, /** @type {import('./difficulty.js').Attempt} */ attempt) =>
    learn(before, attempt).strength - before.strength
  expect(gain(hard, 'kept')).toBeGreaterThan(gain(easy, 'kept'))
  expect(gain(easy, 'kept')).toBeGreaterThan(0)
  expect(gain(easy, 'thrown')).toBeLessThan(gain(hard, 'thrown'))
  expect(gain(hard, 'thrown')).toBeLessThan(0)
  expect(learn(setStrength(easy, 0), 'thrown').strength).toBe(0)
  const certain = rated(state(), start, rating(1))
  expect(learn(certain, 'kept').strength).toBe(certain.strength)
  const unknown = state()
  expect(learn(unknown, 'kept').strength).toBe(unknown.strength)
})

test('only the first attempt at a position in a visit moves the strength', () => {
  const before = rated(state(), initialState().game.start, rating(0.5))
  for (const first of /** @type {const} */ (['thrown', 'kept', 'helped'])) {
    const once = learn(before, first)
    expect(learn(once, 'kept')).toBe(once)
    expect(once.strength === before.strength).toBe(first === 'helped')
  }
})

test('a position with a rating of its own has that one', () => {
  const { start } = initialState().game
  const daily = { id: 'daily', fen: start, line: [], rating: rating(0.1) }
  const practised = rated(state({ ...practising({}), training: daily }), start, rating(0.7))
  expect(ratingOf(practised)).toEqual(rating(0.1))
  expect(ratingOf({ ...practised, training: null })).toEqual(rating(0.7))
  expect(unrated({ ...practised, ratings: {} })).toEqual([])
})

test('a position fits a strength if it is kept in half of the cases', () => {
  const all = [1, 1 / 2, 1 / 8, 1 / 100].map(rating)
  expect(closest(all, strengthFor(rating(1 / 7)))).toBe(all[2])
  expect(closest(all, 0)).toBe(all[0])
  expect(closest([], 3)).toBeUndefined()
  expect([0, 1, 2.6, 5, 7, 8, 15].map(levelFor)).toEqual([1, 2, 3, 4, 4, 5, 5])
})

test('an attempt ends once, with a success or a mistake, and help makes it count for nothing', () => {
  const playing = state(practising({}))
  const after = (/** @type {object} */ changes) => attemptOf(state(practising(changes)), playing)
  expect(after({})).toBeNull()
  expect(after({ stage: 'done' })).toBe('kept')
  expect(after({ stage: 'thrown' })).toBe('thrown')
  expect(after({ stage: 'done', helped: true })).toBe('helped')
  const done = state(practising({ stage: 'done' }))
  expect(attemptOf(done, done)).toBeNull()
  expect(attemptOf(state(), playing)).toBeNull()
})
