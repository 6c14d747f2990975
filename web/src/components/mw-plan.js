import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { accept, describe } from '../app/building.js'
import { isPosition } from '../engine/tasks.js'
import { forecast, isHeavy, isImpossible, propose } from '../state/forecast.js'
import { findTable } from '../state/library.js'
import { list, plural, roundly, size } from '../words.js'
import { outlookOf } from './outlook.js'
import { uses, View } from './view.js'
import './mw-workers.js'

/**
 * @typedef {import('../state/forecast.js').Proposal} Proposal
 * @typedef {import('../engine/types.js').Step} Step
 */

/** Of more tables only the number is said. */
const MOST_NAMED = 8

// Says what a build takes, and asks, before anything is begun.
class Plan extends View {
  static uses = uses('proposal', 'storage', 'build', 'tables')

  render() {
    const { proposal } = this.state
    return html`<dialog class="sheet plan" aria-labelledby="plan-title" @close=${() => store.update(propose, null)}>
      ${proposal ? this.#question(proposal) : nothing}</dialog>`
  }

  /** @param {Proposal} proposal */
  #question(proposal) {
    const { wanted, steps } = proposal
    const expected = forecast(steps, this.state)
    const first = wanted.some(isPosition) ? [] : steps.filter((step) => !wanted.includes(step.class))
    return html`<h2 id="plan-title">Build ${describe(wanted)}?</h2>
      ${isHeavy(expected) ? html`<p><b>That takes long.</b> Keep this tab open until it is done, and the device awake. ${this.#saving(wanted, steps)}</p>` : nothing}
      ${this.#needed(wanted, first)}
      ${outlookOf(proposal, this.state, nothing)}
      <mw-workers></mw-workers>
      <details><summary>Each table</summary><table>
        <thead><tr><th scope="col">Table</th><th scope="col">Time</th><th scope="col">Memory</th><th scope="col">Storage</th></tr></thead>
        <tbody>${steps.map((step) => this.#row(step))}</tbody></table></details>
      <form method="dialog"><button autofocus>Not now</button>
        <button class="primary" ?disabled=${isImpossible(expected)} @click=${accept}>${this.state.build ? 'Add to queue' : 'Build'}</button></form>`
  }

  /**
   * What is lost if it is stopped.
   * @param {string[]} wanted
   * @param {Step[]} steps
   */
  #saving(wanted, steps) {
    const { saved } = (wanted.length === 1 && findTable(this.state.tables, wanted[0])) || {}
    if (saved) return `It is solved up to ply ${saved.ply}, and goes on from there: that takes less than is said here.`
    return steps.some((step) => step.saves) ? 'What it finds out ply by ply is kept: if it is stopped, it goes on from there.' : ''
  }

  /**
   * What it stands on, and what is lacking of that.
   * @param {string[]} wanted
   * @param {Step[]} first  what is built of it
   */
  #needed(wanted, first) {
    const one = wanted.length === 1
    const stands = one ? 'it stands' : 'they stand'
    const { needs = [] } = (one && findTable(this.state.tables, wanted[0])) || {}
    if (!first.length) return needs.length ? html`<p>All ${plural(needs.length, 'smaller table')} that ${stands} on are here.</p>` : nothing
    const { seconds, storage } = forecast(first, this.state)
    const here = needs.length - first.length
    return html`<p>${plural(first.length, 'smaller table')} that ${stands} on ${first.length === 1 ? 'is' : 'are'} built first${
      first.length > MOST_NAMED ? '' : `, ${list(first.map((step) => step.class))}`}: that takes about ${roundly(seconds)}, and ${size(storage)} of storage.
      ${here > 0 ? `${here} more ${here === 1 ? 'is' : 'are'} here. ` : nothing}Whatever is finished stays, also if you stop in between.</p>`
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
