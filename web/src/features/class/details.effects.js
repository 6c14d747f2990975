// Finds out about the class whose page is shown: what is in its table, or how it would be built.

import { forgetDetails, learn, subjectOf } from './details.js'
import { prober, store } from '../../shell/app.js'
import { proposalOf } from '../builds/build.effects.js'
import { recordFor } from '../tables/records.effects.js'

/** @typedef {import('../../shell/state.js').State} State */

export function startDetails() {
  store.subscribe((state, before) => {
    const [now, then] = [subjectOf(state), subjectOf(before)]
    if (now?.name !== then?.name || now?.present !== then?.present) readDetails()
    else if (now !== then || differ(state, before)) updateOutlook()
  })
  readDetails()
}

/** Whether a build would not be done as before. @param {State} state @param {State} before */
const differ = (state, before) =>
  state.workers !== before.workers || state.memory !== before.memory || state.build !== before.build

export function readDetails() {
  store.update(forgetDetails)
  const table = subjectOf(store.state)
  if (table?.present) read(table.name)
  else updateOutlook()
}

/** @param {string} name */
async function read(name) {
  const table = await prober.details(name)
  store.update(learn, name, table.ok ? { table: table.value, record: recordFor(name) } : { error: table.error })
  if (!table.ok || subjectOf(store.state)?.name !== name) return
  const sum = await prober.sum(name)
  store.update(learn, name, sum.ok ? sum.value : { error: sum.error })
}

// A later look sees things as they are then.
let asked = 0

async function updateOutlook() {
  const table = subjectOf(store.state)
  if (!table || table.present || store.state.build) return
  const mine = ++asked
  const outlook = await proposalOf([table.name])
  if (mine === asked) store.update(learn, table.name, { outlook })
}
