// Requests the results of the position with the held man on other squares.

import { addPlaced, asked } from './held.js'
import { prober, store } from '../../shell/app.js'

export function startHeld() {
  store.react((state, before) => {
    if (state.held === before.held && state.game === before.game) return
    const question = asked(state)
    const earlier = asked(before)
    if (question && question.placed.length === 0 && question.square !== earlier?.square) ask(question)
    else if (!question && before.held && !before.held.complete) prober.stop('elsewhere')
  })
}

/** @param {import('./held.js').Held} question */
async function ask(question) {
  prober.stop('elsewhere')
  const { fen, square } = question
  const result = await prober.elsewhere(fen, square, (some) => store.update(addPlaced, question, some, false))
  if (result.ok) store.update(addPlaced, question, [], true)
}
