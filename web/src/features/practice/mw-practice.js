import { html, nothing } from 'lit'
import { countsConversions, countsMates } from '../../metrics.js'
import { store } from '../../shell/app.js'
import { begin, practiseClass, showBoard } from './practice.effects.js'
import { say } from '../../language.js'
import { shownMove } from '../../san.js'
import { COURSE, DAY } from '../../shell/address.js'
import { isFramed } from '../../shell/framed.js'
import { isAnswering, isPreparingSet, isReadying, isTableDue } from '../builds/autobuild.js'
import { offer } from '../builds/build.effects.js'
import { quietly } from '../builds/build-progress.view.js'
import { forecast, isHeavy, isImpossible } from '../builds/forecast.js'
import { makesMissing, wantedFor, wantedOf } from '../builds/wanted.js'
import { bestOf, keeping, probeOf } from '../answer/answer.js'
import { currentFen, lastPly, played } from '../game/game.js'
import {
  canPractise,
  captured,
  chooseDefence,
  DEPTHS,
  DRAW_MOVES,
  giveHint,
  HINTS,
  goesByRule,
  hasRandomWins,
  isGiven,
  isSecret,
  isUsersTurn,
  movesToHold,
  RULE_PLIES,
  takeBack,
} from './practice.js'
import { clockOf, piecesOf, turnOf } from '../board/position.js'
import { levelFor, ratingOf } from '../difficulty/difficulty.js'
import { stars } from '../difficulty/stars.view.js'
import { restsOn } from '../imports/unproven.js'
import { setMode } from '../board/tools.js'
import { mateIn, pieceName, roundly, toMove } from '../../words.js'
import { link } from '../../ui/link.js'
import { pieceImage } from '../../ui/pieces.js'
import { rich } from '../../ui/rich.js'
import { unchecked } from '../answer/unchecked.view.js'
import { uses, View } from '../../ui/view.js'
import '../answer/mw-answer.js'

/** @typedef {import('./practice.js').Practice} Practice */

const DEFENCES = { longest: say('practice.longest'), trickiest: say('practice.trickiest') }

// Playing against perfect play: the task and the progress.
class PracticeCard extends View {
  static uses = uses(
    'practice',
    'game',
    'answer',
    'asking',
    'tables',
    'score',
    'place',
    'defence',
    'metric',
    'ratings',
    'strength',
    'training',
    'puzzle',
    'build',
    'forecasting',
    'outlook',
    'queue',
    'speed',
    'storage',
  )
  static properties = { name: { state: true }, depth: { state: true } }

  constructor() {
    super()
    /** The class that random positions come from; '' is the one on the board. */
    this.name = ''
    /** The choice of their length: first come positions of the user's strength, then the depths. */
    this.depth = 0
  }

  render() {
    const { practice, score, answer, asking } = this.state
    const error = asking ? undefined : answer?.error
    const given = isGiven(this.state)
    const lacking = given && error?.code === 'missing'
    const comingUp = lacking ? (this.#comingUp() ?? this.#preparing()) : null
    return html`<section class="practice card ${practice || given ? 'tasked' : ''}" aria-label=${say('practice.title')}>
        ${given ? nothing : html`<p class="score">${rich('practice.score', { ...score })}</p>`}
        ${unchecked(restsOn(probeOf(this.state)))}
        ${practice ? html`<p class="hint rating">${stars(ratingOf(this.state))}</p>` : nothing}
        <div role="status">${practice ? this.#stage(practice) : given ? this.#awaited() : this.#invitation()}</div>
        ${comingUp}
        ${practice ? this.#tools(practice) : nothing}
        ${practice?.row || given ? nothing : this.#defence()}
        ${given ? nothing : this.#random()}
      </section>
      ${!error || comingUp ? nothing : !given ? html`<mw-answer></mw-answer>` : html`<mw-problem></mw-problem>`}`
  }

  /** The build of the position's tables in one line, or null if it waits for the user. */
  #comingUp() {
    const { build } = this.state
    const coversIt = () => makesMissing(this.state, wantedOf(this.state))
    if (build && (isAnswering(this.state) || isReadying(this.state) || (isPreparingSet(this.state) && coversIt())))
      return quietly(build, say('practice.building'))
    if (!isTableDue(this.state)) return null
    return html`<p class="looking"><span class="spinner"></span>${say('practice.building')}</p>`
  }

  /** The button that builds the position's tables, and their costs on demand. */
  #preparing() {
    const { build, outlook } = this.state
    const wanted = wantedFor(this.state)
    const onItsWay = !!build && makesMissing(this.state, wantedOf(this.state))
    const costs = !build && outlook?.wanted.join() === wanted.join() ? forecast(outlook.steps, this.state) : null
    const impossible = !!costs && isImpossible(costs)
    const known = !!costs && !impossible
    const button = html`<button class="primary" ?disabled=${impossible}
      @click=${() => offer(wanted, isHeavy)}>${say('practice.prepare', {
        known,
        time: known ? roundly(costs.seconds) : '',
      })}</button>`
    return html`<div class="preparing">${onItsWay ? nothing : button}
      <details ?open=${impossible}><summary>${say('practice.needs')}</summary>
        <mw-missing .apart=${false}></mw-missing></details></div>`
  }

  /** @param {Practice} practice */
  #stage(practice) {
    if (practice.stage === 'thrown') return this.#thrown(practice)
    return practice.stage === 'done' ? this.#done(practice) : this.#playing(practice)
  }

  /** @param {Practice} practice */
  #playing({ side, goal, rule, remark, row }) {
    const king = pieceImage({ color: side, role: 'king' })
    if (isSecret(this.state))
      return html`<h1>${king} ${say('practice.toPlay', { side })}</h1><p>${say('practice.secret')}</p>`
    const probe = probeOf(this.state)
    const counts = goal === 'win' && !row && isUsersTurn(this.state)
    const left = goal === 'draw' && remark && !row ? movesToHold(this.state) : 0
    return html`<h1>${king} ${say('practice.toPlayAnd', { side, goal })}</h1>
      <p>${remark ? words(remark, goal) : row ? say('daily.task', { goal, count: row }) : task(goal, rule)}</p>
      ${counts && probe && !probe.unordered ? html`<p class="hint">${distance(probe)}</p>` : nothing}
      ${hints(this.state)}
      ${left > 0 ? html`<p class="hint">${say('practice.left', { count: left })}</p>` : nothing}
      ${rule ? counter(clockOf(currentFen(this.state))) : nothing}`
  }

  /** @param {Practice} practice */
  #thrown({ goal, remark, side: own }) {
    if (!remark) return nothing
    const { result } = remark
    const [san, best] = [remark.san, remark.best].map(shownMove)
    const last = lastPly(this.state)
    const refuted = last && turnOf(last.fen) === own ? this.#refutation(last.san) : nothing
    const now = probeOf(this.state)?.stalemate
      ? say('practice.stalemate')
      : result === 'loss'
        ? say('practice.losesNow', { side: own })
        : result === 'cursed-win'
          ? say('practice.tooLate')
          : say('practice.drawNow')
    return html`<h1>${say('practice.thrown', { move: san, goal })}</h1>
      <p>${now} ${refuted}</p>
      <details><summary>${say('practice.better')}</summary><p>${say('practice.kept', { move: best })}</p></details>`
  }

  /** @param {string} san  of the reply on the board */
  #refutation(san) {
    const [move, role] = [shownMove(san), captured(this.state)]
    return role ? say('practice.takes', { move, role }) : say('practice.refuted', { move })
  }

  /** @param {Practice} practice */
  #done({ goal, helped, hinted, row }) {
    const flaw = helped ? say(hinted ? 'practice.helped' : 'practice.notAtOnce') : ''
    if (row)
      return html`<h1>${say('daily.solved')}</h1>
      <p>${say('daily.solvedText', { goal })} ${flaw}</p>`
    const moves = Math.ceil(played(this.state.game).length / 2)
    const byRule = clockOf(currentFen(this.state)) >= RULE_PLIES
    const result =
      goal === 'win'
        ? say('practice.mateIn', { count: moves })
        : byRule
          ? say('practice.drawByRule')
          : say('practice.safe')
    return html`<h1>${goal === 'win' ? say('practice.mate') : say('practice.held')}</h1>
      <p>${result} ${flaw}</p>`
  }

  // The result of a position in a set is hidden until it is played.
  #awaited() {
    const probe = probeOf(this.state)
    const fen = currentFen(this.state)
    if (probe && !canPractise(probe, fen))
      return html`<h1>${say('practice.over')}</h1><p>${say('practice.overHint')}</p>`
    return html`<h1>${toMove(turnOf(fen))}</h1><p>${say('practice.awaited')}</p>`
  }

  #invitation() {
    const probe = probeOf(this.state)
    const fen = currentFen(this.state)
    const can = !!probe && canPractise(probe, fen)
    const start = () => {
      begin(fen)
      showBoard()
    }
    return html`<h1>${say('practice.invitation')}</h1>
      <p>${say('practice.invitationText')}</p>
      ${
        probe && !can
          ? html`<p class="hint">${say('practice.boardOver')}</p>`
          : can && goesByRule(probe)
            ? html`<p class="hint">${say('practice.byRule')}</p>`
            : nothing
      }
      <div class="actions"><button class="primary" ?disabled=${!can}
        @click=${start}>${say('practice.begin')}</button>
        ${isFramed ? nothing : html`${link(COURSE, say('course.title'))} · ${link(DAY, say('daily.today'))}`}</div>`
  }

  /** @param {Practice} practice */
  #tools({ stage, row }) {
    const { game } = this.state
    const canTakeBack = played(game).length > (turnOf(game.start) === this.state.practice?.side ? 0 : 1)
    return html`<div class="actions">
      ${row && stage === 'done' ? html`<mw-day-result></mw-day-result>` : nothing}
      ${
        stage === 'playing'
          ? html`<button ?disabled=${!isUsersTurn(this.state) || this.state.practice?.hints === HINTS}
        @click=${() => store.update(giveHint)}>${
          this.state.practice?.hints ? say('practice.moreHint') : say('practice.hint')
        }</button>`
          : nothing
      }
      ${
        stage === 'done'
          ? html`<button @click=${() => begin(game.start)}>${say('practice.again')}</button>`
          : html`<button class=${stage === 'thrown' ? 'primary' : ''} ?disabled=${!canTakeBack}
          @click=${() => store.update(takeBack)}>${
            stage === 'thrown' ? say('practice.findBetter') : say('practice.takeBack')
          }</button>`
      }
      <button @click=${() => store.update(setMode, 'play')}>${
        stage === 'playing' ? say('practice.verdict') : say('practice.look')
      }</button>
    </div>`
  }

  #defence() {
    const choose = (/** @type {Event} */ { target }) =>
      store.update(chooseDefence, /** @type {'longest'} */ (/** @type {HTMLSelectElement} */ (target).value))
    return html`<label class="defence">${say('practice.defence')}
      <select @change=${choose}>${Object.entries(DEFENCES).map(
        ([name, label]) => html`<option value=${name} .selected=${name === this.state.defence}>${label}</option>`,
      )}</select></label>`
  }

  #random() {
    const classes = (this.state.tables ?? []).filter(hasRandomWins).map(({ name }) => name)
    const onBoard = probeOf(this.state)?.class
    const name = this.name || (onBoard && classes.includes(onBoard) ? onBoard : classes[0])
    if (!name) return nothing
    const depths = countsMates(this.state.metric) ? DEPTHS : DEPTHS.slice(0, 1)
    const chooseClass = (/** @type {Event} */ event) =>
      (this.name = /** @type {HTMLSelectElement} */ (event.target).value)
    const chooseDepth = (/** @type {Event} */ event) =>
      (this.depth = /** @type {HTMLSelectElement} */ (event.target).selectedIndex)
    return html`<div class="random"><label>${say('practice.random')}
        <select aria-label=${say('practice.class')} @change=${chooseClass}>${classes.map(
          (each) => html`<option .selected=${each === name}>${each}</option>`,
        )}</select></label>
      <select aria-label=${say('practice.length')} @change=${chooseDepth}>${[
        say('depth.mine', { level: levelFor(this.state.strength) }),
        ...depths.map(({ name }) => name),
      ].map((words, i) => html`<option .selected=${i === this.depth}>${words}</option>`)}</select>
      <button @click=${() => practiseClass(name, depths[this.depth - 1] ?? null)}>${say(
        'practice.start',
      )}</button></div>`
  }
}

/** The hints so far. @param {import('../../shell/state.js').State} state */
function hints(state) {
  const { practice } = state
  const probe = probeOf(state)
  const best = probe && bestOf(probe)
  if (!practice?.hints || !best || !isUsersTurn(state)) return nothing
  const values = { count: keeping(probe).length, all: probe.moves.length, goal: practice.goal }
  const man = piecesOf(currentFen(state)).get(/** @type {any} */ (best.uci.slice(0, 2)))
  const said = [
    say('practice.hintCount', values),
    man ? say('practice.hintPiece', { piece: pieceName(man.color, man.role) }) : '',
    say('practice.hintMove', { move: shownMove(best.san) }),
  ]
  return html`<p class="hint">${said.slice(0, practice.hints).join(' ')}</p>`
}

/** @param {import('./practice.js').Remark} remark @param {'win' | 'draw'} goal */
function words({ slower, by, ...remark }, goal) {
  const [move, best] = [remark.san, remark.best].map(shownMove)
  if (slower === null) return say('practice.wins', { move })
  if (slower <= 0) return goal === 'win' ? say('practice.quickest', { move }) : say('practice.holds', { move })
  return countsMates(by)
    ? say('practice.slowerByMoves', { move, best, count: slower / 2 })
    : say('practice.slowerByPlies', { move, best, count: slower })
}

/** @param {'win' | 'draw'} goal @param {boolean} rule */
function task(goal, rule) {
  const values = { moves: DRAW_MOVES, rule }
  return goal === 'draw' ? say('practice.hold', values) : say('practice.win', values)
}

/** The distance by the metric of the best moves. @param {import('../../engine/types.js').Probe} probe */
function distance({ by, dtm, dtm50, dtc, dtz, precise_dtz: precise }) {
  if (countsMates(by)) return say('practice.toMate', { moves: mateIn({ dtm, dtm50 }) })
  if (countsConversions(by)) return say('practice.toConversion', { plies: dtc ?? 0 })
  if (dtz !== null && precise === null) {
    return say('practice.toZeroingRounded', { plies: dtz, more: dtz + 1 })
  }
  return say('practice.toZeroing', { plies: dtz ?? 0 })
}

/** @param {number} clock */
const counter = (clock) => html`<p class="hint">${say('practice.clock', { clock, all: RULE_PLIES })}
  <span class="thin" aria-hidden="true"><i style="width:${Math.min(clock, RULE_PLIES)}%"></i></span></p>`

customElements.define('mw-practice', PracticeCard)
