import { defineConfig } from '@playwright/test'

// The tests bring their own browser and server: see fixtures.js.
export default defineConfig({
  testDir: '.',
  outputDir: './results',
  workers: 2, // much of a test is waiting
  timeout: 60_000,
  expect: { timeout: 20_000 },
  // On a busy machine a mouse action may miss; a test that fails twice is broken.
  retries: 1,
  forbidOnly: !!process.env.CI,
  reporter: [['list']],
})
