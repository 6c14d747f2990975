import { html } from 'lit'
import { uses, View } from './view.js'
import './mw-header.js'
import './mw-board-page.js'
import './mw-tables-page.js'
import './mw-notice.js'
import './mw-plan.js'

class App extends View {
  static uses = uses('page')

  render() {
    const { page } = this.state
    return html`
      <mw-header></mw-header>
      <main>${page === 'board' ? html`<mw-board-page></mw-board-page>` : html`<mw-tables-page></mw-tables-page>`}</main>
      <mw-plan></mw-plan>
      <mw-notice></mw-notice>
    `
  }
}

customElements.define('mw-app', App)
