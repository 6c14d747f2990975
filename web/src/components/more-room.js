// Where builds are given more room: on the page of tables. In a frame that is another storage's.

import { html } from 'lit'
import { isFramed } from '../app/framed.js'

const tables = html`<a href="#/tables">Tables</a> page`

/** After it is said that something can be had. */
export const elsewhere = isFramed ? 'That is done in Matewright’s own page, for tables that are kept there.' : html`That is done on the ${tables}.`

export const moreMemory = isFramed
  ? 'Opened by itself, Matewright can be allowed more memory.'
  : html`How much memory a build may take is chosen on the ${tables}.`

export const moreStorage = isFramed
  ? 'Free space on this device; or clear the data of this site in the browser’s settings, and the tables that are kept for it go, too.'
  : html`Delete tables you don't need on the ${tables}, or free space on this device.`
