// The web server whose tables answer when this browser lacks them.

/** @typedef {import('../../shell/state.js').State} State */
/** @typedef {import('../../engine/types.js').Site} Site */

/** @param {State} state @param {string} site  its address, '' for none @returns {State} */
export const setSite = (state, site) => ({ ...state, site })

/**
 * Stores the fault of the site, if the last answer has one.
 * @param {State} state @param {Site | undefined} site @returns {State}
 */
export const told = (state, site) => {
  const siteFault = site?.fault ?? null
  return siteFault?.message === state.siteFault?.message ? state : { ...state, siteFault }
}
