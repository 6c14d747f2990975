// The classes that one move of a class leads to, as a graph in two columns. The left column has the class itself above
// those after a promotion. The right column has those with one man less.

import { isBegun } from '../tables/library.js'

/**
 * @typedef {import('../../shell/state.js').ClassInfo} ClassInfo
 *
 * @typedef {'here' | 'part' | 'damaged' | 'absent'} Condition
 *
 * @typedef {{name: string, column: number, row: number, condition: Condition}} Node
 * @typedef {{from: Node, to: Node, kind: 'promotion' | 'capture' | 'further'}} Edge  further: a capture after a
 *   promotion
 *
 * @typedef {object} Graph
 * @property {Node[]} nodes  the first is the class itself
 * @property {Edge[]} edges
 * @property {number} rows
 */

/** @param {ClassInfo} table @returns {Condition} */
export function conditionOf(table) {
  if (table.damaged) return 'damaged'
  if (table.present) return 'here'
  return isBegun(table) ? 'part' : 'absent'
}

/**
 * @param {ClassInfo[]} tables
 * @param {ClassInfo} subject
 * @returns {Graph}
 */
export function graphOf(tables, subject) {
  const next = tables.filter(({ name }) => subject.leads.includes(name))
  const columns = [
    [subject, ...next.filter(({ men }) => men === subject.men)],
    next.filter(({ men }) => men < subject.men),
  ]
  const rows = Math.max(...columns.map((column) => column.length))
  const nodes = columns.flatMap((column, x) =>
    column.map((table, i) => ({
      name: table.name,
      column: x,
      row: i + (x ? (rows - column.length) / 2 : 0),
      condition: conditionOf(table),
      leads: table.leads,
    })),
  )
  return { nodes, edges: nodes.flatMap((from, i) => edgesFrom(from, nodes, i === 0)), rows }
}

/**
 * Returns the edges from a node. Nodes other than the first only have captures.
 * @param {Node & {leads: string[]}} from
 * @param {Node[]} nodes
 * @param {boolean} first  the node is the class itself
 * @returns {Edge[]}
 */
function edgesFrom(from, nodes, first) {
  const next = nodes.filter(({ name, column }) => from.leads.includes(name) && (first || column > from.column))
  return next.map((to) => ({ from, to, kind: !first ? 'further' : to.column ? 'capture' : 'promotion' }))
}
