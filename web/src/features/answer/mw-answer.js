import { html, nothing } from 'lit'
import { isFramed } from '../../shell/framed.js'
import { say } from '../../language.js'
import { shownMove } from '../../san.js'
import { classPage } from '../../shell/address.js'
import { builtFor, isAnswering, isUndecided } from '../builds/autobuild.js'
import { store } from '../../shell/app.js'
import { isZugzwang, kingsToPlace, onlyMove, otherCastling } from './answer.js'
import { currentFen, enter } from '../game/game.js'
import { namedRights } from '../board/castling.js'
import { piecesOf, rightsOf, turnOf } from '../board/position.js'
import { showsEnding } from '../ending/ending.js'
import { isGlancing } from '../proof/proof.js'
import { restsOn } from '../imports/unproven.js'
import { explanation, materialInWords, other, uncheckedWords, verdict, winnerOf } from '../../words.js'
import { compareButton } from '../compare/compare-button.view.js'
import { kept } from '../builds/build-progress.view.js'
import { link } from '../../ui/link.js'
import { material, pieceImage } from '../../ui/pieces.js'
import { rich } from '../../ui/rich.js'
import { onlyTag } from './only-tag.view.js'
import { siteFault, source } from './site.view.js'
import { unchecked } from './unchecked.view.js'
import { uses, View } from '../../ui/view.js'
import './mw-line.js'
import './mw-missing.js'
import './mw-moves.js'
import './mw-problem.js'
import '../ending/mw-ending.js'
import '../proof/mw-proof.js'

/** @typedef {import('../../engine/types.js').Probe} Probe */

// The answer about the position on the board.
class Answer extends View {
  static uses = uses(
    'answer',
    'asking',
    'slow',
    'build',
    'buildEnd',
    'forecasting',
    'game',
    'mode',
    'tables',
    'tablesError',
    'proving',
    'solving',
    'known',
    'siteFault',
  )

  render() {
    const { answer, asking, slow } = this.state
    return html`
      <div class="live unseen" role="status" aria-live="polite">${asking ? nothing : this.#spoken()}</div>
      ${slow && answer ? LOOKING : nothing}
      <div class="answer" aria-busy=${asking} data-asking=${asking}
        ?data-coming=${isAnswering(this.state)}>${answer ? this.#answer(answer) : LOOKING}</div>`
  }

  #spoken() {
    const { answer } = this.state
    const names = restsOn(answer?.probe, answer)
    if (answer?.probe) {
      const words = verdict(answer.probe, this.#mover)
      return names.length ? say('answer.spokenUnchecked', { verdict: words, unchecked: uncheckedWords(names) }) : words
    }
    if (isAnswering(this.state) || isUndecided(this.state)) return say('answer.working')
    return (answer?.error?.code === 'fen' && kingsToPlace(this.state)) || answer?.error?.message
  }

  /** @param {import('../../shell/state.js').Answer} answer */
  #answer({ probe, error }) {
    if (probe) {
      const moves = html`<mw-line></mw-line><mw-moves></mw-moves>`
      const cautions = html`${unchecked(restsOn(probe, this.state.answer))}${siteFault(this.state.siteFault)}`
      return html`${cautions}${this.#verdict(probe)}${source(probe)}${
        isFramed
          ? html`<details class="on-demand"><summary>${say('answer.movesAndLine')}</summary>${moves}</details>`
          : html`${moves}${compareButton(probe.fen)}${this.#made()}`
      }`
    }
    if (isGlancing(this.state) || isUndecided(this.state)) return LOOKING
    const lacking = error?.code === 'missing' ? html`<mw-missing></mw-missing>` : html`<mw-problem></mw-problem>`
    const fault = siteFault(this.state.siteFault)
    if (isFramed) return html`${fault}<mw-proof></mw-proof>${lacking}`
    const proof = showsEnding(this.state) ? nothing : html`<mw-proof></mw-proof>`
    return html`${fault}${proof}<mw-ending></mw-ending>${lacking}`
  }

  // Shows the tables that were built for the position without a click, as a detail.
  #made() {
    const end = builtFor(this.state)
    if (!end) return nothing
    return html`<details class="made"><summary>${say('answer.made')}</summary><p>${kept(end, this.state)}</p></details>`
  }

  /** @param {Probe} probe */
  #verdict(probe) {
    const mover = this.#mover
    const winner = winnerOf(probe, mover)
    return html`<div class="verdict ${winner ?? 'drawn'}">
      <span class="kings">${
        winner
          ? pieceImage({ color: winner, role: 'king' })
          : [pieceImage({ color: 'white', role: 'king' }), pieceImage({ color: 'black', role: 'king' })]
      }</span>
      <div><h1>${verdict(probe, mover)}</h1><p>${explanation(probe, mover)}</p>${this.#passed(probe, mover)}</div>
      <span class="class-name">${material(probe.class, strongerOf(probe, mover))}<span
        >${materialInWords(probe.class)}</span>${
          isClass(probe.class) ? link(classPage(probe.class), probe.class) : nothing
        }</span>
    </div>`
  }

  // Shows the verdict with the other side to move: beside the verdict, because zugzwang is the difference.
  /** @param {Probe} probe @param {import('../../shell/state.js').Color} mover */
  #passed(probe, mover) {
    const passed = this.state.answer?.passed
    const only = onlyMove(probe)
    return html`<p class="besides">${only ? onlyTag(shownMove(only.san), probe.category === 'win') : nothing}
      ${
        probe.syzygy
          ? html`<span class="tag from-syzygy">${say(
              lacksPlies(probe) ? 'answer.syzygyOutcome' : 'answer.syzygy',
            )}</span>`
          : nothing
      }
      ${passed ? rich('answer.passed', { color: other(mover), verdict: verdict(passed, other(mover)) }) : nothing}
      ${passed && isZugzwang(probe, passed) ? ZUGZWANG : nothing}</p>${this.#castling(mover)}`
  }

  // Shows the verdict with other rights to castle, if it is another one. A diagram does not show these rights. The room
  // is reserved, because the verdict arrives a moment later.
  /** @param {import('../../shell/state.js').Color} mover */
  #castling(mover) {
    const { answer } = this.state
    if (!answer || !namedRights(piecesOf(answer.fen), 'KQkq' + rightsOf(answer.fen)).length) return nothing
    const castling = otherCastling(answer)
    if (!castling) return html`<p class="castling-apart"></p>`
    const choose = () => store.update(enter, castling.fen)
    const allowed = rightsOf(castling.fen) ? 'yes' : 'no'
    const label = say('answer.castlingChoose', { allowed })
    return html`<p class="castling-apart">${rich('answer.castling', {
      allowed,
      verdict: verdict(castling.verdict, mover),
    })} ${isFramed ? nothing : html`<button class="small" @click=${choose}>${label}</button>`}</p>`
  }

  // The answer lags behind the board until the next one comes.
  get #mover() {
    return turnOf(this.state.answer?.fen ?? currentFen(this.state))
  }
}

/** A placeholder for the next answer. It covers an earlier answer, so that the content below does not move. */
const LOOKING = html`<p class="looking"><span class="spinner"></span>${say('answer.looking')}</p>`

const ZUGZWANG = html`<span class="tag" title=${say('answer.zugzwangHint')}>${say('answer.zugzwang')}</span>`

/**
 * The colour on the board of the side that the class names first.
 * @param {Probe} probe @param {import('../../shell/state.js').Color} mover
 */
const strongerOf = ({ side }, mover) => (side === 'w' ? mover : other(mover))

/** Whether files have only the outcome, of the position or of a move. @param {Probe} probe */
const lacksPlies = ({ dtz, moves }) => dtz === null || moves.some((move) => move.dtz === null)

/** Bare kings need no table. @param {string} name */
const isClass = (name) => name !== 'KvK'

customElements.define('mw-answer', Answer)
