import { html, nothing } from 'lit'
import { guard } from 'lit/directives/guard.js'
import { store } from '../../shell/app.js'
import { addressOfGame, copy, download } from '../../shell/share.effects.js'
import { picture, pngFile, svgFile } from './picture.effects.js'
import { say } from '../../language.js'
import { followingFrame, puzzleLink } from '../../shell/address.js'
import { diagram } from './diagram.view.js'
import { turnOf } from '../board/position.js'
import { ended, taskOf } from './solution.js'
import { solve } from './solve.effects.js'
import { notify } from '../../shell/view.js'
import { collect } from '../sets/collecting.js'
import { loadSets } from '../sets/lazy.effects.js'
import { BOARDS, layoutOf, offerPaper, pagesOf } from './paper.js'
import { closeIcon } from '../../ui/icons.js'
import { uses, View } from '../../ui/view.js'
import './paper.css'
import '../builds/mw-build.js'
import { toMove } from '../../words.js'

/**
 * @typedef {import('../../shell/state.js').Paper['positions'][number]} Position
 * @typedef {import('./solve.effects.js').Solution} Solution
 */

// Positions as pictures to save, and as sheets to print: the boards, and the solutions on a sheet of their own.
class Paper extends View {
  static uses = uses('paper', 'orientation', 'tables')
  static properties = {
    coordinates: { state: true },
    boards: { state: true },
    names: { state: true },
    tasks: { state: true },
    signed: { state: true },
    pictured: { state: true },
    solutions: { state: true },
  }

  constructor() {
    super()
    this.coordinates = true
    /** On a page. */
    this.boards = 4
    this.names = true
    /** Whether the worksheet has the task of each position. */
    this.tasks = false
    /** Whether the worksheet has lines for a name and the date. */
    this.signed = false
    /** Whether the sheet of solutions has boards. */
    this.pictured = false
    /** @type {Solution[]} as many as are found so far */
    this.solutions = []
  }

  render() {
    const { paper } = this.state
    return html`<dialog class="sheet paper" aria-labelledby="paper-title"
      @close=${this.#closed}>${paper ? this.#of(paper) : nothing}</dialog>`
  }

  /** @param {import('../../shell/state.js').Paper} paper */
  #of({ title, positions }) {
    const [first] = positions
    const several = positions.length > 1
    const named = positions.some(({ name }) => name)
    const count = positions.length
    const left = count - this.solutions.length
    const solving = left > 0 && several
    const boards = several ? this.boards : 1
    const { columns, rows } = layoutOf(boards)
    return html`<header><h2 id="paper-title">${say('paper.title', { count })}</h2>
        <button class="quiet icon-button" aria-label=${say('common.close')}
          @click=${dismiss}>${closeIcon}</button></header>
      <div class="paper-choices">
        ${
          several
            ? html`<label>${say('paper.boards')} <select @change=${this.#setBoards}>${BOARDS.map(
                (n) => html`<option .selected=${n === this.boards}>${n}</option>`,
              )}</select></label>`
            : nothing
        }
        ${choice(say('paper.coordinates'), this.coordinates, () => (this.coordinates = !this.coordinates))}
        ${named ? choice(say('paper.names'), this.names, () => (this.names = !this.names)) : nothing}
        ${choice(say('paper.tasks'), this.tasks, () => (this.tasks = !this.tasks))}
        ${choice(say('paper.signed'), this.signed, () => (this.signed = !this.signed))}
        ${choice(say('paper.solutionBoards'), this.pictured, () => (this.pictured = !this.pictured))}
      </div>
      ${
        several
          ? nothing
          : html`<div class="paper-tools" role="group" aria-label=${say('paper.picture')}>
        <button @click=${() => download('position.svg', svgFile(this.#drawn(first)))}>${say('paper.saveSvg')}</button>
        <button @click=${() => this.#savePng(first)}>${say('paper.savePng')}</button>
        ${
          'ClipboardItem' in window
            ? html`<button @click=${() => this.#copy(first)}>${say('paper.copy')}</button>`
            : nothing
        }
        <button title=${say('paper.embedHint')} @click=${copyFrame}>${say('paper.embed')}</button>
        <button title=${say('paper.embedPuzzleHint')}
          @click=${() => copyPuzzle(first)}>${say('paper.embedPuzzle')}</button>
        <button title=${say('paper.addHint')} @click=${() => add(first)}>${say('paper.add')}</button>
      </div>`
      }
      <div class="paper-tools" role="group" aria-label=${say('paper.sheets')}>
        <button @click=${() => this.#print('worksheet')}>${say('paper.print', { count })}</button>
        <button ?disabled=${left > 0} @click=${() => this.#print('solutions')}>${
          solving
            ? say('paper.solving', { number: this.solutions.length + 1, count })
            : say('paper.printSolutions', { count })
        }</button>
      </div>
      ${several ? this.#unsolved(positions) : nothing}
      <article class="worksheet" style="--columns:${columns};--rows:${rows}" aria-label=${say('paper.worksheet')}>
        ${this.signed ? signature : nothing}
        ${title ? html`<h1>${title}</h1>` : nothing}
        ${pagesOf(positions, boards).map(
          (page, i) => html`<ol>${page.map((position, k) => this.#board(position, i * boards + k, several))}</ol>`,
        )}
      </article>
      <article class="solutions" aria-label=${say('paper.solutionSheet')}>
        <h1>${title ? say('paper.solutionsOf', { title }) : say('paper.solutions', { count })}</h1>
        <ol>${this.solutions.map((solution, i) =>
          positions[i] ? this.#solution(solution, positions[i], i, several) : nothing,
        )}</ol>
      </article>`
  }

  /** @param {Position} position @param {number} i @param {boolean} several */
  #board(position, i, several) {
    const { fen } = position
    const probe = this.solutions[i]?.probe ?? null
    return html`<li>${guard([position, this.state.orientation, this.coordinates], () => diagram(fen, this.#how))}
      <p>${this.#title(position, i, several)}${this.tasks ? taskOf(fen, probe) : toMove(turnOf(fen))}</p>
      <div class="answer-line"></div></li>`
  }

  /** @param {Solution} solution @param {Position} position @param {number} i @param {boolean} several */
  #solution({ texts }, position, i, several) {
    const [first = say('solution.none'), ...others] = texts
    const { orientation } = this.state
    return html`<li>${
      this.pictured
        ? guard([position, orientation], () => diagram(position.fen, { orientation, coordinates: false }))
        : nothing
    }<div>${this.#title(position, i, several)}${first} ${others.map((text) => html`<p>${text}</p> `)}
      <small>${position.fen}</small></div></li>`
  }

  /** The number and the name. @param {Position} position @param {number} i @param {boolean} several */
  #title({ name }, i, several) {
    return html`${several ? html`<b>${i + 1}.</b> ` : nothing}${
      this.names && name ? html`<b>${ended(name)}</b> ` : nothing
    }`
  }

  /** The tables that some solutions still need. @param {Position[]} positions */
  #unsolved(positions) {
    const count = this.solutions.filter(({ missing }) => missing).length
    if (!count) return nothing
    return html`<p class="hint">${say('paper.unsolved', { count })}</p>
      <mw-set-needs .positions=${positions}></mw-set-needs>
      <mw-build></mw-build>`
  }

  /** How pictures are drawn. */
  get #how() {
    return { orientation: this.state.orientation, coordinates: this.coordinates }
  }

  /** @param {Position} position */
  #drawn({ fen }) {
    return picture(fen, this.#how)
  }

  /** @param {Position} position */
  async #savePng(position) {
    try {
      download('position.png', await pngFile(this.#drawn(position)))
    } catch (error) {
      console.warn(error)
      store.update(notify, say('paper.notDrawn'))
    }
  }

  /** @param {Position} position */
  async #copy(position) {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngFile(this.#drawn(position)) })])
      store.update(notify, say('paper.copied'))
    } catch (error) {
      console.warn(error)
      store.update(notify, say('paper.notCopied'))
    }
  }

  /** @param {Event} event */
  #setBoards = ({ target }) => {
    this.boards = Number(/** @type {HTMLSelectElement} */ (target).value)
  }

  /** @param {'worksheet' | 'solutions'} sheet */
  #print(sheet) {
    this.#unprint()
    this.#dialog.close() // a modal dialog would be printed on one page
    this.#dialog.show()
    document.documentElement.dataset.print = sheet
    addEventListener('afterprint', this.#unprint, { once: true })
    print()
  }

  #unprint = () => {
    removeEventListener('afterprint', this.#unprint)
    if (!document.documentElement.dataset.print) return
    delete document.documentElement.dataset.print
    if (!this.#dialog.open) return
    this.#dialog.close()
    this.#dialog.showModal()
  }

  get #dialog() {
    return /** @type {HTMLDialogElement} */ (this.querySelector('dialog'))
  }

  #closed = () => {
    if (!this.#dialog.open) dismiss()
  }

  /** The paper and the tables of the solutions. @type {unknown[]} */
  #shown = []

  willUpdate() {
    const { paper, tables } = this.state
    const [before] = this.#shown
    const isSolved = this.solutions.every(({ missing }) => !missing)
    if (paper === before && (isSolved || tables === this.#shown[1])) return
    this.#shown = [paper, tables]
    if (paper !== before) this.solutions = []
    if (paper) this.#solve(paper, this.#shown)
  }

  /**
   * Solves all positions, or those again whose tables were missing.
   * @param {import('../../shell/state.js').Paper} paper
   * @param {unknown[]} shown
   */
  async #solve({ positions }, shown) {
    for (const [i, position] of positions.entries()) {
      if (this.solutions[i] && !this.solutions[i].missing) continue
      const solution = await solve(position)
      if (this.#shown !== shown) return
      this.solutions = this.solutions.toSpliced(i, 1, solution)
      if (solution.missing) loadSets() // has the element for the tables that are missing
    }
  }

  updated() {
    if (!this.state.paper) {
      this.#dialog.close()
      this.#unprint()
    } else if (!this.#dialog.open) this.#dialog.showModal()
  }
}

const signature = html`<p class="signed"><span>${say('paper.name')}</span><span>${say('paper.date')}</span></p>`

/** @param {string} label @param {boolean} checked @param {() => void} toggle */
const choice = (label, checked, toggle) =>
  html`<label><input type="checkbox" .checked=${checked} @change=${toggle} />${label}</label>`

/** @param {Position} position */
async function add(position) {
  dismiss()
  const { name, fen, line, moves } = position
  const isFromBoard = !name && line === undefined && !moves
  if (!isFromBoard) return store.update(collect, { name: '', positions: [position] })
  await (await loadSets())?.collectShown(fen)
}

/** @param {Position} position */
const copyPuzzle = ({ fen }) =>
  copy(followingFrame(new URL(puzzleLink(fen), location.href).href), say('paper.embedPuzzleCopied'))

const copyFrame = () => copy(followingFrame(addressOfGame()), say('paper.embedCopied'))

const dismiss = () => store.update(offerPaper, null)

customElements.define('mw-paper', Paper)
