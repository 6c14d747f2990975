// The page in a frame of another page. Only such a page loads this file.

import './frame.css'
import './mw-frame.js'
import { store } from '../../shell/app.js'
import { isTraining } from '../../shell/address.js'
import { leadOut } from '../../shell/framed.js'
import { reportSolved, startMessages } from './messages.effects.js'
import { startPuzzle } from './puzzle.effects.js'
import { setMode } from '../board/tools.js'

// Links lead out of the frame, to the page itself.
document.head.append(Object.assign(document.createElement('base'), { target: '_blank' }))
// An illegal position can be edited in the page, but not in a frame.
store.subscribe(({ mode }) => {
  if (mode === 'edit') store.update(setMode, 'play')
})
startMessages()
const { puzzle, place } = store.state
if (isTraining(place)) openSet()
else if (puzzle !== null) startPuzzle(puzzle, reportSolved)

/** The code of sets is loaded only by a frame with a set. */
async function openSet() {
  try {
    const { startFramedSet } = await import('../sets/sets-entry.js')
    await startFramedSet(reportSolved)
  } catch (error) {
    console.warn(error)
    leadOut()
  }
}
