import { BOARD } from '../../shell/address.js'
import { currentFen, explore, exploreGame } from '../game/game.js'
import { readMoves } from '../game/pgn.js'
import { show } from '../../shell/view.js'
import { navigate } from '../../shell/address.effects.js'
import { store } from '../../shell/app.js'
import { replay } from '../game/replay.effects.js'

/**
 * Shows a position on the board in play mode.
 * @param {string} fen
 */
export function open(fen) {
  if (fen === currentFen(store.state)) {
    store.update(explore, fen)
    return navigate(BOARD)
  }
  // One step is one entry of the browser's history.
  store.update((state) => show(explore(state, fen), BOARD))
  scrollTo(0, 0)
}

/**
 * Shows a game with its moves and variations, from its start.
 * @param {string} start
 * @param {string} text  of the moves
 * @param {Record<string, string>} [tags]
 * @param {number | string} [at]  the number of the move that leads to the board, as the text lists them, 0 for the
 *   start; or the FEN of a position of the game
 */
export function openGame(start, text, tags, at) {
  const listing = readMoves(text)
  if (!listing.moves.length) return open(start)
  store.update((state) => show(exploreGame(state, start, tags), BOARD))
  scrollTo(0, 0)
  return replay(start, listing, 'game', at)
}
