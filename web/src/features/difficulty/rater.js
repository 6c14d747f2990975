// How positions get their ratings: one call of the engine at a time, which ends when other positions are wanted.

/**
 * @typedef {import('../../engine/border.js').Rating} Rating
 *
 * @typedef {object} Source
 * @property {() => string[]} wanted  the FENs of the positions without a rating, the most important ones first
 * @property {(fens: string[], report: (rated: {fen: string, rating?: Rating}) => void) => Promise<{ok: boolean}>} rate
 *   a call of the engine, which refuses all positions after a bad FEN
 * @property {() => void} stop  ends that call
 * @property {(fen: string, rating: Rating | null) => void} take  from then on the position is not wanted
 */

/**
 * Returns a function to call whenever other positions may be wanted.
 * @param {Source} source
 */
export function createRater({ wanted, rate, stop, take }) {
  /** The positions of the running call that have no answer yet; null without a call. @type {string[] | null} */
  let asked = null

  return async function rateSoon() {
    const now = wanted()
    if (asked) return void (asked.every((fen) => now.includes(fen)) || end())
    if (!now.length) return
    asked = now
    const result = await rate(now, ({ fen, rating }) => {
      asked = asked?.filter((each) => each !== fen) ?? null
      take(fen, rating ?? null)
    })
    const [refused] = asked
    asked = null
    if (!result.ok && refused) take(refused, null)
    rateSoon()
  }

  /** Ends the running call. The wanted positions follow. */
  function end() {
    stop()
    asked = []
  }
}
