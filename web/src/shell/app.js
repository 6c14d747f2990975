// The page's one state and its one prober.

import { createProber } from '../engine/engine.js'
import { say } from '../language.js'
import { createStore } from './store.js'
import { initialState } from './state.js'
import { LOST } from '../features/tables/storage.js'
import { notify } from './view.js'

export const store = createStore(initialState())

export const prober = createProber(() => {
  const restarted = say('engine.restarted')
  store.update(notify, store.state.kept ? restarted : `${restarted} ${LOST}`)
})
