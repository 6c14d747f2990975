import { html, nothing } from 'lit'
import { build as startBuild, offer, rebuild } from '../app/building.js'
import { isBeingBuilt } from '../state/build.js'
import { COMFORTABLE_MEN, shares } from '../state/library.js'
import { movesOf, nameOf, roughly, size } from '../words.js'
import { clearIcon } from './icons.js'
import { classPage } from '../state/address.js'
import { link } from './link.js'
import { askToDelete } from './mw-delete.js'
import { open } from '../app/opening.js'
import { material } from './pieces.js'

/**
 * @typedef {import('../state/state.js').ClassInfo} ClassInfo
 * @typedef {import('../engine/types.js').SideStats} SideStats
 */

/**
 * @param {ClassInfo} table
 * @param {import('../state/state.js').Build | null} build  the one under way
 */
export function tableRow(table, build) {
  const state = table.damaged ? 'damaged' : table.present ? 'present' : 'absent'
  return html`<li class="row ${state}" data-class=${table.name}>
    <span class="row-name">${material(table.name)}<b>${link(classPage(table.name), table.name)}</b></span>
    ${table.damaged ? html`<span class="row-damage">${table.damaged}</span>` : table.stats ? facts(table.stats.sides) : html`<span class="row-work">${work(table)}</span>`}
    <span class="row-size">${table.bytes ? size(table.bytes) : nothing}</span>
    <span class="row-action">${isBeingBuilt(build, table.name) ? html`<span class="spinner" role="img" aria-label="Being built"></span>` : action(table, !!build)}</span>
  </li>`
}

/** @param {ClassInfo} table */
function work({ positions, shards, finished }) {
  const all = `${roughly(positions)} positions`
  return finished ? `${finished} of ${shards} parts of ${all} are built` : all
}

/** @param {ClassInfo} table @param {boolean} busy  a build is under way */
function action({ name, present, damaged, men, finished }, busy) {
  if (finished) return html`<button class="small" ?disabled=${busy} aria-label="Go on building ${name}" @click=${() => startBuild([name])}>Go on</button>${remover(name, busy)}`
  if (damaged) return html`<button class="small" ?disabled=${busy} @click=${() => rebuild(name)}>Rebuild</button>`
  if (present) return remover(name, busy)
  const large = men > COMFORTABLE_MEN
  return html`<button class="small" ?disabled=${busy} aria-label="Build ${name}" @click=${() => offer([name])}>Build${large ? html` <small>large</small>` : nothing}</button>`
}

/** @param {string} name @param {boolean} busy */
function remover(name, busy) {
  return html`<button class="quiet icon-button" ?disabled=${busy} aria-label="Delete ${name}" title="Delete ${name}" @click=${() => askToDelete(name)}>${clearIcon}</button>`
}

/** @param {SideStats[]} sides */
const facts = (sides) => html`<span class="row-bars">${sides.map(bar)}</span><span class="row-longest">${
  sides.some((side) => side.longest) ? sides.map(longest) : html`<span class="hint">always a draw</span>`}</span>`

/** @param {SideStats} side */
function bar({ stm, all }) {
  const { white, draw, black } = shares(stm, all)
  const words = `${stm === 'w' ? 'White' : 'Black'} to move: White wins ${percent(white)}, draw ${percent(draw)}, Black wins ${percent(black)}`
  return html`<span class="shares" role="img" aria-label=${words} title=${words}><i class="disc ${stm === 'w' ? 'white' : 'black'}"></i>
    <span><i class="white" style="flex-grow:${white}"></i><i class="drawn" style="flex-grow:${draw}"></i><i class="black" style="flex-grow:${black}"></i></span></span>`
}

/** @param {SideStats} side */
function longest({ stm, longest }) {
  if (!longest) return nothing
  const color = stm === 'w' ? 'white' : 'black'
  const moves = movesOf(longest.plies)
  return html`<button class="longest" title="The longest win: show it on the board" aria-label="${nameOf(color)}'s longest win, mate in ${moves}: show it" @click=${() => open(longest.fen)}>
    <i class="disc ${color}"></i>mate in ${moves}</button>`
}

/** @param {number} share */
function percent(share) {
  if (share === 0 || share === 1) return `${100 * share}%`
  const value = 100 * share
  if (value < 0.1) return 'under 0.1%'
  return value > 99.9 ? 'over 99.9%' : `${value.toFixed(1)}%`
}
