// Games by engine-engine-match, of Debian's tourney-manager. It starts two programs, passes the moves of each to the
// other, and ends with the result that one of them announces. Polyglot announces it, and speaks UCI with the engines.
//
// The program has neither start positions nor clocks, and expects an old dialect. If two lines come at once, as a move
// and a result do, it waits forever. So small shell scripts stand between. Each move has a fixed time. The times in the
// program's log show whether a move came too late.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'

/** The time for a move, and how much later it may come because of the processes between, in milliseconds. */
export const moveTime = 50
const margin = 200

/** The time for a game, in milliseconds: more than 300 moves take. */
const gameTime = 40_000

/**
 * @typedef {object} Player
 * @property {string} name
 * @property {string} command of UCI
 * @property {string} [option] such as NAME=VALUE
 */

/**
 * Plays a game from a position with White to move.
 * @param {string} fen
 * @param {Player} white
 * @param {Player} black
 * @param {string} dir for temporary files
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ result: string, why: string, slowest: number, late: boolean }} with the time of White's slowest move
 */
export function relayed(fen, white, black, dir, env) {
  const pgn = join(dir, 'relayed.pgn')
  rmSync(pgn, { force: true })
  const [first, second] = [white, black].map((player) => writeScripts(player, fen, dir))
  const { stdout, error } = spawnSync('engine-engine-match', ['-fcp', first, '-scp', second, '-sgf', pgn], {
    cwd: dir,
    env,
    encoding: 'utf8',
    timeout: gameTime,
    maxBuffer: 1 << 24,
  })
  if (error && !('code' in error && error.code === 'ETIMEDOUT')) throw error
  const written = existsSync(pgn) ? readFileSync(pgn, 'utf8') : ''
  const [, result, why] = written.match(/^(1-0|0-1|1\/2-1\/2) \{(.*)\}/m) ?? ['', '*', 'no result']
  if (result === '*') console.error(stdout.slice(-2000))
  const slowest = Math.max(0, ...timesOf('first', stdout))
  return { result, why, slowest, late: slowest > moveTime + margin }
}

/**
 * Writes the scripts of a player, and returns the command that starts it.
 * @param {Player} player
 * @param {string} fen
 * @param {string} dir
 */
function writeScripts({ name, command, option }, fen, dir) {
  const inner = join(dir, `${name}-uci.sh`)
  writeFileSync(inner, `sed -u 's/^go .*/go movetime ${moveTime}/' | ${command}\n`)
  const begin = [...(option ? [`option ${option}`] : []), `setboard ${fen}`].join('\\n')
  const dialect = [
    `/^new$/a ${begin}`,
    's/^post$/nopost/',
    's/^[a-h][1-8][a-h][1-8].*/force\\nusermove &\\ngo/',
  ].map((each) => `-e '${each}'`)
  const outer = join(dir, `${name}.sh`)
  writeFileSync(
    outer,
    `sed -u ${dialect.join(' ')} | polyglot -noini -ec "sh ${inner}" -en ${name} |\n` +
      'while read -r line; do\n' +
      '  case $line in\n' +
      '    move*|feature*|pong*) echo "$line" ;;\n' +
      '    [01]*-*{*) sleep 0.3; echo "$line" ;;\n' + // a result
      '  esac\n' +
      'done\n',
  )
  return `sh ${outer}`
}

/**
 * The times of a player's moves in the log of a game, in milliseconds.
 * @param {string} player
 * @param {string} log
 */
export function timesOf(player, log) {
  const times = []
  let asked = NaN
  for (const line of log.split('\n')) {
    const [, time, way, who, text] = line.match(/^(\d+) ([<>])(\w+) *: (.*)/) ?? []
    if (who !== player) continue
    if (way === '>' && /^(go|[a-h][1-8][a-h][1-8].?)$/.test(text)) asked = Number(time)
    if (way === '<' && text.startsWith('move ')) times.push(Number(time) - asked)
  }
  return times
}
