import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { accept, describe } from './build.effects.js'
import { isPosition } from '../../engine/tasks.js'
import { say } from '../../language.js'
import { forecast, isHeavy, isImpossible, propose } from './forecast.js'
import { findTable } from '../tables/library.js'
import { list, roundly, size } from '../../words.js'
import { outlookOf } from './outlook.view.js'
import { rich } from '../../ui/rich.js'
import { uses, View } from '../../ui/view.js'
import './mw-workers.js'

/**
 * @typedef {import('./forecast.js').Proposal} Proposal
 * @typedef {import('../../engine/types.js').Step} Step
 */

/** The largest number of tables that are listed by name. */
const MOST_NAMED = 8

// The dialog with the costs of a proposed build. It waits for the user's consent.
class Plan extends View {
  static uses = uses('proposal', 'storage', 'build', 'tables')

  render() {
    const { proposal } = this.state
    return html`<dialog class="sheet plan" aria-labelledby="plan-title" @close=${() => store.update(propose, null)}>
      ${proposal ? this.#question(proposal) : nothing}</dialog>`
  }

  /** @param {Proposal} proposal */
  #question(proposal) {
    const { wanted, steps, ofSet } = proposal
    const expected = forecast(steps, this.state)
    const first = wanted.some(isPosition) ? [] : steps.filter((step) => !wanted.includes(step.class))
    return html`<h2 id="plan-title">${say('plan.title', { tables: describe(wanted, ofSet) })}</h2>
      ${isHeavy(expected) ? html`<p>${rich('plan.heavy')} ${this.#saving(wanted, steps)}</p>` : nothing}
      ${this.#needed(wanted, first)}
      ${outlookOf(proposal, this.state, nothing)}
      <mw-workers></mw-workers>
      <details><summary>${say('plan.each')}</summary><table>
        <thead><tr><th scope="col">${say('plan.table')}</th><th scope="col">${say('plan.time')}</th>
          <th scope="col">${say('plan.memory')}</th><th scope="col">${say('plan.storage')}</th></tr></thead>
        <tbody>${steps.map((step) => this.#row(step))}</tbody></table></details>
      <form method="dialog"><button autofocus>${say('plan.notNow')}</button>
        <button class="primary" ?disabled=${isImpossible(expected)} @click=${accept}>${
          this.state.build ? say('plan.queue') : say('plan.build')
        }</button></form>`
  }

  /**
   * Returns the text about the saved work of a stopped build.
   * @param {string[]} wanted
   * @param {Step[]} steps
   */
  #saving(wanted, steps) {
    const { saved } = (wanted.length === 1 && findTable(this.state.tables, wanted[0])) || {}
    if (saved) return say('plan.saved', { ply: saved.ply })
    return steps.some((step) => step.saves) ? say('plan.saves') : ''
  }

  /**
   * Returns the text about the tables that the build depends on.
   * @param {string[]} wanted
   * @param {Step[]} first  the missing ones
   */
  #needed(wanted, first) {
    const { needs = [] } = (wanted.length === 1 && findTable(this.state.tables, wanted[0])) || {}
    if (!first.length) {
      if (!needs.length) return nothing
      return html`<p>${say('plan.allHere', { count: needs.length, wanted: wanted.length })}</p>`
    }
    const { seconds, storage } = forecast(first, this.state)
    const here = needs.length - first.length
    const before = say('plan.first', {
      count: first.length,
      wanted: wanted.length,
      named: first.length <= MOST_NAMED,
      names: list(first.map((step) => step.class)),
      time: roundly(seconds),
      storage: size(storage),
    })
    return html`<p>${before} ${here > 0 ? say('plan.moreHere', { count: here }) : nothing} ${say('plan.stays')}</p>`
  }

  /** @param {Step} step */
  #row(step) {
    const { seconds } = forecast([step], { ...this.state, workers: 1 })
    return html`<tr><th scope="row">${step.class} <small>${
      step.memory > this.state.memory ? say('plan.tooLarge') : step.how
    }</small></th>
      <td>${seconds < 1 ? say('plan.underASecond') : roundly(seconds)}</td>
      <td>${size(step.peak)}</td><td>${size(step.stored)}</td></tr>`
  }

  /** The classes of the shown proposal. @type {string[] | undefined} */
  #shown

  // A dialog reports its close later. A change of the state before that must not open it again.
  updated() {
    const dialog = this.querySelector('dialog')
    const wanted = this.state.proposal?.wanted
    if (wanted === this.#shown) return
    this.#shown = wanted
    if (!wanted) dialog?.close() // the dialog's form was removed before it could close the dialog
    else if (!dialog?.open) dialog?.showModal()
  }
}

customElements.define('mw-plan', Plan)
