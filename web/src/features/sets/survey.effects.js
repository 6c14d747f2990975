// Surveys the set that is shown or practised, and again with each new table.

import { inOneText } from '../../engine/problems.js'
import { isPosition } from '../../engine/tasks.js'
import { say } from '../../language.js'
import { prober, store } from '../../shell/app.js'
import { piecesOf } from '../board/position.js'
import { build, offer, proposalOf, quickOf, smallestFirst } from '../builds/build.effects.js'
import { forecast, isHeavy, isQuick } from '../builds/forecast.js'
import { wantedFor } from '../builds/wanted.js'
import { restsOn } from '../imports/unproven.js'
import { canPractise } from '../practice/practice.js'
import { USUAL_MEN } from '../tables/large.js'
import { surveyedSet, surveyOf, withSurvey } from './survey.js'

/**
 * @typedef {import('./sets.js').PracticeSet} PracticeSet
 * @typedef {import('./survey.js').Needs} Needs
 * @typedef {import('../../engine/types.js').Step} Step
 */

/** The set, the tables and the Syzygy files of the last survey. @type {unknown[]} */
let seen = []
let surveys = 0

export function startSurvey() {
  store.react(look)
  look(store.state)
}

/** @param {import('../../shell/state.js').State} state */
function look(state) {
  const set = surveyedSet(state)
  const fens = set?.positions.map(({ fen }) => fen).sort()
  const now = [set?.id, fens?.join(), state.tables, state.syzygy]
  if (now.every((each, i) => each === seen[i])) return
  const isSame = now[0] === seen[0] && now[1] === seen[1]
  seen = now
  survey(set, state, isSame, ++surveys)
}

/**
 * @param {PracticeSet | undefined} set
 * @param {import('../../shell/state.js').State} state
 * @param {boolean} isSame  the positions of the survey before
 * @param {number} mine
 */
async function survey(set, state, isSame, mine) {
  // The survey before stays until the new one takes its place, so that nothing jumps.
  if (state.survey && state.survey.id !== set?.id) store.update(withSurvey, null)
  if (!set || !state.tables) return
  const before = isSame ? surveyOf(state, set) : null
  const isWanted = () => mine === surveys
  // The builds without a click are chosen once: each new choice would have the time of its own.
  const due = before?.due ?? null
  const { tables, syzygy } = state
  if (tables !== probed.tables || syzygy !== probed.syzygy) probed = { tables, syzygy, outcomes: new Map() }
  const needs = await needsOf(set.positions, isWanted, probed.outcomes)
  if (!isWanted()) return
  store.update(withSurvey, { id: set.id, ...needs, due }) // a plan may take seconds
  const steps = await stepsOf(needs.wanted)
  const chosen = due ?? (await dueOf(needs.wanted, steps, isWanted))
  if (isWanted()) store.update(withSurvey, { id: set.id, ...needs, steps, due: chosen })
}

/**
 * Returns the needs of positions, with the plan of their builds.
 * @param {{fen: string}[]} positions
 * @param {() => boolean} isWanted  still
 * @returns {Promise<Needs>}
 */
export async function surveyPositions(positions, isWanted) {
  const needs = await needsOf(positions, isWanted)
  return isWanted() ? { ...needs, steps: await stepsOf(needs.wanted) } : needs
}

/**
 * @typedef {{result?: import('./survey.js').Result, problem?: string, missing?: string[], wanted?: string[]}} Outcome
 *   of one position: its result, or why no table answers, or the tables that it lacks and the builds of these
 */

/**
 * The outcomes of the surveys by the same tables and files: a set that loses a position keeps those of the others.
 * @type {{tables: unknown, syzygy: unknown, outcomes: Map<string, Outcome>}}
 */
let probed = { tables: null, syzygy: null, outcomes: new Map() }

/**
 * Returns the results of positions, the tables that they lack, and the problems of those that no table answers.
 * @param {{fen: string}[]} positions
 * @param {() => boolean} isWanted  still
 * @param {Map<string, Outcome>} [known]  by the FEN; it gets the new ones
 * @returns {Promise<Needs>}
 */
async function needsOf(positions, isWanted, known = new Map()) {
  /** @type {Needs['results']} */
  const results = {}
  /** @type {Set<string>} */
  const missing = new Set()
  /** @type {Map<string, string[]>} by their names */
  const wanted = new Map()
  /** @type {Record<string, string>} */
  const problems = {}
  for (const { fen } of positions) {
    if (!isWanted()) break
    const outcome = known.get(fen) ?? (await outcomeOf(fen))
    if (!outcome.problem) known.set(fen, outcome)
    if (outcome.result) results[fen] = outcome.result
    if (outcome.problem) problems[fen] = outcome.problem
    for (const name of outcome.missing ?? []) missing.add(name)
    if (outcome.wanted) wanted.set(outcome.wanted.join(), outcome.wanted)
  }
  return { results, missing: [...missing], wanted: [...wanted.values()], problems, steps: null }
}

/** @param {string} fen @returns {Promise<Outcome>} */
async function outcomeOf(fen) {
  const probing = await prober.probe(fen)
  if (probing.ok) {
    const { category } = probing.value
    return { result: { category, over: !canPractise(probing.value, fen), unproven: restsOn(probing.value) } }
  }
  const { error } = probing
  if (error.code !== 'missing') return { problem: inOneText(error) }
  if (piecesOf(fen).size > USUAL_MEN) return { problem: say('appSets.sixMen') }
  return { missing: error.missing ?? [], wanted: wantedFor({ answer: { fen, error }, tables: store.state.tables }) }
}

/** The largest number of positions whose builds are planned: each of these plans takes a moment. */
const MOST_PLANNED = 20

/** Plans the builds, if all of them make whole tables. @param {string[][]} wanted */
async function stepsOf(wanted) {
  if (!wanted.length) return []
  return wanted.some(([first]) => isPosition(first)) ? null : ((await proposalOf(wholeOf(wanted)))?.steps ?? null)
}

/**
 * Selects the builds that together need no consent, the smallest first.
 * @param {string[][]} wanted
 * @param {Step[] | null} planned  the plan of all of them
 * @param {() => boolean} isWanted  still
 */
export async function dueOf(wanted, planned, isWanted) {
  const names = wholeOf(wanted)
  const quick =
    planned && isQuick(forecast(planned, store.state)) ? smallestFirst(names) : await quickOf(names, isWanted)
  const due = quick.length ? [quick] : []
  const inPart = wanted.filter(([first]) => isPosition(first))
  let steps = inPart.length && quick.length ? ((await proposalOf(quick))?.steps ?? []) : []
  for (const each of inPart.slice(0, MOST_PLANNED)) {
    if (!isWanted()) break
    const plan = await proposalOf(each)
    const more = [...steps, ...(plan?.steps ?? [])]
    if (!plan || !isQuick(forecast(more, store.state))) continue
    steps = more
    due.push(each)
  }
  return due
}

/** The classes that are built as a whole. @param {string[][]} wanted */
const wholeOf = (wanted) => [...new Set(wanted.filter(([first]) => !isPosition(first)).flat())]

/** Builds for positions: whole tables together, and the needed parts of large ones. @param {Needs} needs */
export function buildNeeds({ wanted, steps }) {
  const names = wholeOf(wanted)
  if (names.length) offer(names, steps ? isHeavy : undefined, true)
  for (const [first] of wanted) if (isPosition(first)) build([first], true)
}
