// The points of docs/measurements/history.jsonl, one a line: medians of a suite at a commit.

import { median } from './measure.mjs'

/**
 * @typedef {object} Value
 * @property {number} value
 * @property {string} unit
 * @property {'less' | 'more'} better
 * @property {number | null} ratio
 */

/**
 * @typedef {object} Point
 * @property {string} commit
 * @property {boolean} modified
 * @property {string} date of the measurement, YYYY-MM-DD
 * @property {import('./measure.mjs').Measured['machine']} machine
 * @property {number} samples of which the values are medians
 * @property {string} note such as "beside other work", or ""
 * @property {Record<string, Value>} measures by name
 */

/**
 * Returns the items of a list by a key, like Map.groupBy, which Node 20 lacks.
 * @template T
 * @param {T[]} list
 * @param {(item: T) => string} key
 */
function grouped(list, key) {
  /** @type {Map<string, T[]>} */
  const groups = new Map()
  for (const item of list) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}

/** Rounds all except bytes. @param {number} n */
const rounded = (n) => (Number.isInteger(n) ? n : Number(n.toPrecision(5)))

/**
 * Returns the point of some runs of one program on one machine.
 * @param {import('./measure.mjs').Measured[]} lines
 * @param {string} note
 * @returns {Point}
 */
export function pointOf(lines, note) {
  const [{ commit, modified, machine }] = lines
  const byName = grouped(lines, ({ name }) => name)
  const samples = Math.min(...[...byName.values()].map(({ length }) => length))
  const measures = [...byName].map(([name, taken]) => {
    const [{ unit, better, ratio }] = taken
    const value = rounded(median(taken.map((line) => line.value)))
    return [name, { value, unit, better, ratio: ratio && rounded(median(taken.map((line) => line.ratio ?? NaN))) }]
  })
  const date = lines[lines.length - 1].date.slice(0, 10)
  return { commit, modified, date, machine, samples, note, measures: Object.fromEntries(measures) }
}

/**
 * Returns the points of the history's text. It is an error if one lacks something.
 * @param {string} text
 * @returns {Point[]}
 */
export const pointsOf = (text) =>
  text
    .trim()
    .split('\n')
    .map((line, i) => {
      const point = JSON.parse(line)
      const fields = ['commit', 'modified', 'date', 'machine', 'samples', 'note', 'measures']
      const missing = fields.filter((field) => !(field in point))
      if (missing.length) throw new Error(`history.jsonl, line ${i + 1}: no ${missing.join(', ')}`)
      return point
    })

/**
 * @typedef {object} Series
 * @property {string} group
 * @property {string} name of the measure, without its group
 * @property {(number | undefined)[]} values by point, as multiples of the first
 */

/**
 * Returns the series of each group of measures. A group is the part of names before the first slash. Times and rates
 * are compared by their ratios, so that points of different machines can stand side by side.
 * @param {Point[]} points
 * @returns {Map<string, Series[]>}
 */
export function groupsOf(points) {
  const names = new Set(points.flatMap(({ measures }) => Object.keys(measures)))
  const series = [...names].map((name) => {
    const values = points.map(({ measures: { [name]: taken } }) => taken && (taken.ratio ?? taken.value))
    const first = /** @type {number} */ (values.find((value) => value !== undefined))
    const [group, ...others] = name.split('/')
    return { group, name: others.join('/'), values: values.map((value) => value && value / first) }
  })
  return grouped(series, ({ group }) => group)
}

/**
 * Returns the table of the last point for scripts/measurements.mjs, with a row for each measure.
 * @param {Point[]} points
 */
export function tableOf(points) {
  const last = points[points.length - 1]
  const { cpu, cores, system, go } = last.machine
  const right = (/** @type {string} */ name) => ({ name, align: 'right' })
  return {
    command: `npm run history -- --samples ${last.samples}${last.note && ` --note '${last.note}'`}`,
    date: last.date,
    machine: `${cpu}, ${cores} cores, ${system}, ${go}`,
    commit: last.commit,
    columns: [{ name: 'measure', align: 'left' }, right('value'), right('ratio'), right('of the first point')],
    rows: [...groupsOf(points)].flatMap(([group, list]) =>
      list.flatMap(({ name, values }) => {
        const taken = last.measures[`${group}/${name}`]
        if (!taken) return []
        const share = /** @type {number} */ (values[values.length - 1])
        const ratio = taken.ratio === null ? '' : String(Number(taken.ratio.toPrecision(3)))
        return [[`\`${group}/${name}\``, withUnit(taken), ratio, share.toFixed(2)]]
      }),
    ),
  }
}

/** @param {Value} value */
function withUnit({ value, unit }) {
  if (unit === 'B')
    return value < 2 ** 20 ? `${(value / 2 ** 10).toFixed(1)} KiB` : `${(value / 2 ** 20).toFixed(1)} MiB`
  if (unit === 's' && value < 0.1) return `${(value * 1000).toPrecision(3)} ms`
  return `${Number(value.toPrecision(3))} ${unit}`
}
