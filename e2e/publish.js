// The command, and tables for tests of web servers with tables.

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { output, root } from '../scripts/tools.mjs'

/** Builds the command in a folder, and returns its path. @param {string} folder */
export function buildCommand(folder) {
  const command = join(folder, process.platform === 'win32' ? 'matewright.exe' : 'matewright')
  execFileSync('go', ['build', '-o', command, './core/cmd/matewright'], { cwd: root })
  return command
}

/**
 * Builds a compact table, as our own page has, and those that it needs. Writes them for a web server, to the directory
 * `site` of a folder.
 * @param {string} folder
 * @param {string} name  of the class
 * @returns {string} the path of the command
 */
export function publish(folder, name) {
  const command = buildCommand(folder)
  output(command, ['build', name, '--compact', '--dir', folder])
  output(command, ['export', 'all', '--dir', folder, '--site', join(folder, 'site')])
  return command
}
