// What can be done with a class: build it, now or later, and delete it.

import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { build as startBuild, offer, rebuild } from '../app/building.js'
import { isBeingBuilt } from '../state/build.js'
import { castlingLacking } from '../state/castling.js'
import { COMFORTABLE_MEN } from '../state/library.js'
import { coming, wantedOf } from '../state/wanted.js'
import { clearIcon } from './icons.js'
import { askToDelete } from './mw-delete.js'

/**
 * Whoever shows this uses 'build' and 'queue'.
 * @param {import('../state/state.js').ClassInfo} table
 * @param {import('../state/state.js').Build | null} build  the one under way
 * @param {Set<string>} [queued]  the classes that are to be built
 */
export function tableActions({ name, present, damaged, men, finished, lone, saved }, build, queued = coming(store.state)) {
  const busy = !!build
  if (isBeingBuilt(build, name)) return html`<span class="spinner" role="img" aria-label="Being built"></span>`
  if (damaged && !finished) return html`<button class="small" ?disabled=${busy} @click=${() => rebuild(name)}>Rebuild${unseen(name)}</button>`
  if (present) return remover(name, busy)
  // What is held back can be built right now.
  if (busy && queued.has(name)) return html`<span class="hint">Queued</span>`
  if (busy) return html`<button class="small" @click=${() => offer([name])}>Add${unseen(name)} to queue</button>`
  if (finished || saved) return html`<button class="small" @click=${() => startBuild([name])}>Go on${unseen(`building ${name}`)}</button>${remover(name, busy)}`
  const large = men > COMFORTABLE_MEN
  return html`<button class="small" @click=${() => offer([name])}>Build${unseen(name)}${large ? html` <small>large</small>` : nothing}</button>${lone ? remover(name, busy) : nothing}`
}

/**
 * Builds the castling of a table that is here without it.
 * @param {import('../state/state.js').ClassInfo} table
 * @param {import('../state/state.js').Build | null} build  the one under way
 */
export function castlingAction(table, build) {
  const { name, present, damaged } = table
  if (!present || damaged || !castlingLacking(table) || isBeingBuilt(build, name)) return nothing
  if (wantedOf(store.state).flat().includes(name)) return html`<span class="hint">Castling is queued</span>`
  return html`<button class="small" @click=${() => offer([name])}>${build ? html`Add castling${unseen(`of ${name}`)} to queue` : html`Build castling${unseen(`of ${name}`)}`}</button>`
}

/** What a label leaves out, for whoever does not see where it stands. @param {string} words */
const unseen = (words) => html` <span class="unseen">${words}</span>`

/** @param {string} name @param {boolean} busy */
function remover(name, busy) {
  return html`<button class="quiet icon-button" ?disabled=${busy} aria-label="Delete ${name}" title="Delete ${name}" @click=${() => askToDelete([name])}>${clearIcon}</button>`
}
