import { html, nothing } from 'lit'
import { MOST_MEN } from '../features/compare/most-men.js'
import { say } from '../language.js'
import { SETS, TABLES } from './address.js'
import { link } from '../ui/link.js'
import { rich } from '../ui/rich.js'
import { uses, View } from '../ui/view.js'

// The meaning of the numbers, for users new to the terms.
class AboutPage extends View {
  static uses = uses()

  render() {
    return html`<article class="about-page">
      <h1>${say('about.title')}</h1>
      <p>${rich('about.lead')}</p>

      <h2>${say('about.verdicts.title')}</h2>
      <p>${rich('about.verdicts')}</p>

      <h2>${say('about.plies.title')}</h2>
      <p>${rich('about.plies')}</p>

      <h2>${say('compare.title')}</h2>
      <dl>${COUNTED.map(([name, means]) => html`<dt>${name}</dt><dd>${means}</dd>`)}</dl>
      <p>${rich('about.compared', { button: say('compare.open'), men: MOST_MEN })}</p>

      <h2>${say('film.title')}</h2>
      <p>${rich('about.film', { button: say('film.watch') })}</p>

      <h2>${say('about.words.title')}</h2>
      <dl>
        <dt>${say('about.men')}</dt><dd>${say('about.men.means')}</dd>
        <dt>${say('about.class')}</dt><dd>${say('about.class.means')}</dd>
        <dt>${say('about.zugzwang')}</dt><dd>${say('about.zugzwang.means')}</dd>
        <dt>${say('about.onlyMove')}</dt><dd>${say('about.onlyMove.means')}</dd>
        <dt>${say('about.distinct')}</dt><dd>${say('about.distinct.means')}</dd>
      </dl>

      <h2>${say('about.counted.title')}</h2>
      <ul>
        <li>${say('about.moves')}</li>
        <li>${rich('about.castling')}</li>
        <li>${rich('about.fiftyMoves')}</li>
        <li>${rich('about.conversions')}</li>
        <li>${say('about.kinds')}</li>
        <li>${say('about.repetition')}</li>
        <li>${say('about.reachable')}</li>
      </ul>

      <h2>${say('about.sure.title')}</h2>
      <p>${say('about.sure')}</p>

      <h2>${say('about.kept.title')}</h2>
      <p>${rich('about.kept', { tables: (parts) => link(TABLES, parts), sets: (parts) => link(SETS, parts) })}</p>
      ${isShared(location.hostname) ? html`<p>${rich('about.shared', { host: location.hostname })}</p>` : nothing}

      <h2>${say('about.programs.title')}</h2>
      <p>${rich('about.programs', {
        command: at('/releases'),
        packages: at('/blob/main/docs/guide/packages.md'),
        source: at(''),
        documents: at('/tree/main/docs'),
        report: at('/issues'),
      })}</p>

      <h2>${say('about.free.title')}</h2>
      <p>${rich('about.free', { licences })}</p>
    </article>`
  }
}

/** The ways to count, each with its meaning. The names of metrics are in the words. */
const COUNTED = [
  [say('compare.dtm.name'), say('compare.dtm.note')],
  [say('compare.dtc.name'), say('compare.dtc.note')],
  [say('compare.dtz50.name'), say('compare.dtz50.note')],
  [say('compare.dtm50.name'), say('compare.dtm50.note')],
]

/** @param {unknown[]} parts */
const licences = (parts) => html`<a href="./third-party.txt" target="_blank" rel="noopener">${parts}</a>`

const REPOSITORY = 'https://github.com/matewright/matewright'

/** Links to a place of the repository. @param {string} place */
const at = (place) => (/** @type {unknown[]} */ parts) =>
  html`<a href=${REPOSITORY + place} target="_blank" rel="noopener">${parts}</a>`

/** Whether pages of other projects are at the same origin. @param {string} host */
const isShared = (host) => host.endsWith('.github.io')

customElements.define('mw-about-page', AboutPage)
