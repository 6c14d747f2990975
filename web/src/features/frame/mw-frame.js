import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { say } from '../../language.js'
import { linkTo } from '../../shell/address.js'
import { isAnswering, isUndecided } from '../builds/autobuild.js'
import { flip } from '../board/tools.js'
import { flipIcon, mark } from '../../ui/icons.js'
import { uses, View } from '../../ui/view.js'
import '../tables/mw-unkept.js'
import '../answer/mw-answer.js'
import '../board/mw-board.js'
import '../builds/mw-build.js'
import '../game/mw-history.js'
import '../../shell/mw-notice.js'
import '../builds/mw-plan.js'

// The whole page in a frame. Nothing here deletes data, except a damaged table, which is built again. Long builds need
// a click, and the page shows their cost first.
class Frame extends View {
  static uses = uses('game', 'answer', 'build', 'forecasting', 'tables', 'tablesError', 'kept')

  render() {
    const { game } = this.state
    return html`<main class="framed" aria-label=${say('frame.page')}>
      <section aria-label=${say('frame.position')}><mw-board></mw-board>${
        game.plies.length ? html`<mw-history></mw-history>` : nothing
      }</section>
      <section aria-label=${say('frame.verdict')}>
        <mw-unkept></mw-unkept>
        <mw-build></mw-build>
        <mw-answer></mw-answer>
        ${this.#apart()}
        <footer><a href=${linkTo(game)}>${mark}${say('frame.open')}</a><span class="gap"></span>
          <button class="quiet icon-button" aria-label=${say('frame.flip')} title=${say('frame.flipHint')}
            @click=${() => store.update(flip)}>${flipIcon}</button></footer>
      </section>
    </main>
    <mw-plan></mw-plan>
    <mw-notice></mw-notice>`
  }

  #apart() {
    const { answer } = this.state
    if (!this.state.kept || answer?.error?.code !== 'missing' || isAnswering(this.state) || isUndecided(this.state))
      return nothing
    return html`<p class="hint">${say('frame.apart')}</p>`
  }
}

customElements.define('mw-frame', Frame)
