// Keeps forecasts true: of what the position on the board needs, of what the user is asked about, and of
// what is selected.

import { foresee, foreseeing, propose } from './forecast.js'
import { estimated, sortSelected } from '../tables/selection.js'
import { wantedFor } from './wanted.js'
import { store } from '../../shell/app.js'
import { proposalOf, startProposal } from './build.effects.js'

/** @typedef {import('../../shell/state.js').State} State */

export function startForeseeing() {
  store.subscribe((state, before) => {
    /** @param {(keyof State)[]} keys */
    const changed = (...keys) => keys.some((key) => state[key] !== before[key])
    if (changed('workers', 'memory') && state.proposal) lookAgain(state.proposal)
    if (changed('workers', 'memory', 'answer', 'build', 'tables')) lookAhead(state)
    if (changed('workers', 'memory', 'tables') || state.selection?.names !== before.selection?.names) lookOver(state)
  })
}

// A later look sees things as they are then.
let lookedAgain = 0
let lookedAhead = 0
let lookedOver = 0

/** @param {import('./forecast.js').Proposal} proposal */
async function lookAgain({ wanted }) {
  const mine = ++lookedAgain
  const proposal = await proposalOf(wanted)
  if (mine === lookedAgain && store.state.proposal?.wanted === wanted) store.update(propose, proposal)
}

/** Gives up the look ahead that is under way. */
let endLook = () => {}

/** @param {State} state */
async function lookAhead(state) {
  const { answer, build, outlook } = state
  const mine = ++lookedAhead
  endLook()
  if (build) return // there is another look at its end
  const error = answer?.error
  if (error?.code !== 'missing') return void ((outlook || state.foreseeing) && store.update(foresee, null))
  store.update(foreseeing)
  const { proposal, stop } = startProposal(wantedFor(state))
  endLook = stop
  const foreseen = await proposal
  if (mine === lookedAhead) store.update(foresee, foreseen)
}

/** @param {State} state */
async function lookOver(state) {
  const mine = ++lookedOver
  const { absent } = sortSelected(state)
  if (!absent.length) return
  const proposal = await proposalOf(absent)
  if (mine === lookedOver) store.update(estimated, proposal)
}
