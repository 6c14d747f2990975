// Requests the results of the position with the held man on other squares.

import { currentFen } from '../game/game.js'
import { addPlaced, asked, holdAgain, letGo } from './held.js'
import { prober, store } from '../../shell/app.js'

export function startHeld() {
  store.react((state, before) => {
    if (state.held && state.held.fen !== currentFen(state)) return store.update(letGo)
    if (state.tables !== before.tables) store.update(holdAgain)
    const question = asked(store.state)
    if (question?.number === asked(before)?.number) return
    if (before.held && !before.held.complete) prober.stop('elsewhere')
    if (question) ask(question)
  })
}

/** @param {import('./held.js').Held} question */
async function ask({ number, fen, square }) {
  const result = await prober.elsewhere(fen, square, (some) => store.update(addPlaced, number, some, false))
  if (store.state.held?.number !== number) return // stopped
  if (result.ok) store.update(addPlaced, number, [], true)
  else store.update(letGo) // the position is illegal
}
