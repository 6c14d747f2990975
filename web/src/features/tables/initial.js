// The list of tables, and their storage.

import { DEFAULT_METRIC } from '../../metrics.js'

/**
 * @typedef {object} TablesState
 * @property {import('../../shell/state.js').ClassInfo[] | null} tables
 * @property {number} listedMen  the list has all classes with up to this number of men
 * @property {boolean} sixMen  classes with six men are shown, too
 * @property {import('../../shell/state.js').EngineError | null} tablesError
 * @property {'map' | 'list'} tablesAs  how the page of tables shows them
 * @property {import('./selection.js').Selection | null} selection  null while classes are not being selected
 * @property {import('../../shell/state.js').Storage | null} storage
 * @property {boolean} kept  tables are stored, and not only in memory
 * @property {import('../../engine/metrics.js').Metric} metric  of the tables that are built and listed
 * @property {string} site  the address of the web server with more tables, '' for none
 * @property {import('../../shell/state.js').EngineError | null} siteFault  why it gets no requests at present
 */

/** @type {TablesState} */
export const initialTables = {
  tables: null,
  listedMen: 0,
  sixMen: false,
  tablesError: null,
  tablesAs: 'map',
  selection: null,
  storage: null,
  kept: true,
  metric: DEFAULT_METRIC,
  site: '',
  siteFault: null,
}
