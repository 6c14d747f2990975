import { html, nothing } from 'lit'
import { store } from './app.js'
import { notify } from './view.js'
import { uses, View } from '../ui/view.js'

const SHOWN_MS = 5000
/** A long notice is shown as long as it takes to read. */
const LETTER_MS = 60

// A passing message at the foot of the page, above dialogs too.
class Notice extends View {
  static uses = uses('notice')

  /** @type {number | undefined} */
  #timer

  render() {
    const { notice } = this.state
    return html`<div class="notice" role="status" popover="manual">${notice ? html`<p>${notice}</p>` : nothing}</div>`
  }

  updated() {
    clearTimeout(this.#timer)
    const area = /** @type {HTMLElement} */ (this.querySelector('.notice'))
    area.hidePopover() // shown again, the notice is above later popovers
    if (!this.state.notice) return
    area.showPopover()
    this.#timer = window.setTimeout(
      () => store.update(notify, null),
      Math.max(SHOWN_MS, LETTER_MS * this.state.notice.length),
    )
  }
}

customElements.define('mw-notice', Notice)
