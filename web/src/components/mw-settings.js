import { html } from 'lit'
import { store } from '../app/app.js'
import { chooseAtOnce } from '../state/at-once.js'
import { SHORT } from '../state/forecast.js'
import { chooseBoardTheme, chooseTheme } from '../state/view.js'
import { settingsIcon } from './icons.js'
import './mw-metric.js'
import { uses, View } from './view.js'

const THEMES = /** @type {const} */ ({ auto: 'As the system', light: 'Light', dark: 'Dark' })
const BOARDS = /** @type {const} */ ({ sage: 'Sage', walnut: 'Walnut' })

// How the page looks, and what it does unasked.
class Settings extends View {
  static uses = uses('theme', 'boardTheme', 'buildAtOnce')

  render() {
    const { theme, boardTheme, buildAtOnce } = this.state
    const choose = (/** @type {Event} */ event) => store.update(chooseAtOnce, /** @type {HTMLInputElement} */ (event.target).checked)
    return html`<button class="quiet icon-button" popovertarget="settings" aria-label="Settings" title="Settings">${settingsIcon}</button>
      <div id="settings" class="settings" popover>
        ${choice('Colours', THEMES, theme, (chosen) => store.update(chooseTheme, chosen))}
        ${choice('Board', BOARDS, boardTheme, (chosen) => store.update(chooseBoardTheme, chosen))}
        <fieldset><legend>Tables count</legend><mw-metric></mw-metric></fieldset>
        <fieldset><legend>Positions</legend><label>
          <input type="checkbox" .checked=${buildAtOnce} @change=${choose} />Answer without a click</label>
          <p class="hint">What a position needs is built at once if that takes less than ${SHORT} seconds.</p></fieldset>
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
