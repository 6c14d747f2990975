// What is in a table, in few words.

import { html, nothing } from 'lit'
import { open } from '../app/opening.js'
import { shares } from '../state/library.js'
import { store } from '../app/app.js'
import { movesOf, nameOf, plural, roughly, size, winIn } from '../words.js'

/**
 * @typedef {import('../state/state.js').ClassInfo} ClassInfo
 * @typedef {import('../engine/types.js').SideStats} SideStats
 */

/** @param {ClassInfo} table */
export function work({ positions, units, finished, lone, saved, unproven }) {
  if (unproven) return 'imported, not checked yet'
  const all = `${roughly(positions)} positions`
  if (saved) return `${all}, solved up to ply ${saved.ply}; ${size(saved.bytes)} are kept to go on`
  if (lone && !finished) return `a few of ${all} are here`
  return finished ? `${finished} of ${units} parts of ${all} are built` : all
}

/** What there is of a class's castling, if somebody has a rook. @param {ClassInfo['castling']} castling */
export function castlingWords(castling) {
  if (!castling) return ''
  const { tables, present, bytes } = castling
  if (!present.length) return 'not built yet'
  return `${present.length < tables ? `${present.length} of ` : ''}${plural(tables, 'table')}, ${size(bytes)}`
}

/** @param {SideStats} side */
export function sharesBar({ stm, all }) {
  const { white, draw, black } = shares(stm, all)
  const words = `${stm === 'w' ? 'White' : 'Black'} to move: White wins ${percent(white)}, draw ${percent(draw)}, Black wins ${percent(black)}`
  return html`<span class="shares" role="img" aria-label=${words} title=${words}><i class="disc ${stm === 'w' ? 'white' : 'black'}"></i>
    <span><i class="white" style="flex-grow:${white}"></i><i class="drawn" style="flex-grow:${draw}"></i><i class="black" style="flex-grow:${black}"></i></span></span>`
}

/** The longest wins, to be shown on the board. @param {SideStats[]} sides */
export const longestWins = (sides) => (sides.some((side) => side.longest) ? sides.map(longest) : html`<span class="hint">always a draw</span>`)

/** @param {SideStats} side */
function longest({ stm, longest }) {
  if (!longest) return nothing
  const color = stm === 'w' ? 'white' : 'black'
  const win = winIn(store.state.metric, longest.plies)
  return html`<button class="longest" title="The longest win: show it on the board" aria-label="${nameOf(color)}'s longest win, ${win}: show it" @click=${() => open(longest.fen)}>
    <i class="disc ${color}"></i>${win}</button>`
}

/**
 * The moves of the longest win, whoever has it; null where all is drawn.
 * @param {SideStats[]} sides
 */
export function longestWin(sides) {
  const plies = sides.flatMap(({ longest }) => (longest ? movesOf(longest.plies) : []))
  return plies.length ? Math.max(...plies) : null
}

/** @param {number} share */
export function percent(share) {
  if (share === 0 || share === 1) return `${100 * share}%`
  const value = 100 * share
  if (value < 0.1) return 'under 0.1%'
  return value > 99.9 ? 'over 99.9%' : `${value.toFixed(1)}%`
}
