// Requests the ratings of the positions in view, and keeps the user's strength.

import { prober, store } from '../../shell/app.js'
import { remember, remembered } from '../../shell/remember.js'
import { attemptOf, forgetMissing, learn, rated, setStrength, unrated } from './difficulty.js'
import { createRater } from './rater.js'

const STRENGTH = 'matewright-strength'

export function restoreStrength() {
  const strength = parseFloat(remembered(STRENGTH) ?? '')
  if (strength >= 0) store.update(setStrength, strength)
}

/** Positions out of view that somebody waits for. @type {string[]} */
let awaited = []

const rateSoon = createRater({
  wanted: () => {
    const { state } = store
    return [...new Set([...awaited.filter((fen) => state.ratings[fen] === undefined), ...unrated(state)])]
  },
  rate: (fens, report) => prober.rate(fens, report),
  stop: () => prober.stop('rate'),
  take: (fen, rating) => store.update(rated, fen, rating),
})

export function startRating() {
  store.react((state, before) => {
    const attempt = attemptOf(state, before)
    if (attempt) store.update(learn, attempt)
    if (state.strength !== before.strength) remember(STRENGTH, state.strength.toFixed(2))
    if (state.tables !== before.tables && tablesOf(state) !== tablesOf(before)) store.update(forgetMissing)
    rateSoon()
  })
}

/** The tables of each class, as text. @param {import('../../shell/state.js').State} state */
const tablesOf = ({ tables }) =>
  JSON.stringify(
    tables?.map(({ name, present, lone, unproven, castling }) => [name, present, lone, unproven, castling?.present]),
  )

/**
 * Returns the ratings of those positions whose tables exist.
 * @param {string[]} fens
 */
export async function ratingsOf(fens) {
  awaited = [...fens, ...awaited]
  rateSoon()
  await store.until(({ ratings }) => fens.every((fen) => ratings[fen] !== undefined))
  awaited = awaited.filter((fen) => !fens.includes(fen))
  return fens.flatMap((fen) => {
    const rating = store.state.ratings[fen]
    return rating ? { ...rating, fen } : []
  })
}
