// A puzzle in a frame: the user plays the position against perfect play, and the answer is hidden until then.

import { store } from '../../shell/app.js'
import { setMode } from '../board/tools.js'
import { currentFen } from '../game/game.js'
import { begin, startPractising } from '../practice/practice.effects.js'

export function startPuzzle() {
  startPractising()
  solve()
  // The page around the frame may set another position.
  store.subscribe(({ mode, practice, game }, before) => {
    if (mode === 'practice' && !practice && game.start !== before.game.start) solve()
  })
}

/** Begins with the position on the board, with its answer hidden. */
export function solve() {
  store.update(setMode, 'practice')
  begin(currentFen(store.state))
}
