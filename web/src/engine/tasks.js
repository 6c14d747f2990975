// The tasks of a plan. Each builds a class, a unit of a class, or slices that are stored alone.

/**
 * @typedef {import('./types.js').Step} Step
 *
 * @typedef {object} Task
 * @property {string} id
 * @property {string} class
 * @property {number} unit        0 for the whole class
 * @property {number[]} slices    the slices to build alone, if any
 * @property {string[]} castling  the classes with castling rights that the task builds
 * @property {number} positions
 * @property {number} weight      the larger ones come first
 * @property {number} memory      the bytes that it needs at least
 * @property {string[]} needs     the tasks of this plan that have to be done before
 */

/** Reports whether `wanted` is a FEN or names opposed pawns, and not a whole class. @param {string} wanted */
export const isPosition = (wanted) => wanted.includes('/') || isOpposed(wanted)

/** Reports whether `wanted` names the positions of a class with opposed pawns, as KRPpKRp. @param {string} wanted */
export const isOpposed = (wanted) => /^K[A-Z]+pK[A-Z]*p$/.test(wanted)

/**
 * @param {Step[]} steps
 * @returns {Task[]}
 */
export function tasksOf(steps) {
  const idsOf = new Map(
    steps.map((step) => [
      step.class,
      step.units.length ? absentOf(step).map((unit) => idOf(step, unit.number)) : [step.class],
    ]),
  )
  return steps.flatMap((step) => {
    const { class: name, positions, memory } = step
    const needs = step.needs.flatMap((needed) => idsOf.get(needed) ?? [])
    if (!step.units.length)
      return [
        {
          id: name,
          class: name,
          unit: 0,
          slices: [],
          castling: step.castling,
          positions,
          weight: positions,
          memory,
          needs,
        },
      ]
    return absentOf(step).map((unit) => ({
      id: idOf(step, unit.number),
      class: name,
      unit: unit.number,
      slices: unit.slices ?? [],
      castling: unit.castling ?? [],
      positions: unit.positions,
      weight: positions,
      memory,
      needs: [...needs, ...unit.needs.map((number) => idOf(step, number))],
    }))
  })
}

/** @param {Step} step */
const absentOf = ({ units }) => units.filter((unit) => !unit.bytes)

/** @param {Step} step @param {number} unit */
const idOf = ({ class: name }, unit) => `${name}/${unit}`
