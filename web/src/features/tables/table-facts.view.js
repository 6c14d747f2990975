// Short texts about the contents of a table.

import { html, nothing } from 'lit'
import { open } from '../board/open.effects.js'
import { say } from '../../language.js'
import { shares } from './library.js'
import { store } from '../../shell/app.js'
import { movesOf, roughly, size, winIn } from '../../words.js'

/**
 * @typedef {import('../../shell/state.js').ClassInfo} ClassInfo
 * @typedef {import('../../engine/types.js').SideStats} SideStats
 */

/** @param {ClassInfo} table */
export function work({ positions, units, finished, lone, saved, unproven }) {
  if (unproven) return say('tableFacts.unproven')
  const all = { positions: roughly(positions) }
  if (saved) return say('tableFacts.saved', { ...all, ply: saved.ply, size: size(saved.bytes) })
  if (finished) return say('tableFacts.finished', { ...all, finished, units })
  return say(lone ? 'tableFacts.lone' : 'tableFacts.positions', all)
}

/** Returns the text about a class's castling, if a side has a rook. @param {ClassInfo['castling']} castling */
export function castlingWords(castling) {
  if (!castling) return ''
  const { tables, present, bytes } = castling
  if (!present.length) return say('tableFacts.noCastling')
  const isAll = present.length === tables
  return say('tableFacts.castling', { present: present.length, isAll, tables, size: size(bytes) })
}

/** @param {SideStats} side */
export function sharesBar({ stm, all }) {
  const { white, draw, black } = shares(stm, all)
  const color = stm === 'w' ? 'white' : 'black'
  const words = say('tableFacts.shares', { color, white: percent(white), draw: percent(draw), black: percent(black) })
  return html`<span class="shares" role="img" aria-label=${words} title=${words}><i class="disc ${color}"></i>
    <span><i class="white" style="flex-grow:${white}"></i><i class="drawn" style="flex-grow:${draw}"></i><i
    class="black" style="flex-grow:${black}"></i></span></span>`
}

/** Returns buttons that show the longest wins on the board. @param {SideStats[]} sides */
export const longestWins = (sides) =>
  sides.some((side) => side.longest)
    ? sides.map(longest)
    : html`<span class="hint">${say('tableFacts.alwaysDrawn')}</span>`

/** @param {SideStats} side */
function longest({ stm, longest }) {
  if (!longest) return nothing
  const color = stm === 'w' ? 'white' : 'black'
  const win = winIn(store.state.metric, longest.plies)
  const label = say('tableFacts.longest', { color, win })
  return html`<button class="longest" title=${say('tableFacts.showLongest')} aria-label=${label}
    @click=${() => open(longest.fen)}>
    <i class="disc ${color}"></i>${win}</button>`
}

/**
 * Returns the moves of the longest win of either side, or null if all positions are drawn.
 * @param {SideStats[]} sides
 */
export function longestWin(sides) {
  const plies = sides.flatMap(({ longest }) => (longest ? movesOf(longest.plies) : []))
  return plies.length ? Math.max(...plies) : null
}

/** @param {number} share */
export function percent(share) {
  const value = 100 * share
  if (share === 0 || share === 1) return say('tableFacts.wholePercent', { percent: value })
  if (value < 0.1) return say('tableFacts.under', { percent: 0.1 })
  if (value > 99.9) return say('tableFacts.over', { percent: 99.9 })
  return say('tableFacts.percent', { percent: Number(value.toFixed(1)) })
}
