// The scripts share these functions: running other programs, and npm's packages.

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder. The scripts work from wherever they are called. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** For compiling to, or testing on, the browser's platform. */
export const wasmEnv = { GOOS: 'js', GOARCH: 'wasm' }

/**
 * For compilers and analyzers, which are short-lived: they collect garbage only when they have a gibibyte, and take a
 * tenth less time.
 */
export const compilerEnv = { GOGC: 'off', GOMEMLIMIT: '1GiB' }

/** For this machine, whatever the environment is for. */
const nativeEnv = { GOOS: '', GOARCH: '' }

/**
 * Runs a program to its end, its output on the terminal.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env] added to the environment
 */
export function run(command, args, env) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (error) throw explain(command, error)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${signal ?? `exit code ${status}`}`)
}

/**
 * Runs a program beside others, its output on the terminal.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<void>} rejected if it fails
 */
export const runBeside = (command, args) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit' })
    child.on('error', (error) => reject(explain(command, error)))
    child.on('exit', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`${command} ${args.join(' ')}: ${signal ?? `exit code ${code}`}`))
    })
  })

/**
 * Runs a program and returns its output, without white space around it.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env] added to the environment
 */
export function output(command, args, env) {
  try {
    return execFileSync(command, args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    }).trim()
  } catch (error) {
    throw explain(command, error)
  }
}

/** @param {string} command @param {any} error */
function explain(command, error) {
  if (error.code !== 'ENOENT') return error
  return new Error(
    `${command} is not installed or not on the PATH. Matewright is built with Go and Node: see README.md.`,
  )
}

/**
 * Gives the functions of a WebAssembly file real loops: those whose names begin in one of these ways, or all. See
 * wasm/structure.
 * @param {string} file
 * @param {string[]} within
 */
export function structure(file, within = []) {
  run('go', ['run', './wasm/structure', '-within', within.join(), file], nativeEnv)
  if (!WebAssembly.validate(readFileSync(file))) throw new Error(`${file} is not valid any more.`)
}

/**
 * npm is a script without a name of its own on Windows.
 * @param {string[]} args
 * @returns {[command: string, args: string[]]}
 */
const npmCommand = (args) =>
  process.env.npm_execpath ? [process.execPath, [process.env.npm_execpath, ...args]] : ['npm', args]

/**
 * Runs npm.
 * @param {...string} args
 */
export const npm = (...args) => run(...npmCommand(args))

/**
 * Runs npm and returns its output.
 * @param {...string} args
 */
export const npmOutput = (...args) => output(...npmCommand(args))

/** Reports whether npm's packages are installed, and as new as the lock file. */
function packagesInstalled() {
  const installed = `${root}/node_modules/.package-lock.json`
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${root}/package-lock.json`).mtimeMs
}

/** Installs npm's packages if necessary. */
export function installPackages() {
  if (!packagesInstalled()) npm('ci')
}

/** Installs npm's packages if necessary, beside other work. */
export async function installPackagesBeside() {
  if (!packagesInstalled()) await runBeside(...npmCommand(['ci']))
}
