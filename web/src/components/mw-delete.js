import { html, nothing } from 'lit'
import { describe, remove } from '../app/building.js'
import { dependents, findTable } from '../state/library.js'
import { list, plural, size } from '../words.js'
import { uses, View } from './view.js'

// Asks before tables go, and says what leans on them.
class Delete extends View {
  static uses = uses('tables')
  static properties = { names: { state: true } }

  constructor() {
    super()
    /** @type {string[]} */
    this.names = []
  }

  render() {
    return html`<dialog class="sheet narrow" aria-labelledby="delete-title" @close=${() => (this.names = [])}>
      ${this.names.length ? this.#question(this.names) : nothing}</dialog>`
  }

  /** @param {string[]} names */
  #question(names) {
    const tables = this.state.tables ?? []
    const leaning = dependents(tables, names)
    const finished = names.reduce((sum, name) => sum + (findTable(tables, name)?.finished ?? 0), 0)
    const saved = names.reduce((sum, name) => sum + (findTable(tables, name)?.saved?.bytes ?? 0), 0)
    const them = names.length === 1 ? 'it' : 'them'
    return html`<h2 id="delete-title">Delete ${describe(names)}?</h2>
      ${finished ? html`<p>${plural(finished, 'part')} of ${them} ${finished === 1 ? 'is' : 'are'} built already.</p>` : nothing}
      ${saved ? html`<p>${size(saved)} are kept of a build in the middle of ${them}, which goes on from there.</p>` : nothing}
      <p>${leaning.length
        ? html`<b>${plural(leaning.length, 'table')}</b> ${leaning.length === 1 ? 'leans' : 'lean'} on ${them}: ${leaning.length > 6 ? `${leaning.slice(0, 6).join(', ')} and ${leaning.length - 6} more` : list(leaning)}.
          Positions whose moves lead into ${names.length > 1 ? them : names[0]} will have no verdict until ${names.length === 1 ? 'it is' : 'they are'} built again.`
        : `${names.length === 1 ? 'It' : 'They'} can be built again at any time.`}</p>
      <form method="dialog"><button autofocus>Keep ${them}</button><button class="danger" @click=${() => remove(...names)}>Delete</button></form>`
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has('names') && this.names.length) this.querySelector('dialog')?.showModal()
  }
}

customElements.define('mw-delete', Delete)

/** @param {string[]} names */
export function askToDelete(names) {
  const element = /** @type {Delete | null} */ (document.querySelector('mw-delete'))
  if (element) element.names = names
}
