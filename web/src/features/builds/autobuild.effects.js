// Starts builds without a click for the position on the board, if they are quick.

import { whenNobodyBuilds } from '../../engine/locks.js'
import { chooseAutobuild, dueAutobuild } from './autobuild.js'
import { endTyping } from '../game/game.js'
import { store } from '../../shell/app.js'
import { buildFor } from './build.effects.js'
import { isFramed } from '../../shell/framed.js'
import { remember, remembered } from '../../shell/remember.js'

const AT_ONCE = 'matewright-at-once'
/** A pause in typing after which the position counts as complete. */
const PAUSE_MS = 800

let trying = false
/** @type {number | undefined} */
let pause

export const restoreAutobuild = () => store.update(chooseAutobuild, remembered(AT_ONCE) !== 'no')

export function startAutobuild() {
  store.subscribe((state, before) => {
    if (state.autobuild !== before.autobuild) remember(AT_ONCE, state.autobuild ? 'yes' : 'no')
    if (state.game !== before.game) settle(state)
  })
  store.react(tryNow)
  document.addEventListener('visibilitychange', tryNow)
}

/** @param {import('../../shell/state.js').State} state */
function settle({ game }) {
  clearTimeout(pause)
  if (game.typed) pause = window.setTimeout(() => store.update(endTyping), PAUSE_MS)
}

// While another tab builds, the page waits for its end: that build may make the missing tables.
async function tryNow() {
  if (trying || (isFramed && document.hidden)) return // the frame is not visible
  const occasion = dueAutobuild(store.state)
  if (!occasion) return
  trying = true
  try {
    const how = await buildFor(occasion)
    if (how === 'busy') await whenNobodyBuilds()
  } finally {
    trying = false
  }
  tryNow()
}
