// npm start: builds the page and serves it, on a machine with only Go and Node.

import { installPackages, npm } from './tools.mjs'

try {
  installPackages()
  npm('run', 'build')
  npm('exec', '--', 'vite', 'preview') // prints the address
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
