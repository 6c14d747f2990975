import { html, nothing } from 'lit'
import { ABOUT } from '../state/address.js'
import { isAnswering, isUndecided } from '../state/at-once.js'
import { EXAMPLES, SMALLEST_MEN } from '../state/examples.js'
import { isNewcomer } from '../state/newcomer.js'
import { isGlancing } from '../state/proof.js'
import { exampleButton } from './example-button.js'
import { link } from './link.js'
import { uses, View } from './view.js'

// What this is, in a line before the first verdict.
class Lead extends View {
  static uses = uses('tables', 'build', 'isKnown')

  render() {
    return isNewcomer(this.state) ? html`<p class="lead"><b>Every chess ending with up to five men, solved to the end in your browser.</b> <span class="wide-only">Set one up, paste one, or play on.</span></p>` : nothing
  }
}

// More of it, and where to begin: once the first position is answered, so that nothing pushes it about.
class Welcome extends View {
  static uses = uses('tables', 'tablesError', 'build', 'isKnown', 'answer', 'foreseeing', 'kept', 'proving')

  render() {
    if (!isNewcomer(this.state) || !isAnswered(this.state)) return nothing
    return html`<section class="welcome" aria-labelledby="welcome-title">
      <h2 id="welcome-title">Endgame tables, built where you sit</h2>
      <p>Matewright works out every position of an ending, back from mate, and keeps the table ${this.state.kept ? 'in this browser' : 'until you close or reload the page'}.
        Nothing is downloaded, nothing is sent, and it all works offline. Take one of these, or set up a position of your own
        with up to five men. ${link(ABOUT, 'What the numbers mean')}</p>
      <div class="examples">${EXAMPLES.filter(({ men }) => men === SMALLEST_MEN).map(exampleButton)}</div>
    </section>`
  }
}

/** Whether what is said of the position stays. @param {import('../state/state.js').State} state */
const isAnswered = (state) => !!state.answer && !isGlancing(state) && !isUndecided(state) && !isAnswering(state)

customElements.define('mw-lead', Lead)
customElements.define('mw-welcome', Welcome)
