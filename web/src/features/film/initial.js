// The film of a class, see film.js.

/**
 * @typedef {object} FilmState
 * @property {import('./film.js').Filming | null} film  of the class whose page is shown, once the user wants it
 */

/** @type {FilmState} */
export const initialFilm = {
  film: null,
}
