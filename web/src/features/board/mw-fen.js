import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { addressOfGame, copy } from '../../shell/share.effects.js'
import { openPaper } from '../paper/paper.effects.js'
import { paste, pasteText } from '../paste/paste.effects.js'
import { settle } from '../paste/read-fens.effects.js'
import { say } from '../../language.js'
import { kingsToPlace, probeOf } from '../answer/answer.js'
import { currentFen, endTyping, type } from '../game/game.js'
import { candidatesIn, repairsInWords } from '../paste/pasted.js'
import { placementOf } from './position.js'
import { isRemarked } from '../game/variations.js'
import { exportIcon, linkIcon, pasteIcon } from '../../ui/icons.js'
import { uses, View } from '../../ui/view.js'

class Fen extends View {
  static uses = uses('game', 'answer', 'asking', 'mode')

  render() {
    const fen = currentFen(this.state)
    const problem = this.#problem()
    const canRead = 'readText' in (navigator.clipboard ?? {})
    return html`<div class="fen-field">
      <label for="fen">${say('fen.label')}</label>
      <input id="fen" type="text" spellcheck="false" autocomplete="off" autocapitalize="off" .value=${fen}
        aria-invalid=${problem ? 'true' : 'false'} aria-describedby="fen-problem"
        @input=${typed} @keydown=${enter} @focus=${selectAll} @blur=${finish} />
      ${canRead ? tool(say('fen.paste'), say('fen.pasteHint'), pasteIcon, paste) : html`<i></i>`}
      ${tool(say('fen.copyLink'), say('fen.copyLink'), linkIcon, copyLink)}
      ${tool(say('fen.share'), say('fen.shareHint'), exportIcon, share)}
      <p id="fen-problem">${problem ?? this.#repairs()}</p>
    </div>`
  }

  #problem() {
    const { answer, asking } = this.state
    return !asking && answer?.error?.code === 'fen' && !kingsToPlace(this.state) ? answer.error.message : null
  }

  /** The repairs of the FEN, as long as the field has it as it was typed. */
  #repairs() {
    const { warnings } = probeOf(this.state) ?? {}
    return warnings ? repairsInWords(warnings) : nothing
  }
}

/**
 * @param {string} label
 * @param {string} hint
 * @param {unknown} icon
 * @param {() => void} use
 */
const tool = (label, hint, icon, use) =>
  html`<button class="quiet icon-button" aria-label=${label} title=${hint} @click=${use}>${icon}</button>`

/** Whether the user has typed in the field since it was read last. */
let isTyped = false

/** @param {Event} event */
function typed({ target }) {
  if (!(target instanceof HTMLInputElement)) return
  isTyped = true
  const { value, selectionStart } = target
  store.update(type, value.replaceAll('_', ' '))
  target.setSelectionRange(selectionStart, selectionStart)
}

/** @param {KeyboardEvent} event */
function enter(event) {
  if (event.key === 'Enter') finish(event)
}

/**
 * Replaces a typed FEN by the engine's reading. Other texts, such as addresses, are searched for positions as pasted
 * ones are.
 * @param {Event} event
 */
function finish({ target }) {
  store.update(endTyping)
  if (!isTyped || !(target instanceof HTMLInputElement)) return
  isTyped = false
  const text = target.value.trim()
  const [first, ...others] = candidatesIn(text)
  if (!first) return
  if (!others.length && text.startsWith(placementOf(first))) settle(currentFen(store.state))
  else pasteText(text)
}

/** @param {Event} event */
function selectAll({ target }) {
  if (target instanceof HTMLInputElement) target.select()
}

function share() {
  openPaper({ title: '', positions: [{ name: '', fen: currentFen(store.state) }] })
}

function copyLink() {
  copy(addressOfGame(), say('fen.copied', { remarked: store.state.game.plies.some(isRemarked) }))
}

customElements.define('mw-fen', Fen)
