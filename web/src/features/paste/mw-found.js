import { html, nothing } from 'lit'
import { isDefault } from '../../metrics.js'
import { store } from '../../shell/app.js'
import { openGame } from '../board/open.effects.js'
import { beginCheck } from '../check/begin-check.effects.js'
import { openPaper } from '../paper/paper.effects.js'
import { say } from '../../language.js'
import { USUAL_MEN } from '../tables/large.js'
import { areBare, foundInWords, largeInWords } from './pasted.js'
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
    const { found, foundLeft = 0 } = this.state
    return html`<dialog class="sheet" aria-labelledby="found-title" @close=${dismiss}>${
      found
        ? html`
      <header><h2 id="found-title">${foundInWords(found)}</h2>
        <button class="quiet icon-button" aria-label=${say('common.close')}
          @click=${dismiss}>${closeIcon}</button></header>
      ${found.length || foundLeft ? nothing : html`<p>${say('found.none', { men: USUAL_MEN })}</p>`}
      <p class="hint" role="status">${foundLeft ? say('found.looking', { count: foundLeft }) : nothing}</p>
      ${largeInWords(found) ? html`<p class="hint">${largeInWords(found)}</p>` : nothing}
      ${this.#actions(found)}
      <div class="examples">${found.map(choice)}</div>`
        : nothing
    }</dialog>`
  }

  /**
   * Saving comes first for a list of positions, and the check for games. While games are read, their check stays first.
   * @param {import('./pasted.js').Found[]} found
   */
  #actions(found) {
    const { foundGames, foundLeft, metric } = this.state
    const bare = !foundLeft && areBare(found)
    const checking =
      foundGames && isDefault(metric)
        ? html`<button class=${bare ? nothing : 'primary'} aria-describedby="check-hint"
            @click=${check}>${say('found.check')}</button>`
        : nothing
    const saving = found.length
      ? html`<button class=${bare ? 'primary' : nothing} @click=${keep}>${say('found.add')}</button>`
      : nothing
    const printing = found.length
      ? html`<button
          @click=${() => openPaper({ title: '', positions: distinct(found) })}>${say('found.print')}</button>`
      : nothing
    return html`<form method="dialog">${bare ? [saving, checking] : [checking, saving]}${printing}</form>
      ${checking === nothing ? nothing : html`<p class="hint" id="check-hint">${say('found.checkHint')}</p>`}`
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
