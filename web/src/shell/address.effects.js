// Keeps the address bar and the state in step.

import { currentFen, enter, revisit } from '../features/game/game.js'
import { BOARD, isSetPractice, readAddress, samePlace, writeAddress } from './address.js'
import { show } from './view.js'
import { setMode } from '../features/board/tools.js'
import { asPuzzle } from '../features/practice/practice.js'
import { store } from './app.js'
import { isFramed } from './framed.js'
import { settle } from '../features/paste/read-fens.effects.js'
import { replay } from '../features/game/replay.effects.js'

/** @typedef {import('./state.js').State} State */

/** Lets the engine read the position of the address, after all is restored. */
let settleAddress = () => {}

/** Shows the place and the position of the address. */
export const restoreAddress = () => (settleAddress = readIn())

export function startAddress() {
  settleAddress()
  follow(store.state) // the address names the position from the first one on
  // In a frame the page around could also set places and positions this way. A frame has only the board, and accepts
  // positions only by messages.
  if (!isFramed) {
    addEventListener('hashchange', () => store.update(show, readAddress(location).place))
    addEventListener('popstate', () => readIn()())
  }
  store.subscribe((state, before) => {
    if (state.game !== before.game)
      follow(state, state.game.written === undefined || state.game.written !== before.game.start)
  })
}

/**
 * Writes the address. The browser's back and forward step through the moves. All steps that set up a position are one
 * entry. In a frame back and forward belong to the other page.
 * @param {State} state
 * @param {boolean} [isOther]  the position has changed, not only its FEN
 */
function follow({ place, game, mode, puzzle }, isOther = true) {
  if (puzzle !== null) return // the address stays that of the puzzle
  const address = writeAddress(place, currentFen({ game }))
  const isStep = isOther && !isFramed && mode === 'play' && !game.typed && !isShown(address)
  try {
    if (isStep) history.pushState({ game }, '', address)
    else history.replaceState({ game }, '', address)
  } catch (error) {
    // Browsers refuse when the address changes very often or grows very long: the position matters more.
    console.warn(error)
  }
}

/** @param {string} address */
const isShown = (address) => new URL(address, location.href).search === location.search

/** Shows the place and the position of the address. @returns {() => void} lets the engine read it */
function readIn() {
  const { place, fen, at, puzzle, ...listing } = readAddress(location)
  // A frame has only a board, or a set to solve.
  store.update(show, isFramed && !isSetPractice(place) ? BOARD : place)
  /** @type {{game?: import('./state.js').Game, mode?: import('./state.js').Mode}} */
  const { game, mode } = history.state ?? {}
  const isKept = game && currentFen({ game }) === fen
  if (isKept) store.update(revisit, game)
  else if (fen) store.update(enter, fen)
  if (mode === 'edit') store.update(setMode, mode)
  if (isFramed && puzzle) store.update(asPuzzle, currentFen(store.state))
  return () => {
    if (isKept || !fen) return
    if (listing.moves.length && store.state.puzzle === null) replay(fen, listing, 'link', at)
    else settle(fen)
  }
}

/** Replaces the address by the current one. */
export const readdress = () => follow({ ...store.state, mode: 'edit' })

/** @param {import('./state.js').Place} place */
export function navigate(place) {
  if (samePlace(place, store.state.place)) return
  const { game } = store.state
  history.pushState({ game }, '', writeAddress(place, currentFen({ game })))
  store.update(show, place)
  scrollTo(0, 0)
}
