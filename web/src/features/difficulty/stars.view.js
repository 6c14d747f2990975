// A rating as stars, with its meaning in words.

import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { LEVELS } from './difficulty.js'

/** @typedef {import('../../engine/border.js').Rating} Rating */

/** @param {Rating | null | undefined} rating */
export const stars = (rating) =>
  rating
    ? html`<span class="stars" role="img" aria-label=${levelInWords(rating)} title=${chanceInWords(rating)}><span
        aria-hidden="true">${'★'.repeat(rating.level)}<i>${'★'.repeat(LEVELS - rating.level)}</i></span></span>`
    : nothing

/** @param {Rating} rating */
export const levelInWords = ({ level }) => say('difficulty.level', { level, levels: LEVELS })

/** @param {Rating} rating */
const chanceInWords = ({ chance }) =>
  say('difficulty.chance', {
    percent: chance < 1 ? Math.min(99, Math.round(100 * chance)) : 100, // 100 means all games
    games: Math.round(1 / chance),
  })
