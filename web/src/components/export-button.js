import { html } from 'lit'
import { exportTable } from '../app/exporting.js'
import { say } from '../language.js'
import { tablesOf } from '../state/castling.js'
import { exportIcon } from './icons.js'

/** @param {import('../state/state.js').ClassInfo} table  that is here */
export function exportButton(table) {
  const { name } = table
  const castling = tablesOf(table).length - 1
  const hint = say('exportButton.hint', { name, castling })
  return html`<button aria-label=${say('exportButton.label', { name })} title=${hint}
    @click=${() => exportTable(table)}>${exportIcon}${say('exportButton.export')}</button>`
}
