import { html, nothing } from 'lit'
import { written } from '../state/variations.js'

/**
 * Moves as list items with their numbers and variations in parentheses.
 * @template {object} T
 * @param {(T & {after?: number})[]} plies
 * @param {import('../state/state.js').Color} first  who plays the first
 * @param {(ply: T, index: number) => unknown} render
 * @param {number} [from]  the number of the first
 */
export const numbered = (plies, first, render, from) => written(plies, first, from).map(({ number, label, depth, opens, closes }) =>
  html`<li class=${depth ? 'variation' : nothing}>${label ? html`<span class="number">${opens ? '(' : nothing}${label}</span>` : nothing}${render(plies[number - 1], number - 1)}${closes ? html`<span class="closing">${')'.repeat(closes)}</span>` : nothing}</li>`)
