import { html, nothing } from 'lit'
import { describe, remove } from '../builds/build.effects.js'
import { say } from '../../language.js'
import { dependents, findTable } from './library.js'
import { list, size } from '../../words.js'
import { rich } from '../../ui/rich.js'
import { uses, View } from '../../ui/view.js'

/** The largest number of names in the dialog. */
const MOST_NAMES = 6

// The dialog before tables are deleted. It lists the tables that depend on them.
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
    const count = names.length
    const consequence = leaning.length
      ? rich('delete.leaning', { leaning: leaning.length, count, names: someOf(leaning), name: names[0] })
      : say('delete.again', { count })
    return html`<h2 id="delete-title">${say('delete.title', { tables: describe(names) })}</h2>
      ${finished ? html`<p>${say('delete.parts', { parts: finished, count })}</p>` : nothing}
      ${saved ? html`<p>${say('delete.saved', { size: size(saved), count })}</p>` : nothing}
      <p>${consequence}</p>
      <form method="dialog"><button autofocus>${say('delete.keep', { count })}</button><button class="danger"
        @click=${() => remove(...names)}>${say('delete.delete')}</button></form>`
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has('names') && this.names.length) this.querySelector('dialog')?.showModal()
  }
}

/** @param {string[]} names */
function someOf(names) {
  const more = names.length - MOST_NAMES
  return more > 0 ? say('delete.moreNames', { names: names.slice(0, MOST_NAMES).join(', '), more }) : list(names)
}

customElements.define('mw-delete', Delete)

/** @param {string[]} names */
export function askToDelete(names) {
  const element = /** @type {Delete | null} */ (document.querySelector('mw-delete'))
  if (element) element.names = names
}
