// Games that come from outside: the engine checks their moves against the rules of chess.

import { say } from '../../language.js'
import { complete, restore } from './game.js'
import { repairsInWords } from '../paste/pasted.js'
import { MOST_COMMENTS, MOST_MOVES } from './pgn.js'
import { annotated, lineThrough, listed } from './variations.js'
import { notify } from '../../shell/view.js'
import { prober, store } from '../../shell/app.js'

let asked = 0

/**
 * Adds the legal moves of a game, unless another game is on the board by then. Moves already played from its start
 * stay.
 * @param {string} start
 * @param {{moves: string[], after: number[], remarks?: import('../../shell/state.js').Remarks[], unread?: number,
 *   uncommented?: boolean}} listing
 * @param {'game' | 'link'} source  that has them
 * @param {number | string} [at]  the number of the move that leads to the board, 0 for the start; or the FEN of a
 *   position of the game
 */
export async function replay(start, { moves, after, remarks = [], unread = 0, uncommented }, source, at = 0) {
  const mine = ++asked
  const { game, past } = store.state
  const played = await prober.replay(start, moves, after)
  if (!played.ok || mine !== asked || store.state.past.length < past.length) return // the last: it was undone
  const { start: from, warnings = [], moves: legal, numbers, legal: count } = played.value
  const plies = annotated(listed(legal), { after, remarks }, numbers)
  const goal = typeof at === 'string' ? numberOf(plies, at) : (numbers[Math.min(at, numbers.length) - 1] ?? 0)
  if (store.state.game === game) store.update(restore, { start: from, plies, at: goal, tags: game.tags })
  else if (store.state.game.start === start) store.update(complete, { start: from, plies, at: goal })
  else return
  const notices = warnings.length ? [repairsInWords(warnings)] : []
  const all = moves.length + unread
  if (count < all) {
    const full = numbers.length === MOST_MOVES && all > MOST_MOVES
    notices.push(say('replaying.unplayed', { source, all, count, full, most: MOST_MOVES }))
  } else if (uncommented) notices.push(say('replaying.uncommented', { source, most: MOST_COMMENTS }))
  if (notices.length) store.update(notify, notices.join(' '))
}

/**
 * The number of the move to a position, in the main line if possible, or 0.
 * @param {import('../../shell/state.js').GamePly[]} plies @param {string} fen
 */
const numberOf = (plies, fen) =>
  [...lineThrough(plies, 0), ...plies.map((_, i) => i + 1)].find((number) => plies[number - 1].fen === fen) ?? 0
