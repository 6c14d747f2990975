// Loads the words in the user's language before the page, whose modules use words when they are evaluated. There is no top-level await,
// because Safari before version 26 evaluates modules that share an awaited one too early.

import './styles/index.css'
import { language, loadLanguage } from './language.js'

async function start() {
  await loadLanguage()
  document.documentElement.lang = language
  await import('./page.js')
}

start()
