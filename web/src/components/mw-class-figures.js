import { countOf } from '../state/library.js'
import { html, nothing } from 'lit'
import { copy, download } from '../app/handing-out.js'
import { detailsOf, subjectOf } from '../state/details.js'
import { COUNTS, duration, integer, nameOf, other, sentence, size } from '../words.js'
import { alertIcon, checkIcon, copyIcon, downloadIcon } from './icons.js'
import { castlingWords } from './table-facts.js'
import { uses, View } from './view.js'

/**
 * @typedef {import('../state/state.js').ClassInfo} ClassInfo
 * @typedef {import('../engine/types.js').Details} Details
 * @typedef {import('../state/details.js').ClassDetails} ClassDetails
 */

// The table as a thing: how large it is, how it was made, and its statistics as files.
class ClassFigures extends View {
  static uses = uses('place', 'tables', 'details')

  render() {
    const subject = subjectOf(this.state)
    const details = detailsOf(this.state)
    if (!subject?.present || !details?.table) return nothing
    const { name } = subject
    const { json, csv } = details.table
    return html`<section class="card" aria-labelledby="figures-title">
      <h2 id="figures-title">The table</h2>
      <dl class="facts">${this.#content(details.table)}${this.#bytes(subject, details.table)}${this.#making(details)}${this.#sum(details)}</dl>
      <h3 id="files-title">Statistics as a file</h3>
      <div class="class-files" role="group" aria-labelledby="files-title">
        <button class="small" @click=${() => download(`${name}-statistics.json`, new Blob([json], { type: 'application/json' }))}>${downloadIcon}JSON</button>
        <button class="small" @click=${() => download(`${name}-statistics.csv`, new Blob([csv], { type: 'text/csv' }))}>${downloadIcon}CSV</button></div>
    </section>`
  }

  /** @param {Details} table */
  #content({ report }) {
    const count = (/** @type {'all' | 'distinct'} */ how) =>
      report.sides.reduce((sum, side) => sum + countOf(side[how]), 0)
    return fact('Positions', html`${integer(count('all'))} <small>${integer(count('distinct'))} up to symmetry</small>`)
  }

  /** @param {ClassInfo} subject @param {Details} table */
  #bytes({ bytes = 0, castling }, { stored, format }) {
    const only = stored[0] === 'w' ? 'white' : 'black'
    return [
      fact('Size', html`${size(bytes)} <small>format ${format}</small>`),
      castling ? fact('Castling', html`${sentence(castlingWords(castling))} <small>Positions in which somebody may still castle${castling.present.length ? ', included in the size' : ''}. Statistics and searches leave them out.</small>`) : nothing,
      fact('Stored', stored.length > 1 ? 'Both sides to move' : html`${nameOf(only)} to move <small>${nameOf(other(only))} is found by looking one ply ahead</small>`),
    ]
  }

  // Only this browser knows, and only of what it built itself.
  /** @param {ClassDetails} details */
  #making({ record }) {
    if (!record) return nothing
    const { method, how } = record
    return [
      fact('Built', html`${new Date(record.at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })} <small>in this browser</small>`),
      fact('Build time', html`${duration(record.seconds)}${record.resumed ? html` <small>for the rest of a build that was begun before</small>` : nothing}`),
      method ? fact('Method', how ? html`${how} <small>${method}</small>` : method) : nothing,
      fact('Memory', html`${size(record.memory)} <small>at most</small>`),
    ]
  }

  /** @param {ClassDetails} details */
  #sum({ sum, known, proven, error }) {
    if (!sum) return error ? nothing : fact('SHA-256', html`<span class="hint">working it out…</span>`)
    return fact('SHA-256', html`<span class="checksum"><code title=${sum}>${sum.slice(0, 8)}…${sum.slice(-8)}</code>
      <button class="quiet icon-button" aria-label="Copy the checksum" title="Copy the checksum" @click=${() => copy(sum, 'The checksum was copied.')}>${copyIcon}</button></span>
      <small>of its file, the same wherever it is built</small>
      ${!known
        ? html`<small>Nobody has written down yet which bytes are right. To build it again, here or elsewhere, has to give the same.</small>`
        : proven
        ? html`<small class="proven">${checkIcon}Proven: these are the bytes that ${COUNTS[this.state.metric].proven}.</small>`
        : html`<small class="doubtful">${alertIcon}These are not the bytes that are known to be right. Delete the table and build it again.</small>`}`)
  }
}

/** @param {string} label @param {unknown} value */
const fact = (label, value) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`

customElements.define('mw-class-figures', ClassFigures)
