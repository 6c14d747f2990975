import { html, nothing } from 'lit'
import { canExportAll, exportAll } from './export.effects.js'
import { say } from '../../language.js'
import { isImporting } from './imports.js'
import { takeFiles } from '../syzygy/syzygy.effects.js'
import { exportIcon, importIcon } from '../../ui/icons.js'
import { uses, View } from '../../ui/view.js'

// The buttons that export and import tables.
class Exchange extends View {
  static uses = uses('tables', 'imports', 'exporting')

  render() {
    const { tables, exporting } = this.state
    const some = tables?.some((table) => table.present)
    const all = html`<button class="small" ?disabled=${!!exporting} @click=${exportAll}>${exportIcon}${say(
      'exchange.export',
    )}</button>`
    return html`<div class="exchange">
      <p><button class="small" ?disabled=${isImporting(this.state)}
        @click=${this.#choose}>${importIcon}${say('exchange.import')}</button>
        ${canExportAll && some ? all : nothing}</p>
      <p class="hint" role="status">${
        exporting
          ? say('exchange.exporting', { number: exporting.done + 1, count: exporting.of })
          : html`${say('exchange.hint')} <span class="wide-only">${say('exchange.drop')}</span>`
      }</p>
      <input type="file" multiple hidden aria-label=${say('exchange.files')} @change=${this.#chosen}>
    </div>`
  }

  // The user can choose any kind of file, as some systems hide files with unknown endings.
  #choose = () => this.querySelector('input')?.click()

  /** @param {Event} event */
  #chosen = ({ target }) => {
    const input = /** @type {HTMLInputElement} */ (target)
    takeFiles([...(input.files ?? [])])
    input.value = '' // the same files can be chosen again
  }
}

customElements.define('mw-exchange', Exchange)
