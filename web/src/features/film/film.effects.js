// Counts the positions of a class for its film in a separate worker, until the user leaves the page of the class.

import { startFilm } from '../../engine/engine.js'
import { store } from '../../shell/app.js'
import { beginFilm, changeFilm, dropFilm } from './film.js'

/** @type {ReturnType<typeof startFilm> | null} */
let current = null

/** @param {string} name @param {'w' | 'b' | null} [side]  to move; null for one that the table stores */
export async function film(name, side = null) {
  current?.stop()
  current = null
  store.update(beginFilm, name, side)
  if (!store.state.film) return // the user has left the page of the class
  const mine = (current = startFilm({ class: name, side: side ?? undefined }, ({ done }) => {
    if (mine === current) store.update(changeFilm, name, { done })
  }))
  const result = await mine.result
  if (mine !== current) return
  current = null
  store.update(
    changeFilm,
    name,
    result.ok ? { how: 'ready', side: result.value.side, film: result.value } : { how: 'failed', error: result.error },
  )
}

function closeFilm() {
  current?.stop()
  current = null
  store.update(dropFilm)
}

export function startFilms() {
  store.subscribe(({ place, film }) => {
    if (film && (place.page !== 'class' || place.subject !== film.class)) closeFilm()
  })
}
