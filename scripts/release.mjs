// npm run release: tags a version and builds its binaries for Linux, macOS and Windows on amd64 and arm64.
//
//   npm run release -- --dry-run   builds the binaries in build/release, and publishes nothing
//   npm run release                also tags the commit, pushes the tag and drafts a release on GitHub
//
// The version is that of package.json; its section of CHANGELOG.md becomes the notes of the release. GoReleaser builds
// by .goreleaser.yaml. It is a program of its own: see goreleaser.com/install. The draft needs GITHUB_TOKEN.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { output, root, run } from './tools.mjs'

/**
 * Returns a version's section of a changelog, without its heading. It is an error if the section is missing or empty.
 * @param {string} changelog as keepachangelog.com has it
 * @param {string} version such as "0.2.0"
 */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((text) => text.startsWith(`[${version}]`) || text.startsWith(`${version} `))
  const notes = section?.slice(section.indexOf('\n')).trim()
  if (!notes) throw new Error(`CHANGELOG.md has no section for ${version}.`)
  return `${notes}\n`
}

/**
 * Returns why a version can't be released, or nothing.
 * @param {{branch: string, changes: string, tags: string[], tag: string, required: string}} state  where `required` is
 *   the version of the module tables34 in go.mod
 */
export function obstacle({ branch, changes, tags, tag, required }) {
  if (branch !== 'main') return `Releases are made on main, not on ${branch}.`
  if (changes) return `These files have changes that are not committed:\n${changes}`
  if (tags.includes(tag)) return `${tag} is tagged already. Raise the version in package.json.`
  if (required !== tag) return `go.mod requires tables34 ${required}, which is released as ${tag}. Change go.mod.`
}

const TABLES = 'github.com/matewright/matewright/tables34'

const git = (...args) => output('git', args)

/** @param {boolean} dry */
function release(dry) {
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  const tag = `v${version}`
  const notes = notesOf(readFileSync(`${root}/CHANGELOG.md`, 'utf8'), version)
  if (dry) return run('goreleaser', ['release', '--snapshot', '--clean'])

  const branch = git('branch', '--show-current')
  const required = output('go', ['list', '-m', '-f', '{{.Version}}', TABLES])
  const reason = obstacle({
    branch,
    changes: git('status', '--porcelain'),
    tags: git('tag').split('\n'),
    tag,
    required,
  })
  if (reason) throw new Error(reason)
  mkdirSync(`${root}/build`, { recursive: true })
  const file = `${root}/build/release-notes.md`
  writeFileSync(file, notes)
  const tags = [tag, `tables34/${tag}`]
  for (const each of tags) run('git', ['tag', '--annotate', each, '--message', `Matewright ${version}`])
  run('git', ['push', 'origin', ...tags])
  run('goreleaser', ['release', '--clean', '--release-notes', file])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const [option, ...others] = process.argv.slice(2)
    if (others.length || (option && option !== '--dry-run')) throw new Error('usage: npm run release [-- --dry-run]')
    release(option === '--dry-run')
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
