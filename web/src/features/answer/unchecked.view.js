import { html, nothing } from 'lit'
import { uncheckedWords } from '../../words.js'
import { alertIcon } from '../../ui/icons.js'

/** Says what an answer rests on that is not checked yet. @param {string[]} names */
export const unchecked = (names) =>
  names.length ? html`<p class="caution unchecked">${alertIcon}${uncheckedWords(names)}</p>` : nothing
