import './check.css'
import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import {
  checkGames,
  checkWithCastling,
  closeChecking,
  dropChecked,
  saveChecked,
  stopChecking,
} from './check.effects.js'
import { openGame } from '../board/open.effects.js'
import { movesIn } from '../paste/pasted.js'
import { practise } from '../practice/practice.effects.js'
import { say } from '../../language.js'
import { shownMove } from '../../san.js'
import {
  faultsIn,
  mistakesIn,
  orderBy,
  putAside,
  rowsOf,
  showFlawedOnly,
  showMoreGames,
  stayChecking,
} from './check.js'
import { KINDS, MARKS, unjudged } from './check-words.js'
import { isPreparing, missingTables, preparing } from './missing.view.js'
import { printReport } from './report.view.js'
import { accident } from '../../ui/accident.js'
import { closeIcon, playIcon } from '../../ui/icons.js'
import { rich } from '../../ui/rich.js'
import { uses, View } from '../../ui/view.js'
import { yourEndings } from './your-endings.view.js'

/**
 * @typedef {import('./check.js').Checking} Checking
 * @typedef {import('./check.js').Column} Column
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/types.js').CheckedGame} Game
 * @typedef {import('../../engine/types.js').MoveRecord} Move
 */

/** The columns of studies. @type {Partial<Record<Column, string>>} */
const STUDY_COLUMNS = {
  game: say('check.column.game'),
  name: say('check.column.name'),
  goal: say('check.column.goal'),
  flaws: say('check.column.flaws'),
  positions: say('check.column.positions'),
}

/** The columns of games, which have mistakes instead of a goal and flaws. @type {Partial<Record<Column, string>>} */
const GAME_COLUMNS = {
  game: STUDY_COLUMNS.game,
  name: STUDY_COLUMNS.name,
  flaws: say('check.column.mistakes'),
  positions: STUDY_COLUMNS.positions,
}

/** @param {Checking} checking */
const columnsOf = ({ studies }) => (studies ? STUDY_COLUMNS : GAME_COLUMNS)

const comeBack = () => store.update(putAside, false)
const BACK = html`<button class="check-back" @click=${comeBack}>${say('check.back')}</button>`

// The dialog of the check of studies and games. It is loaded at the first check.
class Check extends View {
  static uses = uses('checking', 'build', 'workers', 'memory', 'speed')

  /** The games whose moves are drawn. @type {WeakSet<Game>} */
  #opened = new WeakSet()

  /** Whether the question about leaving was shown at the last update. */
  #wasLeaving = false

  render() {
    const { checking } = this.state
    return html`${checking?.aside ? BACK : nothing}
      <dialog class="sheet check-sheet" aria-labelledby="check-title" @cancel=${this.#escaped} @close=${this.#closed}>${
        checking && !checking.aside
          ? html`
      <header><h2 id="check-title">${say('check.title')}</h2><button class="quiet icon-button"
        aria-label=${say('common.close')} @click=${closeChecking}>${closeIcon}</button></header>
      ${checking.leaving ? leaving(checking) : nothing}
      ${result(checking, this.state, this.#row)}`
          : nothing
      }</dialog>`
  }

  /** Shows the board after Escape, and drops nothing. @param {Event} event */
  #escaped(event) {
    event.preventDefault()
    store.update(putAside, true)
  }

  /** Handles a close by the browser, after a second press of Escape. @param {Event} event */
  #closed({ target }) {
    if (store.state.checking && !(/** @type {HTMLDialogElement} */ (target).open)) store.update(putAside, true)
  }

  updated() {
    const dialog = /** @type {HTMLDialogElement} */ (this.querySelector('dialog'))
    if (!this.state.checking || this.state.checking.aside) dialog.close()
    else if (!dialog.open) dialog.showModal()
    const asked = !!this.state.checking?.leaving
    if (asked && !this.#wasLeaving) /** @type {HTMLElement} */ (dialog.querySelector('.leaving button')).focus()
    this.#wasLeaving = asked
  }

  /** @param {Game} game @param {Checking} checking */
  #row = (game, checking) => {
    const { name, goal, positions, moves } = game
    const { studies } = checking
    const columns = columnsOf(checking)
    const flaws = faultsIn(game, studies)
    const findings = studies ? game.findings : [...game.findings, ...markedMistakes(game)]
    const isOpen = this.#opened.has(game)
    const toggle = (/** @type {Event} */ event) => {
      const { open } = /** @type {HTMLDetailsElement} */ (event.target)
      if (open === this.#opened.has(game)) return
      if (open) this.#opened.add(game)
      else this.#opened.delete(game)
      this.requestUpdate()
    }
    return html`<tr><td>${game.game}</td><td>${name || say('check.game', { number: game.game })}</td>${
      studies ? html`<td>${goal}</td>` : nothing
    }
      <td class=${flaws ? 'flawed' : ''} data-label=${columns.flaws}>${flaws || positions ? flaws : UNJUDGED}</td>
      <td data-label=${columns.positions}>${positions}</td>
      <td>${note(unjudged(game))}<ul>${findings.map((finding) => found(game, finding))}</ul>
        ${
          moves.length
            ? html`<details .open=${isOpen} @toggle=${toggle}>
          <summary>${say('common.moves', { count: moves.length })}</summary>
          ${isOpen ? html`<ul>${moves.map((move) => markedMove(game, move))}</ul>` : nothing}</details>`
            : nothing
        }</td></tr>`
  }
}

/** Instead of the number of mistakes, which is not known. */
const UNJUDGED = html`<span aria-hidden="true">–</span><span class="unseen">${say('check.notJudged')}</span>`

/** @param {string} words */
const note = (words) => (words ? html`<p class="hint">${words}</p>` : nothing)

/** @param {Game} game @param {Move} move */
function markedMove(game, move) {
  const { main, mark, fen } = move
  const name = shownMove(main ? move.move : `(${move.move})`)
  return html`<li class=${mark}>${jump(game, name, fen)} ${MARKS[mark](move)}</li>`
}

/** @typedef {Pick<Game['findings'][number], 'kind' | 'move' | 'line' | 'fen' | 'words'>} Finding */

/**
 * Returns the mistakes that a comment has marked, as findings: the check leaves them out.
 * @param {Game} game
 * @returns {Finding[]}
 */
function markedMistakes(game) {
  const isFound = (/** @type {Move} */ { fen, move }) =>
    game.findings.some((each) => each.kind === 'mistake' && each.fen === fen && each.move === move)
  return mistakesIn(game)
    .filter((move) => !isFound(move))
    .map((made) => ({ kind: 'mistake', move: made.move, fen: made.fen, words: MARKS.mistake(made) }))
}

/** @param {Game} game @param {Finding} finding */
function found(game, { kind, move, line, fen, words }) {
  if (line) return html`<li>${rich('check.findingInLine', { kind: KINDS[kind], line, words })}</li>`
  const finding = rich('check.finding', { kind: KINDS[kind], move: jump(game, shownMove(move ?? ''), fen), words })
  return html`<li class="finding"><span>${finding}</span> ${kind === 'mistake' && fen ? better(fen) : nothing}</li>`
}

/** Returns a button that lets the user play the position before a mistake. @param {string} fen */
function better(fen) {
  const play = () => {
    store.update(putAside, true)
    practise(fen)
  }
  return html`<button class="small" @click=${play}>${playIcon}${say('check.better')}</button>`
}

/** Returns the question before the result is dropped. @param {Checking} checking */
function leaving({ how }) {
  const drop = say('check.drop', { checking: how === 'checking' ? 'yes' : 'no' })
  return html`<div class="leaving" role="alert"><p>${say('check.leaving')}</p>
    <div class="actions"><button @click=${() => store.update(stayChecking)}>${say('check.keep')}</button>
      <button class="danger" @click=${dropChecked}>${drop}</button></div></div>`
}

/** @param {Checking} checking @param {State} state @param {(game: Game, checking: Checking) => unknown} row */
function result(checking, state, row) {
  const { how, count, games, flawedOnly, shown, error } = checking
  const percent = percentOf(checking)
  const rows = rowsOf(checking)
  const isChecking = how === 'checking'
  const busy = isChecking || checking.building
  const choose = (/** @type {Event} */ { target }) =>
    store.update(showFlawedOnly, /** @type {HTMLInputElement} */ (target).checked)
  return html`
    <p role="status" aria-busy=${busy}>${
      isChecking && !count ? say('check.begun') : isPreparing(checking) ? preparing : summary(checking)
    }</p>
    ${
      isChecking
        ? html`<div class="under-way"><span class="thin" role="progressbar" aria-label=${say('check.read')}
      aria-valuenow=${percent} aria-valuemin="0" aria-valuemax="100"><i style="width:${percent}%"></i></span>
      <button class="small" @click=${stopChecking}>${say('common.stop')}</button></div>`
        : nothing
    }
    ${error ? html`<div role="alert">${accident(error)}</div>` : nothing}
    ${yourEndings(checking)}
    ${checking.studies && checking.castles ? presumption(checking) : nothing}
    ${missingTables(checking, state)}
    ${
      games.length
        ? html`
      <label class="check">
        <input type="checkbox" .checked=${flawedOnly} @change=${choose}> ${
          checking.studies ? say('check.flawedOnly') : say('check.mistakesOnly')
        }</label>
      <div class="checked" tabindex="0" role="region" aria-label=${say('check.games')}><table>
        <thead><tr>${Object.entries(columnsOf(checking)).map(([by, name]) =>
          heading(checking, /** @type {Column} */ (by), name),
        )}
          <th><span>${say('check.found')}</span></th></tr></thead>
        <tbody>${rows.slice(0, shown).map((game) => row(game, checking))}</tbody></table></div>
      ${
        rows.length > shown
          ? html`<div class="actions">
        <button @click=${() => store.update(showMoreGames)}>${say('check.more')}</button>
        <span class="hint">${say('check.shown', { shown, count: rows.length })}</span></div>`
          : nothing
      }
      ${count > games.length ? html`<p class="hint">${say('check.first', { count: games.length })}</p>` : nothing}
      <div class="actions">
        <button ?disabled=${isChecking} @click=${() => saveChecked('pgn')}>${say('check.savePgn')}</button>
        <button ?disabled=${isChecking} @click=${() => saveChecked('csv')}>${say('check.saveCsv')}</button>
        ${
          checking.studies
            ? html`<button ?disabled=${isChecking}
                @click=${() => printReport(rows.slice(0, shown))}>${say('check.printReport')}</button>`
            : nothing
        }
      </div>`
        : nothing
    }`
}

/** Returns the choice of castling rights. A change of it checks the games again. @param {Checking} checking */
function presumption({ presumes, building }) {
  const choose = (/** @type {Event} */ { target }) =>
    checkWithCastling(/** @type {HTMLInputElement} */ (target).checked)
  return html`<label class="check"><input type="checkbox" aria-describedby="check-presume" .checked=${presumes}
    ?disabled=${building} @change=${choose}> ${say('check.presume')}</label>
    <p class="hint" id="check-presume">${say('check.presume.about')}</p>`
}

/** Returns the percentage of the file that was read. @param {Checking} checking */
const percentOf = ({ bytes, size }) => (size ? Math.floor((100 * bytes) / size) : 100)

/** @param {Checking} checking */
function summary(checking) {
  const { how, count, studies, positions, beyond } = checking
  const flawed = (!studies && checking.mistaken) || checking.flawed
  const some = studies || !checking.mistaken ? 'flaws' : 'mistakes'
  const none = studies ? 'none' : 'faultless'
  return say('check.result', {
    games: count,
    positions,
    found: flawed ? some : positions ? none : 'nothing',
    flawed,
    beyond,
    stopped: how === 'stopped' ? 'yes' : 'no',
    percent: percentOf(checking),
  })
}

/** @param {Checking} checking @param {Column} by @param {string} name */
function heading({ order }, by, name) {
  const sorted = order.by === by ? (order.down ? 'descending' : 'ascending') : 'none'
  const arrow = sorted === 'none' ? '' : order.down ? ' ↓' : ' ↑'
  return html`<th aria-sort=${sorted}><button class="quiet"
  @click=${() => store.update(orderBy, by)}>${name}${arrow}</button></th>`
}

/**
 * Returns a button for a move, which opens its game with all marks at the position before it.
 * @param {Game} game
 * @param {string} move
 * @param {string} [fen]
 */
function jump(game, move, fen) {
  if (!fen) return move
  const show = () => {
    store.update(putAside, true)
    const { moves, tags } = movesIn(game.pgn)
    openGame(game.fen, moves, tags, fen)
  }
  return html`<button class="link" title=${say('check.open')} @click=${show}>${move || say('check.start')}</button>`
}

customElements.define('mw-check', Check)
document.body.append(document.createElement('mw-check'))

export { checkGames }
