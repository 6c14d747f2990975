// A puzzle in a frame: the user plays the position against perfect play, and the answer is hidden until then.

import { store } from '../../shell/app.js'
import { setMode } from '../board/tools.js'
import { begin, startPractising } from '../practice/practice.effects.js'
import { asPuzzle } from '../practice/practice.js'

/** @param {string} fen */
export function startPuzzle(fen) {
  startPractising()
  pose(fen)
  // The engine has repaired the FEN of the address.
  store.subscribe(({ practice, game, puzzle }, before) => {
    if (!practice && game.start !== before.game.start && game.start !== puzzle) pose(game.start)
  })
}

/** Begins with a puzzle, with its answer hidden. @param {string} fen */
export function pose(fen) {
  store.update(asPuzzle, fen)
  store.update(setMode, 'practice')
  begin(fen)
}
