import { html, nothing } from 'lit'

/**
 * Moves as list items with their numbers, counted from the first.
 * @template T
 * @param {T[]} plies
 * @param {import('../state/state.js').Color} first  who plays the first
 * @param {(ply: T, index: number) => unknown} render
 */
export function numbered(plies, first, render) {
  const offset = first === 'white' ? 0 : 1
  return plies.map((ply, i) => {
    const place = i + offset
    const white = place % 2 === 0
    const number = white ? `${place / 2 + 1}.` : i === 0 ? '1…' : nothing
    return html`<li>${number === nothing ? nothing : html`<span class="number">${number}</span>`}${render(ply, i)}</li>`
  })
}
