import { html, nothing } from 'lit'
import { remove } from '../app/building.js'
import { dependents, findTable } from '../state/library.js'
import { list, plural } from '../words.js'
import { uses, View } from './view.js'

// Asks before a table goes, and says what leans on it.
class Delete extends View {
  static uses = uses('tables')
  static properties = { name: { state: true } }

  constructor() {
    super()
    /** @type {string | null} */
    this.name = null
  }

  render() {
    return html`<dialog class="sheet narrow" aria-labelledby="delete-title" @close=${() => (this.name = null)}>
      ${this.name ? this.#question(this.name) : nothing}</dialog>`
  }

  /** @param {string} name */
  #question(name) {
    const tables = this.state.tables ?? []
    const leaning = dependents(tables, name)
    const finished = findTable(tables, name)?.finished
    return html`<h2 id="delete-title">Delete ${name}?</h2>
      ${finished ? html`<p>${plural(finished, 'part')} of it ${finished === 1 ? 'is' : 'are'} built already.</p>` : nothing}
      <p>${leaning.length
        ? html`<b>${plural(leaning.length, 'table')}</b> ${leaning.length === 1 ? 'leans' : 'lean'} on it: ${leaning.length > 6 ? `${leaning.slice(0, 6).join(', ')} and ${leaning.length - 6} more` : list(leaning)}.
          Positions whose moves lead into ${name} will have no verdict until it is built again.`
        : 'It can be built again at any time.'}</p>
      <form method="dialog"><button autofocus>Keep it</button><button class="danger" @click=${() => remove(name)}>Delete</button></form>`
  }

  updated() {
    const dialog = this.querySelector('dialog')
    if (this.name && dialog && !dialog.open) dialog.showModal()
  }
}

customElements.define('mw-delete', Delete)

/** @param {string} name */
export function askToDelete(name) {
  const element = /** @type {Delete | null} */ (document.querySelector('mw-delete'))
  if (element) element.name = name
}
