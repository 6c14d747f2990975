import { html, nothing } from 'lit'
import { askToKeep } from '../app/storage.js'
import { ratio } from '../state/ratio.js'
import { size } from '../words.js'
import { uses, View } from './view.js'

/** @typedef {import('../state/state.js').Storage} Storage */

/** Bytes that the page itself never takes. */
const OF_PAGE = 1e8

// Storage used of what the browser grants, and whether it keeps what is stored.
class StorageMeter extends View {
  static uses = uses('kept', 'storage', 'tables')

  render() {
    const { kept, storage, tables } = this.state
    if (!kept || !storage) return nothing
    const bytes = (tables ?? []).reduce((sum, table) => sum + (table.bytes ?? 0), 0)
    return html`<div class="storage">
      ${storage.quota === Infinity
        ? html`<p><b>${size(bytes)}</b> of tables</p><p class="hint">This browser does not say how much room there is.</p>`
        : room(storage, bytes)}
      ${keeping(storage)}
    </div>`
  }
}

/** @param {Storage} storage @param {number} bytes  of tables */
function room({ usage, quota }, bytes) {
  const tables = Math.min(bytes, usage)
  // What there is at all must be seen.
  /** @param {number} part */
  const width = (part) => `width:${part ? Math.max(1, 100 * ratio(part, quota)) : 0}%`
  return html`<p><b>${size(usage)}</b> used of ${size(quota)}</p>
    <div class="meter" role="img" aria-label="${size(usage)} of ${size(quota)} used, ${size(bytes)} of it by tables"><i style=${width(tables)}></i><i class="rest" style=${width(usage - tables)}></i></div>
    <p class="hint">Tables ${size(bytes)}; the rest is ${usage - tables > OF_PAGE ? 'what a build needs for a while, tables that count otherwise, and ' : ''}this page, which works offline.</p>`
}

/** @param {Storage} storage */
function keeping({ persisted, declined }) {
  if (persisted) return html`<p class="hint"><b>Kept.</b> The browser clears nothing here unless you tell it to.</p>`
  return html`<p class="hint">Browsers may clear it when space runs short, Safari after seven days without a visit.</p>
    <p class="keeping"><button class="small" @click=${askToKeep}>Keep it</button>
      <span class="hint" role="status">${declined ? 'The browser said no. It mostly agrees once this page is installed as an app, or bookmarked. Exported tables are safe in any case.' : nothing}</span></p>`
}

customElements.define('mw-storage', StorageMeter)
