import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { detailsOf } from './details.js'
import { barOf, histogramOf, reachOf } from './histogram.js'
import { standingIn } from './standing.js'
import { COUNTS, integer, nameOf, other, toMove, winsIn } from '../../words.js'
import { uses, View } from '../../ui/view.js'

/**
 * @typedef {import('../../engine/metrics.js').Metric} Metric
 * @typedef {import('./histogram.js').Bar} Bar
 * @typedef {import('./histogram.js').Histogram} Histogram
 * @typedef {import('../../engine/types.js').Details} Details
 */

const dark = matchMedia('(prefers-color-scheme: dark)')

// The positions of the class by their distance to mate, for both sides to move.
class HistogramView extends View {
  static uses = uses('place', 'details', 'answer', 'asking', 'theme')
  static properties = { pointed: { state: true }, failed: { state: true }, listed: { state: true } }

  /** @type {Details['report'] | undefined} the shown report */
  #report
  /** @type {Histogram[]} with bars */
  #histograms = []
  /** @type {import('./histogram-plot.view.js').HistogramPlot[]} */
  #plots = []

  constructor() {
    super()
    /** @type {{mover: string, bar: Bar | undefined}} */
    this.pointed = { mover: '', bar: undefined }
    this.failed = false
    this.listed = false
  }

  connectedCallback() {
    super.connectedCallback()
    dark.addEventListener('change', this.#redraw)
  }

  disconnectedCallback() {
    super.disconnectedCallback()
    dark.removeEventListener('change', this.#redraw)
    this.#clear()
  }

  willUpdate() {
    const report = detailsOf(this.state)?.table?.report
    if (report === this.#report) return
    this.#clear()
    this.#report = report
    this.#histograms = (report?.sides ?? [])
      .map((side) => histogramOf(this.state.metric, side))
      .filter(({ bars }) => bars.length)
  }

  render() {
    if (!this.#histograms.length) return nothing
    return html`<section class="card histograms" aria-labelledby="depth-title">
      <h2 id="depth-title">${say('histogram.title')}</h2>
      <p class="hint">${COUNTS[this.state.metric].depth} ${say('histogram.scale')}</p>
      ${
        this.failed
          ? html`<p class="caution">${say('histogram.failed')}</p>`
          : this.#histograms.map((histogram) => this.#figure(histogram))
      }
      <details @toggle=${this.#toggle}><summary>${say('histogram.asTable')}</summary>${
        this.listed ? this.#histograms.map((histogram) => table(this.state.metric, histogram)) : nothing
      }</details>
    </section>`
  }

  /** @param {Histogram} histogram */
  #figure(histogram) {
    const { mover, bars } = histogram
    const winners = [...new Set(bars.map(({ winner }) => winner))].sort().reverse()
    return html`<figure>
      <figcaption><h3>${toMove(mover)}</h3><ul class="chart-key">${winners.map(
        (winner) => html`<li><i class=${winner}></i>${say('verdict.wins', { winner: nameOf(winner) })}</li>`,
      )}</ul></figcaption>
      <div class="plot" data-mover=${mover} role="img" aria-label=${summary(this.state.metric, histogram)}></div>
      <p class="axis-title">${COUNTS[this.state.metric].axis}</p>
      <p class="readout">${this.#readout(histogram)}</p>
    </figure>`
  }

  // The text about the bar under the pointer, or else about the bar of the position on the board.
  /** @param {Histogram} histogram */
  #readout(histogram) {
    const { metric } = this.state
    const { mover, bar } = this.pointed
    if (mover === histogram.mover && bar) return inWords(metric, bar)
    const own = this.#markedIn(histogram)
    if (!own) return say('histogram.point')
    const words = say('histogram.onBoard', { bar: inWords(metric, own) })
    return html`<span class="pin" aria-hidden="true"></span>${words}`
  }

  /** @param {Histogram} histogram */
  #markedIn(histogram) {
    return barOf(histogram, standingIn(this.state, this.state.place.subject))
  }

  /** @param {Map<string, unknown>} changed  properties of the element; empty if the state changed */
  updated(changed) {
    if (changed.size && this.#plots.length) return // the pointer moved
    if (this.#plots.length) this.#redraw()
    else if (this.#histograms.length && !this.failed) this.#draw()
  }

  #redraw = () => this.#plots.forEach((plot, i) => plot.redraw(this.#markedIn(this.#histograms[i])))

  async #draw() {
    const report = this.#report
    try {
      const { HistogramPlot } = await import('./histogram-plot.view.js')
      if (report !== this.#report || this.#plots.length || !this.isConnected) return
      const reach = reachOf(this.#histograms)
      this.#plots = this.#histograms.map((histogram) => {
        const element = /** @type {HTMLElement} */ (this.querySelector(`.plot[data-mover=${histogram.mover}]`))
        return new HistogramPlot(element, histogram, reach, (bar) => (this.pointed = { mover: histogram.mover, bar }))
      })
      this.#redraw()
    } catch (error) {
      console.warn(error)
      this.failed = true
    }
  }

  #clear() {
    for (const plot of this.#plots) plot.destroy()
    this.#plots = []
    this.#report = undefined
  }

  // The long table is only made when it is opened.
  /** @param {Event} event */
  #toggle = ({ target }) => {
    this.listed = /** @type {HTMLDetailsElement} */ (target).open
  }
}

/** @param {Metric} metric @param {Histogram} histogram */
function summary(metric, { mover, bars }) {
  const longest = Math.max(...bars.map(({ at }) => Math.round(at)))
  const most = bars.reduce((most, bar) => (bar.all > most.all ? bar : most))
  const { upTo } = COUNTS[metric]
  return say('histogram.summary', { mover, upTo, longest, most: most.all, verdict: verdictOf(metric, most) })
}

/** @param {Metric} metric @param {Bar} bar */
const inWords = (metric, bar) =>
  say('histogram.bar', { verdict: verdictOf(metric, bar), plies: bar.plies, count: bar.all, distinct: bar.distinct })

/** @param {Metric} metric @param {Bar} bar */
const verdictOf = (metric, { winner, plies }) =>
  plies ? winsIn(metric, winner, plies) : say('verdict.checkmated', { side: nameOf(other(winner)) })

/** @param {Metric} metric @param {Histogram} histogram */
const table = (metric, { mover, bars }) => html`<table class="depths">
  <caption>${toMove(mover)}</caption>
  <thead><tr><th scope="col">${say('histogram.outcome')}</th><th scope="col">${say('histogram.plies')}</th>
    <th scope="col">${say('histogram.positions')}</th><th scope="col">${say('histogram.distinct')}</th></tr></thead>
  <tbody>${bars.map(
    (bar) => html`<tr><th scope="row">${verdictOf(metric, bar)}</th>
    <td>${bar.plies}</td><td>${integer(bar.all)}</td><td>${integer(bar.distinct)}</td></tr>`,
  )}</tbody></table>`

customElements.define('mw-histogram', HistogramView)
