// The code of sets is loaded at its first use, as most visits do not use it.

import { isTraining } from '../../shell/address.js'
import { store } from '../../shell/app.js'
import { lazily } from '../../shell/lazy.effects.js'

/** Returns the module of sets, or undefined if it could not be loaded. */
export const loadSets = lazily(async () => {
  const entry = await import('./sets-entry.js')
  entry.start()
  return entry
}, 'later.setsNotLoaded')

/** @param {import('../../shell/state.js').State} state */
const needsSets = ({ place, collecting }) => place.page === 'sets' || isTraining(place) || !!collecting

export function startLazySets() {
  if (needsSets(store.state)) loadSets()
  store.subscribe((state, before) => {
    if (needsSets(state) && !needsSets(before)) loadSets()
  })
}
