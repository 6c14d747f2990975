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
    if (fen !== currentFen(before)) history.replaceState(null, '', writeAddress(state.page, fen))
  })
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
