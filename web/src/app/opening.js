import { BOARD } from '../state/address.js'
import { explore } from '../state/game.js'
import { navigate } from './address.js'
import { store } from './app.js'

/**
 * Shows a position on the board, to be played on from.
 * @param {string} fen
 */
export function open(fen) {
  store.update(explore, fen)
  navigate(BOARD)
}
