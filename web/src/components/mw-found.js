import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { open } from '../app/opening.js'
import { openPaper } from '../app/paper.js'
import { MOST_FOUND } from '../state/pasted.js'
import { piecesOf, turnOf } from '../state/position.js'
import { collect, offerFound } from '../state/view.js'
import { nameOf, plural } from '../words.js'
import { closeIcon } from './icons.js'
import { thumbnail } from './pieces.js'
import { uses, View } from './view.js'

// Several positions were pasted or dropped: which one?
class FoundPositions extends View {
  static uses = uses('found')

  render() {
    const { found } = this.state
    return html`<dialog class="sheet" aria-labelledby="found-title" @close=${dismiss}>${found ? html`
      <header><h2 id="found-title">${found.length === MOST_FOUND ? `The first ${MOST_FOUND} positions` : plural(found.length, 'position')}</h2>
        <button class="quiet icon-button" aria-label="Close" @click=${dismiss}>${closeIcon}</button></header>
      <div class="examples">${found.map(choice)}</div>
      <form method="dialog"><button @click=${() => openPaper({ title: '', positions: found })}>Print them</button><button @click=${keep}>Add all to a set</button></form>` : nothing}</dialog>`
  }

  updated() {
    const dialog = /** @type {HTMLDialogElement} */ (this.querySelector('dialog'))
    if (!this.state.found) dialog.close()
    else if (!dialog.open) dialog.showModal()
  }
}

const keep = () => store.update((state) => collect(state, { name: '', positions: state.found ?? [] }))

const dismiss = () => store.update(offerFound, null)

/** @param {import('../state/pasted.js').Found} position @param {number} index */
function choice({ fen, name }, index) {
  const choose = () => {
    dismiss()
    open(fen)
  }
  return html`<button class="example" @click=${choose}>${thumbnail(fen)}<b>${name || `Position ${index + 1}`}</b>
    <span>${nameOf(turnOf(fen))} to move</span><small>${plural(piecesOf(fen).size, 'man', 'men')}</small></button>`
}

customElements.define('mw-found', FoundPositions)
