import { html, nothing } from 'lit'
import { askToKeep } from './storage.effects.js'
import { say } from '../../language.js'
import { ratio } from '../../ui/ratio.js'
import { size } from '../../words.js'
import { rich } from '../../ui/rich.js'
import { uses, View } from '../../ui/view.js'

/** @typedef {import('../../shell/state.js').Storage} Storage */

/** More bytes than the page itself ever takes. */
const OF_PAGE = 1e8

// The used part of the storage, and whether the browser promises to keep it.
class StorageMeter extends View {
  static uses = uses('kept', 'storage', 'tables')

  render() {
    const { kept, storage, tables } = this.state
    if (!kept || !storage) return nothing
    const bytes = (tables ?? []).reduce((sum, table) => sum + (table.bytes ?? 0), 0)
    return html`<div class="storage">
      ${
        storage.quota === Infinity
          ? html`<p>${rich('storage.tables', { size: size(bytes) })}</p>
          <p class="hint">${say('storage.noRoomSaid')}</p>`
          : room(storage, bytes)
      }
      ${keeping(storage)}
    </div>`
  }
}

/** @param {Storage} storage @param {number} bytes  of tables */
function room({ usage, quota }, bytes) {
  const tables = Math.min(bytes, usage)
  // A part above zero is always visible.
  /** @param {number} part */
  const width = (part) => `width:${part ? Math.max(1, 100 * ratio(part, quota)) : 0}%`
  const sizes = { used: size(usage), quota: size(quota), tables: size(bytes), more: usage - tables > OF_PAGE }
  return html`<p>${rich('storage.used', sizes)}</p>
    <div class="meter" role="img" aria-label=${say('storage.meter', sizes)}><i
      style=${width(tables)}></i><i class="rest" style=${width(usage - tables)}></i></div>
    <p class="hint">${say('storage.rest', sizes)}</p>`
}

/** @param {Storage} storage */
function keeping({ persisted, declined }) {
  if (persisted) return html`<p class="hint">${rich('storage.kept')}</p>`
  return html`<p class="hint">${say('storage.mayBeCleared')}</p>
    <p class="keeping"><button class="small" @click=${askToKeep}>${say('storage.keep')}</button>
      <span class="hint" role="status">${declined ? say('storage.declined') : nothing}</span></p>`
}

customElements.define('mw-storage', StorageMeter)
