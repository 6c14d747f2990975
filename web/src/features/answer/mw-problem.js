import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { isFramed } from '../../shell/framed.js'
import { kingsToPlace } from './answer.js'
import { askNow } from './ask.effects.js'
import { rebuild } from '../builds/build.effects.js'
import { say } from '../../language.js'
import { shownMove } from '../../san.js'
import { firstEnding } from '../ending/ending.js'
import { currentFen, enter, goTo } from '../game/game.js'
import { turnOf } from '../board/position.js'
import { areLost, LOST } from '../tables/storage.js'
import { accident } from '../../ui/accident.js'
import { elsewhere } from './elsewhere.view.js'
import { alertIcon, hammerIcon } from '../../ui/icons.js'
import { uses, View } from '../../ui/view.js'

/** @typedef {import('../../engine/types.js').EngineError} EngineError */

const reload = () => location.reload()

// The reason why there is no verdict: the error, the consequences, the remedy.
class Problem extends View {
  static uses = uses('answer', 'build', 'game', 'kept', 'mode', 'proving', 'known', 'endingOutlook')

  render() {
    const error = this.state.answer?.error
    if (error?.code === 'men' && (this.state.proving || this.#isEnding())) {
      const holds = this.state.proving ? say('problem.proofHolds') : nothing
      return html`<p class="hint">${error.message} ${holds}</p>${elsewhere(currentFen(this.state))}`
    }
    const toPlace = error?.code === 'fen' && kingsToPlace(this.state)
    if (toPlace) return html`<p class="looking">${toPlace}</p>`
    return error
      ? html`<section class="problem card ${error.code}">${alertIcon}<div>${this.#words(error)}</div></section>`
      : nothing
  }

  // Whether the position can be solved as an ending, or that is not known yet.
  #isEnding() {
    const { known, endingOutlook } = this.state
    const fen = currentFen(this.state)
    if (isFramed) return false
    return known?.fen !== fen || !!known.bounds || endingOutlook?.fen !== fen || !!endingOutlook.plan
  }

  /** @param {EngineError} error */
  #words(error) {
    if (error.code === 'fen') return html`<h1>${say('problem.fen')}</h1><p>${error.message}</p>${this.#turn()}`
    if (error.code === 'men') {
      const hint = html`<p>${error.message} ${say('problem.menHint')}</p>`
      return html`<h1>${say('problem.men')}</h1>${hint}${this.#later()}${elsewhere(currentFen(this.state))}`
    }
    if (error.code === 'damaged') return this.#damaged(error)
    if (error.code === 'newer')
      return html`<h1>${say('problem.newer')}</h1>
      <p>${error.message} ${say('problem.newerHint')}</p>
      <button class="primary" @click=${reload}>${say('problem.reload')}</button>`
    return html`<h1>${say('problem.noAnswer')}</h1>${accident(error)}<p>${
      areLost(this.state.kept, error) ? LOST : say('problem.safe')
    }</p>
      <button @click=${askNow}>${say('common.tryAgain')}</button>`
  }

  // The game may reach an ending that can be solved.
  #later() {
    const first = isFramed ? 0 : firstEnding(this.state)
    if (!first) return nothing
    const { san } = this.state.game.plies[first - 1]
    return html`<p>${say('ending.later', { move: shownMove(san) })}</p>
      <button class="primary" @click=${() => store.update(goTo, first)}>${say('ending.goThere')}</button>`
  }

  // Often the FEN just has the wrong side to move.
  #turn() {
    const { turned } = this.state.answer ?? {}
    if (!turned) return nothing
    return html`<button @click=${() => store.update(enter, turned)}>${say('problem.turn', {
      mover: turnOf(turned),
    })}</button>`
  }

  /** @param {EngineError} error */
  #damaged(error) {
    const name = error.class ?? ''
    return html`<h1>${say('problem.damaged', { name })}</h1>${accident(error)}
      <p>${say('problem.damagedHint')}</p>
      ${
        this.state.build
          ? nothing
          : html`<button class="primary" @click=${() => rebuild(name)}>${hammerIcon}${say('common.rebuild', {
              name,
            })}</button>`
      }`
  }
}

customElements.define('mw-problem', Problem)
