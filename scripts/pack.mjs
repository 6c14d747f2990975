// Packs a folder as an npm package.

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { npmOutput, root } from './tools.mjs'

const ours = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))

/** The keys that a package's manifest copies from that of the repository. */
const SHARED = [
  'name',
  'version',
  'description',
  'keywords',
  'license',
  'repository',
  'homepage',
  'bugs',
  'type',
  'engines',
]

/**
 * Writes package.json and LICENSE into a folder, and packs it as build/NAME-VERSION.tgz, which is then checked as
 * programs will find it. It is an error if publint finds a fault.
 * @param {string} folder
 * @param {object} manifest  the keys that differ from those of the repository
 */
export async function pack(folder, manifest) {
  const shared = Object.fromEntries(SHARED.map((key) => [key, ours[key]]))
  writeFileSync(
    `${folder}/package.json`,
    `${JSON.stringify({ ...shared, private: true, sideEffects: false, ...manifest }, null, 2)}\n`,
  )
  copyFileSync(`${root}/LICENSE`, `${folder}/LICENSE`)
  const out = `${root}/build`
  const [packed] = JSON.parse(npmOutput('pack', folder, '--pack-destination', out, '--json'))
  const tarball = readFileSync(`${out}/${packed.filename}`).buffer
  const { messages, pkg } = await publint({ strict: true, pack: { tarball } })
  const faults = messages.filter(({ type }) => type !== 'suggestion').map((message) => formatMessage(message, pkg))
  if (faults.length) throw new Error(`publint: ${faults.join('\n')}`)
  console.log(`build/${packed.filename}: ${(packed.size / 1e6).toFixed(2)} MB, ${packed.files.length} files`)
}
