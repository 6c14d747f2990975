import { html } from 'lit'
import { exportTable } from './export.effects.js'
import { say } from '../../language.js'
import { tablesOf } from '../board/castling.js'
import { exportIcon } from '../../ui/icons.js'

/** @param {import('../../shell/state.js').ClassInfo} table  that is stored */
export function exportButton(table) {
  const { name } = table
  const castling = tablesOf(table).length - 1
  const hint = say('exportButton.hint', { name, castling })
  return html`<button aria-label=${say('exportButton.label', { name })} title=${hint}
    @click=${() => exportTable(table)}>${exportIcon}${say('exportButton.export')}</button>`
}
