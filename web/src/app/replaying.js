// Games that come from outside: their moves are held to the rules of chess.

import { listed } from '../state/variations.js'
import { notify } from '../state/view.js'
import { plural } from '../words.js'
import { prober, store } from './app.js'

/**
 * Goes on with those moves of a game that are legal, unless something else has come onto the board meanwhile.
 * @param {string} start
 * @param {{moves: string[], after: number[]}} listing
 * @param {string} whose  that has them
 * @param {(state: import('../state/state.js').State, plies: import('../state/state.js').GamePly[]) => import('../state/state.js').State} change
 */
export async function replay(start, { moves, after }, whose, change) {
  const { game } = store.state
  const played = await prober.replay(start, moves, after)
  if (store.state.game !== game) return
  const plies = played.ok ? listed(played.value.moves) : []
  store.update(change, plies)
  if (played.ok && plies.length < moves.length) store.update(notify, `Of the ${whose} ${plural(moves.length, 'move')} only ${plies.length} could be played.`)
}
