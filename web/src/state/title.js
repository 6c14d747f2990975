// What the browser's tab says: a build's progress while there is one, else what is on the page.

import { verdict } from '../words.js'
import { probeOf } from './answer.js'
import { progressOf } from './build.js'
import { currentFen } from './game.js'
import { turnOf } from './position.js'

/** @param {import('./state.js').State} state */
export function titleOf(state) {
  if (state.build) return `${progressOf(state.build).percent}% built · Matewright`
  const { page, subject } = state.place
  if (page === 'tables') return 'Tables · Matewright'
  if (page === 'class') return `${subject} · Matewright`
  if (page === 'sets') return 'Sets · Matewright'
  if (page === 'about') return 'About the numbers · Matewright'
  if (state.mode === 'practice') return 'Practice · Matewright'
  const probe = probeOf(state)
  return probe ? `${verdict(probe, turnOf(currentFen(state)))}${probe.unproven ? ', not checked yet' : ''} · Matewright` : 'Matewright: chess endgame tables, built in your browser'
}
