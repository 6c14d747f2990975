// The only-move of the day on the page of sets, and its streak.

import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { DAY } from '../../shell/address.js'
import { playIcon, linkIcon } from '../../ui/icons.js'
import { going, link } from '../../ui/link.js'
import { thumbnail } from '../../ui/pieces.js'
import { findSet } from '../sets/sets.js'
import { DAILY, puzzleOf, streak } from './daily.js'
import { copyResult, today } from './daily.effects.js'

/** @param {import('../../shell/state.js').State} state */
export function dailyCard(state) {
  const scores = findSet(state, DAILY)?.scores ?? {}
  const { fen } = puzzleOf(today())
  return html`<section class="card own-set daily" aria-labelledby="daily-title">${thumbnail(fen)}
    <div><h2 id="daily-title">${link(DAY, say('daily.title'))}</h2>
      <p>${say('daily.lead')} ${streakInWords(scores)}.</p>
      <div class="actions"><button class="primary" @click=${going(DAY)}>${playIcon}${say('daily.play')}</button>
        ${copyButton(scores)}</div></div></section>`
}

/** @param {Record<string, import('../sets/sets.js').Score>} scores */
export const streakInWords = (scores) => say('daily.streak', { count: streak(scores, today()) })

/** Copies the result, once there is one. @param {Record<string, import('../sets/sets.js').Score>} scores */
export const copyButton = (scores) =>
  scores[puzzleOf(today()).fen] ? html`<button @click=${copyResult}>${linkIcon}${say('daily.copy')}</button>` : nothing
