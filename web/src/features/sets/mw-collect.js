import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { collectInto } from './sets.effects.js'
import { say } from '../../language.js'
import { collect } from './collecting.js'
import { setsOf } from './sets.js'
import { closeIcon } from '../../ui/icons.js'
import { uses, View } from '../../ui/view.js'

// The choice of a set for positions that were found, pasted or set up.
class Collect extends View {
  static uses = uses('collecting', 'sets', 'place')

  render() {
    const { collecting, place } = this.state
    const shown = place.page === 'sets' ? place.subject : ''
    const sets = setsOf(this.state)?.filter(({ id }) => id !== shown)
    return html`<dialog class="sheet narrow collect" aria-labelledby="collect-title" @close=${dismiss}>${
      collecting
        ? html`
      <header><h2 id="collect-title">${say('collect.title', { count: collecting.positions.length })}</h2>
        <button class="quiet icon-button" aria-label=${say('common.close')}
          @click=${dismiss}>${closeIcon}</button></header>
      ${sets?.length ? html`<ul aria-label=${say('collect.sets')}>${sets.map(row)}</ul>` : nothing}
      <form @submit=${named}><input type="text" name="name" required maxlength="100"
        aria-label=${say('collect.name')} placeholder=${say('collect.name')} .value=${collecting.name}>
        <button class="primary">${say('collect.make')}</button></form>`
        : nothing
    }</dialog>`
  }

  updated() {
    const dialog = /** @type {HTMLDialogElement} */ (this.querySelector('dialog'))
    if (!this.state.collecting) dialog.close()
    else if (!dialog.open) dialog.showModal()
  }
}

/** @param {import('./sets.js').PracticeSet} set */
const row = (set) =>
  html`<li><button @click=${() => collectInto(set)}>${set.name}<small>${say('common.positions', {
    count: set.positions.length,
  })}</small></button></li>`

const dismiss = () => store.update(collect, null)

/** @param {SubmitEvent} event */
function named(event) {
  event.preventDefault()
  collectInto(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('name')))
}

customElements.define('mw-collect', Collect)
