// Opens the only-move of the day, and copies the user's result.

import { locale, say } from '../../language.js'
import { DAY, writeAddress } from '../../shell/address.js'
import { store } from '../../shell/app.js'
import { copy } from '../../shell/share.effects.js'
import { rated } from '../difficulty/difficulty.js'
import { turnOf } from '../board/position.js'
import { findSet } from '../sets/sets.js'
import { holdSet } from '../sets/sets.effects.js'
import { DAILY_SET, dayOf, puzzleOf, resultInWords, rowOf, setOf, weekOf } from './daily.js'

export const today = () => dayOf(new Date())

/** Returns the set of the week so far, and the FEN of today's position. */
export async function openDaily() {
  const day = today()
  const set = await holdSet(DAILY_SET, (kept) => setOf(kept, day, locale))
  for (const each of weekOf(day)) store.update(rated, each.fen, ratingOf(each))
  return { set, fen: puzzleOf(day).fen }
}

/**
 * The rating of the moves to find. The engine's own rating is that of more moves.
 * @param {ReturnType<typeof puzzleOf>} puzzle
 * @returns {import('../../engine/border.js').Rating}
 */
function ratingOf(puzzle) {
  const { fen, chance, level } = puzzle
  const moves = rowOf(puzzle)
  return { side: turnOf(fen) === 'white' ? 'w' : 'b', chance, level, moves, only: moves }
}

export function copyResult() {
  const set = findSet(store.state, DAILY_SET)
  const link = new URL(writeAddress(DAY, ''), location.href).href
  copy(`${resultInWords(set?.scores ?? {}, today(), locale)}\n${link}`, say('daily.copied'))
}
