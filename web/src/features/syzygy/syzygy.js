// The Syzygy files that answers are read from.

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/border.js').Syzygy} Syzygy
 */

/** Whether a file is a Syzygy file, by its name. @param {{name: string}} file */
export const isSyzygy = ({ name }) => /\.rtb[wz]$/.test(name)

/**
 * Adds files to others. They replace files of the same names.
 * @template {{name: string}} F
 * @param {F[]} files
 * @param {F[]} more
 */
export function withMore(files, more) {
  const names = new Set(more.map(({ name }) => name))
  return [...files.filter(({ name }) => !names.has(name)), ...more]
}

/** @param {State} state @returns {State} */
export const beginChoosing = (state) => ({ ...state, choosingSyzygy: true })

/**
 * Stores the description of the files in use, also after one of them turned out to be damaged.
 * @param {State} state
 * @param {Syzygy | null} syzygy
 * @returns {State}
 */
export const setSyzygy = (state, syzygy) => ({
  ...state,
  syzygy: syzygy && (syzygy.files || syzygy.refused.length) ? syzygy : null,
  choosingSyzygy: false,
})
