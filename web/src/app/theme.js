// Light, dark, or as the system has it.

import { store } from './app.js'
import { remember, remembered } from './remember.js'

const KEY = 'matewright-theme'

export function startTheme() {
  const stored = remembered(KEY)
  if (stored === 'light' || stored === 'dark') store.update((state) => ({ ...state, theme: stored }))
  apply()
  store.subscribe((state, before) => {
    if (state.theme === before.theme) return
    remember(KEY, state.theme)
    apply()
  })
}

function apply() {
  const { theme } = store.state
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
