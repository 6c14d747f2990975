import { html, nothing } from 'lit'
import { readable } from './pgn.js'
import { written } from './variations.js'

/**
 * Moves as list items with their numbers and comments, and variations in parentheses.
 * @template {object} T
 * @param {(T & {after?: number, lead?: string, note?: string})[]} plies
 * @param {import('../../shell/state.js').Color} first  who plays the first
 * @param {(ply: T, index: number) => unknown} render
 * @param {number} [from]  the number of the first
 */
export function numbered(plies, first, render, from) {
  const shown = plies.map(({ after, lead, note }) => ({ after, lead: readable(lead), note: readable(note) }))
  return written(shown, first, from).map(({ number, label, depth, opens, closes }) => {
    const { lead, note } = shown[number - 1]
    const bracket = opens ? '(' : ''
    const parts = [
      remark(lead && bracket + lead),
      label ? html`<span class="number">${lead ? nothing : bracket}${label}</span>` : nothing,
      render(plies[number - 1], number - 1),
      remark(note),
      closes ? html`<span class="closing">${')'.repeat(closes)}</span>` : nothing,
    ]
    return html`<li class=${depth ? 'variation' : nothing}>${parts}</li> `
  })
}

/** @param {string} comment */
const remark = (comment) => (comment ? html` <span class="remark">${comment}</span> ` : nothing)
