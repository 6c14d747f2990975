import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { say } from '../../language.js'
import { isSetPractice, isTraining } from '../../shell/address.js'
import { flip, setMode } from './tools.js'
import { backIcon, flipIcon } from '../../ui/icons.js'
import { uses, View } from '../../ui/view.js'
import './mw-examples.js'

class Toolbar extends View {
  static first = true
  static uses = uses('mode', 'place')

  render() {
    const isSolving = this.state.mode === 'practice' && isSetPractice(this.state.place)
    // In a set the verdict is shown beside its task.
    const isAside = this.state.mode !== 'practice' && isTraining(this.state.place)
    return html`${
      isAside
        ? html`<button class="way-back" @click=${() => store.update(setMode, 'practice')}>${backIcon}${say(
            'training.back',
          )}</button>`
        : nothing
    }<div class="toolbar">
      ${
        isSolving
          ? html`<mw-typed-move></mw-typed-move>`
          : html`<div class="segments" role="group" aria-label=${say('toolbar.mode')}>${[
              this.#mode('play', say('toolbar.play')),
              this.#mode('edit', say('toolbar.edit')),
              this.#mode('practice', say('toolbar.practise')),
            ]}</div>`
      }
      <span class="gap"></span>
      ${isSolving ? nothing : html`<mw-examples></mw-examples>`}
      <button class="quiet icon-button" aria-label=${say('toolbar.flip')} title=${say('toolbar.flipByKey')}
        @click=${() => store.update(flip)}>${flipIcon}</button>
    </div>`
  }

  /** @param {import('../../shell/state.js').Mode} mode @param {string} label */
  #mode(mode, label) {
    return html`<button aria-pressed=${this.state.mode === mode}
      @click=${() => store.update(setMode, mode)}>${label}</button>`
  }
}

customElements.define('mw-toolbar', Toolbar)
