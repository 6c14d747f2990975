import { html, nothing } from 'lit'
import { size } from '../words.js'
import { uses, View } from './view.js'

// Storage used of what the browser grants.
class StorageMeter extends View {
  static uses = uses('storage', 'tables')

  render() {
    const { storage, tables } = this.state
    if (!storage) return nothing
    const bytes = (tables ?? []).reduce((sum, table) => sum + (table.bytes ?? 0), 0)
    const share = storage.quota ? Math.min(1, storage.usage / storage.quota) : 0
    const kept = storage.persisted
      ? 'The browser keeps it until you delete it.'
      : 'The browser may clear it when space runs short.'
    return html`<div class="storage">
      <p><b>${size(storage.usage)}</b> used of ${size(storage.quota)}</p>
      <div class="meter" role="img" aria-label="${size(storage.usage)} of ${size(storage.quota)} used"><i style="width:${Math.max(100 * share, storage.usage ? 1 : 0)}%"></i></div>
      <p class="hint">Tables ${size(bytes)}. ${kept}</p>
    </div>`
  }
}

customElements.define('mw-storage', StorageMeter)
