import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { importIcon } from '../../ui/icons.js'
import { uses, View } from '../../ui/view.js'
import { inUse, stopSyzygy, useSyzygy } from './syzygy.effects.js'

/** More faults than this are folded. */
const SHOWN = 4

// The Syzygy files in use, and the buttons that choose them and give them up.
class Syzygy extends View {
  static uses = uses('syzygy', 'choosingSyzygy')

  render() {
    const { syzygy, choosingSyzygy } = this.state
    return html`<div class="syzygy">
      <p class="buttons"><button class="small" ?disabled=${choosingSyzygy}
        @click=${this.#choose}>${importIcon}${say('syzygy.choose')}</button>
        ${
          syzygy?.files
            ? html`<button class="small" ?disabled=${choosingSyzygy}
            @click=${stopSyzygy}>${say('syzygy.stop')}</button>`
            : nothing
        }</p>
      <p role="status" class=${choosingSyzygy ? 'looking' : ''}>${
        choosingSyzygy
          ? html`<span class="spinner"></span>${say('syzygy.checking')}`
          : syzygy?.files
            ? inUse(syzygy)
            : nothing
      }</p>
      ${syzygy ? faults(syzygy.refused) : nothing}
      <p class="hint">${say('syzygy.hint')} ${say('syzygy.inPlace')}</p>
      <input type="file" webkitdirectory multiple hidden aria-label=${say('syzygy.folder')} @change=${this.#chosen}>
    </div>`
  }

  #choose = () => this.querySelector('input')?.click()

  /** @param {Event} event */
  #chosen = ({ target }) => {
    const input = /** @type {HTMLInputElement} */ (target)
    useSyzygy([...(input.files ?? [])])
    input.value = '' // the same folder can be chosen again
  }
}

/** Lists the faults of files that are not used. @param {import('../../engine/border.js').Problem[]} refused */
function faults(refused) {
  if (!refused.length) return nothing
  const list = html`<ul>${refused.map(({ message }) => html`<li>${message}</li>`)}</ul>`
  const title = say('syzygy.refused', { count: refused.length })
  return html`<details class="faults" ?open=${refused.length <= SHOWN}><summary>${title}</summary>${list}</details>`
}

customElements.define('mw-syzygy', Syzygy)
