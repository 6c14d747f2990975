import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { accept, describe } from '../app/building.js'
import { forecast, propose } from '../state/forecast.js'
import { plural, roundly, size } from '../words.js'
import { isPosition } from '../state/wanted.js'
import { outlookOf } from './outlook.js'
import { uses, View } from './view.js'
import './mw-workers.js'

/**
 * @typedef {import('../state/forecast.js').Proposal} Proposal
 * @typedef {import('../engine/types.js').Step} Step
 */

// Says what a build takes, and asks, before anything is begun.
class Plan extends View {
  static uses = uses('proposal', 'storage', 'build')

  render() {
    const { proposal } = this.state
    return html`<dialog class="sheet plan" aria-labelledby="plan-title" @close=${() => store.update(propose, null)}>
      ${proposal ? this.#question(proposal) : nothing}</dialog>`
  }

  /** @param {Proposal} proposal */
  #question(proposal) {
    const { wanted, steps } = proposal
    const more = wanted.some(isPosition) ? 0 : steps.length - steps.filter((step) => wanted.includes(step.class)).length
    const impossible = forecast(steps, this.state).tooLarge.length > 0
    return html`<h2 id="plan-title">Build ${describe(wanted)}?</h2>
      ${more ? html`<p>${plural(more, 'smaller table')} that ${wanted.length === 1 ? 'it stands' : 'they stand'} on ${more === 1 ? 'is' : 'are'} built first. Whatever is finished stays, also if you stop in between.</p>` : nothing}
      ${outlookOf(proposal, this.state, nothing)}
      <mw-workers></mw-workers>
      <details><summary>Each table</summary><table>
        <thead><tr><th scope="col">Table</th><th scope="col">Time</th><th scope="col">Memory</th><th scope="col">Storage</th></tr></thead>
        <tbody>${steps.map((step) => this.#row(step))}</tbody></table></details>
      <form method="dialog"><button autofocus>Not now</button>
        <button class="primary" ?disabled=${impossible} @click=${accept}>${this.state.build ? 'Add to queue' : 'Build'}</button></form>`
  }

  /** @param {Step} step */
  #row(step) {
    const { seconds } = forecast([step], { ...this.state, workers: 1 })
    return html`<tr><th scope="row">${step.class} <small>${step.memory > this.state.memory ? 'too little memory' : step.how}</small></th>
      <td>${seconds < 1 ? '< 1 s' : roundly(seconds)}</td><td>${size(step.peak)}</td><td>${size(step.stored)}</td></tr>`
  }

  /** What it is open for. @type {string[] | undefined} */
  #asked

  // A dialog that was closed tells so later: what changes in between must not open it again.
  updated() {
    const dialog = this.querySelector('dialog')
    const wanted = this.state.proposal?.wanted
    if (wanted === this.#asked) return
    this.#asked = wanted
    if (!wanted) dialog?.close() // its form went before it could close it
    else if (!dialog?.open) dialog?.showModal()
  }
}

customElements.define('mw-plan', Plan)
