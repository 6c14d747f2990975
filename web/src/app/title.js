import { titleOf } from '../state/title.js'
import { store } from './app.js'

export function startTitle() {
  store.subscribe((state) => {
    // Between two positions the tab keeps still.
    if (!state.asking) document.title = titleOf(state)
  })
}
