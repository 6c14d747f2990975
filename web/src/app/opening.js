import { BOARD } from '../state/address.js'
import { currentFen, explore, exploreGame } from '../state/game.js'
import { readMoves } from '../state/pgn.js'
import { show } from '../state/view.js'
import { navigate } from './address.js'
import { store } from './app.js'
import { replay } from './replaying.js'

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

/**
 * Shows a game from its start, with its moves and variations.
 * @param {string} start
 * @param {string} text  of the moves
 * @param {Record<string, string>} [tags]
 */
export function openGame(start, text, tags) {
  const listing = readMoves(text)
  if (!listing.moves.length) return open(start)
  store.update((state) => show(exploreGame(state, start, tags), BOARD))
  scrollTo(0, 0)
  return replay(start, listing, 'game')
}
