// npm start: builds the page and serves it, on a machine with only Go and Node.

import { installPackagesBeside, root, runBeside } from './tools.mjs'

const buildEngine = (step) => runBeside(process.execPath, [`${root}/scripts/build-wasm.mjs`, step])

try {
  await Promise.all([installPackagesBeside(), buildEngine('--compile')])
  await buildEngine('--pack')
  process.chdir(root)
  const { build, preview } = await import('vite') // not before it is installed
  await build()
  const server = await preview()
  console.log(`\nMatewright is at ${server.resolvedUrls?.local[0]}  (Ctrl+C ends it)`)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
