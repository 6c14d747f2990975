// Begins a check of games. Its code is loaded on first use.

import { say } from '../../language.js'
import { notify } from '../../shell/view.js'
import { store } from '../../shell/app.js'

/** @param {Blob} games */
export async function beginCheck(games) {
  try {
    // oxlint-disable-next-line no-restricted-imports -- It is loaded when it is used first.
    const { checkGames } = await import('./mw-check.js')
    checkGames(games)
  } catch (error) {
    console.warn(error)
    store.update(notify, say('found.checkFailed'))
  }
}
