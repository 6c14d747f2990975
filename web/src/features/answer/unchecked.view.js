import { html, nothing } from 'lit'
import { uncheckedWords } from '../../words.js'
import { alertIcon } from '../../ui/icons.js'

/** A caution with the unchecked tables that an answer depends on. @param {string[]} names */
export const unchecked = (names) =>
  names.length ? html`<p class="caution unchecked">${alertIcon}${uncheckedWords(names)}</p>` : nothing
