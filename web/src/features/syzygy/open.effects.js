// Opens the dialog about Syzygy files to write. The code for them is loaded on first use.

import { say } from '../../language.js'
import { store } from '../../shell/app.js'
import { notify } from '../../shell/view.js'

/** Opens the dialog for the Syzygy files of classes. @param {string[]} names */
export async function askForSyzygy(names) {
  try {
    // oxlint-disable-next-line no-restricted-imports -- It is loaded when it is used first.
    const { wishFor } = await import('./mw-syzygy-writing.js')
    store.update(wishFor, names)
  } catch (error) {
    console.warn(error)
    store.update(notify, say('later.syzygyNotLoaded'))
  }
}
