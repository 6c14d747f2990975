import { html } from 'lit'
import { store } from '../app/app.js'
import { EXAMPLES } from '../state/examples.js'
import { enter } from '../state/game.js'
import { setMode } from '../state/view.js'
import { closeIcon, examplesIcon } from './icons.js'
import { thumbnail } from './pieces.js'
import { uses, View } from './view.js'

class Examples extends View {
  static uses = uses()

  render() {
    return html`<button class="quiet icon-button" aria-label="Examples" title="Examples" @click=${() => this.#dialog.showModal()}>${examplesIcon}</button>
      <dialog class="sheet" aria-labelledby="examples-title" @click=${this.#clickOutside}>
        <header><h2 id="examples-title">Examples</h2>
          <button class="quiet icon-button" aria-label="Close" @click=${() => this.#dialog.close()}>${closeIcon}</button></header>
        <div class="examples">${EXAMPLES.map((example) => this.#example(example))}</div>
      </dialog>`
  }

  get #dialog() {
    return /** @type {HTMLDialogElement} */ (this.querySelector('dialog'))
  }

  /** @param {typeof EXAMPLES[number]} example */
  #example({ name, note, men, fen }) {
    const choose = () => {
      store.update(enter, fen)
      store.update(setMode, 'play')
      this.#dialog.close()
    }
    return html`<button class="example" @click=${choose}>${thumbnail(fen)}<b>${name}</b><span>${note}</span><small>${men} men</small></button>`
  }

  /** @param {Event} event */
  #clickOutside({ target }) {
    if (target === this.#dialog) this.#dialog.close()
  }
}

customElements.define('mw-examples', Examples)
