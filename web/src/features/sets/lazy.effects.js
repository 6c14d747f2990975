// What most visits have no use for comes when it is used first, and is kept then.

import { say } from '../../language.js'
import { isTraining } from '../../shell/address.js'
import { notify } from '../../shell/view.js'
import { store } from '../../shell/app.js'

/** All about sets of positions; undefined if it could not be loaded. */
export const loadSets = () =>
  import('./sets.effects.js').catch((error) => {
    console.warn(error)
    store.update(notify, say('later.setsNotLoaded'))
  })

/** @param {import('../../shell/state.js').State} state */
const needsSets = ({ place, collecting }) => place.page === 'sets' || isTraining(place) || !!collecting

export function startLazySets() {
  if (needsSets(store.state)) loadSets()
  store.subscribe((state, before) => {
    if (needsSets(state) && !needsSets(before)) loadSets()
  })
}
