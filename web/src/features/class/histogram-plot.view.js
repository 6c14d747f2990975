// Draws a histogram on a canvas. This file contains uPlot, and is loaded for the first histogram.

import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { language } from '../../language.js'
import { decades } from './histogram.js'

/**
 * @typedef {import('./histogram.js').Bar} Bar
 * @typedef {import('./histogram.js').Histogram} Histogram
 * @typedef {import('../../shell/state.js').Color} Color
 */

const HEIGHT = 200
/** The lower end of the axis, so that a single position has a visible bar. */
const LEAST = 0.6

const COLOURS = {
  white: '--chart-white',
  black: '--chart-black',
  line: '--chart-line',
  text: '--muted',
  mark: '--brass',
  edge: '--on-brass',
}

/**
 * Returns the width of labels beside the plot, in pixels. German writes 100.000, and English 100K.
 * @type {uPlot.Axis.Size}
 */
const widthOf = (_, labels) => Math.max(44, 8 + 7 * Math.max(0, ...(labels ?? []).map(({ length }) => length)))

const compact = new Intl.NumberFormat(language, { notation: 'compact' })

export class HistogramPlot {
  #element
  #bars
  #plot
  #observer
  /** @type {Record<keyof typeof COLOURS, string>} */
  #colours
  /** @type {Bar | undefined} */
  #marked

  /**
   * @param {HTMLElement} element
   * @param {Histogram} histogram
   * @param {{most: number, positions: number}} reach  of the axes
   * @param {(bar: Bar | undefined) => void} onPoint  called with the bar under the pointer
   */
  constructor(element, histogram, reach, onPoint) {
    this.#element = element
    this.#bars = histogram.bars
    this.#colours = this.#readColours()
    this.#plot = new uPlot(this.#options(histogram, reach, onPoint), dataOf(histogram), element)
    this.#observer = new ResizeObserver(() => this.#plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    this.#observer.observe(element)
  }

  /**
   * Draws the histogram again, in the current colours of the page.
   * @param {Bar | undefined} marked  the bar to mark
   */
  redraw(marked) {
    this.#marked = marked
    this.#colours = this.#readColours()
    this.#plot.redraw(false)
  }

  destroy() {
    this.#observer.disconnect()
    this.#plot.destroy()
  }

  // A canvas has no light and dark theme. So the plot reads the current colours from the page.
  #readColours() {
    const probe = this.#element.appendChild(document.createElement('i'))
    // With reduced motion, base.css has each colour change in 1 ms. Without this, a new colour is read as the old one.
    probe.style.setProperty('transition', 'none', 'important')
    /** @param {string} token */
    const read = (token) => {
      probe.style.color = `var(${token})`
      return getComputedStyle(probe).color
    }
    const colours = Object.fromEntries(Object.entries(COLOURS).map(([name, token]) => [name, read(token)]))
    probe.remove()
    return /** @type {Record<keyof typeof COLOURS, string>} */ (colours)
  }

  /**
   * @param {Histogram} histogram
   * @param {{most: number, positions: number}} reach
   * @param {(bar: Bar | undefined) => void} onPoint
   * @returns {uPlot.Options}
   */
  #options({ width }, { most, positions }, onPoint) {
    const paths = uPlot.paths.bars?.({
      disp: {
        x0: { unit: 1, values: () => this.#bars.map(({ at }) => at - width / 2) },
        size: { unit: 1, values: () => [width] },
      },
    })
    /** @param {Color} winner @returns {uPlot.Series} */
    const series = (winner) => ({ paths, width: 0, fill: () => this.#colours[winner], points: { show: false } })
    const axis = { font: `12px ${getComputedStyle(this.#element).fontFamily}`, stroke: () => this.#colours.text }
    const grid = { stroke: () => this.#colours.line, width: 1, filter: all }
    return {
      width: this.#element.clientWidth,
      height: HEIGHT,
      padding: [8, 8, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      scales: { x: { time: false, range: [-0.6, most + 0.6] }, y: { distr: 3, range: [LEAST, 2 * positions] } },
      axes: [
        { ...axis, incrs: [1, 2, 5, 10, 20, 50], grid: { show: false }, ticks: { show: false }, size: 26, gap: 4 },
        {
          ...axis,
          grid,
          ticks: { show: false },
          size: widthOf,
          splits: () => decades(positions),
          filter: all,
          values: (_, counts) => counts.map((count) => compact.format(count)),
        },
      ],
      series: [{}, series('white'), series('black')],
      hooks: {
        draw: [() => this.#drawMark()],
        setCursor: [({ cursor }) => onPoint(this.#bars[cursor.idx ?? -1])],
      },
    }
  }

  // Draws a pin above the bar.
  #drawMark() {
    if (!this.#marked) return
    const { ctx } = this.#plot
    const scale = uPlot.pxRatio
    const x = this.#plot.valToPos(this.#marked.at, 'x', true)
    const y = Math.max(this.#plot.bbox.top + 13 * scale, this.#plot.valToPos(this.#marked.all, 'y', true))
    ctx.save()
    ctx.beginPath()
    ctx.moveTo(x, y - 1 * scale)
    ctx.lineTo(x - 7 * scale, y - 12 * scale)
    ctx.lineTo(x + 7 * scale, y - 12 * scale)
    ctx.closePath()
    ctx.fillStyle = this.#colours.mark
    ctx.strokeStyle = this.#colours.edge
    ctx.lineWidth = 1.5 * scale
    ctx.fill()
    ctx.stroke()
    ctx.restore()
  }
}

/** @param {Histogram} histogram @returns {uPlot.AlignedData} */
const dataOf = ({ bars }) => [
  bars.map(({ at }) => at),
  .../** @type {const} */ (['white', 'black']).map((color) =>
    bars.map(({ winner, all }) => (winner === color ? all : null)),
  ),
]

/** Returns all lines of an axis. @param {uPlot} _ @param {number[]} splits */
const all = (_, splits) => splits
