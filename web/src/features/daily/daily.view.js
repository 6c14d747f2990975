// The only-move of the day on the page of sets, and its streak.

import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { DAY } from '../../shell/address.js'
import { exportIcon, linkIcon } from '../../ui/icons.js'
import { ownCard } from '../sets/own-card.view.js'
import { findSet } from '../sets/sets.js'
import { DAILY_SET, puzzleOf, scoresOf, streak } from './daily.js'
import { copyResult, shareResult, today } from './daily.effects.js'

/** @typedef {import('../sets/sets.js').PracticeSet} PracticeSet */

/** @param {import('../../shell/state.js').State} state */
export function dailyCard(state) {
  const set = findSet(state, DAILY_SET)
  const day = today()
  return ownCard({
    id: 'daily-title',
    place: DAY,
    name: say('daily.title'),
    fen: puzzleOf(day).fen,
    about: `${say('daily.lead')} ${streakInWords(set, day)}.`,
    play: say('daily.play'),
    more: resultButtons(set, day),
  })
}

/** @param {PracticeSet | undefined} set @param {number} day */
export const streakInWords = (set, day) => say('daily.streak', { count: streak(scoresOf(set, day), day) })

/** Hands out the result of a day, once there is one. @param {PracticeSet | undefined} set @param {number} day */
export function resultButtons(set, day) {
  if (!scoresOf(set, day)[puzzleOf(day).fen]) return nothing
  return html`<button @click=${() => copyResult(day)}>${linkIcon}${say('daily.copy')}</button>${
    'share' in navigator
      ? html`<button @click=${() => shareResult(day)}>${exportIcon}${say('daily.share')}</button>`
      : nothing
  }`
}
