// Chooses the web server with tables: the one of the link, of the settings, or of this page's own deployment.

import { siteAddress, useSite } from '../../engine/site-address.js'
import { store } from '../../shell/app.js'
import { forget, remember, remembered } from '../../shell/remember.js'
import { setSite } from './site.js'

const SITE = 'matewright-site'
/** The key of the address of a link, which holds in its tab. */
const LINKED = 'matewright-linked-site'

/** The address that this page was built with, relative to it. @type {string} */
const OWN = import.meta.env.VITE_TABLES ?? ''

/** Restores the site before the first worker starts. */
export function restoreSite() {
  const site = linkedSite() || siteAddress(remembered(SITE) ?? '') || siteAddress(OWN)
  useSite(site)
  store.update(setSite, site)
}

/** The address in the link with which this tab was opened. */
function linkedSite() {
  const link = new URLSearchParams(location.search).get('tables')
  try {
    if (link !== null) sessionStorage.setItem(LINKED, siteAddress(link))
    return sessionStorage.getItem(LINKED) ?? ''
  } catch {
    return siteAddress(link ?? '') // until the page is left
  }
}

/**
 * Changes the site, and reloads the page, as workers keep theirs. Without an address it is the page's own.
 * @param {string} text
 */
export function chooseSite(text) {
  const site = siteAddress(text)
  if (text.trim() && !site) return
  if (site) remember(SITE, site)
  else forget(SITE)
  try {
    sessionStorage.removeItem(LINKED)
  } catch {
    // Then no link is remembered.
  }
  history.replaceState({ ...history.state, mode: store.state.mode }, '')
  location.reload()
}
