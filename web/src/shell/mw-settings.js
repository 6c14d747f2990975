import { html, nothing } from 'lit'
import { store } from './app.js'
import { remember } from './remember.js'
import { LANGUAGE, language, LANGUAGES, say } from '../language.js'
import { LETTERS, letterChoices, letters } from '../san.js'
import { chooseAutobuild } from '../features/builds/autobuild.js'
import { SHORT } from '../features/builds/forecast.js'
import { isWorking } from '../features/imports/imports.js'
import { chooseBoardTheme, chooseTheme } from './view.js'
import { settingsIcon } from '../ui/icons.js'
import '../features/tables/mw-metric.js'
import { chooseSite } from '../features/tables/site.effects.js'
import { uses, View } from '../ui/view.js'

const THEMES = /** @type {const} */ ({
  auto: say('settings.colours.auto'),
  light: say('settings.colours.light'),
  dark: say('settings.colours.dark'),
})
const BOARDS = /** @type {const} */ ({ sage: say('settings.board.sage'), walnut: say('settings.board.walnut') })

/** Loads the page again with other words. @param {import('../language.js').Language} chosen */
function chooseLanguage(chosen) {
  remember(LANGUAGE, chosen)
  location.reload()
}

/** Loads the page again with other letters of pieces. @param {import('../san.js').Letters} chosen */
function chooseLetters(chosen) {
  remember(LETTERS, chosen)
  location.reload()
}

// Settings for the look of the page, and for builds without a click.
class Settings extends View {
  static uses = uses('theme', 'boardTheme', 'autobuild', 'build', 'imports', 'exporting', 'kept', 'site')

  render() {
    const { theme, boardTheme, autobuild, kept, site } = this.state
    const isBusy = !kept || isWorking(this.state) // a reload would lose tables, or stop work
    const choose = (/** @type {Event} */ event) =>
      store.update(chooseAutobuild, /** @type {HTMLInputElement} */ (event.target).checked)
    const chosenTheme = (/** @type {typeof theme} */ chosen) => store.update(chooseTheme, chosen)
    const chosenBoard = (/** @type {typeof boardTheme} */ chosen) => store.update(chooseBoardTheme, chosen)
    return html`<button class="quiet icon-button" popovertarget="settings"
      aria-label=${say('settings.title')} title=${say('settings.title')}>${settingsIcon}</button>
      <div id="settings" class="settings" popover>
        ${choice('theme', say('settings.colours'), THEMES, theme, chosenTheme, swatch)}
        ${choice('board', say('settings.board'), BOARDS, boardTheme, chosenBoard, swatch)}
        ${choice('language', say('settings.language'), LANGUAGES, language, chooseLanguage, undefined, isBusy)}
        ${choice('letters', say('settings.letters'), letterChoices, letters, chooseLetters, undefined, isBusy)}
        <fieldset><legend>${say('settings.metric')}</legend><mw-metric></mw-metric></fieldset>
        <fieldset><legend>${say('settings.positions')}</legend><label>
          <input type="checkbox" .checked=${autobuild} @change=${choose} />${say('settings.atOnce')}</label>
          <p class="hint">${say('settings.atOnceHint', { seconds: SHORT })}</p></fieldset>
        <fieldset ?disabled=${isBusy}><legend>${say('settings.site')}</legend>
          <input type="url" aria-label=${say('settings.site')} .value=${site}
            @change=${(/** @type {Event} */ event) =>
              chooseSite(/** @type {HTMLInputElement} */ (event.target).value)} />
          <p class="hint">${say('settings.siteHint')}</p></fieldset>
      </div>`
  }
}

/** The colours of a choice. @param {string} name */
const swatch = (name) => html`<i class="swatch ${name}"></i>`

/**
 * @template {string} Name
 * @param {string} group
 * @param {string} title
 * @param {Readonly<Record<Name, string>>} names
 * @param {Name} chosen
 * @param {(name: Name) => void} choose
 * @param {(name: Name) => unknown} [picture]
 * @param {boolean} [disabled]
 */
function choice(group, title, names, chosen, choose, picture = () => nothing, disabled = false) {
  const all = /** @type {[Name, string][]} */ (Object.entries(names))
  return html`<fieldset ?disabled=${disabled}><legend>${title}</legend>${all.map(
    ([name, label]) => html`<label>
    <input type="radio" name=${group} .checked=${name === chosen} @change=${() => choose(name)}
    />${picture(name)}${label}</label>`,
  )}</fieldset>`
}

customElements.define('mw-settings', Settings)
