import { titleOf } from './title.js'
import { isCurrent } from '../features/answer/answer.js'
import { store } from './app.js'

export function startTitle() {
  store.subscribe((state) => {
    // Between two positions the title does not change.
    if (isCurrent(state)) document.title = titleOf(state)
  })
}
