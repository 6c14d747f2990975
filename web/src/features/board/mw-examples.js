import { html } from 'lit'
import { say } from '../../language.js'
import { EXAMPLES } from './examples.js'
import { exampleButton } from '../../ui/example-button.js'
import { closeIcon, examplesIcon } from '../../ui/icons.js'
import { uses, View } from '../../ui/view.js'

class Examples extends View {
  static uses = uses()

  render() {
    return html`<button class="quiet icon-button" aria-label=${say('examples.title')} title=${say('examples.title')}
      @click=${() => this.#dialog.showModal()}>${examplesIcon}</button>
      <dialog class="sheet" aria-labelledby="examples-title" @click=${this.#clickOutside}>
        <header><h2 id="examples-title">${say('examples.title')}</h2>
          <button class="quiet icon-button" aria-label=${say('common.close')}
            @click=${() => this.#dialog.close()}>${closeIcon}</button></header>
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
