// The actions on a class: build it, now or later, and delete it.

import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { build as startBuild, offer, rebuild } from '../builds/build.effects.js'
import { say } from '../../language.js'
import { isBeingBuilt } from '../builds/progress.js'
import { castlingLacking } from '../board/castling.js'
import { COMFORTABLE_MEN } from './library.js'
import { coming, wantedOf } from '../builds/wanted.js'
import { clearIcon } from '../../ui/icons.js'
import { askToDelete } from './mw-delete.js'
import { rich } from '../../ui/rich.js'

/**
 * Returns the buttons. Views with these buttons use 'build' and 'queue'.
 * @param {import('../../shell/state.js').ClassInfo} table
 * @param {import('../../shell/state.js').Build | null} build  the running one
 * @param {Set<string>} [queued]  the classes that are to be built
 */
export function tableActions(
  { name, present, damaged, men, finished, lone, saved },
  build,
  queued = coming(store.state),
) {
  const busy = !!build
  if (isBeingBuilt(build, name)) {
    return html`<span class="spinner" role="img" aria-label=${say('tableActions.underWay')}></span>`
  }
  if (damaged && !finished) {
    return button(label('tableActions.rebuild', { name }), () => rebuild(name), busy)
  }
  if (present) return remover(name, busy)
  // A class of a held queue can be built now.
  if (busy && queued.has(name)) return html`<span class="hint">${say('tableActions.queued')}</span>`
  if (busy) return button(label('tableActions.queue', { name }), () => offer([name]))
  if (finished || saved) {
    return html`${button(label('tableActions.goOn', { name }), () => startBuild([name]))}${remover(name, busy)}`
  }
  const words = label('tableActions.build', { name, large: men > COMFORTABLE_MEN })
  return html`${button(words, () => offer([name]))}${lone ? remover(name, busy) : nothing}`
}

/**
 * Returns the button that builds the missing castling of a stored table.
 * @param {import('../../shell/state.js').ClassInfo} table
 * @param {import('../../shell/state.js').Build | null} build  the running one
 */
export function castlingAction(table, build) {
  const { name, present, damaged } = table
  if (!present || damaged || !castlingLacking(table) || isBeingBuilt(build, name)) return nothing
  if (wantedOf(store.state).flat().includes(name)) {
    return html`<span class="hint">${say('tableActions.castlingQueued')}</span>`
  }
  const words = label(build ? 'tableActions.queueCastling' : 'tableActions.buildCastling', { name })
  return button(words, () => offer([name]))
}

/** @param {unknown} words @param {() => void} use @param {boolean} [disabled] */
const button = (words, use, disabled = false) =>
  html`<button class="small" ?disabled=${disabled} @click=${use}>${words}</button>`

/**
 * Returns the label of a button. Its name of the class is for screen readers only.
 * @param {import('../../language.js').Key} key
 * @param {Record<string, string | boolean>} values
 */
const label = (key, values) => rich(key, { unseen: (parts) => html`<span class="unseen">${parts}</span>`, ...values })

/** @param {string} name @param {boolean} busy */
function remover(name, busy) {
  const words = say('tableActions.delete', { name })
  return html`<button class="quiet icon-button" ?disabled=${busy} aria-label=${words} title=${words}
    @click=${() => askToDelete([name])}>${clearIcon}</button>`
}
