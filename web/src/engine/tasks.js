// A plan as tasks, one for each worker: to build a class, or a unit of it, or to join the units.

/**
 * @typedef {import('./types.js').Step} Step
 *
 * @typedef {object} Task
 * @property {string} id          the class for the task that finishes it
 * @property {string} class
 * @property {'build' | 'join'} what
 * @property {number} unit       0 for the whole class
 * @property {number} positions   0 to join
 * @property {number} weight      the larger ones come first
 * @property {number} memory      bytes that it takes at least
 * @property {string[]} needs     the tasks that have to be done before, of those there are
 */

/**
 * @param {Step[]} steps
 * @returns {Task[]}
 */
export const tasksOf = (steps) => steps.flatMap((step) => (step.units.length ? unitTasks(step) : [wholeTask(step)]))

/** @param {Step} step @returns {Task} */
const wholeTask = ({ class: name, positions, needs, memory }) => ({
  id: name, class: name, what: 'build', unit: 0, positions, weight: positions, memory, needs,
})

/** To join copies a few MiB at a time. */
const JOIN_MEMORY = 64 * 2 ** 20

/** @param {Step} step @returns {Task[]} */
function unitTasks({ class: name, positions, needs, units, memory }) {
  /** @param {number} unit */
  const idOf = (unit) => `${name}/${unit}`
  const absent = units.filter((unit) => !unit.present)
  return [
    ...absent.map((unit) => ({
      id: idOf(unit.number), class: name, what: /** @type {const} */ ('build'), unit: unit.number, positions: unit.positions,
      weight: positions, memory, needs: [...needs, ...unit.needs.map(idOf)],
    })),
    // It is quick, and gives back what the units take.
    { id: name, class: name, what: 'join', unit: 0, positions: 0, weight: Infinity, memory: JOIN_MEMORY, needs: [...needs, ...absent.map((unit) => idOf(unit.number))] },
  ]
}
