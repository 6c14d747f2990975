import { html, nothing } from 'lit'
import { isDefault } from '../../metrics.js'
import { store } from '../../shell/app.js'
import { openGame } from '../board/open.effects.js'
import { beginCheck } from '../check/begin-check.effects.js'
import { openPaper } from '../paper/paper.effects.js'
import { say } from '../../language.js'
import { USUAL_MEN } from '../tables/large.js'
import { foundInWords } from './pasted.js'
import { piecesOf, turnOf } from '../board/position.js'
import { notify } from '../../shell/view.js'
import { collect } from '../sets/collecting.js'
import { offerFound } from './found.js'
import { toMove } from '../../words.js'
import { closeIcon } from '../../ui/icons.js'
import { thumbnail } from '../../ui/pieces.js'
import { uses, View } from '../../ui/view.js'

// Several positions were pasted or dropped: which one?
class FoundPositions extends View {
  static uses = uses('found', 'foundGames', 'foundLeft', 'metric')

  render() {
    const { found, foundGames, foundLeft = 0, metric } = this.state
    return html`<dialog class="sheet" aria-labelledby="found-title" @close=${dismiss}>${
      found
        ? html`
      <header><h2 id="found-title">${foundInWords(found)}</h2>
        <button class="quiet icon-button" aria-label=${say('common.close')}
          @click=${dismiss}>${closeIcon}</button></header>
      ${found.length || foundLeft ? nothing : html`<p>${say('found.none', { men: USUAL_MEN })}</p>`}
      <p class="hint" role="status">${foundLeft ? say('found.looking', { count: foundLeft }) : nothing}</p>
      ${
        foundGames && isDefault(metric)
          ? html`<p class="check-all">
        <button class="primary" @click=${check}>${say('found.check')}</button>
        <span class="hint">${say('found.checkHint')}</span></p>`
          : nothing
      }
      <div class="examples">${found.map(choice)}</div>
      ${
        found.length
          ? html`<form method="dialog"><button
        @click=${() => openPaper({ title: '', positions: distinct(found) })}>${say('found.print')}</button><button
        @click=${keep}>${say('found.add')}</button></form>`
          : nothing
      }`
        : nothing
    }</dialog>`
  }

  updated() {
    const dialog = /** @type {HTMLDialogElement} */ (this.querySelector('dialog'))
    if (!this.state.found) dialog.close()
    else if (!dialog.open) dialog.showModal()
  }
}

/** Each position once, of those that several games begin from. @param {import('./pasted.js').Found[]} found */
const distinct = (found) => found.filter(({ fen }, i) => found.findIndex((each) => each.fen === fen) === i)

const keep = () => store.update((state) => collect(state, { name: '', positions: state.found ?? [] }))

function check() {
  const { foundGames } = store.state
  dismiss()
  if (foundGames) beginCheck(foundGames)
}

const dismiss = () => store.update(offerFound, null)

/** @param {import('./pasted.js').Found} position @param {number} index */
function choice({ fen, name, label = name, moves = '', tags, whole, repaired }, index) {
  const choose = () => {
    dismiss()
    if (whole) openGame(whole.start, whole.moves, tags, whole.at)
    else openGame(fen, moves, tags)
    if (repaired) store.update(notify, repaired)
  }
  return html`<button class="example" @click=${choose}>${thumbnail(fen)}<b>${
    label || say('found.position', { number: index + 1 })
  }</b>
    <span>${toMove(turnOf(fen))}</span><small>${say('found.men', { count: piecesOf(fen).size })}</small></button>`
}

customElements.define('mw-found', FoundPositions)
