// Imports tables and endings from files.

import { startImport } from '../../engine/importer.js'
import { say } from '../../language.js'
import { advanceImports, beginImports, dismissImports, endImports, inOrder, isImporting } from './imports.js'
import { notify } from '../../shell/view.js'
import { prober, store } from '../../shell/app.js'
import { announceEndings } from '../ending/ending.effects.js'
import { dropRecord } from '../tables/records.effects.js'
import { askToPersist } from '../tables/storage.effects.js'
import { announceTables } from '../tables/tables.effects.js'

/** @type {ReturnType<typeof startImport> | null} */
let current = null

export const stopImport = () => current?.stop()

/**
 * Imports files, one after the other.
 * @param {File[]} chosen
 */
export async function importFiles(chosen) {
  if (!chosen.length || isImporting(store.state)) return
  const files = inOrder(chosen, store.state.tables ?? [])
  store.update(
    beginImports,
    files.map(({ name }) => name),
  )
  askToPersist()
  current = startImport(
    prober,
    files,
    (event) => {
      store.update(advanceImports, event)
      if (event.type !== 'ended' || !event.taken.ok) return
      const imported = event.taken.value
      if ('slices' in imported) return announceEndings()
      if (!imported.unproven) dropRecord(imported.class) // the table was built elsewhere
      announceTables()
    },
    'importAny',
  )
  const begun = await current.begun
  current = null
  store.update(begun ? endImports : dismissImports)
  if (!begun) store.update(notify, say('importing.notNow'))
}
