import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { say } from '../../language.js'
import { isTraining, linkTo, writeAddress } from '../../shell/address.js'
import { isAnswering, isUndecided } from '../builds/autobuild.js'
import { flip } from '../board/tools.js'
import { flipIcon, mark } from '../../ui/icons.js'
import { uses, View } from '../../ui/view.js'
import { pose } from './puzzle.effects.js'
import '../tables/mw-unkept.js'
import '../answer/mw-answer.js'
import '../board/mw-board.js'
import '../builds/mw-build.js'
import '../game/mw-history.js'
import '../practice/mw-practice.js'
import '../../shell/mw-notice.js'
import '../builds/mw-plan.js'

// The whole page in a frame. Nothing here deletes data, except a damaged table, which is built again. Long builds need
// a click, and the page shows their cost first.
class Frame extends View {
  static uses = uses(
    'game',
    'answer',
    'build',
    'forecasting',
    'tables',
    'tablesError',
    'kept',
    'mode',
    'puzzle',
    'place',
    'training',
    'setProblem',
  )

  render() {
    const { game, mode, puzzle, place, training, setProblem } = this.state
    const isPlaying = mode === 'practice'
    const ofSet = isTraining(place)
    const opening = ofSet && !training
    const address = ofSet ? writeAddress(place, '') : linkTo(game)
    return html`<main class="framed ${opening ? 'opening' : ''}" aria-label=${say('frame.page')}>
      <section aria-label=${say('frame.position')}><mw-board></mw-board>${
        game.plies.length && !isPlaying ? html`<mw-history></mw-history>` : nothing
      }</section>
      <section aria-label=${say('frame.verdict')}>
        <mw-unkept></mw-unkept>
        <mw-build></mw-build>
        ${opening ? nothing : isPlaying ? html`<mw-practice></mw-practice>` : html`<mw-answer></mw-answer>`}
        ${setProblem ? html`<section class="card problem" role="alert"><p>${setProblem}</p></section>` : nothing}
        ${ofSet && !setProblem ? html`<mw-training></mw-training>` : nothing}
        ${puzzle !== null && !isPlaying ? again(puzzle) : nothing}
        ${this.#apart()}
        <footer><a href=${address}>${mark}${say('frame.open')}</a><span class="gap"></span>
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

/** @param {string} puzzle */
const again = (puzzle) =>
  html`<div class="actions"><button @click=${() => pose(puzzle)}>${say('training.again')}</button></div>`

customElements.define('mw-frame', Frame)
