// npm start: builds the page and serves it, on a machine with only Go and Node.

import { installPackages, npm, root } from './tools.mjs'

try {
  installPackages()
  npm('run', 'build')
  const { preview } = await import('vite') // not before it is installed
  process.chdir(root)
  const server = await preview()
  console.log(`\nMatewright is at ${server.resolvedUrls?.local[0]}  (Ctrl+C ends it)`)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
