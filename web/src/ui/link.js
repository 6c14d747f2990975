// Links between the page's own places, which need no loading.

import { html, nothing } from 'lit'
import { navigate } from '../shell/address.effects.js'
import { isFramed } from '../shell/framed.js'
import { hashOf } from '../shell/address.js'

/** @typedef {import('../shell/state.js').Place} Place */

/**
 * @param {Place} place
 * @param {unknown} label
 * @param {unknown} [current]  the value of aria-current
 */
export const link = (place, label, current = nothing) =>
  html`<a href=${hashOf(place)} aria-current=${current} @click=${going(place)}>${label}</a>`

/** @param {Place} place */
export const going = (place) => (/** @type {MouseEvent} */ event) => {
  if (isFramed || event.ctrlKey || event.metaKey || event.shiftKey) return // into another tab or window
  event.preventDefault()
  navigate(place)
}
