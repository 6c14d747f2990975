// The words for the results of a check.

import { say } from '../../language.js'
import { shownMove } from '../../san.js'

/**
 * @typedef {import('../../engine/types.js').CheckedGame} Game
 * @typedef {import('../../engine/types.js').MoveRecord} Move
 */

/** @type {Record<Move['mark'], (move: Move) => string>} */
export const MARKS = {
  only: () => say('check.mark.only'),
  forced: () => say('check.mark.forced'),
  dual: ({ others }) => say('check.mark.dual', { count: others.length + 1, moves: sansOf(others) }),
  longer: ({ waste, others }) => say('check.mark.longer', { plies: waste, move: shownMove(others[0]?.san ?? '') }),
  mistake: ({ others }) => say('check.mark.mistake', { moves: sansOf(others), count: others.length }),
  defence: () => say('check.mark.defence'),
  shorter: ({ waste }) => say('check.mark.shorter', { plies: waste }),
}

/** @param {Move['others']} moves */
const sansOf = (moves) => moves.map(({ san }) => shownMove(san)).join(', ')

/** @type {Record<string, string>} */
export const KINDS = {
  unreadable: say('check.kind.unreadable'),
  stipulation: say('check.kind.stipulation'),
  cook: say('check.kind.cook'),
  dual: say('check.kind.dual'),
  mistake: say('check.kind.mistake'),
  try: say('check.kind.try'),
  minor: say('check.kind.minor'),
  rule: say('check.kind.rule'),
  castling: say('check.kind.castling'),
  verdict: say('check.kind.verdict'),
  warning: say('check.kind.warning'),
  variant: say('check.kind.variant'),
}

/** Returns the words for the unchecked positions of a game, which may have flaws, or ''. @param {Game} game */
export function unjudged({ missing, beyond }) {
  if (!missing.length && !beyond) return ''
  const tables = missing.map(({ class: name, positions }) => say('check.missingOf', { positions, name })).join(', ')
  const why = missing.length && beyond ? 'both' : missing.length ? 'missing' : 'beyond'
  return say('check.unjudged', { why, tables, beyond })
}
