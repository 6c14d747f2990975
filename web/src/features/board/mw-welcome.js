import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { ABOUT, COURSE, DAY } from '../../shell/address.js'
import { isAnswering, isUndecided } from '../builds/autobuild.js'
import { EXAMPLES, SMALLEST_MEN } from './examples.js'
import { isNewcomer } from './newcomer.js'
import { isGlancing } from '../proof/proof.js'
import { exampleButton } from '../../ui/example-button.js'
import { link } from '../../ui/link.js'
import { uses, View } from '../../ui/view.js'

// An introduction in one line before the first verdict.
class Lead extends View {
  static uses = uses('tables', 'build', 'isKnown')

  render() {
    return isNewcomer(this.state)
      ? html`<p class="lead"><b>${say('welcome.lead')}</b> <span
        class="wide-only">${say('welcome.leadMore')}</span></p>`
      : nothing
  }
}

// The full introduction, with first steps. It appears after the first position's answer, so that nothing moves it.
class Welcome extends View {
  static uses = uses('tables', 'tablesError', 'build', 'isKnown', 'answer', 'forecasting', 'kept', 'proving')

  render() {
    if (!isNewcomer(this.state) || !isAnswered(this.state)) return nothing
    return html`<section class="welcome" aria-labelledby="welcome-title">
      <h2 id="welcome-title">${say('welcome.title')}</h2>
      <p>${say('welcome.text', { kept: this.state.kept ? 'yes' : 'no' })} ${link(ABOUT, say('welcome.about'))} ·
        ${link(COURSE, say('course.title'))} · ${link(DAY, say('daily.today'))}</p>
      <div class="examples">${EXAMPLES.filter(({ men }) => men === SMALLEST_MEN).map(exampleButton)}</div>
    </section>`
  }
}

/** Whether the answer about the position is final. @param {import('../../shell/state.js').State} state */
const isAnswered = (state) => !!state.answer && !isGlancing(state) && !isUndecided(state) && !isAnswering(state)

customElements.define('mw-lead', Lead)
customElements.define('mw-welcome', Welcome)
