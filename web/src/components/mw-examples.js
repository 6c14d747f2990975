import { html } from 'lit'
import { EXAMPLES } from '../state/examples.js'
import { exampleButton } from './example-button.js'
import { closeIcon, examplesIcon } from './icons.js'
import { uses, View } from './view.js'

class Examples extends View {
  static uses = uses()

  render() {
    return html`<button class="quiet icon-button" aria-label="Examples" title="Examples" @click=${() => this.#dialog.showModal()}>${examplesIcon}</button>
      <dialog class="sheet" aria-labelledby="examples-title" @click=${this.#clickOutside}>
        <header><h2 id="examples-title">Examples</h2>
          <button class="quiet icon-button" aria-label="Close" @click=${() => this.#dialog.close()}>${closeIcon}</button></header>
        <div class="examples" @click=${this.#chosen}>${EXAMPLES.map(exampleButton)}</div>
      </dialog>`
  }

  get #dialog() {
    return /** @type {HTMLDialogElement} */ (this.querySelector('dialog'))
  }

  #chosen = () => this.#dialog.close()

  /** @param {Event} event */
  #clickOutside({ target }) {
    if (target === this.#dialog) this.#dialog.close()
  }
}

customElements.define('mw-examples', Examples)
