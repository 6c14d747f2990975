import { html, nothing } from 'lit'
import { ABOUT } from '../state/address.js'
import { EXAMPLES, SMALLEST_MEN } from '../state/examples.js'
import { exampleButton } from './example-button.js'
import { link } from './link.js'
import { uses, View } from './view.js'

// Says what this is, to whoever has no more than the smallest tables, such as the first position needs.
class Welcome extends View {
  static uses = uses('tables', 'build')

  render() {
    const { tables, build } = this.state
    const isMore = (/** @type {import('../state/state.js').ClassInfo} */ { men }) => men > SMALLEST_MEN
    if (!tables || tables.some((table) => isMore(table) && (table.present || build?.wanted.includes(table.name)))) return nothing
    return html`<section class="welcome" aria-labelledby="welcome-title">
      <h2 id="welcome-title">Endgame tables, built where you sit</h2>
      <p>Matewright works out every position of an ending, back from mate, and keeps the table in this browser.
        Nothing is downloaded, nothing is sent, and it all works offline. Take one of these, or set up a position of your own
        with up to five men. ${link(ABOUT, 'What the numbers mean')}</p>
      <div class="examples">${EXAMPLES.filter(({ men }) => men === SMALLEST_MEN).map(exampleButton)}</div>
    </section>`
  }
}

customElements.define('mw-welcome', Welcome)
