// A position as a picture within a sheet.

import { html } from 'lit'
import { say } from '../../language.js'
import { menOf } from '../board/position.js'
import { picture } from './picture.effects.js'
import { COLORS } from './picture.js'

/**
 * @param {string} fen
 * @param {Parameters<typeof picture>[1]} [how]  by default with the colours of paper
 */
export function diagram(fen, how) {
  const source = `data:image/svg+xml,${encodeURIComponent(picture(fen, { colors: COLORS.paper, ...how }))}`
  return html`<img src=${source} alt=${menOf(fen) || say('paper.emptyBoard')} width="382" height="382" />`
}
