// What can be done with a class: build it, and delete it.

import { html, nothing } from 'lit'
import { build as startBuild, offer, rebuild } from '../app/building.js'
import { isBeingBuilt } from '../state/build.js'
import { COMFORTABLE_MEN } from '../state/library.js'
import { clearIcon } from './icons.js'
import { askToDelete } from './mw-delete.js'

/**
 * @param {import('../state/state.js').ClassInfo} table
 * @param {import('../state/state.js').Build | null} build  the one under way
 */
export function tableActions({ name, present, damaged, men, finished }, build) {
  const busy = !!build
  if (isBeingBuilt(build, name)) return html`<span class="spinner" role="img" aria-label="Being built"></span>`
  if (finished) return html`<button class="small" ?disabled=${busy} @click=${() => startBuild([name])}>Go on${unseen(`building ${name}`)}</button>${remover(name, busy)}`
  if (damaged) return html`<button class="small" ?disabled=${busy} @click=${() => rebuild(name)}>Rebuild${unseen(name)}</button>`
  if (present) return remover(name, busy)
  const large = men > COMFORTABLE_MEN
  return html`<button class="small" ?disabled=${busy} @click=${() => offer([name])}>Build${unseen(name)}${large ? html` <small>large</small>` : nothing}</button>`
}

/** What a label leaves out, for whoever does not see where it stands. @param {string} words */
const unseen = (words) => html` <span class="unseen">${words}</span>`

/** @param {string} name @param {boolean} busy */
function remover(name, busy) {
  return html`<button class="quiet icon-button" ?disabled=${busy} aria-label="Delete ${name}" title="Delete ${name}" @click=${() => askToDelete(name)}>${clearIcon}</button>`
}
