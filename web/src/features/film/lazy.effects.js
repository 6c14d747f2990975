// The code of films is loaded at its first use.

import { say } from '../../language.js'
import { store } from '../../shell/app.js'
import { notify } from '../../shell/view.js'

/** @type {Promise<typeof import('./film-entry.js')> | null} */
let loading = null

/** Returns the module of films, or undefined if it could not be loaded. The next call tries again. */
export const loadFilms = () =>
  (loading ??= load()).catch((error) => {
    loading = null
    console.warn(error)
    store.update(notify, say('film.notLoaded'))
  })

async function load() {
  const entry = await import('./film-entry.js')
  entry.startFilms()
  return entry
}

/** @param {string} name */
export const watchFilm = async (name) => (await loadFilms())?.film(name)
