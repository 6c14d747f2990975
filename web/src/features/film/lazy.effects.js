// The code of films is loaded at its first use.

import { lazily } from '../../shell/lazy.effects.js'

/** Returns the module of films, or undefined if it could not be loaded. */
export const loadFilms = lazily(async () => {
  const entry = await import('./film-entry.js')
  entry.startFilms()
  return entry
}, 'film.notLoaded')

/** @param {string} name */
export const watchFilm = async (name) => (await loadFilms())?.film(name)
