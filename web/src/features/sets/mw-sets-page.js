import { html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { countsMates } from '../../metrics.js'
import { store } from '../../shell/app.js'
import { openPaper } from '../paper/paper.effects.js'
import { collect } from './collecting.js'
import { addFromTable } from './set-tables.effects.js'
import { dragItem } from './drag-order.js'
import * as app from './sets.effects.js'
import { practiseSet } from './train.effects.js'
import { say } from '../../language.js'
import { courseCard } from '../course/course.view.js'
import { dailyCard } from '../daily/daily.view.js'
import { SETS, setPage } from '../../shell/address.js'
import { DEPTHS, hasRandomWins } from '../practice/practice.js'
import { tablesOf, TABLES_USE } from './set-needs.view.js'
import { surveyOf } from './survey.js'
import { positionRow } from './set-position.view.js'
import { CLASSICS, CLASSICS_ID, sameSet, setAt, setsOf, tallyInWords } from './sets.js'
import {
  alertIcon,
  closeIcon,
  clearIcon,
  copyIcon,
  downIcon,
  exportIcon,
  gripIcon,
  importIcon,
  linkIcon,
  pasteIcon,
  pictureIcon,
  playIcon,
  upIcon,
} from '../../ui/icons.js'
import { link } from '../../ui/link.js'
import { thumbnail } from '../../ui/pieces.js'
import styles from './sets.css?inline'
import { toMove } from '../../words.js'
import { uses, View } from '../../ui/view.js'
import '../builds/mw-build.js'

/**
 * @typedef {import('./sets.js').PracticeSet} PracticeSet
 * @typedef {import('./sets.js').SetContent} SetContent
 * @typedef {import('./sets.js').SetPosition} SetPosition
 * @typedef {import('./set-tables.effects.js').Theme} Theme
 */

document.head.append(Object.assign(document.createElement('style'), { textContent: styles }))

/** @type {Record<Theme, string>} */
const THEMES = {
  win: say('setsPage.theme.win'),
  draw: say('setsPage.theme.draw'),
  zugzwang: say('setsPage.theme.zugzwang'),
  'only-move': say('setsPage.theme.onlyMove'),
}

/** The largest number of pictures of a set in the list. */
const SHOWN = 6

// All sets, or an editor of one.
class SetsPage extends View {
  static uses = uses('sets', 'setProblem', 'tables', 'metric', 'ratings', ...TABLES_USE)
  static properties = {
    deleting: { state: true },
    adding: { state: true },
    theme: { state: true },
    movedTo: { state: true },
    problems: { state: true },
  }

  constructor() {
    super()
    /** @type {PracticeSet | null} that the user may delete */
    this.deleting = null
    /** Whether a search for positions of a table is under way. */
    this.adding = false
    /** @type {Theme} */
    this.theme = 'win'
    /** The new place of a position that was moved, in words. */
    this.movedTo = ''
    /** Problems of typed lines, in words, by the set and the FEN. @type {Record<string, string>} */
    this.problems = {}
  }

  /** The page whose problems are shown. */
  #subject = ''

  willUpdate() {
    const { subject } = this.state.place
    if (subject !== this.#subject) this.problems = {}
    this.#subject = subject
  }

  render() {
    const { setProblem, place } = this.state
    const sets = setsOf(this.state)
    const set = sets && (sets.find(({ id }) => id === place.subject) ?? setAt(this.state, place.subject))
    return html`<div class="sets-page">
      ${
        setProblem
          ? html`<section class="card problem" role="alert">${alertIcon}<div><p>${setProblem}</p></div>
        <button class="quiet icon-button" aria-label=${say('common.dismiss')}
          @click=${app.dismissProblem}>${closeIcon}</button></section>`
          : nothing
      }
      ${
        !sets
          ? html`<p class="looking"><span class="spinner"></span>${say('setsPage.opening')}</p>`
          : set
            ? this.#one(set)
            : place.subject
              ? gone
              : this.#all(sets)
      }
      <dialog class="sheet narrow" aria-labelledby="delete-set" @close=${() => (this.deleting = null)}>${
        this.deleting ? questionOf(this.deleting) : nothing
      }</dialog>
    </div>`
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    this.#keepFocus()
    if (changed.has('deleting') && this.deleting) this.querySelector('dialog')?.showModal()
  }

  /** @param {PracticeSet[]} sets */
  #all(sets) {
    return html`<header class="page-head"><div><h1>${say('setsPage.title')}</h1>
        <p>${say('setsPage.lead')}</p></div>
      <div class="actions"><button @click=${app.makeEmpty}>${say('setsPage.new')}</button>${importButton}</div></header>
      <div class="own-sets">${dailyCard(this.state)}${courseCard(this.state)}</div>
      <ul class="sets" aria-label=${say('setsPage.title')}>${sets.map((set) =>
        this.#card(set, set),
      )}${sameSet(this.state, CLASSICS) ? nothing : this.#card(CLASSICS)}</ul>`
  }

  /** @param {SetContent} content @param {PracticeSet} [set]  if it is the user's own */
  #card(content, set) {
    const { name, positions } = content
    const rest = positions.length - SHOWN
    return html`<li class="card"><div><h2>${link(setPage(set?.id ?? CLASSICS_ID), name)}</h2>
        <p>${
          set ? say('setsPage.tally', { tally: tallyInWords(set), passing: !!set.passing }) : say('setsPage.classics')
        }</p></div>
      <p class="pictures">${positions.slice(0, SHOWN).map(({ fen }) => thumbnail(fen))}${
        rest > 0 ? html`<small>${say('setsPage.more', { rest })}</small>` : nothing
      }</p>
      ${this.#actions(content, set)}</li>`
  }

  /** @param {SetContent} content @param {PracticeSet} [set] @param {unknown} [more]  buttons */
  #actions(content, set, more = nothing) {
    const none = !content.positions.length
    const { name, positions } = content
    return html`<div class="actions"><button class="primary"
        aria-label=${say('setsPage.practiseIt', { name })} ?disabled=${none}
        @click=${() => practiseSet(content)}>${playIcon}${say('setsPage.practise')}</button>
      <button aria-label=${say('setsPage.linkIt', { name })} ?disabled=${none}
        @click=${() => app.shareSet(content)}>${linkIcon}${say('setsPage.link')}</button>
      <button aria-label=${say('setsPage.pgnOfIt', { name })} ?disabled=${none}
        @click=${() => app.saveSetPgn(content)}>${exportIcon}${say('setsPage.pgn')}</button>
      <button aria-label=${say('setsPage.fileOfIt', { name })} ?disabled=${none}
        @click=${() => app.saveSetJson(content)}>${exportIcon}${say('setsPage.file')}</button>
      <button aria-label=${say('setsPage.printIt', { name })} ?disabled=${none}
        @click=${() => openPaper({ title: name, positions })}>${pictureIcon}${say('setsPage.print')}</button>
      ${
        set?.passing
          ? html`<button aria-label=${say('setsPage.keepIt', { name })}
        @click=${() => app.keepSet(set.id)}>${say('setsPage.keep')}</button>`
          : nothing
      }
      ${more}${
        set
          ? html`<button class="quiet icon-button"
        aria-label=${say('setsPage.deleteIt', { name })} title=${say('setsPage.delete')}
        @click=${() => (this.deleting = set)}>${clearIcon}</button>`
          : nothing
      }</div>`
  }

  /** @param {PracticeSet} set */
  #one(set) {
    const { positions, scores, id } = set
    if (id === CLASSICS_ID) return this.#classics(set)
    const renamed = (/** @type {Event} */ event) => app.rename(id, inputOf(event))
    return html`<header class="page-head"><div><p class="crumb">${link(SETS, say('setsPage.title'))}</p><h1
        class="unseen">${set.name}</h1>
        <label class="set-name"><span class="unseen">${say('setsPage.name')}</span><input type="text" maxlength="100"
          .value=${set.name} @change=${renamed}></label>
        <p>${tallyInWords(set)}${
          Object.keys(scores).length
            ? html` <button class="small"
            @click=${() => app.forgetScores(id)}>${say('setsPage.beginAgain')}</button>`
            : nothing
        }${positions.length > 1 ? this.#sorter(set) : nothing}</p></div>
      ${this.#actions(set, set, this.#embedding(set))}</header>
      <mw-build></mw-build>
      ${tablesOf(set, this.state)}
      <p class="unseen" role="status">${this.movedTo}</p>
      ${positions.length ? this.#positions(set) : nothing}
      <section class="card sources" aria-labelledby="sources-title"><h2 id="sources-title">${say('setsPage.add')}</h2>
        <p class="hint">${say('setsPage.addHint')}</p>
        <div class="actions"><button
          @click=${() => app.pasteInto(set)}>${pasteIcon}${say('setsPage.paste')}</button></div>
        ${this.#fromTable(set)}</section>`
  }

  /** The button that sorts the set. It needs ratings, which need tables. @param {PracticeSet} set */
  #sorter(set) {
    const isRated = set.positions.some(({ fen }) => this.state.ratings[fen])
    const isLater = !isRated && !!surveyOf(this.state, set)?.missing.length
    return html` <button class="small" ?disabled=${!isRated} aria-describedby=${isLater ? 'sort-later' : nothing}
      @click=${() => app.sortSet(set.id)}>${say('setsPage.sort')}</button>${
        isLater ? html` <small class="hint" id="sort-later">${say('setsPage.sortLater')}</small>` : nothing
      }`
  }

  /** @param {PracticeSet} set */
  #embedding(set) {
    return html`<button title=${say('setsPage.embedHint')} ?disabled=${!set.positions.length}
      @click=${() => app.embedSet(set)}>${say('setsPage.embed')}</button>`
  }

  /** A set of the page. @param {PracticeSet} set */
  #classics(set) {
    return html`<header class="page-head"><div><p class="crumb">${link(SETS, say('setsPage.title'))}</p>
        <h1>${set.name}</h1><p>${say('setsPage.builtIn')}</p></div>
      ${this.#actions(
        set,
        undefined,
        html`${this.#embedding(set)}<button aria-label=${say('setsPage.copyIt', { name: set.name })}
        @click=${() => app.copySet(set)}>${copyIcon}${say('setsPage.copy')}</button>`,
      )}</header>
      <mw-build></mw-build>
      ${tablesOf(set, this.state)}${this.#positions(set)}`
  }

  /** @param {PracticeSet} set */
  #positions(set) {
    return html`<ol class="positions" aria-label=${say('setsPage.positions')}>${repeat(
      set.positions,
      ({ fen }) => fen,
      (each, i) => this.#position(set, each, i),
    )}</ol>`
  }

  /** @param {PracticeSet} set @param {SetPosition} position @param {number} i */
  #position(set, position, i) {
    const { id, scores } = set
    const { fen } = position
    return positionRow({
      position,
      at: i + 1,
      score: scores[fen],
      needs: surveyOf(this.state, set),
      rating: this.state.ratings[fen],
      tools: html`<div class="moves">${id === CLASSICS_ID ? nothing : this.#movers(set, i)}
        ${copier(position, i + 1)}${id === CLASSICS_ID ? nothing : remover(set, fen, i + 1)}</div>`,
      ...(id === CLASSICS_ID
        ? {}
        : { problem: this.problems[`${id} ${fen}`], describe: (words) => this.#describe(id, fen, words) }),
    })
  }

  /** @param {string} id @param {string} fen @param {Partial<SetPosition>} words */
  async #describe(id, fen, words) {
    const { line } = words
    if (line === undefined) return app.describePosition(id, fen, words)
    const problem = await app.describeLine(id, fen, line)
    this.problems = { ...this.problems, [`${id} ${fen}`]: problem }
  }

  /** The buttons that move a position. @param {PracticeSet} set @param {number} i */
  #movers(set, i) {
    const at = i + 1
    const label = say('setsPage.grip', { at })
    const isLast = at === set.positions.length
    /** @param {KeyboardEvent} event */
    const byKey = (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      if (!by) return
      event.preventDefault()
      this.#move(set, i, by, 'grip')
    }
    return html`<button class="quiet icon-button grip" aria-label=${label} title=${label} @keydown=${byKey}
        @pointerdown=${(/** @type {PointerEvent} */ event) =>
          dragItem(event, (by) => this.#move(set, i, by, 'grip'))}>${gripIcon}</button>
      <button class="quiet icon-button up" aria-label=${say('setsPage.moveUp', { at })} ?disabled=${i === 0}
        @click=${() => this.#move(set, i, -1, 'up')}>${upIcon}</button>
      <button class="quiet icon-button down" aria-label=${say('setsPage.moveDown', { at })} ?disabled=${isLast}
        @click=${() => this.#move(set, i, 1, 'down')}>${downIcon}</button>`
  }

  /** The button that keeps the focus of a moved position. @type {{fen: string, button: string} | null} */
  #moved = null

  /**
   * Moves a position, announces its place, and keeps the focus on it.
   * @param {PracticeSet} set @param {number} i @param {number} by  places @param {'grip' | 'up' | 'down'} button
   */
  #move({ id, positions }, i, by, button) {
    const to = i + by
    if (to < 0 || to >= positions.length) return
    const { fen } = positions[i]
    this.#moved = { fen, button }
    this.movedTo = say('setsPage.moved', { from: i + 1, at: to + 1, count: positions.length })
    app.movePosition(id, fen, by)
  }

  #keepFocus() {
    if (!this.#moved) return
    const { fen, button } = this.#moved
    this.#moved = null
    const at = `.positions > li[data-fen="${fen}"]`
    const focused = this.querySelector(`${at} .${button}:enabled`) ?? this.querySelector(`${at} .grip`)
    if (focused instanceof HTMLElement) focused.focus()
  }

  /** @param {PracticeSet} set */
  #fromTable(set) {
    const classes = (this.state.tables ?? []).filter(hasRandomWins)
    if (!classes.length) return html`<p class="hint">${say('setsPage.noTables')}</p>`
    const submit = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault()
      const wish = new FormData(/** @type {HTMLFormElement} */ (event.target))
      const [name, theme, side, depth, count] = ['class', 'theme', 'side', 'depth', 'count'].map((key) =>
        String(wish.get(key) ?? '0'),
      )
      this.adding = true
      await addFromTable(
        set,
        name,
        /** @type {Theme} */ (theme),
        side === 'b' ? 'b' : 'w',
        DEPTHS[Number(depth)],
        Number(count),
      ).finally(() => (this.adding = false))
    }
    const chooseTheme = (/** @type {Event} */ event) => (this.theme = /** @type {Theme} */ (inputOf(event)))
    return html`<form class="wish" @submit=${submit}>
      <select name="count" aria-label=${say('setsPage.count')}>${[1, 3, 5, 10].map(
        (count) => html`<option ?selected=${count === 5}>${count}</option>`,
      )}</select>
      <select name="theme" aria-label=${say('setsPage.theme')} @change=${chooseTheme}>${Object.entries(THEMES).map(
        ([value, words]) => html`<option value=${value}>${words}</option>`,
      )}</select>
      <select name="class" aria-label=${say('setsPage.class')}>${classes.map(
        ({ name }) => html`<option>${name}</option>`,
      )}</select>
      ${
        countsMates(this.state.metric) && this.theme === 'win'
          ? html`<select name="depth" aria-label=${say('setsPage.depth')}>${DEPTHS.map(
              ({ name }, i) => html`<option value=${i}>${name}</option>`,
            )}</select>`
          : nothing
      }
      <select name="side" aria-label=${say('common.sideToMove')}><option
        value="w">${toMove('white')}</option><option
        value="b">${toMove('black')}</option></select>
      <button ?disabled=${this.adding}>${
        this.adding ? say('setsPage.looking') : say('setsPage.fromTable')
      }</button></form>`
  }
}

/** The button that copies a position to another set. @param {SetPosition} position @param {number} at */
function copier(position, at) {
  const label = say('setsPage.copyPosition', { at })
  return html`<button class="quiet icon-button" aria-label=${label} title=${label}
    @click=${() => store.update(collect, { name: '', positions: [position] })}>${copyIcon}</button>`
}

/** @param {PracticeSet} set @param {string} fen @param {number} at */
const remover = (set, fen, at) =>
  html`<button class="quiet icon-button" aria-label=${say('setsPage.remove', { at })}
    @click=${() => app.removePosition(set.id, fen)}>${closeIcon}</button>`

const gone = html`<section class="card problem"><div><h1>${say('setsPage.gone')}</h1><p
  >${say('setsPage.goneWhy')} ${link(SETS, say('setsPage.all'))}</p></div></section>`

/** @param {PracticeSet} set  that is to be deleted */
const questionOf = (set) => html`<h2 id="delete-set">${say('setsPage.deleteTitle', { name: set.name })}</h2>
  <p>${say('setsPage.deleteText', { tally: tallyInWords(set) })}</p>
  <form method="dialog"><button autofocus>${say('setsPage.keepSet')}</button><button class="danger"
    @click=${() => app.deleteSet(set.id)}>${say('setsPage.delete')}</button></form>`

/** @param {Event} event */
const inputOf = ({ target }) => /** @type {HTMLInputElement | HTMLSelectElement} */ (target).value

const choose = (/** @type {Event} */ event) => {
  const input = /** @type {HTMLInputElement} */ (event.target)
  app.importSets([...(input.files ?? [])])
  input.value = ''
}

const askForFiles = (/** @type {Event} */ event) =>
  /** @type {HTMLElement} */ (event.currentTarget).parentElement?.querySelector('input')?.click()

const importButton = html`<button @click=${askForFiles}>${importIcon}${say('setsPage.import')}</button>
  <input type="file" hidden multiple accept=".json,.pgn,.epd,.fen,.txt"
    aria-label=${say('setsPage.files')} @change=${choose}>`

customElements.define('mw-sets-page', SetsPage)
