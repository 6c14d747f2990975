// Links to the Tables page, where the user can give builds more room. A frame has its own storage, and no such link.

import { html } from 'lit'
import { isFramed } from '../../shell/framed.js'
import { say } from '../../language.js'
import { rich } from '../../ui/rich.js'

/** @type {import('../../ui/rich.js').Tag} */
const a = (parts) => html`<a href="#/tables">${parts}</a>`

/** The end of a sentence about memory or storage that the user can add. */
export const elsewhere = isFramed ? say('moreRoom.elsewhereFramed') : rich('moreRoom.elsewhere', { a })

export const moreMemory = isFramed ? say('moreRoom.memoryFramed') : rich('moreRoom.memory', { a })

export const moreStorage = isFramed ? say('moreRoom.storageFramed') : rich('moreRoom.storage', { a })
