import { BOARD } from '../state/address.js'
import { currentFen, explore } from '../state/game.js'
import { show } from '../state/view.js'
import { navigate } from './address.js'
import { store } from './app.js'

/**
 * Shows a position on the board, to be played on from.
 * @param {string} fen
 */
export function open(fen) {
  if (fen === currentFen(store.state)) {
    store.update(explore, fen)
    return navigate(BOARD)
  }
  // In one step: it is one entry of the browser's history.
  store.update((state) => show(explore(state, fen), BOARD))
  scrollTo(0, 0)
}
