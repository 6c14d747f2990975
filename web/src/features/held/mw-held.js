import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { say } from '../../language.js'
import { asked, countsOf, letGo, manOf } from './held.js'
import { inWords, titleOf } from './held-words.view.js'
import { nameOf, other } from '../../words.js'
import { uses, View } from '../../ui/view.js'

// The results of the squares in words, while the board shows them as colours.
class Held extends View {
  static uses = uses('held', 'game', 'mode')

  render() {
    const held = asked(this.state)
    if (!held) return this.#hint()
    const { color } = manOf(held)
    return html`<section class="held-panel" aria-label=${titleOf(held)}>
      <header><h3>${titleOf(held)}</h3>
        <button class="quiet" @click=${() => store.update(letGo)}>${say('common.close')}</button></header>
      <p class="held-there">${inWords(held)}</p>
      <div role="status" aria-busy=${!held.complete}><ul>${countsOf(held).map(
        ([result, count]) => html`<li><i class="held-result if-${result}"></i>${label(result, color)}
          <b>${say('held.squares', { count })}</b></li>`,
      )}</ul></div>
    </section>`
  }

  // A narrow page shows it only while setting up.
  #hint() {
    const { mode } = this.state
    if (mode === 'practice') return nothing
    return html`<p class="held-hint ${mode === 'edit' ? '' : 'playing'}">${say('held.hint')}</p>`
  }
}

/** @param {import('./held.js').Result} result @param {import('../../shell/state.js').Color} color  of the man */
function label(result, color) {
  if (result === 'open') return say('held.open')
  if (result === 'drawn') return say('verdict.draw')
  return say('verdict.wins', { winner: nameOf(result === 'won' ? color : other(color)) })
}

customElements.define('mw-held', Held)
