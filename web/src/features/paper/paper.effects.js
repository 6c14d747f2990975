// Positions on paper and as pictures. The drawing code is loaded on first use.

import { say } from '../../language.js'
import { notify } from '../../shell/view.js'
import { offerPaper } from './paper.js'
import { store } from '../../shell/app.js'

/** @param {import('../../shell/state.js').Paper} paper */
export async function openPaper(paper) {
  try {
    // oxlint-disable-next-line no-restricted-imports -- It is loaded when it is used first.
    await import('./mw-paper.js')
    store.update(offerPaper, paper)
  } catch (error) {
    console.warn(error)
    store.update(notify, say('paper.notLoaded'))
  }
}
