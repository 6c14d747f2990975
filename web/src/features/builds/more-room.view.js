// Where builds are given more room: on the page of tables. In a frame that is another storage's.

import { html } from 'lit'
import { isFramed } from '../../shell/framed.js'
import { say } from '../../language.js'
import { rich } from '../../ui/rich.js'

/** @type {import('../../ui/rich.js').Tag} */
const a = (parts) => html`<a href="#/tables">${parts}</a>`

/** After it is said that something can be had. */
export const elsewhere = isFramed ? say('moreRoom.elsewhereFramed') : rich('moreRoom.elsewhere', { a })

export const moreMemory = isFramed ? say('moreRoom.memoryFramed') : rich('moreRoom.memory', { a })

export const moreStorage = isFramed ? say('moreRoom.storageFramed') : rich('moreRoom.storage', { a })
