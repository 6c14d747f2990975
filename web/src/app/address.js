// Keeps the address bar and the state in step.

import { currentFen, enter } from '../state/game.js'
import { readAddress, samePlace, writeAddress } from '../state/address.js'
import { show } from '../state/view.js'
import { store } from './app.js'

export function startAddress() {
  readIn()
  addEventListener('hashchange', () => store.update(show, readAddress(location).place))
  addEventListener('popstate', readIn)
  store.subscribe((state, before) => {
    const fen = currentFen(state)
    if (fen !== currentFen(before)) follow(writeAddress(state.place, fen))
  })
}

// Browsers refuse when the address changes very often or grows very long: the position matters more.
/** @param {string} address */
function follow(address) {
  try {
    history.replaceState(null, '', address)
  } catch (error) {
    console.warn(error)
  }
}

function readIn() {
  const { place, fen } = readAddress(location)
  store.update(show, place)
  if (fen) store.update(enter, fen)
}

/** @param {import('../state/state.js').Place} place */
export function navigate(place) {
  if (samePlace(place, store.state.place)) return
  history.pushState(null, '', writeAddress(place, currentFen(store.state)))
  store.update(show, place)
  scrollTo(0, 0)
}
