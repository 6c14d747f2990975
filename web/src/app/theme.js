// Light, dark, or as the system has it.

import { store } from './app.js'

const KEY = 'matewright-theme'

export function startTheme() {
  const stored = remembered()
  if (stored === 'light' || stored === 'dark') store.update((state) => ({ ...state, theme: stored }))
  apply()
  store.subscribe((state, before) => {
    if (state.theme === before.theme) return
    remember(state.theme)
    apply()
  })
}

// A browser told to keep nothing for this site throws: the page must come up all the same, and say so.
function remembered() {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** @param {string} theme */
function remember(theme) {
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Then it lasts until the page is closed.
  }
}

function apply() {
  const { theme } = store.state
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
