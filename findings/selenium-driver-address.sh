#!/usr/bin/env bash
# selenium-webdriver 4.46.0: `DriverService` starts a driver on this machine, but waits for it at the machine's network
# address instead of 127.0.0.1, unless its builder got `setLoopback(true)`.
#
# WebKitWebDriver and ChromeDriver listen on 127.0.0.1 only. They answer there, while `start` fails with
# "Timed out waiting for the WebDriver server". On a machine without a network the same code works. Selenium's own
# services for Chrome, Firefox and Safari make that call. It has none for WebKitGTK, so Matewright's tour makes it.
source "$(dirname "$0")/common.bash"
installed webkit2gtk-driver 2.50.6
installed chromium-driver 156.0.8078.108
npm_packages selenium-webdriver@4.46.0
node -e '
  const addresses = Object.values(os.networkInterfaces()).flat()
  process.exit(addresses.some(({ family, internal }) => family === "IPv4" && !internal) ? 0 : 1)
' ||
  missing 'This finding needs a network address besides 127.0.0.1.'

cat >start.js <<'JS'
import remote from 'selenium-webdriver/remote/index.js'
import portprober from 'selenium-webdriver/net/portprober.js'

const seconds = (count) => new Promise((done) => setTimeout(done, 1000 * count))

async function answers(port) {
  for (let tries = 0; tries < 60; tries++, await seconds(1)) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null)
    if (answer?.ok) return '127.0.0.1 answers'
  }
  return '127.0.0.1 does not answer'
}

for (const driver of ['WebKitWebDriver', 'chromedriver']) {
  for (const loopback of [false, true]) {
    const port = await portprober.findFreePort('127.0.0.1')
    const service = new remote.DriverService.Builder(`/usr/bin/${driver}`).setPort(port).setLoopback(loopback).build()
    const started = service
      .start(loopback ? 60_000 : 15_000)
      .then(() => 'started', ({ message }) => message.replace(/ at .*/, ''))
    console.log(`${driver}, loopback ${loopback}: ${await answers(port)}. ${await started}`)
    await service.kill()
  }
}
JS
expect 'a driver started by Selenium' \
  'WebKitWebDriver, loopback false: 127.0.0.1 answers. Timed out waiting for the WebDriver server
WebKitWebDriver, loopback true: 127.0.0.1 answers. started
chromedriver, loopback false: 127.0.0.1 answers. Timed out waiting for the WebDriver server
chromedriver, loopback true: 127.0.0.1 answers. started' "$(node start.js)"
finish
