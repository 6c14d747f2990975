// Requests the ratings of the positions in view, and keeps the user's strength.

import { prober, store } from '../../shell/app.js'
import { remember, remembered } from '../../shell/remember.js'
import { attemptOf, forgetMissing, learn, rated, setStrength, unrated } from './difficulty.js'

const STRENGTH = 'matewright-strength'

export function restoreStrength() {
  const strength = parseFloat(remembered(STRENGTH) ?? '')
  if (strength >= 0) store.update(setStrength, strength)
}

export function startRating() {
  store.react((state, before) => {
    const success = attemptOf(state, before)
    if (success !== null) store.update(learn, success)
    if (state.strength !== before.strength) remember(STRENGTH, state.strength.toFixed(2))
    if (state.tables !== before.tables) store.update(forgetMissing)
    rateSoon()
  })
}

/** The positions of the running call that have no answer yet; null without a call. @type {string[] | null} */
let asked = null

async function rateSoon() {
  const wanted = unrated(store.state)
  if (asked) return void (asked.some((fen) => wanted.includes(fen)) || stop())
  if (!wanted.length) return
  asked = wanted
  const result = await prober.rate(wanted, ({ fen, rating }) => {
    asked = asked?.filter((each) => each !== fen) ?? null
    store.update(rated, fen, rating ?? null)
  })
  const [refused] = asked
  asked = null
  if (!result.ok && refused) store.update(rated, refused, null)
  rateSoon()
}

/** Ends the running call, whose positions are out of view. Then those in view follow. */
function stop() {
  if (asked?.length) prober.stop('rate')
  asked = []
}

/**
 * Returns the ratings of those positions whose tables exist.
 * @param {string[]} fens
 */
export async function ratingsOf(fens) {
  /** @type {(import('../../engine/border.js').Rating & {fen: string})[]} */
  const found = []
  await prober.rate(fens, ({ fen, rating }) => {
    if (rating) found.push({ ...rating, fen })
    store.update(rated, fen, rating ?? null)
  })
  return found
}
