// Steps of plans for tests, with default values.

/**
 * @typedef {import('./types.js').Step} Step
 * @typedef {Step['units'][number]} Unit
 * @typedef {Omit<Unit, 'seconds'> & {seconds?: number}} SomeUnit  by default the seconds are those of the positions
 */

/**
 * @param {Omit<Partial<Step>, 'units'> & {class: string, units?: SomeUnit[]}} some
 * @returns {Step}
 */
export function stepOf({ units = [], ...some }) {
  const step = {
    positions: 1000,
    whole: true,
    needs: [],
    castling: [],
    memory: 100,
    method: 'm',
    how: 'somehow',
    slower: '',
    peak: 120,
    scratch: 0,
    longer: 0,
    saves: false,
    seconds: 1,
    read: 0.23,
    solved: 0.6,
    group: 0,
    stored: 10,
    ...some,
  }
  const of = (/** @type {SomeUnit} */ unit) => (step.seconds * unit.positions) / (step.positions || 1)
  return { ...step, units: units.map((unit) => ({ seconds: of(unit), ...unit })) }
}
