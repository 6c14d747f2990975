// How hard positions are, and how strong the user is. The engine rates positions: see docs/reference/difficulty.md.

import { toRate } from '../find/finder.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/border.js').Rating} Rating
 */

/** The number of levels. */
export const LEVELS = 5

/**
 * The positions in view that have no rating yet: those of a set or of a sorted search, and the one that is practised.
 * @param {State} state
 */
export function unrated(state) {
  const { place, mode, practice, training, game, ratings } = state
  const set = place.page === 'sets' ? state.sets?.find(({ id }) => id === place.subject) : undefined
  const isPractised = place.page === 'board' && mode === 'practice' && practice && !training?.rating
  const practised = isPractised ? [game.start] : []
  const inSet = (set?.positions ?? []).map(({ fen }) => fen)
  return [...practised, ...inSet, ...toRate(state)].filter((fen) => ratings[fen] === undefined)
}

/** The rating of the position that is practised. @param {State} state */
export const ratingOf = ({ training, ratings, game }) => training?.rating ?? ratings[game.start]

/** @param {State} state @param {string} fen @param {Rating | null} rating @returns {State} */
export const rated = (state, fen, rating) => ({ ...state, ratings: { ...state.ratings, [fen]: rating } })

/**
 * Forgets which positions lack tables: there may be more tables now.
 * @param {State} state
 * @returns {State}
 */
export function forgetMissing(state) {
  const known = Object.entries(state.ratings).filter(([, rating]) => rating)
  return known.length === Object.keys(state.ratings).length ? state : { ...state, ratings: Object.fromEntries(known) }
}

/**
 * Sorts positions from the easiest to the hardest. Those without a rating come last, in their order.
 * @template {{fen: string}} T
 * @param {T[]} positions
 * @param {State['ratings']} ratings
 */
export const fromEasiest = (positions, ratings) =>
  positions.toSorted((one, another) => chanceOf(ratings[another.fen]) - chanceOf(ratings[one.fen]))

/**
 * Sorts positions from the hardest to the easiest. Those without a rating come last, in their order.
 * @template {{fen: string}} T
 * @param {T[]} positions
 * @param {State['ratings']} ratings
 */
export const fromHardest = (positions, ratings) => [
  ...fromEasiest(
    positions.filter(({ fen }) => ratings[fen]),
    ratings,
  ).toReversed(),
  ...positions.filter(({ fen }) => !ratings[fen]),
]

/** @param {Rating | null | undefined} rating */
const chanceOf = (rating) => rating?.chance ?? -1

/** The strength at which learn expects a success in half of the cases. @param {Pick<Rating, 'chance'>} rating */
export const strengthFor = ({ chance }) => -Math.log2(chance)

/** The level of positions that a user of a strength keeps in half of the cases. @param {number} strength */
export const levelFor = (strength) => 1 + LEVELS_FROM.filter((bits) => strength >= bits).length

/** The strengths from which on positions have the next level: those of bounds in core/difficulty. */
const LEVELS_FROM = [1, Math.log2(6), 5, 8]

/** How much a surprise moves the strength. */
const STEP = 0.8
const MOST_STRENGTH = 15

/** @typedef {'kept' | 'thrown' | 'helped'} Attempt  helped: the user had a hint, or took a move back */

/**
 * Moves the user's strength after the first attempt at a position, as Elo's rule does: a success that was likely
 * counts little. A position that cannot be thrown away teaches nothing, and neither does an attempt with help.
 * @param {State} before
 * @param {Attempt} attempt
 * @returns {State}
 */
export function learn(before, attempt) {
  const { start } = before.game
  if (before.attempted.includes(start)) return before
  const state = { ...before, attempted: [...before.attempted, start] }
  const rating = ratingOf(state)
  if (!rating || rating.chance === 1 || attempt === 'helped') return state
  const likely = 1 / (1 + 2 ** (strengthFor(rating) - state.strength))
  return setStrength(state, state.strength + STEP * ((attempt === 'kept' ? 1 : 0) - likely))
}

/** @param {State} state @param {number} strength @returns {State} */
export const setStrength = (state, strength) => ({
  ...state,
  strength: Math.min(MOST_STRENGTH, Math.max(0, strength)),
})

/**
 * Returns the attempt that has just ended, or null.
 * @param {State} state
 * @param {State} before
 * @returns {Attempt | null}
 */
export function attemptOf(state, before) {
  const { practice } = state
  if (!practice || practice.stage === 'playing' || before.practice?.stage !== 'playing') return null
  return practice.helped ? 'helped' : practice.stage === 'done' ? 'kept' : 'thrown'
}

/**
 * Returns the rating that fits a strength best.
 * @template {Rating} T
 * @param {T[]} ratings
 * @param {number} strength
 */
export const closest = (ratings, strength) =>
  ratings.toSorted((one, another) => awayFrom(one, strength) - awayFrom(another, strength))[0]

/** @param {Rating} rating @param {number} strength */
const awayFrom = (rating, strength) => Math.abs(strengthFor(rating) - strength)
