import { html, nothing } from 'lit'
import { uses, View } from './view.js'

// Says that tables do not outlive the page, where the browser lets it store nothing.
class Unkept extends View {
  static uses = uses('kept')

  render() {
    return this.state.kept ? nothing : html`<p class="caution" role="status">This browser does not let the page store anything: tables are kept until you close or reload the page.</p>`
  }
}

customElements.define('mw-unkept', Unkept)
