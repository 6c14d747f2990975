import { html, nothing } from 'lit'
import { classPage } from '../../shell/address.js'
import { size } from '../../words.js'
import { link } from '../../ui/link.js'
import { material } from '../../ui/pieces.js'
import { tableActions } from './table-actions.view.js'
import { longestWins, sharesBar, work } from './table-facts.view.js'

/** @typedef {import('../../shell/state.js').ClassInfo} ClassInfo */

/**
 * @param {ClassInfo} table
 * @param {import('../../shell/state.js').Build | null} build  the running one
 * @param {Set<string>} queued  the classes that are to be built
 */
export function tableRow(table, build, queued) {
  const state = table.damaged ? 'damaged' : table.present ? 'present' : 'absent'
  return html`<li class="row ${state}" data-class=${table.name}>
    <span class="row-name">${material(table.name)}<b>${link(classPage(table.name), table.name)}</b></span>
    ${contents(table)}
    <span class="row-size">${table.bytes ? size(table.bytes) : nothing}</span>
    <span class="row-action">${tableActions(table, build, queued)}</span>
  </li>`
}

/** @param {ClassInfo} table */
function contents(table) {
  if (table.damaged) return html`<span class="row-damage">${table.damaged}</span>`
  return table.stats ? facts(table.stats.sides) : html`<span class="row-work">${work(table)}</span>`
}

/** @param {import('../../engine/types.js').SideStats[]} sides */
const facts = (sides) =>
  html`<span class="row-bars">${sides.map(sharesBar)}</span><span class="row-longest">${longestWins(sides)}</span>`
