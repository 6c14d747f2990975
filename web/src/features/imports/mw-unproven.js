import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { offer, rebuild } from '../builds/build.effects.js'
import { say } from '../../language.js'
import { forgetFailure, foundWrong, unprovenIn } from './unproven.js'
import { list } from '../../words.js'
import { accident } from '../../ui/accident.js'
import { alertIcon, clockIcon, closeIcon } from '../../ui/icons.js'
import { rich } from '../../ui/rich.js'
import { builtAs } from '../board/castling.js'
import { uses, View } from '../../ui/view.js'

// The Tables page lists imported tables that are not checked yet. All pages show those that were wrong.
class Unproven extends View {
  static uses = uses('tables', 'judging', 'build', 'place')

  render() {
    const unproven = this.state.place.page === 'tables' ? unprovenIn(this.state) : []
    return html`${foundWrong(this.state).map((name) => this.#wrong(name))}${
      unproven.length
        ? html`<section class="arrivals card" aria-label=${say('unproven.label')}>
          <header><h2>${say('unproven.title')}</h2></header>
          <ul>${unproven.map((name) => this.#row(name))}</ul>
          <p class="hint">${say('unproven.hint')}</p>
        </section>`
        : nothing
    }`
  }

  /** @param {string} name */
  #row(name) {
    const { judging, build } = this.state
    const error = judging.failed[name]
    if (judging.name === name) {
      const percent = Math.floor(100 * judging.done)
      return html`<li><span class="spinner"></span><div><p>${rich('unproven.underWay', { name })}</p>
        <span class="thin" role="progressbar" aria-label=${say('unproven.progress', { name })} aria-valuenow=${percent}
          aria-valuemin="0" aria-valuemax="100"><i style="width:${percent}%"></i></span></div></li>`
    }
    if (!error) {
      return html`<li>${clockIcon}<div><p>${rich('unproven.waits', { name, building: !!build })}</p></div></li>`
    }
    const { code, message, missing } = error
    const [why, words, use] = wayOut(name, error)
    return html`<li class="refused">${alertIcon}<div><p>${why}</p>${
      missing ? nothing : html`<p class="hint">${message}</p>`
    }</div>
      <button class="small" ?disabled=${code === 'damaged' && !!build} @click=${use}>${words}</button></li>`
  }

  // A wrong table, with the consequences and a button that builds it.
  /** @param {string} name */
  #wrong(name) {
    const dismiss = () => store.update(forgetFailure, name)
    const again = () => {
      dismiss()
      offer([builtAs(name)])
    }
    const title = say('unproven.wrong', { name })
    return html`<section class="arrivals card" role="alert" aria-label=${title}><header><h2>${title}</h2>
        <button class="quiet icon-button" aria-label=${say('common.dismiss')}
          @click=${dismiss}>${closeIcon}</button></header>
      <ul><li class="refused">${alertIcon}<div>${accident(this.state.judging.failed[name])}
        <p class="hint">${say('unproven.wrongHint')}</p></div></li></ul>
      <p><button class="small" @click=${again}>${say('unproven.buildHere', { name })}</button></p></section>`
  }
}

/**
 * Returns why a table could not be checked, and the label and action of a button that helps.
 * @param {string} name
 * @param {import('../../engine/types.js').EngineError} error
 * @returns {[unknown, string, () => void]}
 */
function wayOut(name, { code, missing, class: damaged = '' }) {
  if (missing) {
    const tables = list(missing)
    return [rich('unproven.lacks', { name, tables }), say('unproven.build', { tables }), () => offer(missing)]
  }
  if (code === 'damaged') {
    return [rich('unproven.damaged', { name, damaged }), say('unproven.rebuild', { damaged }), () => rebuild(damaged)]
  }
  return [rich('unproven.failed', { name }), say('unproven.again'), () => store.update(forgetFailure, name)]
}

customElements.define('mw-unproven', Unproven)
