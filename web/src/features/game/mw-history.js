import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { isFramed } from '../../shell/framed.js'
import { savePgn } from '../../shell/share.effects.js'
import { say } from '../../language.js'
import { shownMove } from '../../san.js'
import { isDefault } from '../../metrics.js'
import { isCurrent, probeOf } from '../answer/answer.js'
import { beginCheck } from '../check/begin-check.effects.js'
import {
  append,
  back,
  canGoBack,
  canGoForward,
  canUncut,
  cut,
  forward,
  goTo,
  goToEnd,
  isMain,
  makeMain,
  next,
  uncut,
} from './game.js'
import { glyphsOf, pgnOf, readable } from './pgn.js'
import { numberOf, turnOf } from '../board/position.js'
import { legalMoves } from '../board/moves.js'
import { restsOn } from '../imports/unproven.js'
import { added } from './variations.js'
import { backIcon, firstIcon, forwardIcon, lastIcon, moreIcon } from '../../ui/icons.js'
import { numbered } from './numbered.view.js'
import { makeOneStop } from '../../ui/one-stop.js'
import { uses, View } from '../../ui/view.js'

/** @typedef {import('../../shell/state.js').State} State */

// The moves played, with their variations, the way back and forth through them, and the actions on them.
class History extends View {
  static uses = uses('game', 'past', 'future', 'answer', 'asking', 'rules', 'metric')

  render() {
    const { game } = this.state
    const { at, plies, start } = game
    const comments = plies.some(({ lead, note }) => readable(lead) || readable(note))
    return html`<div class="history" role="group" aria-label=${say('history.title')}
      ?data-branches=${comments || plies.some(({ after }) => after !== undefined)} ?data-comments=${comments}>
      ${step(say('history.start'), firstIcon, at > 0, (state) => goTo(state, 0))}
      ${step(say('history.back'), backIcon, canGoBack(this.state), back)}
      <ol class="played" title=${say('history.keys')}>${
        plies.length
          ? numbered(plies, turnOf(start), (ply, i) => this.#ply(ply, i), numberOf(start))
          : html`<li class="hint">${this.#hint()}</li>`
      }</ol>
      ${step(say('history.forward'), forwardIcon, canGoForward(this.state), forward)}
      ${step(say('history.end'), lastIcon, next(game) > 0, goToEnd)}
      ${plies.length || canUncut(this.state) ? this.#menu() : nothing}
    </div>`
  }

  #hint() {
    if (this.state.asking || legalMoves(this.state).length) return say('history.move')
    return probeOf(this.state) ? say('history.noMove') : say('history.unknown')
  }

  #menu() {
    return html`<button class="quiet icon-button" popovertarget="moves-menu"
        aria-label=${say('history.more')} title=${say('history.more')}>${moreIcon}</button>
      <div id="moves-menu" class="menu" popover @beforetoggle=${this.#place} @click=${this.#close}>${this.#things().map(
        ([label, use]) => html`<button @click=${use}>${label}</button>`,
      )}</div>`
  }

  /** @param {import('../../shell/state.js').GamePly} ply @param {number} i */
  #ply(ply, i) {
    const current = i + 1 === this.state.game.at ? 'step' : nothing
    return html`<button class="ply" aria-current=${current}
      @click=${() => store.update(goTo, i + 1)}>${shownMove(ply.san)}${glyphsOf(ply)}</button>`
  }

  /** The actions that the moves allow. */
  #things() {
    const {
      game: { plies, at },
      answer,
    } = this.state
    const isMarked = restsOn(answer?.probe, answer).length > 0 // a line in the game would lose the mark
    const line = (isCurrent(this.state) && !isMarked && answer?.line) || []
    /** @type {[string, () => unknown][]} */
    const all = []
    if (!isMain(this.state.game)) all.push([say('history.makeMain'), () => store.update(makeMain)])
    if (at) all.push([say('history.cut', { move: shownMove(plies[at - 1].san) }), () => store.update(cut)])
    if (canUncut(this.state)) all.push([say('history.uncut'), () => store.update(uncut)])
    if (plies.length) all.push([say('history.savePgn'), save])
    if (plies.length && isDefault(this.state.metric) && !isFramed) all.push([say('history.check'), check])
    // This entry is last, as it appears with the answer, perhaps while the user is about to choose another.
    if (added(plies, at, line).plies !== plies) all.push([say('history.append'), () => store.update(append, line)])
    return all
  }

  // Places the menu above or below its button, on the side with more room.
  /** @param {ToggleEvent} event */
  #place = ({ newState, currentTarget }) => {
    const menu = /** @type {HTMLElement} */ (currentTarget)
    const button = menu.previousElementSibling?.getBoundingClientRect()
    if (newState !== 'open' || !button) return
    const above = button.top > innerHeight / 2
    menu.style.inset = [
      above ? 'auto' : `${button.bottom + 4}px`,
      `${document.documentElement.clientWidth - button.right}px`,
      above ? `${innerHeight - button.top + 4}px` : 'auto',
      'auto',
    ].join(' ')
  }

  /** @param {Event} event */
  #close = ({ currentTarget }) => /** @type {HTMLElement} */ (currentTarget).hidePopover()

  updated() {
    const list = this.querySelector('.played')
    const current = /** @type {HTMLElement | null} */ (this.querySelector('[aria-current]'))
    if (list) makeOneStop(list, current)
    if (list?.contains(document.activeElement)) current?.focus() // arrows step through the game
    // Scrolls to the current move, with as much of its comment as fits.
    for (const part of [current?.nextElementSibling, current])
      part?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
}

/** The game as PGN. @param {Record<string, string>} [defaults]  tags of a game without any */
function text(defaults) {
  const { start, plies, tags = defaults } = store.state.game
  return pgnOf(start, plies, say('history.event'), { tags })
}

const save = () => savePgn('game.pgn', text())

/** Checks the game. Without tags it was played here, and is not a study. */
const check = () => beginCheck(new Blob([text({ Termination: 'unterminated' })]))

/**
 * @param {string} label
 * @param {unknown} icon
 * @param {boolean} enabled
 * @param {(state: State) => State} change
 */
const step = (label, icon, enabled, change) =>
  html`<button class="quiet icon-button" aria-label=${label} title=${label}
    ?disabled=${!enabled} @click=${() => store.update(change)}>${icon}</button>`

customElements.define('mw-history', History)
