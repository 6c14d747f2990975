// The page's one state and its one prober.

import { createProber } from '../engine/engine.js'
import { say } from '../language.js'
import { createStore } from '../state/store.js'
import { initialState } from '../state/state.js'
import { LOST } from '../state/storage.js'
import { notify } from '../state/view.js'

export const store = createStore(initialState())

export const prober = createProber(() => {
  const restarted = say('engine.restarted')
  store.update(notify, store.state.kept ? restarted : `${restarted} ${LOST}`)
})
