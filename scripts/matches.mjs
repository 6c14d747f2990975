// The command's engine plays ten won endings against stockfish and gnuchess, at 50 ms a move. xboard hosts the games,
// with polyglot and under Xvfb. If fastchess is named, it hosts them once more. The engine must win them all, and none
// on time. Missing programs of Debian are installed.
//
// With --dir, the tables must exist by DTM, and those with three and four men also by DTZ50. Without it, the engine
// begins each match without tables, and builds them while it plays. Then the clocks of the endings are 0.
//
// On a busy machine GNU Chess 6.2.7 may crash, and xboard then waits for it.
//
//   node scripts/matches.mjs [--dir DIR] [--fastchess PROGRAM]

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { installDebians, whyNotDebians } from './debian.mjs'
import { run } from './tools.mjs'

// In most of them the clock leaves just enough time.
const tight = [
  '8/8/6k1/3B4/3K4/4N3/8/8 w - - 53 106',
  '8/1K6/8/4k3/1P6/8/8/8 w - - 99 80',
  '8/8/8/8/4K3/1Q6/4nk2/8 w - - 95 80',
  '8/P7/8/8/3r4/5k2/8/2RK4 w - - 0 1',
  '8/P7/3Q4/8/8/8/8/K1k4q w - - 0 1',
  '8/8/8/3k4/2r5/8/8/KQ6 w - - 43 80',
  '8/8/8/8/7B/8/3k4/K2B4 w - - 63 80',
  '1n6/8/8/8/8/8/5R2/K2k4 w - - 77 80',
  '8/8/8/8/8/k7/p3R3/2K5 w - - 95 80',
  'K7/8/8/8/8/8/1p5Q/k7 w - - 64 80',
]
const opponents = { stockfish: ['stockfish'], gnuchess: ['gnuchess', '--uci'] }

const { values: options } = parseArgs({ options: { dir: { type: 'string' }, fastchess: { type: 'string' } } })
const builds = !options.dir
const endings = builds ? tight.map((fen) => fen.replace(/\d+ \d+$/, '0 1')) : tight
const temp = mkdtempSync(join(tmpdir(), 'matches-'))
const dir = options.dir ?? join(temp, 'tables')
// Games are not on every PATH.
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/games`, MATEWRIGHT_DIR: dir }
const find = (/** @type {string} */ name) => spawnSync('which', [name], { env, encoding: 'utf8' }).stdout.trim()
const missing = ['xvfb-run', 'xboard', 'polyglot', 'stockfish', 'gnuchess'].filter((name) => !find(name))
if (missing.length > 0) {
  const obstacle = whyNotDebians()
  if (obstacle) throw new Error(`${missing.join(', ')} not found, and can't be installed: ${obstacle}.`)
  installDebians(['xvfb', 'xauth', 'xboard', 'polyglot', 'stockfish', 'gnuchess'])
}

const engine = join(temp, 'matewright')
const positions = join(temp, 'endings.fen')
const games = join(temp, 'games.pgn')
try {
  run('go', ['build', '-o', engine, './core/cmd/matewright'])
  writeFileSync(positions, endings.join('\n') + '\n')
  for (const [name, [command, ...args]] of Object.entries(opponents)) {
    report(`xboard, against ${name}`, 'xvfb-run', [
      '-a',
      'xboard',
      '-matchGames',
      '10',
      '-sameColorGames',
      '10',
      '-fcp',
      `polyglot -noini -ec "${engine} uci" -en matewright`,
      ...(builds ? ['-firstOptions', 'BuildTables=1'] : []),
      '-scp',
      `polyglot -noini -ec "${[command, ...args].join(' ')}" -en ${name}`,
      '-loadPositionFile',
      positions,
      '-loadPositionIndex',
      '-1',
      '-saveGameFile',
      games,
      '-matchPause',
      '100',
      '-movesPerSession',
      '40',
      '-timeControl',
      '0:02',
      '-repeatsToDraw',
      '3',
      '-ruleMoves',
      '50',
      '-ponderNextMove',
      'false',
      '-popupExitMessage',
      'false',
    ])
    if (!options.fastchess) continue
    report(`fastchess, against ${name}`, options.fastchess, [
      '-engine',
      'name=matewright',
      `cmd=${engine}`,
      'args=uci',
      ...(builds ? ['option.BuildTables=true'] : []),
      '-engine',
      `name=${name}`,
      `cmd=${find(command)}`,
      ...(args.length ? [`args=${args.join(' ')}`] : []),
      '-each',
      'st=0.05',
      'timemargin=200',
      '-openings',
      `file=${positions}`,
      'format=epd',
      'order=sequential',
      '-rounds',
      '10',
      '-games',
      '1',
      '-noswap',
      '-pgnout',
      `file=${games}`,
    ])
  }
} finally {
  rmSync(temp, { recursive: true })
}

/**
 * Plays a match, and prints how each game ended.
 * @param {string} title
 * @param {string} program
 * @param {string[]} args
 */
function report(title, program, args) {
  rmSync(games, { force: true })
  if (builds) {
    rmSync(dir, { recursive: true, force: true })
    mkdirSync(dir)
  }
  const { stdout, stderr, error } = spawnSync(program, args, { cwd: temp, env, encoding: 'utf8', timeout: 300_000 })
  const stuck = error && 'code' in error && error.code === 'ETIMEDOUT'
  if (error && !stuck) throw error
  const pgn = existsSync(games) ? readFileSync(games, 'utf8') : ''
  const results = [...pgn.matchAll(/^\[Result "(.*)"\]/gm)].map(([, result]) => result)
  const won = results.filter((result) => result === '1-0').length
  const late = [...pgn.matchAll(/forfeits? on time|time forfeit/gi)].length
  const played = stuck ? `${results.length} games in five minutes: ` : ''
  console.log(`${title}: ${played}${won} of ${endings.length} won, ${late} decided on time (${results.join(' ')})`)
  if (won === endings.length && late === 0) return
  console.error(pgn, stdout, stderr)
  process.exitCode = 1
}
