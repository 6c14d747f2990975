// Light, dark or the system's colours, and the colours of the board.

import { chooseBoardTheme, chooseTheme } from './view.js'
import { store } from './app.js'
import { remember, remembered } from './remember.js'

const COLOURS = 'matewright-theme'
const BOARD = 'matewright-board'

export function restoreTheme() {
  const theme = remembered(COLOURS)
  if (theme === 'light' || theme === 'dark') store.update(chooseTheme, theme)
  if (remembered(BOARD) === 'walnut') store.update(chooseBoardTheme, 'walnut')
}

export function startTheme() {
  apply()
  store.subscribe((state, before) => {
    if (state.theme === before.theme && state.boardTheme === before.boardTheme) return
    remember(COLOURS, state.theme)
    remember(BOARD, state.boardTheme)
    apply()
  })
}

// The style sheets' defaults are the system's colours and the first board.
function apply() {
  const { theme, boardTheme } = store.state
  const { dataset } = document.documentElement
  if (theme === 'auto') delete dataset.theme
  else dataset.theme = theme
  if (boardTheme === 'sage') delete dataset.board
  else dataset.board = boardTheme
}
