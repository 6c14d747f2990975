import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { uses, View } from '../../ui/view.js'

// The warning that tables are lost with the page, if the browser stores nothing.
class Unkept extends View {
  static uses = uses('kept')

  render() {
    return this.state.kept ? nothing : html`<p class="caution" role="status">${say('unkept.text')}</p>`
  }
}

customElements.define('mw-unkept', Unkept)
