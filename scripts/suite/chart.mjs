// Draws the history of the suite: a small chart for each group of measures.

import { groupsOf } from './history.mjs'

const TITLES = {
  solve: 'Solving: CPU time',
  encode: 'Encoding: CPU time',
  bytes: 'Tables: bytes',
  warm: 'Warm probes a second (more is better)',
  cold: 'Cold probes: CPU time',
  memory: 'Builds: peak memory',
}

// Pixels. A chart has room for four rows of its legend.
const WIDTH = 400
const HEIGHT = 290
const COLUMNS = 2
const PLOT = { left: 40, top: 34, width: 340, height: 150 }
const LEGEND = 230

/** The number of different colors, each for light and for dark: see {@link STYLE}. */
const COLORS = 6

const STYLE = `
    svg { --page: #ffffff; --text: #24292f; --grid: #d8dee4; --c0: #0072b2; --c1: #b35900; --c2: #00795a; --c3: #a3387a;
      --c4: #6a5acd; --c5: #7a6a00; font: 12px system-ui, sans-serif }
    @media (prefers-color-scheme: dark) { svg { --page: #0d1117; --text: #e6edf3; --grid: #30363d; --c0: #56b4e9;
      --c1: #f0a04b; --c2: #3fd0a0; --c3: #ec8fc6; --c4: #a99cff; --c5: #e3d35c } }
    .page { fill: var(--page) } text { fill: var(--text) } .title { font-weight: 600 } .small { font-size: 10px }
    .level { text-anchor: end } .commit { text-anchor: middle }
    .grid { stroke: var(--grid) } .line { stroke-width: 1.8 }
    ${Array.from({ length: COLORS }, (_, i) => `.c${i} { stroke: var(--c${i}); fill: var(--c${i}) }`).join(' ')}
  `

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** @param {number} n */
const short = (n) => String(Number(n.toFixed(1)))

/**
 * Returns the charts of some points as SVG. The first point that has a measure counts 1.
 * @param {import('./history.mjs').Point[]} points at least one
 */
export function chartOf(points) {
  const groups = [...groupsOf(points)]
  const width = COLUMNS * WIDTH
  const height = Math.ceil(groups.length / COLUMNS) * HEIGHT
  const charts = groups.map(([group, list], i) => {
    const at = `translate(${(i % COLUMNS) * WIDTH} ${Math.floor(i / COLUMNS) * HEIGHT})`
    return `<g transform="${at}">\n${chart(TITLES[group] ?? group, list, points)}\n</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img">
<title>Measures of the suite by commit, as multiples of the first point</title>
<style>${STYLE}</style>
<rect class="page" width="${width}" height="${height}"/>
${charts.join('\n')}
</svg>
`
}

/**
 * @param {string} title
 * @param {import('./history.mjs').Series[]} list
 * @param {import('./history.mjs').Point[]} points
 */
function chart(title, list, points) {
  const most = Math.ceil(Math.max(1.2, ...list.flatMap(({ values }) => values.map((value) => value ?? 0))) * 5) / 5
  const x = (/** @type {number} */ i) => PLOT.left + (PLOT.width * (i + 0.5)) / points.length
  const y = (/** @type {number} */ value) => PLOT.top + PLOT.height * (1 - value / most)
  return [
    `<text class="title" x="${PLOT.left}" y="20">${escaped(title)}</text>`,
    ...levels(most).map(
      (value) =>
        `<path class="grid" d="M${PLOT.left} ${short(y(value))}h${PLOT.width}"/>` +
        `<text class="small level" x="${PLOT.left - 6}" y="${short(y(value) + 3.5)}">${short(value)}</text>`,
    ),
    ...commits(points, x),
    ...list.map((series, i) => curve(series, i % COLORS, x, y, points)),
    ...list.map(({ name, values }, i) => {
      const left = PLOT.left + (i % 2) * (PLOT.width / 2)
      const top = LEGEND + Math.floor(i / 2) * 16
      const last = values.findLast((value) => value !== undefined) ?? 0
      return (
        `<path class="line c${i % COLORS}" d="M${left} ${top - 4}h14"/>` +
        `<text x="${left + 20}" y="${top}">${escaped(name)} ${last.toFixed(2)}</text>`
      )
    }),
  ].join('\n')
}

/** Returns the values of lines across a chart. @param {number} most */
function levels(most) {
  const step = [0.2, 0.5, 1, 2, 5, 10].find((each) => most / each <= 7) ?? most / 5
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => i * step)
}

/**
 * Returns the labels of at most six points, the last one included.
 * @param {import('./history.mjs').Point[]} points
 * @param {(i: number) => number} x
 */
function commits(points, x) {
  const each = Math.ceil(points.length / 6)
  return points.flatMap(({ commit, date, modified }, i) => {
    if ((points.length - 1 - i) % each) return []
    const label = (/** @type {number} */ below, /** @type {string} */ text) =>
      `<text class="small commit" x="${short(x(i))}" y="${PLOT.top + PLOT.height + below}">${text}</text>`
    return [label(14, escaped(commit.slice(0, 7)) + (modified ? '+' : '')), label(26, escaped(date.slice(2)))]
  })
}

/**
 * Returns the line of a series, with a dot for each point. A point without the measure interrupts it.
 * @param {import('./history.mjs').Series} series
 * @param {number} color
 * @param {(i: number) => number} x
 * @param {(value: number) => number} y
 * @param {import('./history.mjs').Point[]} points
 */
function curve({ name, values }, color, x, y, points) {
  let path = ''
  let dots = ''
  values.forEach((value, i) => {
    if (value === undefined) return
    const [left, top] = [short(x(i)), short(y(value))]
    path += `${i && values[i - 1] !== undefined ? 'L' : 'M'}${left} ${top}`
    const label = `${name}, ${points[i].commit.slice(0, 7)}: ${value.toFixed(3)}`
    dots += `<circle class="c${color}" cx="${left}" cy="${top}" r="3"><title>${escaped(label)}</title></circle>`
  })
  return `<path class="line c${color}" fill-opacity="0" d="${path}"/>${dots}`
}
