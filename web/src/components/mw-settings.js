import { html } from 'lit'
import { store } from '../app/app.js'
import { chooseBoardTheme, chooseTheme } from '../state/view.js'
import { autoIcon, moonIcon, sunIcon } from './icons.js'
import { uses, View } from './view.js'

const THEMES = /** @type {const} */ ({ auto: 'As the system', light: 'Light', dark: 'Dark' })
const ICONS = { auto: autoIcon, light: sunIcon, dark: moonIcon }
const BOARDS = /** @type {const} */ ({ sage: 'Sage', walnut: 'Walnut' })

// How the page looks.
class Settings extends View {
  static uses = uses('theme', 'boardTheme')

  render() {
    const { theme, boardTheme } = this.state
    return html`<button class="quiet icon-button" popovertarget="settings" aria-label="Colours and board" title="Colours and board">${ICONS[theme]}</button>
      <div id="settings" class="settings" popover>
        ${choice('Colours', THEMES, theme, (chosen) => store.update(chooseTheme, chosen))}
        ${choice('Board', BOARDS, boardTheme, (chosen) => store.update(chooseBoardTheme, chosen))}
      </div>`
  }
}

/**
 * @template {string} Name
 * @param {string} title
 * @param {Readonly<Record<Name, string>>} names
 * @param {Name} chosen
 * @param {(name: Name) => void} choose
 */
function choice(title, names, chosen, choose) {
  const all = /** @type {[Name, string][]} */ (Object.entries(names))
  return html`<fieldset><legend>${title}</legend>${all.map(([name, label]) => html`<label>
    <input type="radio" name=${title} .checked=${name === chosen} @change=${() => choose(name)} /><i class="swatch ${name}"></i>${label}</label>`)}</fieldset>`
}

customElements.define('mw-settings', Settings)
