import { html } from 'lit'
import { uses, View } from './view.js'
import './mw-board.js'
import './mw-toolbar.js'
import './mw-setup.js'
import './mw-history.js'
import './mw-typed-move.js'
import './mw-fen.js'
import './mw-answer.js'
import './mw-build.js'
import './mw-welcome.js'

class BoardPage extends View {
  static uses = uses('mode')

  render() {
    const editing = this.state.mode === 'edit'
    return html`<div class="board-page">
      <section class="board-side" aria-label="Position">
        <mw-board></mw-board>
        <mw-toolbar></mw-toolbar>
        <div class="under-board">${editing ? html`<mw-setup></mw-setup>` : html`<mw-history></mw-history><mw-typed-move></mw-typed-move>`}</div>
        <mw-fen></mw-fen>
      </section>
      <section class="panel-side" aria-label="Verdict">
        <mw-build></mw-build>
        <mw-answer></mw-answer>
        <mw-welcome></mw-welcome>
      </section>
    </div>`
  }
}

customElements.define('mw-board-page', BoardPage)
