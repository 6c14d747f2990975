import '../styles/check.css'
import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { describe } from '../app/building.js'
import { buildMissing, checkAgain, checkGames, closeChecking, dropChecked, saveChecked, stopChecking } from '../app/checking.js'
import { open } from '../app/opening.js'
import { orderBy, putAside, rowsOf, showFlawedOnly, showMoreGames, stayChecking } from '../state/checking.js'
import { integer, plural } from '../words.js'
import { accident } from './accident.js'
import { bar, finishedOf, leftOf } from './build-progress.js'
import { closeIcon } from './icons.js'
import { uses, View } from './view.js'

/**
 * @typedef {import('../state/checking.js').Checking} Checking
 * @typedef {import('../state/checking.js').Column} Column
 * @typedef {import('../state/build.js').Build} Build
 * @typedef {import('../engine/types.js').CheckedGame} Game
 * @typedef {import('../engine/types.js').MoveRecord} Move
 */

/** @type {Record<Column, string>} */
const COLUMNS = { game: 'No.', name: 'Game', goal: 'Goal', flaws: 'Flaws', positions: 'Judged' }

/** @type {Record<Move['mark'], (move: Move) => string>} */
const MARKS = {
  only: () => 'the only move',
  forced: () => 'forced',
  dual: ({ others }) => `one of ${others.length + 1}, with ${others.map(({ san }) => san).join(', ')}`,
  longer: ({ waste, others }) => `not the quickest, by ${plural(waste, 'ply', 'plies')}: ${others[0]?.san ?? ''}`,
  mistake: ({ others }) => `a mistake: ${others.map(({ san }) => san).join(', ')} ${others.length === 1 ? 'keeps' : 'keep'} the result`,
  defence: () => 'the longest defence',
  shorter: ({ waste }) => `not the longest defence, by ${plural(waste, 'ply', 'plies')}`,
}

/** @type {Record<string, string>} */
const KINDS = { unreadable: 'Unreadable', stipulation: 'Wrong stipulation', cook: 'Cook', dual: 'Dual', mistake: 'Mistake', try: 'Refuted try', minor: 'Minor dual', rule: 'Fifty-move rule', verdict: 'Verdict', warning: 'Warning', variant: 'Not chess' }

// Studies and games that are judged by tables. It is loaded when games are checked for the first time.
class Check extends View {
  static uses = uses('checking', 'build')

  /** Games whose moves are shown: the others' are not drawn. @type {WeakSet<Game>} */
  #opened = new WeakSet()

  /** Whether the user was asked about leaving before. */
  #asked = false

  render() {
    const { checking } = this.state
    return html`${checking?.aside ? html`<button class="check-back" @click=${() => store.update(putAside, false)}>Back to the checked games</button>` : nothing}
      <dialog class="sheet check-sheet" aria-labelledby="check-title" @cancel=${this.#escaped} @close=${this.#closed}>${checking && !checking.aside ? html`
      <header><h2 id="check-title">Checked by tables</h2><button class="quiet icon-button" aria-label="Close" @click=${closeChecking}>${closeIcon}</button></header>
      ${checking.leaving ? leaving(checking) : nothing}
      ${result(checking, this.state.build, this.#row)}` : nothing}</dialog>`
  }

  /** Escape lets the board be seen, and drops nothing. @param {Event} event */
  #escaped(event) {
    event.preventDefault()
    store.update(putAside, true)
  }

  /** Browsers close it without asking if Escape is pressed again. @param {Event} event */
  #closed({ target }) {
    if (store.state.checking && !/** @type {HTMLDialogElement} */ (target).open) store.update(putAside, true)
  }

  updated() {
    const dialog = /** @type {HTMLDialogElement} */ (this.querySelector('dialog'))
    if (!this.state.checking || this.state.checking.aside) dialog.close()
    else if (!dialog.open) dialog.showModal()
    const asked = !!this.state.checking?.leaving
    if (asked && !this.#asked) /** @type {HTMLElement} */ (dialog.querySelector('.leaving button')).focus()
    this.#asked = asked
  }

  /** @param {Game} game */
  #row = (game) => {
    const { name, goal, flaws, positions, findings, moves } = game
    const isOpen = this.#opened.has(game)
    const toggle = (/** @type {Event} */ event) => {
      const { open } = /** @type {HTMLDetailsElement} */ (event.target)
      if (open === this.#opened.has(game)) return
      if (open) this.#opened.add(game)
      else this.#opened.delete(game)
      this.requestUpdate()
    }
    return html`<tr><td>${game.game}</td><td>${name || `Game ${game.game}`}</td><td>${goal}</td><td class=${flaws ? 'flawed' : ''}>${flaws}</td><td>${positions}</td>
      <td>${unjudged(game)}<ul>${findings.map(({ kind, move, line, fen, words }) => html`<li><b>${KINDS[kind]}</b> ${line ? `line ${line}` : jump(move ?? '', fen)}: ${words}</li>`)}</ul>
        ${moves.length ? html`<details .open=${isOpen} @toggle=${toggle}><summary>${plural(moves.length, 'move')}</summary>${isOpen ? html`<ul>${moves.map((move) =>
          html`<li class=${move.mark}>${jump(move.main ? move.move : `(${move.move})`, move.fen)} ${MARKS[move.mark](move)}</li>`)}</ul>` : nothing}</details>` : nothing}</td></tr>`
  }
}

/** What of a game could not be judged: it is not faultless. @param {Game} game */
function unjudged({ missing, beyond }) {
  const names = missing.map(({ class: name, positions }) => `${integer(positions)} of ${name}`)
  const words = [names.length ? `without tables: ${names.join(', ')}` : '', beyond ? `${integer(beyond)} beyond five men` : ''].filter(Boolean).join('; ')
  return words ? html`<p class="hint">Not judged: ${words}.</p>` : nothing
}

/** Asks before what was found is dropped. @param {Checking} checking */
const leaving = ({ how }) => html`<div class="leaving" role="alert"><p>What was found is not saved. Close, and drop it?</p>
  <div class="actions"><button @click=${() => store.update(stayChecking)}>Keep it</button><button class="danger" @click=${dropChecked}>${how === 'checking' ? 'Stop and drop it' : 'Drop it'}</button></div></div>`

/** @param {Checking} checking @param {Build | null} build @param {(game: Game) => unknown} row */
function result(checking, build, row) {
  const { how, bytes, size, count, flawed, positions, beyond, games, flawedOnly, shown, error } = checking
  const percent = size ? Math.floor((100 * bytes) / size) : 100
  const rows = rowsOf(checking)
  return html`
    <p role="status" aria-busy=${how === 'checking'}>${plural(count, 'game')}, ${plural(positions, 'position')} judged${flawed ? `: flaws in ${integer(flawed)}` : positions ? ': no flaws' : ''}.${
      beyond ? ` ${plural(beyond, 'position')} beyond five men.` : ''}${how === 'stopped' ? ` Stopped after ${percent}% of the file.` : ''}</p>
    ${how === 'checking' ? html`<div class="under-way"><span class="thin" role="progressbar" aria-label="Read" aria-valuenow=${percent} aria-valuemin="0" aria-valuemax="100"><i style="width:${percent}%"></i></span>
      <button class="small" @click=${stopChecking}>Stop</button></div>` : nothing}
    ${error ? html`<div role="alert">${accident(error)}</div>` : nothing}
    ${checking.building && build ? underWay(checking, build) : missing(checking)}
    ${games.length ? html`
      <label class="check"><input type="checkbox" .checked=${flawedOnly} @change=${(/** @type {Event} */ event) => store.update(showFlawedOnly, /** @type {HTMLInputElement} */ (event.target).checked)}> With flaws only</label>
      <div class="checked" tabindex="0" role="region" aria-label="Games"><table>
        <thead><tr>${Object.entries(COLUMNS).map(([by, name]) => heading(checking, /** @type {Column} */ (by), name))}<th><span>What was found</span></th></tr></thead>
        <tbody>${rows.slice(0, shown).map(row)}</tbody></table></div>
      ${rows.length > shown ? html`<div class="actions"><button @click=${() => store.update(showMoreGames)}>More</button><span class="hint">${integer(shown)} of ${integer(rows.length)} are shown.</span></div>` : nothing}
      ${count > games.length ? html`<p class="hint">The first ${integer(games.length)} games are listed; files have all.</p>` : nothing}
      <div class="actions"><button ?disabled=${how === 'checking'} @click=${() => saveChecked('pgn')}>Save as PGN with comments</button><button ?disabled=${how === 'checking'} @click=${() => saveChecked('csv')}>Save as CSV</button></div>` : nothing}`
}

/** What could not be judged, and how it can. @param {Checking} checking */
function missing({ missing, how }) {
  const names = Object.keys(missing).sort()
  if (!names.length) return nothing
  const all = Object.values(missing).reduce((sum, n) => sum + n, 0)
  return html`<div class="missing-tables"><p>${plural(all, 'position')} without tables: ${names.map((name) => `${integer(missing[name])} of ${name}`).join(', ')}.</p>
    <div class="actions"><button ?disabled=${how === 'checking'} @click=${() => buildMissing(names)}>Build ${plural(names.length, 'class', 'classes')}, and check again</button><button class="quiet" ?disabled=${how === 'checking'} @click=${checkAgain}>Check again</button></div></div>`
}

/** The build of what was missing, or that of something else before it. @param {Checking} checking @param {Build} build */
function underWay({ missing }, build) {
  const left = leftOf(build)
  const isOurs = build.wanted.some((name) => name in missing)
  return html`<div class="missing-tables">${bar(build)}
    <p role="status">${isOurs ? 'Building what is missing' : `Building ${describe(build.wanted)}, and then what is missing`}${build.steps.length ? `: ${finishedOf(build)}` : ''}${left ? `, ${left} left` : ''}. Then the games are checked by these, too.</p>
    <div class="actions"><button @click=${() => store.update(putAside, true)}>Look at the board meanwhile</button></div></div>`
}

/** @param {Checking} checking @param {Column} by @param {string} name */
function heading({ order }, by, name) {
  const sorted = order.by === by ? (order.down ? 'descending' : 'ascending') : 'none'
  return html`<th aria-sort=${sorted}><button class="quiet" @click=${() => store.update(orderBy, by)}>${name}${sorted === 'none' ? '' : order.down ? ' ↓' : ' ↑'}</button></th>`
}

/** A move that opens the position before it. @param {string} move @param {string} [fen] */
function jump(move, fen) {
  if (!fen) return move
  const show = () => {
    store.update(putAside, true)
    open(fen)
  }
  return html`<button class="link" title="Opens the position" @click=${show}>${move || 'start'}</button>`
}

customElements.define('mw-check', Check)
document.body.append(document.createElement('mw-check'))

export { checkGames }
