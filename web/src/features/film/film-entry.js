// The lazy part of films.

export { film, startFilms } from './film.effects.js'
import './mw-film.js'
import './mw-filling.js'
