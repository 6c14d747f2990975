// Debian's packages for programs that the tests need and the machine lacks. This file imports no package of npm, as
// npm test begins before those are installed.

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns the possible paths of programs. @param {string[]} names */
export function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** Why Debian's packages can't be installed here, or null if they can. */
export function whyNotDebians() {
  if (!onPath(['apt-get']).some((path) => existsSync(path))) return 'there is no apt-get'
  if (process.getuid?.() === 0 || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0) return null
  return 'it takes root, or sudo without a password'
}

/** @param {string[]} packages */
export function installDebians(packages) {
  const apt = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', 'apt-get']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    run(apt[0], [...apt.slice(1), '-q', ...args], { env })
  }
}

/**
 * Installs the compilers that Go uses for C and C++ if one is missing. Vale, which checks prose, is built with them.
 */
export function ensureCompilers() {
  const names = execFileSync('go', ['env', 'CC', 'CXX'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((each) => each.split(' ')[0])
  const missing = () =>
    names.filter((name) => ![name, ...onPath([name])].some((path) => path.includes('/') && existsSync(path)))
  if (!missing().length) return
  const obstacle = whyNotDebians()
  if (obstacle) throw new Error(`${missing().join(' and ')} not found, and can't be installed: ${obstacle}.`)
  console.error("Installing Debian's g++")
  installDebians(['g++'])
  if (missing().length) throw new Error(`g++ was installed, but ${missing().join(' and ')} is not found.`)
}

/** Runs a program whose output goes to standard error. */
export function run(command, args, options) {
  execFileSync(command, args, { stdio: ['ignore', 2, 2], ...options })
}
