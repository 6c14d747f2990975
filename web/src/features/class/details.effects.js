// Loads the details of the class whose page is shown: the contents of its table, or the plan of its build.

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

/** Reports whether the plan of a build may have changed. @param {State} state @param {State} before */
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

// The number of the last request. Results of earlier requests are dropped.
let requests = 0

async function updateOutlook() {
  const table = subjectOf(store.state)
  if (!table || table.present || store.state.build) return
  const mine = ++requests
  const outlook = await proposalOf([table.name])
  if (mine === requests) store.update(learn, table.name, { outlook })
}
