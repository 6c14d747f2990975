// Steps of plans for tests, with default values.

/** @param {Partial<import('./types.js').Step> & {class: string}} some @returns {import('./types.js').Step} */
export const stepOf = (some) => ({
  positions: 1000,
  whole: true,
  needs: [],
  units: [],
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
})
