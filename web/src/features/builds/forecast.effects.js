// Updates the forecasts: for the position on the board, for the proposal to the user, and for the selection.

import { setOutlook, startForecast, propose } from './forecast.js'
import { estimated, sortSelected } from '../tables/selection.js'
import { wantedFor } from './wanted.js'
import { store } from '../../shell/app.js'
import { proposalOf, startProposal } from './build.effects.js'

/** @typedef {import('../../shell/state.js').State} State */

export function startForecasts() {
  store.subscribe((state, before) => {
    /** @param {(keyof State)[]} keys */
    const changed = (...keys) => keys.some((key) => state[key] !== before[key])
    if (changed('workers', 'memory') && state.proposal) updateProposal(state.proposal)
    if (changed('workers', 'memory', 'answer', 'build', 'tables')) updateOutlook(state)
    if (changed('workers', 'memory', 'tables') || state.selection?.names !== before.selection?.names)
      updateSelection(state)
  })
}

// The number of the last request. Results of earlier requests are dropped.
let proposals = 0
let outlooks = 0
let selections = 0

/** @param {import('./forecast.js').Proposal} proposal */
async function updateProposal({ wanted, ofSet }) {
  const mine = ++proposals
  const proposal = await proposalOf(wanted)
  if (mine !== proposals || store.state.proposal?.wanted !== wanted) return
  store.update(propose, proposal && { ...proposal, ofSet })
}

/** Stops the running plan. */
let endLook = () => {}

/** @param {State} state */
async function updateOutlook(state) {
  const { answer, build, outlook } = state
  const mine = ++outlooks
  endLook()
  if (build) return // the end of the build updates the outlook
  const error = answer?.error
  if (error?.code !== 'missing') return void ((outlook || state.forecasting) && store.update(setOutlook, null))
  store.update(startForecast)
  const { proposal, stop } = startProposal(wantedFor(state))
  endLook = stop
  const proposed = await proposal
  if (mine === outlooks) store.update(setOutlook, proposed)
}

/** @param {State} state */
async function updateSelection(state) {
  const mine = ++selections
  const { absent } = sortSelected(state)
  if (!absent.length) return
  const proposal = await proposalOf(absent)
  if (mine === selections) store.update(estimated, proposal)
}
