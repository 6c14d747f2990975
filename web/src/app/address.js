// Keeps the address bar and the state in step.

import { currentFen, enter } from '../state/game.js'
import { readAddress, writeAddress } from '../state/address.js'
import { show } from '../state/view.js'
import { store } from './app.js'

export function startAddress() {
  readIn()
  addEventListener('hashchange', () => store.update(show, readAddress(location).page))
  addEventListener('popstate', readIn)
  store.subscribe((state, before) => {
    const fen = currentFen(state)
    if (fen !== currentFen(before)) follow(writeAddress(state.page, fen))
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
  const { page, fen } = readAddress(location)
  store.update(show, page)
  if (fen) store.update(enter, fen)
}

/** @param {import('../state/state.js').Page} page */
export function navigate(page) {
  if (page === store.state.page) return
  history.pushState(null, '', writeAddress(page, currentFen(store.state)))
  store.update(show, page)
  scrollTo(0, 0)
}
