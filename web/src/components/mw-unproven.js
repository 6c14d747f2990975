import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { offer, rebuild } from '../app/building.js'
import { forgetFailure, foundWrong, unprovenIn } from '../state/unproven.js'
import { list } from '../words.js'
import { alertIcon, clockIcon, closeIcon } from './icons.js'
import { uses, View } from './view.js'

// Imported tables that are not checked yet, where tables are listed; and everywhere those that were wrong.
class Unproven extends View {
  static uses = uses('tables', 'judging', 'build', 'place')

  render() {
    const unproven = this.state.place.page === 'tables' ? unprovenIn(this.state) : []
    return html`${foundWrong(this.state).map((name) => this.#wrong(name))}${unproven.length
      ? html`<section class="arrivals card" aria-label="Being checked">
          <header><h2>Imported, and not checked yet</h2></header>
          <ul>${unproven.map((name) => this.#row(name))}</ul>
          <p class="hint">They answer already, and each answer that rests on one says so. Nothing is built on them. One that is right counts as any other then; one that is wrong is removed.</p>
        </section>` : nothing}`
  }

  /** @param {string} name */
  #row(name) {
    const { judging, build } = this.state
    const error = judging.failed[name]
    if (judging.name === name) {
      const percent = Math.floor(100 * judging.done)
      return html`<li><span class="spinner"></span><div><p><b>${name}</b> is being checked</p>
        <span class="thin" role="progressbar" aria-label="Check of ${name}" aria-valuenow=${percent} aria-valuemin="0" aria-valuemax="100"><i style="width:${percent}%"></i></span></div></li>`
    }
    if (!error) return html`<li>${clockIcon}<div><p><b>${name}</b> waits ${build ? 'until the build has ended' : 'for its turn'}</p></div></li>`
    const { code, message, missing, class: damaged = '' } = error
    const [why, words, use] = missing ? [`can't be checked without ${list(missing)}`, `Build ${list(missing)}`, () => offer(missing)]
      : code === 'damaged' ? [`can't be checked, as ${damaged} is damaged`, `Rebuild ${damaged}`, () => rebuild(damaged)]
      : ['could not be checked', 'Check again', () => store.update(forgetFailure, name)]
    return html`<li class="refused">${alertIcon}<div><p><b>${name}</b> ${why}</p>${missing ? nothing : html`<p class="hint">${message}</p>`}</div>
      <button class="small" ?disabled=${code === 'damaged' && !!build} @click=${use}>${words}</button></li>`
  }

  // What happened, what is safe, what to do.
  /** @param {string} name */
  #wrong(name) {
    const dismiss = () => store.update(forgetFailure, name)
    const again = () => {
      dismiss()
      offer([name.split('-')[0]])
    }
    return html`<section class="arrivals card" role="alert" aria-label="${name} was wrong"><header><h2>${name} was wrong</h2>
        <button class="quiet icon-button" aria-label="Dismiss" @click=${dismiss}>${closeIcon}</button></header>
      <ul><li class="refused">${alertIcon}<div><p>${this.state.judging.failed[name].message}</p>
        <p class="hint">What was answered from it, and marked, may have been wrong. Nothing rests on it any more, and the other tables are as they were.</p></div></li></ul>
      <p><button class="small" @click=${again}>Build ${name} here</button></p></section>`
  }
}

customElements.define('mw-unproven', Unproven)
