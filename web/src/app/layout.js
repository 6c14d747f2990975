// A map of the tables or a list, as chosen last.

import { showTablesAs } from '../state/view.js'
import { store } from './app.js'
import { remember, remembered } from './remember.js'

const KEY = 'matewright-tables-as'

export function startLayout() {
  if (remembered(KEY) === 'list') store.update(showTablesAs, 'list')
  store.subscribe((state, before) => {
    if (state.tablesAs !== before.tablesAs) remember(KEY, state.tablesAs)
  })
}
