// The code of sets is loaded at its first use, as most visits do not use it.

import { say } from '../../language.js'
import { isTraining } from '../../shell/address.js'
import { store } from '../../shell/app.js'
import { notify } from '../../shell/view.js'

/** @type {Promise<typeof import('./sets-entry.js')> | null} */
let loading = null

/** Returns the module of sets, or undefined if it could not be loaded. The next call tries again. */
export const loadSets = () =>
  (loading ??= load()).catch((error) => {
    loading = null
    console.warn(error)
    store.update(notify, say('later.setsNotLoaded'))
  })

async function load() {
  const entry = await import('./sets-entry.js')
  entry.start()
  return entry
}

/** @param {import('../../shell/state.js').State} state */
const needsSets = ({ place, collecting }) => place.page === 'sets' || isTraining(place) || !!collecting

export function startLazySets() {
  if (needsSets(store.state)) loadSets()
  store.subscribe((state, before) => {
    if (needsSets(state) && !needsSets(before)) loadSets()
  })
}
