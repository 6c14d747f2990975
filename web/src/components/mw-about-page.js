import { html } from 'lit'
import { uses, View } from './view.js'

// What the numbers mean, for whoever doesn't know the words.
class AboutPage extends View {
  static uses = uses()

  render() {
    return html`<article class="about-page"><h1>About the numbers</h1></article>`
  }
}

customElements.define('mw-about-page', AboutPage)
