// The only-move of the day on the page of sets, and its streak.

import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { DAY } from '../../shell/address.js'
import { linkIcon } from '../../ui/icons.js'
import { ownCard } from '../sets/own-card.view.js'
import { findSet } from '../sets/sets.js'
import { DAILY_SET, puzzleOf, streak } from './daily.js'
import { copyResult, today } from './daily.effects.js'

/** @param {import('../../shell/state.js').State} state */
export function dailyCard(state) {
  const scores = findSet(state, DAILY_SET)?.scores ?? {}
  return ownCard({
    id: 'daily-title',
    place: DAY,
    name: say('daily.title'),
    fen: puzzleOf(today()).fen,
    about: `${say('daily.lead')} ${streakInWords(scores)}.`,
    play: say('daily.play'),
    more: copyButton(scores),
  })
}

/** @param {Record<string, import('../sets/sets.js').Score>} scores */
export const streakInWords = (scores) => say('daily.streak', { count: streak(scores, today()) })

/** Copies the result, once there is one. @param {Record<string, import('../sets/sets.js').Score>} scores */
export const copyButton = (scores) =>
  scores[puzzleOf(today()).fen] ? html`<button @click=${copyResult}>${linkIcon}${say('daily.copy')}</button>` : nothing
