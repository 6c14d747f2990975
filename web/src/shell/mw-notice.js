import { html, nothing } from 'lit'
import { say } from '../language.js'
import { store } from './app.js'
import { notify } from './view.js'
import { uses, View } from '../ui/view.js'

const SHOWN_MS = 5000
/** A long notice is shown as long as it takes to read. */
const LETTER_MS = 60
const UNDO_MS = 20_000

// A passing message at the foot of the page, above dialogs too.
class Notice extends View {
  static uses = uses('notice', 'undo')

  /** @type {number | undefined} */
  #timer

  render() {
    const { notice, undo } = this.state
    const button = undo ? html` <button class="small" @click=${this.#undo}>${say('common.undo')}</button>` : nothing
    return html`<div class="notice" role="status" popover="manual">${
      notice ? html`<p>${notice}${button}</p>` : nothing
    }</div>`
  }

  #undo = () => {
    const { undo } = this.state
    store.update(notify, null)
    undo?.()
  }

  updated() {
    clearTimeout(this.#timer)
    const area = /** @type {HTMLElement} */ (this.querySelector('.notice'))
    area.hidePopover() // shown again, the notice is above later popovers
    const { notice, undo } = this.state
    if (!notice) return
    area.showPopover()
    const shown = Math.max(undo ? UNDO_MS : SHOWN_MS, LETTER_MS * notice.length)
    this.#timer = window.setTimeout(() => store.update(notify, null), shown)
  }
}

customElements.define('mw-notice', Notice)
