// The files of an import, and their results.

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../shell/state.js').ClassInfo} ClassInfo
 * @typedef {import('../../engine/types.js').Importing} Importing
 * @typedef {import('../../engine/importer.js').Taken} Taken
 * @typedef {import('../../engine/importer.js').ImportEvent} ImportEvent
 *
 * @typedef {object} FileImport
 * @property {string} file                 its name
 * @property {'waiting' | 'underway' | 'ended' | 'stopped'} stage
 * @property {Importing | null} progress   null before the first report
 * @property {Taken | null} taken          the result
 */

/**
 * Returns files in an order in which each comes after those that its check needs, by their names. Browsers name a
 * second download "KRvK (1).mwt". KRvKR-h1h8 comes after the tables with fewer castling rights.
 * @template {{name: string}} F
 * @param {F[]} files
 * @param {ClassInfo[]} tables  in an order to build them in
 */
export function inOrder(files, tables) {
  const order = new Map(tables.map(({ name }, i) => [name, i]))
  /** @param {F} file */
  const rankOf = ({ name }) => {
    const [, own = '', rights = ''] = name.match(/^(\w+)-?((?:k?[a-h][18])*)/) ?? []
    return { class: order.get(own) ?? -1, rights: rights.match(/(?<!k)[a-h]/g)?.length ?? 0 }
  }
  return files
    .map((file) => ({ file, rank: rankOf(file) }))
    .toSorted((a, b) => a.rank.class - b.rank.class || a.rank.rights - b.rank.rights)
    .map(({ file }) => file)
}

/**
 * @param {State} state
 * @param {string[]} names  of files
 * @returns {State}
 */
export const beginImports = (state, names) => ({
  ...state,
  imports: names.map((file) => ({ file, stage: 'waiting', progress: null, taken: null })),
})

/**
 * @param {State} state
 * @param {ImportEvent} event
 * @returns {State}
 */
export const advanceImports = (state, event) => ({
  ...state,
  imports: state.imports.with(event.at, advanced(state.imports[event.at], event)),
})

/** @param {FileImport} file @param {ImportEvent} event @returns {FileImport} */
function advanced(file, event) {
  switch (event.type) {
    case 'begun':
      return { ...file, stage: 'underway' }
    case 'progress':
      return { ...file, progress: event.progress }
    case 'ended':
      return { ...file, stage: 'ended', taken: event.taken }
  }
}

/**
 * Marks the unfinished files as stopped.
 * @param {State} state
 * @returns {State}
 */
export const endImports = (state) => ({
  ...state,
  imports: state.imports.map((file) => (file.stage === 'ended' ? file : { ...file, stage: 'stopped' })),
})

/** @param {State} state @returns {State} */
export const dismissImports = (state) => ({ ...state, imports: [] })

/** @param {Pick<State, 'imports'>} state */
export const isImporting = ({ imports }) => imports.some(({ stage }) => stage === 'waiting' || stage === 'underway')

/**
 * Reports whether a reload would stop a build, an import or an export.
 * @param {Pick<State, 'build' | 'imports' | 'exporting'>} state
 */
export const isWorking = (state) => !!state.build || !!state.exporting || isImporting(state)

/**
 * Sets the progress of an export, null at the end.
 * @param {State} state
 * @param {State['exporting']} exporting
 * @returns {State}
 */
export const setExporting = (state, exporting) => ({ ...state, exporting })
