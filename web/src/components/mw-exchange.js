import { html, nothing } from 'lit'
import { canExportAll, exportAll } from '../app/exporting.js'
import { importFiles } from '../app/importing.js'
import { isImporting } from '../state/imports.js'
import { exportIcon, importIcon } from './icons.js'
import { uses, View } from './view.js'

// Tables into files and out of them.
class Exchange extends View {
  static uses = uses('tables', 'imports', 'exporting')

  render() {
    const { tables, exporting } = this.state
    const some = tables?.some((table) => table.present)
    return html`<div class="exchange">
      <p><button class="small" ?disabled=${isImporting(this.state)} @click=${this.#choose}>${importIcon}Import…</button>
        ${canExportAll && some ? html`<button class="small" ?disabled=${!!exporting} @click=${exportAll}>${exportIcon}Export all…</button>` : nothing}</p>
      <p class="hint" role="status">${exporting ? `Exporting ${exporting.done + 1} of ${exporting.of}` : html`The files are those of the native command. <span class="wide-only">Drop some anywhere on this page to import them.</span>`}</p>
      <input type="file" multiple hidden aria-label="Files of tables" @change=${this.#chosen}>
    </div>`
  }

  // Any kind of file can be chosen: some systems don't show those of an ending that they don't know.
  #choose = () => this.querySelector('input')?.click()

  /** @param {Event} event */
  #chosen = ({ target }) => {
    const input = /** @type {HTMLInputElement} */ (target)
    importFiles([...(input.files ?? [])])
    input.value = '' // the same files can be chosen again
  }
}

customElements.define('mw-exchange', Exchange)
