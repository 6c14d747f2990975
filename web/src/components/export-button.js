import { html } from 'lit'
import { exportTable } from '../app/exporting.js'
import { tablesOf } from '../state/castling.js'
import { plural } from '../words.js'
import { exportIcon } from './icons.js'

/** @param {import('../state/state.js').ClassInfo} table  that is here */
export function exportButton(table) {
  const { name } = table
  const castling = tablesOf(table).length - 1
  const what = castling ? `Write ${name} and ${plural(castling, 'table')} of its castling to files` : `Write ${name} to a file`
  return html`<button aria-label="Export ${name}" title="${what}, the same as the native command's" @click=${() => exportTable(table)}>${exportIcon}Export</button>`
}
