import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { notify } from '../state/view.js'
import { uses, View } from './view.js'

const SHOWN_MS = 5000

// A passing message at the foot of the page.
class Notice extends View {
  static uses = uses('notice')

  /** @type {number | undefined} */
  #timer

  render() {
    const { notice } = this.state
    return html`<div class="notice" role="status">${notice ? html`<p>${notice}</p>` : nothing}</div>`
  }

  updated() {
    clearTimeout(this.#timer)
    if (this.state.notice) this.#timer = window.setTimeout(() => store.update(notify, null), SHOWN_MS)
  }
}

customElements.define('mw-notice', Notice)
