import { html, nothing } from 'lit'
import { open } from '../app/opening.js'
import { openPaper } from '../app/paper.js'
import * as app from '../app/sets.js'
import { SETS, setPage } from '../state/address.js'
import { menOf, turnOf } from '../state/position.js'
import { DEPTHS, hasRandomWins } from '../state/practice.js'
import { CLASSICS, findSet, sameSet, tallyInWords } from '../state/sets.js'
import { nameOf } from '../words.js'
import { alertIcon, closeIcon, clearIcon, downIcon, exportIcon, importIcon, linkIcon, pasteIcon, pictureIcon, playIcon, upIcon } from './icons.js'
import { link } from './link.js'
import { thumbnail } from './pieces.js'
import styles from '../styles/sets.css?inline'
import { uses, View } from './view.js'
import './mw-build.js'
import './mw-set-needs.js'

/**
 * @typedef {import('../state/sets.js').PracticeSet} PracticeSet
 * @typedef {import('../state/sets.js').SetContent} SetContent
 * @typedef {import('../state/sets.js').SetPosition} SetPosition
 * @typedef {import('../app/sets.js').Theme} Theme
 */

document.head.append(Object.assign(document.createElement('style'), { textContent: styles }))

/** @type {Record<Theme, string>} */
const THEMES = { win: 'Wins', draw: 'Draws to hold', zugzwang: 'Mutual zugzwangs', 'only-move': 'Only one winning move' }

/** Of each size a set shows so many pictures. */
const SHOWN = 6

// All sets; or one of them, to be changed.
class SetsPage extends View {
  static uses = uses('place', 'sets', 'setProblem', 'tables', 'metric')
  static properties = { deleting: { state: true }, adding: { state: true }, theme: { state: true } }

  constructor() {
    super()
    /** @type {PracticeSet | null} that the user is asked about */
    this.deleting = null
    /** Positions of a table are being looked for. */
    this.adding = false
    /** @type {Theme} */
    this.theme = 'win'
  }

  render() {
    const { sets, setProblem, place } = this.state
    const set = findSet(this.state, place.subject)
    return html`<div class="sets-page">
      ${setProblem ? html`<section class="card problem" role="alert">${alertIcon}<div><p>${setProblem}</p></div>
        <button class="quiet icon-button" aria-label="Dismiss" @click=${app.dismissProblem}>${closeIcon}</button></section>` : nothing}
      ${!sets ? html`<p class="looking"><span class="spinner"></span>Opening the sets…</p>` : set ? this.#one(set) : place.subject ? gone : this.#all(sets)}
      <dialog class="sheet narrow" aria-labelledby="delete-set" @close=${() => (this.deleting = null)}>${this.deleting ? html`
        <h2 id="delete-set">Delete ${this.deleting.name}?</h2>
        <p>${tallyInWords(this.deleting)}. Whoever has its link still has the set; the notes of what was solved here go.</p>
        <form method="dialog"><button autofocus>Keep it</button><button class="danger" @click=${() => this.deleting && app.deleteSet(this.deleting.id)}>Delete</button></form>` : nothing}</dialog>
    </div>`
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has('deleting') && this.deleting) this.querySelector('dialog')?.showModal()
  }

  /** @param {PracticeSet[]} sets */
  #all(sets) {
    return html`<header class="page-head"><div><h1>Sets</h1>
        <p>Positions to practise, in an order of your own. A set is shared as a link, which opens in practice and gives nothing away.</p></div>
      <div class="actions"><button @click=${app.makeEmpty}>New set</button>${importButton}</div></header>
      <ul class="sets" aria-label="Sets">${sets.map((set) => this.#card(set, set))}${sameSet(this.state, CLASSICS) ? nothing : this.#card(CLASSICS)}</ul>`
  }

  /** @param {SetContent} content @param {PracticeSet} [set]  if it is the user's own */
  #card(content, set) {
    const { name, positions } = content
    const rest = positions.length - SHOWN
    return html`<li class="card"><div><h2>${set ? link(setPage(set.id), name) : name}</h2>
        <p>${set ? html`${tallyInWords(set)}${set.passing ? '. Not kept yet: it goes when the page is closed' : ''}` : 'Five endings that everybody should know'}</p></div>
      <p class="pictures">${positions.slice(0, SHOWN).map(({ fen }) => thumbnail(fen))}${rest > 0 ? html`<small>and ${rest} more</small>` : nothing}</p>
      ${this.#actions(content, set)}</li>`
  }

  /** @param {SetContent} content @param {PracticeSet} [set] */
  #actions(content, set) {
    const none = !content.positions.length
    return html`<div class="actions"><button class="primary" aria-label="Practise ${content.name}" ?disabled=${none} @click=${() => app.practiseSet(content)}>${playIcon}Practise</button>
      <button aria-label="Copy a link to ${content.name}" ?disabled=${none} @click=${() => app.shareSet(content)}>${linkIcon}Link</button>
      <button aria-label="Save ${content.name} as PGN" ?disabled=${none} @click=${() => app.saveSetPgn(content)}>${exportIcon}PGN</button>
      <button aria-label="Save ${content.name} as a file" ?disabled=${none} @click=${() => app.saveSetJson(content)}>${exportIcon}File</button>
      <button aria-label="Print ${content.name}" ?disabled=${none} @click=${() => openPaper({ title: content.name, positions: content.positions })}>${pictureIcon}Print</button>
      ${set?.passing ? html`<button aria-label="Keep ${set.name}" @click=${() => app.keepSet(set.id)}>Keep</button>` : nothing}
      ${set ? html`<button class="quiet icon-button" aria-label="Delete ${set.name}" title="Delete" @click=${() => (this.deleting = set)}>${clearIcon}</button>` : nothing}</div>`
  }

  /** @param {PracticeSet} set */
  #one(set) {
    const { positions, scores, id } = set
    const renamed = (/** @type {Event} */ event) => app.rename(id, inputOf(event))
    return html`<header class="page-head"><div><p class="crumb">${link(SETS, 'Sets')}</p><h1 class="unseen">${set.name}</h1>
        <label class="set-name"><span class="unseen">Name of the set</span><input type="text" maxlength="100" .value=${set.name} @change=${renamed}></label>
        <p>${tallyInWords(set)}${Object.keys(scores).length ? html` <button class="small" @click=${() => app.forgetScores(id)}>Begin anew</button>` : nothing}</p></div>
      ${this.#actions(set, set)}</header>
      <mw-build></mw-build>
      <mw-set-needs .positions=${positions}></mw-set-needs>
      <section class="card sources" aria-labelledby="sources-title"><h2 id="sources-title">Add positions</h2>
        <p class="hint">On the board, “Share this position” and “Add to a set” take the position that is there; on the page of a class, what was searched for. Or:</p>
        <div class="actions"><button @click=${() => app.pasteInto(set)}>${pasteIcon}Paste FENs, EPD or PGN</button></div>
        ${this.#fromTable(set)}</section>
      ${positions.length ? html`<ol class="positions" aria-label="Positions">${positions.map((each, i) => this.#position(set, each, i))}</ol>` : nothing}`
  }

  /** @param {PracticeSet} set @param {SetPosition} position @param {number} i */
  #position({ id, positions, scores }, { fen, name, note, line }, i) {
    const at = `position ${i + 1}`
    const score = scores[fen]
    return html`<li class="card">
      <button class="quiet picture" aria-label="Show ${at} on the board" @click=${() => open(fen)}>${thumbnail(fen)}<span class="unseen">${menOf(fen)}</span></button>
      <div class="words"><p><b>${i + 1}.</b> ${nameOf(turnOf(fen))} to move${score ? html` <small class="score ${score}">${SCORES[score]}</small>` : nothing}</p>
        ${field(`Name of ${at}`, 'Name, told once it is played', name, 100, (name) => app.describePosition(id, fen, { name }))}
        ${field(`Note on ${at}`, 'Note, told at the end', note, 1000, (note) => app.describePosition(id, fen, { note }))}
        ${field(`Line of ${at}`, 'Line that the other side follows, such as 1. Kd2 Kd7', line, 1000, (line) => app.describePosition(id, fen, { line }))}</div>
      <div class="moves">
        <button class="quiet icon-button" aria-label="Move ${at} up" ?disabled=${i === 0} @click=${() => app.movePosition(id, fen, -1)}>${upIcon}</button>
        <button class="quiet icon-button" aria-label="Move ${at} down" ?disabled=${i === positions.length - 1} @click=${() => app.movePosition(id, fen, 1)}>${downIcon}</button>
        <button class="quiet icon-button" aria-label="Remove ${at}" @click=${() => app.removePosition(id, fen)}>${closeIcon}</button></div></li>`
  }

  /** @param {PracticeSet} set */
  #fromTable(set) {
    const classes = (this.state.tables ?? []).filter(hasRandomWins)
    if (!classes.length) return html`<p class="hint">Once tables are built, positions of them can be added here.</p>`
    const submit = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault()
      const wish = new FormData(/** @type {HTMLFormElement} */ (event.target))
      const [name, theme, side, depth, count] = ['class', 'theme', 'side', 'depth', 'count'].map((key) => String(wish.get(key) ?? '0'))
      this.adding = true
      await app.addFromTable(set, name, /** @type {Theme} */ (theme), side === 'b' ? 'b' : 'w', DEPTHS[Number(depth)], Number(count)).finally(() => (this.adding = false))
    }
    return html`<form class="wish" @submit=${submit}>
      <select name="count" aria-label="How many">${[1, 3, 5, 10].map((count) => html`<option ?selected=${count === 5}>${count}</option>`)}</select>
      <select name="theme" aria-label="Theme" @change=${(/** @type {Event} */ event) => (this.theme = /** @type {Theme} */ (inputOf(event)))}>${Object.entries(THEMES).map(([value, words]) => html`<option value=${value}>${words}</option>`)}</select>
      <select name="class" aria-label="Class">${classes.map(({ name }) => html`<option>${name}</option>`)}</select>
      ${this.state.metric === 'dtm' && this.theme === 'win' ? html`<select name="depth" aria-label="Length of wins">${DEPTHS.map(({ name }, i) => html`<option value=${i}>${name}</option>`)}</select>` : nothing}
      <select name="side" aria-label="Side to move"><option value="w">White to move</option><option value="b">Black to move</option></select>
      <button ?disabled=${this.adding}>${this.adding ? 'Looking for some…' : 'Add from the table'}</button></form>`
  }
}

/** @type {Record<import('../state/sets.js').Score, string>} */
const SCORES = { 'at-once': 'solved at once', solved: 'solved', missed: 'not yet' }

const gone = html`<section class="card problem"><div><h1>There is no such set here</h1><p>It was deleted, or is in another browser. ${link(SETS, 'All sets')}</p></div></section>`

/** @param {string} label @param {string} placeholder @param {string} value @param {number} most @param {(value: string) => void} change */
const field = (label, placeholder, value, most, change) =>
  html`<input type="text" maxlength=${most} aria-label=${label} placeholder=${placeholder} .value=${value} @change=${(/** @type {Event} */ event) => change(inputOf(event))}>`

/** @param {Event} event */
const inputOf = ({ target }) => /** @type {HTMLInputElement | HTMLSelectElement} */ (target).value

const choose = (/** @type {Event} */ event) => {
  const input = /** @type {HTMLInputElement} */ (event.target)
  app.importSets([...(input.files ?? [])])
  input.value = ''
}

const importButton = html`<button @click=${(/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.currentTarget).parentElement?.querySelector('input')?.click()}>${importIcon}Import</button>
  <input type="file" hidden multiple accept=".json,.pgn,.epd,.fen,.txt" aria-label="Files of sets" @change=${choose}>`

customElements.define('mw-sets-page', SetsPage)
