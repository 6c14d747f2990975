import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notesOf, obstacle } from './release.mjs'

const CHANGELOG =
  '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-27\n\n### Added\n\n- A command.\n\n## [0.1.0] - 2026-01-01\n'

test('the notes of a release are its section of the changelog', () => {
  assert.equal(notesOf(CHANGELOG, '0.2.0'), '### Added\n\n- A command.\n')
  assert.throws(() => notesOf(CHANGELOG, '0.2'), /no section for 0\.2\./)
  assert.throws(() => notesOf(CHANGELOG, '0.1.0'), /no section/) // the section is empty
  assert.throws(() => notesOf(CHANGELOG, '0.3.0'), /no section/)
})

test('only a new version is released, from a clean main', () => {
  const state = { branch: 'main', changes: '', tags: ['v0.1.0'], tag: 'v0.2.0', required: 'v0.2.0' }
  assert.equal(obstacle(state), undefined)
  assert.match(obstacle({ ...state, branch: 'topic' }) ?? '', /not on topic/)
  assert.match(obstacle({ ...state, changes: ' M go.mod' }) ?? '', /M go\.mod/)
  assert.match(obstacle({ ...state, tag: 'v0.1.0' }) ?? '', /tagged already/)
  assert.match(obstacle({ ...state, required: 'v0.1.0' }) ?? '', /requires tables34 v0\.1\.0/)
})
