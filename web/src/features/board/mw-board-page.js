import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { COURSE, isSetPractice, isTraining, samePlace } from '../../shell/address.js'
import { uses, View } from '../../ui/view.js'
import './mw-board.js'
import './mw-toolbar.js'
import './mw-setup.js'
import '../held/mw-held.js'
import '../game/mw-history.js'
import '../game/mw-typed-move.js'
import './mw-fen.js'
import '../answer/mw-answer.js'
import '../practice/mw-practice.js'
import '../builds/mw-build.js'
import '../tables/mw-unkept.js'
import '../imports/mw-unproven.js'
import './mw-welcome.js'

class BoardPage extends View {
  static uses = uses('mode', 'place', 'training')

  render() {
    const { mode, place } = this.state
    const opening = isTraining(place) && !this.state.training
    const solving = mode === 'practice' && isSetPractice(place)
    const training = isTraining(place)
    const lesson = samePlace(place, COURSE) // begins with its words
    return html`<div class="board-page ${opening ? 'opening' : ''}">
      <section class="board-side" aria-label=${say('boardPage.position')}>
        <mw-board></mw-board>
        <mw-toolbar></mw-toolbar>
        <mw-held></mw-held>
        ${
          solving
            ? nothing
            : html`<div class="under-board">${
                mode === 'edit'
                  ? html`<mw-setup></mw-setup>`
                  : html`${mode === 'play' ? html`<mw-history></mw-history>` : nothing}<mw-typed-move></mw-typed-move>`
              }</div>
        <mw-fen></mw-fen>`
        }
      </section>
      <section class="panel-side" aria-label=${say('boardPage.verdict')}>
        ${training ? nothing : html`<mw-lead></mw-lead>`}
        <mw-unkept></mw-unkept>
        <mw-unproven></mw-unproven>
        <mw-build></mw-build>
        ${lesson ? html`<mw-training></mw-training>` : nothing}
        ${opening ? nothing : mode === 'practice' ? html`<mw-practice></mw-practice>` : html`<mw-answer></mw-answer>`}
        ${lesson ? nothing : training ? html`<mw-training></mw-training>` : html`<mw-welcome></mw-welcome>`}
      </section>
    </div>`
  }
}

customElements.define('mw-board-page', BoardPage)
