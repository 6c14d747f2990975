import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { BOARD, writeAddress } from '../state/address.js'
import { currentFen, enter } from '../state/game.js'
import { notify } from '../state/view.js'
import { linkIcon } from './icons.js'
import { uses, View } from './view.js'

class Fen extends View {
  static uses = uses('game', 'answer', 'asking')

  render() {
    const fen = currentFen(this.state)
    const problem = this.#problem()
    return html`<div class="fen-field">
      <label for="fen">FEN</label>
      <input id="fen" type="text" spellcheck="false" autocomplete="off" autocapitalize="off" .value=${fen}
        aria-invalid=${problem ? 'true' : 'false'} aria-describedby="fen-problem" @input=${typed} @focus=${selectAll} />
      <button class="quiet icon-button" aria-label="Copy a link to this position" title="Copy a link to this position" @click=${copyLink}>${linkIcon}</button>
      <p id="fen-problem" role="status">${problem ?? nothing}</p>
    </div>`
  }

  #problem() {
    const { answer, asking } = this.state
    return !asking && answer?.error?.code === 'fen' ? answer.error.message : null
  }
}

/** @param {Event} event */
function typed({ target }) {
  if (!(target instanceof HTMLInputElement)) return
  const { value, selectionStart } = target
  store.update(enter, value.replaceAll('_', ' '))
  target.setSelectionRange(selectionStart, selectionStart)
}

/** @param {Event} event */
function selectAll({ target }) {
  if (target instanceof HTMLInputElement) target.select()
}

async function copyLink() {
  const link = new URL(writeAddress(BOARD, currentFen(store.state)), location.href)
  try {
    await navigator.clipboard.writeText(link.href)
    store.update(notify, 'The link was copied.')
  } catch {
    store.update(notify, 'The browser does not allow copying: the address bar has the link.')
  }
}

customElements.define('mw-fen', Fen)
