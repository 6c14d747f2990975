// Opens the only-move of the day, and copies the user's result.

import { locale, say } from '../../language.js'
import { DAY, writeAddress } from '../../shell/address.js'
import { store } from '../../shell/app.js'
import { copy, shareText } from '../../shell/share.effects.js'
import { findSet } from '../sets/sets.js'
import { holdSet } from '../sets/sets.effects.js'
import { DAILY_SET, dayOf, puzzleOf, resultInWords, scoresOf, setOf } from './daily.js'

export const today = () => dayOf(new Date())

/** Returns the set of the week so far, and the FEN of today's position, or else of the last one. */
export async function openDaily() {
  const day = today()
  const set = await holdSet(DAILY_SET, (kept) => setOf(kept, day, locale))
  const { fen } = puzzleOf(day)
  return {
    set,
    fen: set.positions.some((each) => each.fen === fen) ? fen : set.positions[set.positions.length - 1].fen,
  }
}

/** @param {number} day */
function resultWithLink(day) {
  const link = new URL(writeAddress(DAY, ''), location.href).href
  const scores = scoresOf(findSet(store.state, DAILY_SET), day)
  return `${resultInWords(scores, day, locale)}\n${link}`
}

/** @param {number} day */
export const copyResult = (day) => copy(resultWithLink(day), say('daily.copied'))

/** @param {number} day */
export const shareResult = (day) => shareText(resultWithLink(day), say('daily.copied'))
