// Loads the words in the user's language, then the page. Modules of the page use words when they are evaluated.

import './shell/index.css'
import { language, loadLanguage } from './language.js'

/** The link to the code of the page, which vite.config.js writes into the built page. */
const link = /** @type {HTMLLinkElement | null} */ (document.getElementById('page-code'))

async function start() {
  await loadLanguage()
  document.documentElement.lang = language
  if (!link) return import('./page.js') // while it is developed
  // The browser's load event waits for the element, where it would not wait for an import.
  document.head.append(
    Object.assign(document.createElement('script'), { type: 'module', src: link.href, crossOrigin: '' }),
  )
}

start()
