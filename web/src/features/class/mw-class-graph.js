import { html, nothing, svg } from 'lit'
import { say } from '../../language.js'
import { classPage, hashOf } from '../../shell/address.js'
import { subjectOf } from './details.js'
import { graphOf } from './graph.js'
import { list } from '../../words.js'
import { going } from '../../ui/link.js'
import { uses, View } from '../../ui/view.js'

/**
 * @typedef {import('./graph.js').Node} Node
 * @typedef {import('./graph.js').Edge} Edge
 * @typedef {import('./graph.js').Condition} Condition
 */

const NODE = { width: 96, height: 30 }
const PITCH = { x: 174, y: 40 }
/** The space for the curves on the left, and for an outline. */
const MARGIN = { left: 30, top: 3 }

/** @type {Record<Condition, string>} */
const WORDS = {
  here: say('classGraph.here'),
  part: say('classGraph.part'),
  damaged: say('classGraph.damaged'),
  absent: say('classGraph.absent'),
}
/** @type {Condition[]} */
const CONDITIONS = ['here', 'part', 'damaged', 'absent']

// The classes that one move of the class leads to, and whether their tables are stored.
class ClassGraph extends View {
  static uses = uses('place', 'tables')

  render() {
    const subject = subjectOf(this.state)
    if (!subject) return nothing
    return html`<section class="card" aria-labelledby="leads-title"><h2 id="leads-title">${say('classGraph.title')}</h2>
      ${
        subject.leads.length
          ? this.#graph(subject)
          : html`<p class="hint">${say('classGraph.none', { name: subject.name })}</p>`
      }</section>`
  }

  /** @param {import('../../shell/state.js').ClassInfo} subject */
  #graph(subject) {
    const { nodes, edges, rows } = graphOf(this.state.tables ?? [], subject)
    const width = MARGIN.left + PITCH.x + NODE.width + MARGIN.top
    const height = 2 * MARGIN.top + (rows - 1) * PITCH.y + NODE.height
    const promotes = nodes.some(({ column }, i) => i && !column)
    const shown = CONDITIONS.filter((condition) => nodes.some((node) => node.condition === condition))
    const label = say('classGraph.leadsTo', { name: subject.name, names: list(subject.leads) })
    return html`<p class="hint">${say('classGraph.ways', { promotes: promotes ? 'yes' : 'no' })}</p>
      <div class="graph"><svg width=${width} height=${height} role="group" aria-label=${label}>
        <g aria-hidden="true">${edges.map(edgeOf)}</g>${nodes.map((node, i) => nodeOf(node, i === 0))}</svg></div>
      <ul class="chart-key conditions">${shown.map(
        (condition) => html`<li><i class=${condition}></i>${WORDS[condition]}</li>`,
      )}</ul>
      <p class="hint">${this.#closure(subject)}</p>`
  }

  /** @param {import('../../shell/state.js').ClassInfo} subject */
  #closure({ name, needs }) {
    const tables = this.state.tables ?? []
    const here = tables.filter((table) => table.present && needs.includes(table.name)).length
    const how = here === needs.length ? 'all' : here ? 'some' : 'none'
    return say('classGraph.closure', { name, count: needs.length, how, here })
  }
}

/** @param {Node} node */
const placeOf = ({ column, row }) => ({ x: MARGIN.left + column * PITCH.x, y: MARGIN.top + row * PITCH.y })

/** @param {Node} node @param {boolean} own  the page's own class needs no link */
function nodeOf(node, own) {
  const { x, y } = placeOf(node)
  const box = svg`<rect x=${x} y=${y} width=${NODE.width} height=${NODE.height} rx="7" /><text
  x=${x + NODE.width / 2} y=${y + 20}>${node.name}</text>`
  if (own) return svg`<g class="node own ${node.condition}" aria-hidden="true">${box}</g>`
  const place = classPage(node.name)
  const label = say('classGraph.node', { name: node.name, condition: WORDS[node.condition] })
  return svg`<a class="node ${node.condition}" href=${hashOf(place)} aria-label=${label}
    @click=${going(place)}>${box}</a>`
}

/** @param {number} x @param {number} y @param {number} bend @param {number} toX @param {number} toY */
const curve = (x, y, bend, toX, toY) => `M${x} ${y}C${bend} ${y} ${bend} ${toY} ${toX} ${toY}`

/** @param {Edge} edge */
function edgeOf({ from, to, kind }) {
  const a = placeOf(from)
  const b = placeOf(to)
  const middle = NODE.height / 2
  if (kind === 'promotion') {
    const bend = a.x - MARGIN.left + 4
    return svg`<path class=${kind} d=${curve(a.x, a.y + middle, bend, b.x, b.y + middle)} />`
  }
  const start = a.x + NODE.width
  return svg`<path class=${kind} d=${curve(start, a.y + middle, (start + b.x) / 2, b.x, b.y + middle)} />`
}

customElements.define('mw-class-graph', ClassGraph)
