// Builds without a click what the position on the board needs, if that is quick.

import { whenNobodyBuilds } from '../../engine/locks.js'
import { chooseAutobuild, dueAutobuild } from './autobuild.js'
import { endTyping } from '../game/game.js'
import { store } from '../../shell/app.js'
import { buildFor } from './build.effects.js'
import { isFramed } from '../../shell/framed.js'
import { remember, remembered } from '../../shell/remember.js'

const AT_ONCE = 'matewright-at-once'
/** Who types no more for so long has typed a position. */
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

// While another tab builds there is nothing to do but wait for its end: what it makes may be what is needed here.
async function tryNow() {
  if (trying || (isFramed && document.hidden)) return // nobody sees what the page around has set
  const occasion = dueAutobuild(store.state)
  if (!occasion) return
  trying = true
  const how = await buildFor(occasion)
  if (how === 'busy') await whenNobodyBuilds()
  trying = false
  tryNow()
}
