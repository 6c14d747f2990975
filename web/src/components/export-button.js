import { html } from 'lit'
import { exportTable } from '../app/exporting.js'
import { exportIcon } from './icons.js'

/** @param {string} name  of a table that is here */
export const exportButton = (name) =>
  html`<button aria-label="Export ${name}" title="Write ${name} to a file, the same as the native command's" @click=${() => exportTable(name)}>${exportIcon}Export</button>`
