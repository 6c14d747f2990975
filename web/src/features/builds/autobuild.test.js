import { expect, test } from 'vitest'
import { stepOf } from '../../engine/step.fixture.js'
import {
  builtFor,
  chooseAutobuild,
  dueAutobuild,
  isAnswering,
  isBeingSetUp,
  isCandidate,
  isHelpingSearch,
  isPreparingSet,
  isReadying,
  isSetDue,
  isUndecided,
  MOST_SCRIPTED,
  smallMissing,
  whyLeftAlone,
} from './autobuild.js'
import { begin, finish, giveWay } from './build.js'
import { SHORT } from './forecast.js'
import { currentFen, endTyping, enter, place, play, restore, restoreScripted, type } from '../game/game.js'
import { foundOut, prove } from '../proof/proof.js'
import { pause } from './queue.js'
import { initialState } from '../../shell/state.js'
import { BOARD, COURSE } from '../../shell/address.js'
import { FIRST_FEN } from '../game/initial.js'
import { setMode } from '../board/tools.js'
import { wantedByUser, wantedOf } from './wanted.js'

/** @typedef {import('../../shell/state.js').State} State */

const table = {
  name: 'KPvK',
  men: 3,
  positions: 1000,
  needs: [],
  leads: [],
  present: false,
  units: 1,
  finished: 0,
  lone: 0,
}
/** A worker takes 2.3 times as long at speed 1. */
const steps = [stepOf({ class: 'KPvK', seconds: 1, stored: 1000 })]

/** Returns a state with a missing table and its forecast. @param {State} state @returns {State} */
const lacking = (state) => ({
  ...state,
  asking: false,
  tables: [table],
  outlook: { wanted: ['KPvK'], steps },
  answer: { fen: currentFen(state), error: { code: 'missing', message: '', class: 'KPvK', missing: ['KPvK'] } },
})
const quick = lacking(initialState())
const occasion = { fen: FIRST_FEN, start: FIRST_FEN }

test('the tables of a position are built at once if that is quick', () => {
  expect(dueAutobuild(quick)).toEqual(occasion)
  const long = { ...quick, outlook: { wanted: ['KPvK'], steps: [{ ...steps[0], seconds: SHORT }] } }
  expect(dueAutobuild(long)).toBeNull()
  expect(dueAutobuild({ ...long, speed: { alone: 4, together: 4 } })).toEqual(occasion)
})

test('not if the user does not want it, looks at something else, or has more men to put down', () => {
  expect(dueAutobuild(chooseAutobuild(quick, false))).toBeNull()
  expect(dueAutobuild({ ...quick, place: { page: 'tables', subject: '' } })).toBeNull()
  const setUp = lacking(place(setMode(initialState(), 'edit'), 'e3', { color: 'white', role: 'pawn' }))
  expect([isBeingSetUp(setUp), dueAutobuild(setUp)]).toEqual([true, null])
  expect(dueAutobuild(setMode(setUp, 'play'))).toMatchObject({ fen: currentFen(setUp) })
})

test('a FEN that is being typed is not complete, and one from elsewhere is', () => {
  const typed = lacking(type(initialState(), '8/8/8/4k3/8/4P3/8/4K3 w - - 0 1'))
  expect(dueAutobuild(typed)).toBeNull()
  expect(dueAutobuild(endTyping(typed))).not.toBeNull()
  const byHand = place(initialState(), 'e3', { color: 'white', role: 'pawn' })
  expect(isBeingSetUp(enter(byHand, FIRST_FEN))).toBe(false)
  expect(isBeingSetUp(restore(initialState(), byHand.game))).toBe(false)
})

test('not before all data is loaded, and not by the forecast of another position', () => {
  expect(dueAutobuild({ ...quick, tables: null })).toBeNull()
  expect(dueAutobuild({ ...quick, asking: true })).toBeNull()
  expect(dueAutobuild({ ...quick, outlook: null })).toBeNull()
  expect(dueAutobuild({ ...quick, outlook: { wanted: ['KRvK'], steps } })).toBeNull()
  const forecasting = { ...quick, forecasting: true }
  expect([isUndecided(forecasting), dueAutobuild(forecasting)]).toEqual([true, null])
  const unlisted = { ...quick, tables: null }
  expect([
    isUndecided(unlisted),
    isCandidate(unlisted),
    isUndecided({ ...unlisted, tablesError: { code: 'internal', message: '' } }),
  ]).toEqual([true, false, false])
})

test('not in more memory or storage than there is', () => {
  expect(dueAutobuild({ ...quick, memory: 50 })).toBeNull()
  const storage = { usage: 0, quota: 2000, persisted: false, declined: false }
  expect(dueAutobuild({ ...quick, storage })).toEqual(occasion)
  expect(dueAutobuild({ ...quick, storage: { ...storage, usage: 1500 } })).toBeNull()
})

test('nothing of many gigabytes, however quick', () => {
  const outlook = { wanted: ['KPvK'], steps: [stepOf({ class: 'KPvK', seconds: 1, scratch: 2 ** 35 })] }
  expect(dueAutobuild({ ...quick, outlook })).toBeNull()
})

const SEVEN = '8/5pk1/R7/8/r6P/5PK1/8/8 w - - 0 1'
/**
 * Returns a state with a running search of a position with more men than tables have, after its first part.
 * @param {State} state
 * @returns {State}
 */
function searching(state) {
  const set = { ...enter(state, SEVEN), asking: false, tables: [table, { ...table, name: 'KQvK', present: true }] }
  const asked = {
    ...set,
    answer: { fen: SEVEN, error: { code: /** @type {const} */ ('men'), message: '' } },
    rules: { fen: SEVEN, moves: [], small: ['KQvK', 'KPvK'] },
  }
  const half = { low: /** @type {const} */ ('draw'), high: /** @type {const} */ ('win') }
  return foundOut(prove(asked, SEVEN), /** @type {any} */ ({ fen: SEVEN, moves: [], ...half }))
}

test('for a long search small tables are built at once, and none if the outcome is proven', () => {
  const long = searching(initialState())
  expect(smallMissing(long)).toEqual(['KPvK'])
  expect(dueAutobuild(long)).toEqual({ fen: SEVEN, start: SEVEN, scripted: undefined, small: ['KPvK'] })
  expect(
    dueAutobuild(foundOut(long, /** @type {any} */ ({ fen: SEVEN, moves: [], low: 'win', high: 'win' }))),
  ).toBeNull()
  expect(dueAutobuild(prove({ ...long, proving: null }, SEVEN))).toBeNull() // before the first look
  expect(dueAutobuild(chooseAutobuild(long, false))).toBeNull()
  const asPuzzle = { ...long, puzzle: SEVEN }
  expect(dueAutobuild(asPuzzle)).not.toBeNull()
  expect(dueAutobuild(setMode(asPuzzle, 'practice'))).toBeNull() // no proof starts it
  expect(dueAutobuild({ ...long, storage: { usage: 0, quota: 1e6, persisted: false, declined: false } })).toBeNull()
  expect(
    dueAutobuild({
      ...long,
      tables: [
        { ...table, present: true },
        { ...table, name: 'KQvK', present: true },
      ],
    }),
  ).toBeNull()
})

test('they do not count as an answer, and are built once', () => {
  const long = searching(initialState())
  const building = begin(long, ['KPvK'], 0, dueAutobuild(long))
  expect([isHelpingSearch(building), isAnswering(building)]).toEqual([true, false])
  expect(dueAutobuild(finish(building, { how: 'done' }, 1))).toBeNull()
  const stopped = finish(building, { how: 'cancelled' }, 1)
  expect([dueAutobuild(stopped), whyLeftAlone(stopped)]).toEqual([null, 'cancelled'])
})

test('if the position can have tables, its own come first if they are quick', () => {
  const five = '8/7K/8/1R6/2kP4/8/8/7r w - - 0 1'
  const open = /** @type {any} */ ({ fen: five, moves: [], low: 'loss', high: 'win' })
  const set = lacking(enter(initialState(), five))
  const both = foundOut(
    prove(
      { ...set, tables: [table, { ...table, name: 'KQvK' }], rules: { fen: five, moves: [], small: ['KQvK'] } },
      five,
    ),
    open,
  )
  expect(dueAutobuild(both)).toEqual({ fen: five, start: five, scripted: undefined })
  expect(dueAutobuild({ ...both, forecasting: true })).toBeNull()
  expect(
    dueAutobuild({ ...both, outlook: { wanted: ['KPvK'], steps: [{ ...steps[0], seconds: SHORT }] } }),
  ).toMatchObject({ small: ['KQvK'] })
})

test('with six men there is no wait for a forecast', () => {
  const six = '8/p4k2/1p6/1P6/P3K3/8/8/8 w - - 0 1'
  const state = { ...quick, forecasting: true }
  const large = { ...enter(state, six), asking: false, answer: { ...quick.answer, fen: six } }
  expect([isUndecided(state), isUndecided(/** @type {State} */ (large))]).toEqual([true, false])
})

test('not during other work, and not while the user holds the queue', () => {
  expect(dueAutobuild(begin(quick, ['KRvK'], 0))).toBeNull()
  const queue = { waiting: [['KRvK']], held: null, done: 0 }
  expect(dueAutobuild({ ...quick, queue })).toBeNull()
  expect(dueAutobuild({ ...quick, queue: { ...queue, held: 'user' } })).toBeNull()
  expect(dueAutobuild({ ...quick, queue: { ...queue, held: 'failed' } })).toBeNull()
  expect(dueAutobuild({ ...quick, queue: { ...queue, held: 'interrupted' } })).toEqual(occasion)
  expect(dueAutobuild({ ...quick, exporting: { done: 0, of: 1 } })).toBeNull()
})

const building = begin(quick, ['KPvK'], 0, occasion)
/** @param {'done' | 'cancelled' | 'failed' | 'paused'} how */
const ended = (how) => finish(building, { how }, 1000)
const moved = (/** @type {State} */ state) =>
  lacking(play(state, [{ uci: 'e2e4', san: 'e4', fen: '8/8/8/4k3/4P3/8/8/4K3 b - - 0 1' }]))

test('a build that was stopped or failed is not repeated, nor for a position that is played from its start', () => {
  for (const how of /** @type {const} */ (['cancelled', 'failed'])) {
    for (const state of [ended(how), moved(ended(how))]) {
      expect([whyLeftAlone(state), dueAutobuild(state)]).toEqual([how, null])
    }
    expect(dueAutobuild(lacking(enter(ended(how), '8/8/8/4k3/8/4P3/8/4K3 w - - 0 1')))).not.toBeNull()
  }
})

test('a build is not repeated for its position, but another position may need a build', () => {
  expect(dueAutobuild(ended('done'))).toBeNull()
  expect(dueAutobuild(moved(ended('done')))).not.toBeNull()
})

test('a build that another tab prevents can begin later', () => {
  expect(dueAutobuild(giveWay(building))).toEqual(occasion)
})

test('builds for positions from the page around a frame have a limit', () => {
  let state = initialState()
  for (let i = 0; i < 2 * MOST_SCRIPTED; i++) {
    state = lacking(restoreScripted(state, { start: `8/8/8/4k3/8/8/4P3/4K3 w - - 0 ${i + 2}`, plies: [], at: 0 }))
    const due = dueAutobuild(state)
    expect([!!due, isCandidate(state)]).toEqual(i < MOST_SCRIPTED ? [true, true] : [false, false])
    if (due) state = finish(begin(state, ['KPvK'], 0, due), { how: i % 2 ? 'failed' : 'done' }, 1000)
  }
  expect(dueAutobuild(moved(state))).not.toBeNull() // the user has played it
  expect(dueAutobuild(lacking(restoreScripted(state, moved(state).game)))).toBeNull()
})

test('builds for positions of the user have no limit, and a build that another tab prevents does not count', () => {
  let state = initialState()
  for (let i = 0; i < 2 * MOST_SCRIPTED; i++) {
    state = lacking(enter(state, `8/8/8/4k3/8/8/4P3/4K3 w - - 0 ${i + 2}`))
    state = finish(begin(state, ['KPvK'], 0, dueAutobuild(state)), { how: 'done' }, 1000)
  }
  for (let i = 0; i < 2 * MOST_SCRIPTED; i++) {
    state = lacking(restoreScripted(state, { start: `8/8/8/4k3/8/8/4P3/4K3 b - - 0 ${i + 2}`, plies: [], at: 0 }))
    expect(dueAutobuild(state)).not.toBeNull()
    state = giveWay(begin(state, ['KPvK'], 0, dueAutobuild(state)))
  }
})

test('a build without a click is for one position, and not wanted by the user', () => {
  expect(isAnswering(building)).toBe(true)
  expect(isAnswering(moved(building))).toBe(false)
  expect(isAnswering(pause(building))).toBe(false)
  expect(isAnswering(begin(quick, ['KPvK'], 0))).toBe(false)
  expect(builtFor(ended('done'))?.wanted).toEqual(['KPvK'])
  expect(builtFor(ended('cancelled'))).toBeNull()
  expect([wantedOf(building), wantedByUser(building)]).toEqual([[['KPvK']], []])
})

test('the tables of a practised set come after those of its position, each build once', () => {
  const place = { page: /** @type {const} */ ('board'), subject: 'set' }
  const training = { id: 'tuesday', fen: FIRST_FEN, line: [] }
  const due = [['KQvK', 'KRvK'], ['8/8 w']]
  const survey = { id: 'tuesday', results: {}, problems: {}, missing: [], wanted: due, steps: null, due }
  expect(dueAutobuild({ ...quick, place })).toBeNull() // the board has no position of the set yet
  const practised = { ...quick, place, training, survey }
  expect(dueAutobuild(practised)).toEqual(occasion)
  const answered = { ...practised, answer: { fen: FIRST_FEN, probe: /** @type {any} */ ({}) } }
  const first = { fen: 'tuesday KQvK,KRvK', start: 'tuesday KQvK,KRvK', ofSet: due[0], set: 'tuesday' }
  expect(dueAutobuild(answered)).toEqual(first)
  expect(dueAutobuild({ ...answered, survey: { ...survey, id: 'monday' } })).toBeNull()
  expect(dueAutobuild(chooseAutobuild(answered, false))).toBeNull()
  const building = begin(answered, due[0], 0, first)
  expect([isPreparingSet(building), isAnswering(building), dueAutobuild(building)]).toEqual([true, false, null])
  const done = finish(building, { how: 'done' }, 1000)
  expect(dueAutobuild(done)).toMatchObject({ ofSet: due[1] })
  expect(builtFor(done)).toBeNull()
  expect(dueAutobuild(finish(building, { how: 'cancelled' }, 1000))).toBeNull()
})

test('the page of a set builds its quick tables, too, and no other page does', () => {
  const place = { page: /** @type {const} */ ('sets'), subject: 'tuesday' }
  const due = [['KQvK', 'KRvK']]
  const survey = { id: 'tuesday', results: {}, problems: {}, missing: ['KQvK'], wanted: due, steps: null, due }
  const shown = { ...initialState(), place, survey }
  const occasion = { fen: 'tuesday KQvK,KRvK', start: 'tuesday KQvK,KRvK', ofSet: due[0], set: 'tuesday' }
  expect([dueAutobuild(shown), isSetDue(shown)]).toEqual([occasion, true])
  const planning = { ...shown, survey: { ...survey, due: null } }
  expect([dueAutobuild(planning), isSetDue(planning)]).toEqual([null, true])
  const complete = { ...shown, survey: { ...survey, missing: [], due: [] } }
  expect([dueAutobuild(complete), isSetDue(complete)]).toEqual([null, false])
  const elsewhere = [
    { ...shown, place: { ...place, subject: 'monday' } },
    { ...shown, place: { ...place, subject: '' } },
    { ...shown, place: { page: /** @type {const} */ ('tables'), subject: 'tuesday' } },
    { ...shown, place: { page: /** @type {const} */ ('board'), subject: '' } },
    chooseAutobuild(shown, false),
  ]
  for (const state of elsewhere) expect([dueAutobuild(state), isSetDue(state)]).toEqual([null, false])
  const building = begin(shown, due[0], 0, occasion)
  expect([isPreparingSet(building), isSetDue(building)]).toEqual([true, false])
  expect(isPreparingSet({ ...building, place: { ...place, subject: 'monday' } })).toBe(false)
  const stopped = finish(building, { how: 'cancelled' }, 1000)
  expect([dueAutobuild(stopped), isSetDue(stopped)]).toEqual([null, false])
})

test('the practice that waits for a build of the user shows it, unless that is paused or makes other tables', () => {
  const waiting = { ...lacking(setMode(initialState(), 'practice')), place: COURSE }
  const building = begin(waiting, ['KPvK'], 0)
  expect([isReadying(building), isAnswering(building)]).toEqual([true, false])
  expect(isReadying(waiting)).toBe(false)
  expect(isReadying(pause(building))).toBe(false)
  expect(isReadying(begin(waiting, ['KRvK'], 0))).toBe(false)
  expect(isReadying({ ...building, mode: 'play' })).toBe(false)
  // A position that the user has set up has the card of the build.
  expect(isReadying({ ...building, place: BOARD })).toBe(false)
  expect(isReadying({ ...building, place: BOARD, puzzle: currentFen(building) })).toBe(true)
})
