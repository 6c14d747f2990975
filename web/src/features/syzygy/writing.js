// The Syzygy files that are written from tables, by classes.

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/types.js').EngineError} EngineError
 * @typedef {import('../../engine/types.js').Step} Step
 * @typedef {import('../../engine/syzygy.js').SyzygyEvent} SyzygyEvent
 * @typedef {import('../../engine/syzygy.js').SyzygyWriting} SyzygyProgress
 *
 * @typedef {object} Wish  the files that a dialog offers to write
 * @property {string[]} names     the chosen classes
 * @property {boolean} complete   with the classes that captures and promotions lead to
 * @property {boolean} rounded    distances count moves
 * @property {string[]} classes   all classes to write, each after those that it needs
 * @property {Costs | null} costs  null until they are known
 *
 * @typedef {object} Costs
 * @property {Record<string, number>} memory  bytes that the files of each class need
 * @property {Step[]} steps  the plan for the missing tables
 * @property {EngineError | null} error  why the costs are not known
 *
 * @typedef {object} Writing
 * @property {string[]} classes    to write
 * @property {'folder' | 'zip'} to
 * @property {boolean} rounded
 * @property {'checking' | 'building' | 'waiting' | 'writing' | 'packing' | 'ended'} stage  checking: which files the
 *   folder has. waiting: another build or import has to end
 * @property {string | null} at    the class whose files are being written
 * @property {SyzygyProgress | null} progress  of that class
 * @property {string[]} kept       classes with whole files in the folder
 * @property {string[]} written
 * @property {number} bytes        of the files written
 * @property {Failure[]} failures
 * @property {boolean} stopped     by the user
 * @property {EngineError | null} error  why all of it ended
 *
 * @typedef {{class: string, error: EngineError}} Failure
 */

/**
 * Offers to write the files of classes.
 * @param {State} state
 * @param {string[]} names
 * @returns {State}
 */
export const wishFor = (state, names) => withWish(state, { names, complete: true, rounded: false })

/** @param {State} state @param {boolean} complete @returns {State} */
export const setComplete = (state, complete) =>
  state.syzygyWish ? withWish(state, { ...state.syzygyWish, complete }) : state

/** @param {State} state @param {boolean} rounded @returns {State} */
export const setRounded = (state, rounded) => ({
  ...state,
  syzygyWish: state.syzygyWish && { ...state.syzygyWish, rounded },
})

/** @param {State} state @returns {State} */
export const dropWish = (state) => ({ ...state, syzygyWish: null })

/** @param {State} state @param {Pick<Wish, 'names' | 'complete' | 'rounded'>} wish @returns {State} */
function withWish(state, wish) {
  const tables = state.tables ?? []
  const own = tables.filter(({ name }) => wish.names.includes(name))
  const wanted = new Set([...wish.names, ...(wish.complete ? own.flatMap(({ needs }) => needs) : [])])
  const classes = tables.map(({ name }) => name).filter((name) => wanted.has(name))
  return { ...state, syzygyWish: { ...wish, classes, costs: null } }
}

/**
 * Sets the costs of the classes, if these are still wished.
 * @param {State} state @param {string[]} classes @param {Costs} costs
 * @returns {State}
 */
export const setCosts = (state, classes, costs) =>
  state.syzygyWish?.classes === classes ? { ...state, syzygyWish: { ...state.syzygyWish, costs } } : state

/**
 * Returns the classes without a table.
 * @param {Pick<State, 'tables'>} state @param {string[]} classes
 */
export function missingOf({ tables }, classes) {
  const present = new Set(tables?.filter((table) => table.present && !table.damaged).map(({ name }) => name))
  return classes.filter((name) => !present.has(name))
}

/**
 * Returns the classes whose files need more memory than a worker may take.
 * @param {Wish} wish @param {number} most  bytes
 */
export const tooLargeOf = ({ classes, costs }, most) => classes.filter((name) => (costs?.memory[name] ?? 0) > most)

/**
 * Begins to write the wished files.
 * @param {State} state
 * @param {Writing['to']} to
 * @param {Failure[]} failures  of classes that cannot be written
 * @returns {State}
 */
export function beginWriting(state, to, failures) {
  if (!state.syzygyWish) return state
  const { classes, rounded } = state.syzygyWish
  const failed = new Set(failures.map((failure) => failure.class))
  return counted({
    ...state,
    syzygyWish: null,
    syzygyWriting: {
      classes: classes.filter((name) => !failed.has(name)),
      to,
      rounded,
      stage: 'checking',
      at: null,
      progress: null,
      kept: [],
      written: [],
      bytes: 0,
      failures,
      stopped: false,
      error: null,
    },
  })
}

/** Sets the classes whose files stay. @param {State} state @param {string[]} kept @returns {State} */
export const keep = (state, kept) => changed(state, () => ({ kept }))

/** @param {State} state @param {Writing['stage']} stage @returns {State} */
export const reach = (state, stage) => changed(state, () => ({ stage }))

/** Notes that classes have failed. @param {State} state @param {Failure[]} more @returns {State} */
export const fail = (state, more) => changed(state, ({ failures }) => ({ failures: [...failures, ...more] }))

/** Ends all because of an error. @param {State} state @param {EngineError} error @returns {State} */
export const breakOff = (state, error) => changed(state, () => ({ error }))

/** @param {State} state @returns {State} */
export const stopWriting = (state) => changed(state, () => ({ stopped: true }))

/** @param {State} state @returns {State} */
export function endWriting(state) {
  return { ...changed(state, () => ({ stage: 'ended', at: null, progress: null })), exporting: null }
}

/** @param {State} state @returns {State} */
export const dismissWriting = (state) => ({ ...state, syzygyWriting: null })

/** Returns the classes that are still to be written. @param {Writing} writing */
export function leftOf({ classes, kept, written, failures }) {
  const done = new Set([...kept, ...written, ...failures.map((failure) => failure.class)])
  return classes.filter((name) => !done.has(name))
}

/**
 * Applies an event of the engine.
 * @param {State} state
 * @param {string[]} classes  that the event counts
 * @param {SyzygyEvent} event
 * @returns {State}
 */
export function advanceWriting(state, classes, event) {
  const name = classes[event.at]
  switch (event.type) {
    case 'begun':
      return changed(state, () => ({ stage: 'writing', at: name, progress: null }))
    case 'progress':
      return changed(state, () => ({ progress: event.progress }))
    case 'ended':
      if (!event.taken.ok) return fail(state, [{ class: name, error: event.taken.error }])
      return withBytes(state, name, event.taken.value.bytes)
  }
}

/** @param {State} state @param {string} name @param {number} more */
const withBytes = (state, name, more) =>
  changed(state, ({ written, bytes }) => ({ written: [...written, name], bytes: bytes + more }))

/** @param {State} state @param {(writing: Writing) => Partial<Writing>} change @returns {State} */
function changed(state, change) {
  const { syzygyWriting: writing } = state
  if (!writing || writing.stage === 'ended') return state
  return counted({ ...state, syzygyWriting: { ...writing, ...change(writing) } })
}

/** Counts the classes as an export. @param {State} state @returns {State} */
function counted(state) {
  const { syzygyWriting: writing } = state
  if (!writing) return state
  const of = writing.classes.length
  return { ...state, exporting: { done: of - leftOf(writing).length, of } }
}
