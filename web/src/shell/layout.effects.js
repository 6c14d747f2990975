// Remembers the choices of the map or the list and of six men, and whether the user is a newcomer.

import { showSixMen } from '../features/tables/large.js'
import { acquaint, markKnown } from '../features/board/newcomer.js'
import { showTablesAs } from './view.js'
import { store } from './app.js'
import { remember, remembered } from './remember.js'

const AS = 'matewright-tables-as'
const SIX_MEN = 'matewright-six-men'
const KNOWN = 'matewright-known'

export function restoreLayout() {
  if (remembered(AS) === 'list') store.update(showTablesAs, 'list')
  if (remembered(SIX_MEN) === 'yes') store.update(showSixMen, true)
  if (remembered(KNOWN)) store.update(markKnown)
}

export function startLayout() {
  store.subscribe((state, before) => {
    if (state.tables !== before.tables) store.update(acquaint)
    if (state.isKnown !== before.isKnown) remember(KNOWN, 'yes')
    if (state.tablesAs !== before.tablesAs) remember(AS, state.tablesAs)
    if (state.sixMen !== before.sixMen) remember(SIX_MEN, state.sixMen ? 'yes' : 'no')
  })
}
