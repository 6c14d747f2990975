import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { clearIcon, exportIcon } from '../../ui/icons.js'
import { material, thumbnail } from '../../ui/pieces.js'
import { uses, View } from '../../ui/view.js'
import { size } from '../../words.js'
import { open } from '../board/open.effects.js'
import { sureToDelete } from './delete.view.js'
import { exportEnding, removeEnding } from './ending.effects.js'

/** @typedef {import('../../engine/types.js').StoredEnding} StoredEnding */

// The stored endings.
class Endings extends View {
  static uses = uses('endings')
  static properties = { asked: { state: true } }

  constructor() {
    super()
    /** @type {string | null} the name of the ending that the user may want to delete */
    this.asked = null
  }

  render() {
    const { endings } = this.state
    if (!endings?.length) return nothing
    return html`<section class="men endings" aria-labelledby="endings">
      <header><h2 id="endings">${say('endings.title')}</h2><p>${say('endings.lead')}</p></header>
      <ul>${endings.map((ending) => this.#row(ending))}</ul>
    </section>`
  }

  /** @param {StoredEnding} ending */
  #row(ending) {
    const name = ending.name.split('-')[0]
    return html`<li class="card" data-ending=${ending.name}>
      <button class="quiet picture" aria-label=${say('endings.open', { name })}
        @click=${() => open(ending.fen)}>${thumbnail(ending.fen)}</button>
      <div>${material(name)}<p class="hint">${size(ending.bytes)}</p>
      <p class="choices">${this.asked === ending.name ? this.#sure(ending) : this.#actions(ending, name)}</p></div>
    </li>`
  }

  /** @param {StoredEnding} ending @param {string} name */
  #actions(ending, name) {
    return html`<button class="small" aria-label=${say('endings.export', { name })}
        @click=${() => exportEnding(ending)}>${exportIcon}${say('exportButton.export')}</button>
      <button class="small" aria-label=${say('endings.delete', { name })}
        @click=${() => (this.asked = ending.name)}>${clearIcon}${say('ending.delete')}</button>`
  }

  /** @param {StoredEnding} ending */
  #sure(ending) {
    const keep = () => (this.asked = null)
    const remove = () => (keep(), removeEnding(ending))
    return sureToDelete(keep, remove)
  }
}

customElements.define('mw-endings', Endings)
