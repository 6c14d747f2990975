// The page in a frame of another page: loaded there alone.

import './styles/frame.css'
import './components/mw-frame.js'
import { store } from './app/app.js'
import { startMessages } from './app/messages.js'
import { setMode } from './state/view.js'

// Links lead out of the frame, to the page itself.
document.head.append(Object.assign(document.createElement('base'), { target: '_blank' }))
// What is no position can be set up in the page, and not here.
store.subscribe(({ mode }) => {
  if (mode === 'edit') store.update(setMode, 'play')
})
startMessages()
