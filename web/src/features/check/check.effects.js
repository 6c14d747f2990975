// Checks games in workers of their own, and keeps the text of the result files in blobs. The browser stores large blobs
// on disk.

import { startCheck } from '../../engine/check.js'
import { visitSignal, whenVisited } from '../../engine/visit.js'
import { say } from '../../language.js'
import { isDefault } from '../../metrics.js'
import { isComplete } from '../board/castling.js'
import {
  beginAgain,
  beginChecking,
  buildForChecking,
  checkedMore,
  dismissChecking,
  endChecking,
  leaveChecking,
  planForChecking,
  plannedForChecking,
  presumeCastling,
  putAside,
  savedChecked,
} from './check.js'
import { quick } from './missing.js'
import { notify } from '../../shell/view.js'
import { store } from '../../shell/app.js'
import { build, proposalOf } from '../builds/build.effects.js'
import { isBusy } from '../builds/wanted.js'
import { limitsOf } from '../builds/workers.js'
import { download } from '../../shell/share.effects.js'

/** @type {ReturnType<typeof startCheck> | null} */
let current = null

/** @type {Record<'pgn' | 'csv', (Blob | string)[]>} */
let texts = { pgn: [], csv: [] }

/** The number of pieces of text that become one blob. */
const PIECES = 200

/** The games checked last. @type {Blob | null} */
let judged = null

/** Whether a build for these games may start without a click. */
let mayBuild = false

/** Milliseconds: a longer check is repeated only on request. */
const LONG = 5000

/** The shortest time between two updates of the shown table. */
const SECOND = 1000

/**
 * The reports since the page was last drawn.
 * @type {Pick<import('../../engine/types.js').Checked, 'games' | 'bytes' | 'players'>}
 */
let waiting = { games: [], bytes: 0 }
let shownAt = 0

function showWaiting() {
  store.update(checkedMore, waiting)
  waiting = { ...waiting, games: [] }
  shownAt = performance.now()
}

/** Games to check if the user drops the result of others. @type {Blob | null} */
let next = null

/** @param {Blob} games */
export function checkGames(games) {
  if (!isDefault(store.state.metric)) return store.update(notify, say('checking.otherMetric'))
  closeChecking()
  if (store.state.checking) next = games
  else judgeAnew(games)
}

/** @param {Blob} games */
function judgeAnew(games) {
  mayBuild = true
  store.update(beginChecking, games.size)
  judge(games)
}

/** @param {Blob} games */
async function judge(games) {
  current?.stop()
  judged = games
  texts = { pgn: [], csv: [] }
  waiting = { games: [], bytes: 0 }
  shownAt = 0
  const begun = performance.now()
  /** @param {import('../../engine/types.js').Checked} report */
  const take = (report) => {
    keep('pgn', report.games.map(({ pgn }) => pgn).join(''))
    keep('csv', report.csv)
    const { bytes, players = waiting.players } = report
    waiting = { games: [...waiting.games, ...report.games], bytes, players }
    if (performance.now() - shownAt > SECOND) showWaiting()
  }
  const mine = startCheck(games, !!store.state.checking?.presumes, limitsOf(store.state), (report) => {
    if (current === mine) take(report)
  })
  current = mine
  const left = visitSignal()
  const result = await mine.result
  if (left.aborted) await whenVisited()
  if (current !== mine) return
  if (left.aborted && !result.ok) return checkAgain()
  current = null
  if (result.ok) take(result.value)
  showWaiting()
  store.update(endChecking, result.ok ? 'done' : 'failed', result.ok ? null : result.error)
  if (result.ok) buildQuick(games, performance.now() - begun > LONG)
  else planMissing()
}

/**
 * Builds the missing tables of new games without a click, as far as that is quick: once, as soon as nothing else is
 * under way. A long check is not repeated without a click, as that clears its table.
 * @param {Blob} games @param {boolean} isLong
 */
async function buildQuick(games, isLong) {
  const isWanted = () => mayBuild && judged === games && !current && store.state.autobuild
  let planned
  do {
    planned = store.state.tables
    await planMissing()
    await store.until((state) => !isWanted() || !isBusy(state))
  } while (isWanted() && store.state.tables !== planned)
  if (!isWanted()) return
  mayBuild = false
  const names = quick(store.state.checking?.ranking ?? [], store.state).map(({ name }) => name)
  if (names.length) await buildAndCheck(names, !isLong)
}

let plans = 0

/** Plans the build of the missing tables, for its costs. */
async function planMissing() {
  const names = Object.keys(store.state.checking?.missing ?? {})
  if (!names.length) return
  const mine = ++plans
  const games = judged
  store.update(planForChecking)
  const proposal = await proposalOf(names)
  if (mine === plans && judged === games && !current) store.update(plannedForChecking, proposal?.steps ?? null)
}

/** Checks the same games again, with the tables of now. */
export function checkAgain() {
  if (!judged) return
  store.update(beginAgain)
  judge(judged)
}

/** Checks the same games again, with or without the castling rights that diagrams allow. @param {boolean} presumes */
export function checkWithCastling(presumes) {
  store.update(presumeCastling, presumes)
  checkAgain()
}

/**
 * Builds missing tables, and then checks the same games again.
 * @param {string[]} names
 */
export async function buildMissing(names) {
  if (!store.state.checking?.building) await buildAndCheck(names, true)
}

/**
 * Builds tables for the games. The page shows errors of the build.
 * @param {string[]} names
 * @param {boolean} again  checks the games again with new tables
 */
async function buildAndCheck(names, again) {
  const games = judged
  mayBuild = false
  store.update(buildForChecking, true)
  try {
    await build(names)
  } finally {
    if (judged === games) store.update(buildForChecking, false)
  }
  if (judged !== games) return
  if (store.state.buildEnd?.failures.length) store.update(putAside, true)
  if (again && store.state.tables?.some((table) => names.includes(table.name) && isComplete(table))) checkAgain()
  else planMissing()
}

export function stopChecking() {
  if (!current) return
  current.stop()
  current = null
  showWaiting()
  store.update(endChecking, 'stopped')
  planMissing()
}

/** Closes the check. A result that was not saved is dropped only after a question. */
export function closeChecking() {
  next = null
  if (current) showWaiting()
  store.update(leaveChecking)
  if (!store.state.checking) dropChecked()
}

export function dropChecked() {
  stopChecking()
  judged = null
  texts = { pgn: [], csv: [] }
  store.update(dismissChecking)
  if (next) judgeAnew(next)
  next = null
}

/** @param {'pgn' | 'csv'} form @param {string} text */
function keep(form, text) {
  const pieces = texts[form]
  pieces.push(text)
  if (pieces.length > PIECES) texts[form] = [new Blob(pieces)]
}

/** @param {'pgn' | 'csv'} form */
export function saveChecked(form) {
  download(`checked.${form}`, new Blob(texts[form], { type: form === 'csv' ? 'text/csv' : 'application/x-chess-pgn' }))
  store.update(savedChecked)
}
