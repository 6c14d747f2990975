// The title of the browser's tab: a build's progress during a build, otherwise the page's content.

import { say } from '../language.js'
import { verdict } from '../words.js'
import { probeOf } from '../features/answer/answer.js'
import { progressOf } from '../features/builds/progress.js'
import { currentFen } from '../features/game/game.js'
import { turnOf } from '../features/board/position.js'

/** @param {import('./state.js').State} state */
export function titleOf(state) {
  if (state.build) return say('title.built', { percent: progressOf(state.build).percent })
  const { page, subject } = state.place
  if (page === 'tables') return named(say('title.tables'))
  if (page === 'class') return named(subject ?? '')
  if (page === 'sets') return named(say('title.sets'))
  if (page === 'about') return named(say('title.about'))
  if (state.mode === 'practice') return named(say('title.practice'))
  const probe = probeOf(state)
  if (!probe) return say('title.page')
  const words = verdict(probe, turnOf(currentFen(state)))
  return named(probe.unproven ? say('title.unchecked', { words }) : words)
}

/** @param {string} words */
const named = (words) => `${words} · Matewright`
