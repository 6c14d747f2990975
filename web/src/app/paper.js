// Positions on paper and as pictures. What draws them is loaded when it is first asked for.

import { say } from '../language.js'
import { notify, offerPaper } from '../state/view.js'
import { store } from './app.js'

/** @param {import('../state/state.js').Paper} paper */
export async function openPaper(paper) {
  try {
    await import('../components/mw-paper.js')
    store.update(offerPaper, paper)
  } catch (error) {
    console.warn(error)
    store.update(notify, say('paper.notLoaded'))
  }
}
