import { locale, say } from '../../language.js'
import { countOf } from '../tables/library.js'
import { html, nothing } from 'lit'
import { copy, download } from '../../shell/share.effects.js'
import { detailsOf, subjectOf } from './details.js'
import { COUNTS, duration, other, sentence, size } from '../../words.js'
import { alertIcon, checkIcon, copyIcon, downloadIcon } from '../../ui/icons.js'
import { rich } from '../../ui/rich.js'
import { castlingWords } from '../tables/table-facts.view.js'
import { uses, View } from '../../ui/view.js'

/**
 * @typedef {import('../../shell/state.js').ClassInfo} ClassInfo
 * @typedef {import('../../engine/types.js').Details} Details
 * @typedef {import('./details.js').ClassDetails} ClassDetails
 */

// The figures of a table: its size, its build, and its statistics as files.
class ClassFigures extends View {
  static uses = uses('place', 'tables', 'details')

  render() {
    const subject = subjectOf(this.state)
    const details = detailsOf(this.state)
    if (!subject?.present || !details?.table) return nothing
    const { name } = subject
    const { json, csv } = details.table
    const saveAs = (/** @type {string} */ form, /** @type {string} */ text, /** @type {string} */ type) => () =>
      download(`${name}-statistics.${form}`, new Blob([text], { type }))
    return html`<section class="card" aria-labelledby="figures-title">
      <h2 id="figures-title">${say('classFigures.title')}</h2>
      <dl class="facts">${this.#content(details.table)}${this.#bytes(subject, details.table)}${this.#making(
        details,
      )}${this.#sum(details)}</dl>
      <h3 id="files-title">${say('classFigures.file')}</h3>
      <div class="class-files" role="group" aria-labelledby="files-title">
        <button class="small" @click=${saveAs('json', json, 'application/json')}>${downloadIcon}JSON</button>
        <button class="small" @click=${saveAs('csv', csv, 'text/csv')}>${downloadIcon}CSV</button></div>
    </section>`
  }

  /** @param {Details} table */
  #content({ report }) {
    const count = (/** @type {'all' | 'distinct'} */ how) =>
      report.sides.reduce((sum, side) => sum + countOf(side[how]), 0)
    const positions = rich('classFigures.positionsOf', { count: count('all'), distinct: count('distinct') })
    return fact(say('classFigures.positions'), positions)
  }

  /** @param {ClassInfo} subject @param {Details} table */
  #bytes({ bytes = 0, castling }, { stored, format }) {
    const only = stored[0] === 'w' ? 'white' : 'black'
    const sides =
      stored.length > 1
        ? say('classFigures.storedBoth')
        : rich('classFigures.storedOne', { stored: only, other: other(only) })
    return [
      fact(say('classFigures.size'), rich('classFigures.sizeOf', { size: size(bytes), format })),
      castling ? fact(say('classFigures.castling'), castlingOf(castling)) : nothing,
      fact(say('classFigures.stored'), sides),
    ]
  }

  // Only tables that this browser built have a record.
  /** @param {ClassDetails} details */
  #making({ record }) {
    if (!record) return nothing
    const { method, how, seconds, resumed, memory } = record
    const at = new Date(record.at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
    const took = { time: duration(seconds), resumed: resumed ? 'yes' : 'no' }
    return [
      fact(say('classFigures.built'), rich('classFigures.builtAt', { time: at })),
      fact(say('classFigures.time'), rich('classFigures.timeOf', took)),
      method ? fact(say('classFigures.method'), how ? html`${how} <small>${method}</small>` : method) : nothing,
      fact(say('classFigures.memory'), rich('classFigures.atMost', { memory: size(memory) })),
    ]
  }

  /** @param {ClassDetails} details */
  #sum({ sum, known, proven, error }) {
    if (!sum && error) return nothing
    if (!sum) return fact('SHA-256', html`<span class="hint">${say('classFigures.workingOut')}</span>`)
    const words = say('classFigures.copy')
    const copied = () => copy(sum, say('classFigures.copied'))
    return fact(
      'SHA-256',
      html`<span class="checksum"><code title=${sum}>${sum.slice(0, 8)}…${sum.slice(-8)}</code>
      <button class="quiet icon-button" aria-label=${words} title=${words} @click=${copied}>${copyIcon}</button></span>
      <small>${say('classFigures.sumOf')}</small>
      ${known ? judged(!!proven, this.state.metric) : html`<small>${say('classFigures.unknown')}</small>`}`,
    )
  }
}

/**
 * Returns the text about the checksum.
 * @param {boolean} proven
 * @param {import('../../engine/metrics.js').Metric} metric
 */
const judged = (proven, metric) =>
  proven
    ? html`<small class="proven">${checkIcon}${say('classFigures.proven', { proven: COUNTS[metric].proven })}</small>`
    : html`<small class="doubtful">${alertIcon}${say('classFigures.doubtful')}</small>`

/** @param {NonNullable<ClassInfo['castling']>} castling */
const castlingOf = (castling) =>
  rich('classFigures.castlingOf', {
    tables: sentence(castlingWords(castling)),
    present: castling.present.length ? 'yes' : 'no',
  })

/** @param {string} label @param {unknown} value */
const fact = (label, value) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`

customElements.define('mw-class-figures', ClassFigures)
