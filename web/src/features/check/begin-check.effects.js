// Begins a check of games. Its code is loaded on first use.

import { say } from '../../language.js'
import { notify } from '../../shell/view.js'
import { store } from '../../shell/app.js'

/** @param {Blob} games */
export async function beginCheck(games) {
  // oxlint-disable-next-line no-restricted-imports -- It is loaded when it is used first.
  const loaded = await import('./mw-check.js').catch(console.warn)
  if (loaded) loaded.checkGames(games)
  else store.update(notify, say('found.checkFailed'))
}
