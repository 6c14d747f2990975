// The less common parts of the finder's form.

import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { store } from '../../shell/app.js'
import { addMen, MOST_MEN, SCOPES, wish } from './finder.js'

/** @typedef {import('./finder.js').Wish} Wish */

const THEMES = ['', 'sacrifice', 'corner', 'underpromotion', 'quiet', 'capture', 'check']

/** Conditions for men that show the grammar. */
const EXAMPLES = ['Pe6', 'K in front of P', 'R behind p', 'kings in opposition', 'K beside R', 'distance K k <= 2']

/**
 * Changes the wish by the value of a field.
 * @param {keyof Wish} key
 */
const change = (key) => (/** @type {Event} */ event) =>
  store.update(wish, { [key]: /** @type {HTMLInputElement} */ (event.target).value })

/** @param {string} theme @param {boolean} castles  the class has castling rights */
export const themes = (theme, castles) =>
  html`<select aria-label=${say('finder.themeLabel')} @change=${change('theme')}>${(castles
    ? [...THEMES, 'castling']
    : THEMES
  ).map(
    (each) => html`<option value=${each} .selected=${each === theme}>${say('finder.theme', { theme: each })}</option>`,
  )}</select>`

/** The squares and relations of men, with examples to add. @param {string} men */
export const menField = (men) => html`<label class="men">${say('finder.men')} <input type="text" maxlength=${MOST_MEN}
    placeholder=${say('finder.menExample')} .value=${men} @input=${change('men')}></label>
  <p class="hint men-examples">${say('finder.menExamples')} ${EXAMPLES.map(
    (text) =>
      html`<button type="button" class="quiet small" @click=${() => store.update(addMen, text)}>${text}</button>`,
  )}</p>`

/**
 * The choice of further tables.
 * @param {string} name  of the class
 * @param {Wish} wished
 */
export const scope = (name, { scope, also }) => html`<select aria-label=${say('finder.scope')}
    @change=${change('scope')}>${SCOPES.map(
      (each) => html`<option value=${each} .selected=${each === scope}>${scopeInWords(name, each)}</option>`,
    )}</select>${
      scope === 'named'
        ? html`<label class="also">${say('finder.alsoLabel')} <input type="text" maxlength="300"
            placeholder="KRvKN KQvKR" .value=${also} @input=${change('also')}></label>`
        : nothing
    }`

/** @param {string} name @param {Wish['scope']} scope */
const scopeInWords = (name, scope) =>
  scope === ''
    ? say('finder.scopeOne', { name })
    : scope === 'named'
      ? say('finder.scopeNamed')
      : say('finder.scopeUpTo', { men: scope })
