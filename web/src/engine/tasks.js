// A plan as tasks, one for each worker: to build a class, or a shard of it, or to join the shards.

/**
 * @typedef {import('./types.js').Step} Step
 *
 * @typedef {object} Task
 * @property {string} id          the class for the task that finishes it
 * @property {string} class
 * @property {'build' | 'join'} what
 * @property {number} shard       0 for the whole class
 * @property {number} positions   0 to join
 * @property {number} weight      the larger ones come first
 * @property {number} memory      bytes that it takes at least
 * @property {string[]} needs     the tasks that have to be done before, of those there are
 */

/**
 * @param {Step[]} steps
 * @returns {Task[]}
 */
export const tasksOf = (steps) => steps.flatMap((step) => (step.shards.length ? shardTasks(step) : [wholeTask(step)]))

/** @param {Step} step @returns {Task} */
const wholeTask = ({ class: name, positions, needs, memory }) => ({
  id: name, class: name, what: 'build', shard: 0, positions, weight: positions, memory, needs,
})

/** To join copies a few MiB at a time. */
const JOIN_MEMORY = 64 * 2 ** 20

/** @param {Step} step @returns {Task[]} */
function shardTasks({ class: name, positions, needs, shards, memory }) {
  /** @param {number} shard */
  const idOf = (shard) => `${name}/${shard}`
  const absent = shards.filter((shard) => !shard.present)
  return [
    ...absent.map((shard) => ({
      id: idOf(shard.number), class: name, what: /** @type {const} */ ('build'), shard: shard.number, positions: shard.positions,
      weight: positions, memory, needs: [...needs, ...shard.needs.map(idOf)],
    })),
    // It is quick, and gives back what the shards take.
    { id: name, class: name, what: 'join', shard: 0, positions: 0, weight: Infinity, memory: JOIN_MEMORY, needs: [...needs, ...absent.map((shard) => idOf(shard.number))] },
  ]
}
