import { answered, enterFen, expect, FENS, test } from './fixtures.js'

test.use({ start: null })

// A link can come from anyone: nothing in it runs, and the page shows the error and stays usable.
test('hostile links do no harm', async ({ page, site }) => {
  const violations = []
  page.on('console', (message) => /Content Security Policy/.test(message.text()) && violations.push(message.text()))
  page.on('dialog', (dialog) => violations.push(dialog.message()))
  const script = '<img src=x onerror=alert(1)>"\'><script>alert(1)</script>'
  for (const link of [
    `?fen=${encodeURIComponent(script)}`,
    `?fen=${'8/'.repeat(2000)}`,
    '?fen=%00%ff%F0',
    '?fen=javascript:alert(1)',
    '?fen=__proto__',
    `#/tables/${encodeURIComponent(script)}`,
    '#/tables/__proto__',
    '#/tables/constructor',
    '#/tables/KQvK/../../x',
    '#/%E0%A4%A',
    '#//evil.example',
  ]) {
    await page.goto(site.url + link)
    await page.reload() // a changed hash does not load the page
    await expect(page.locator('mw-header'), link).toBeVisible()
    await expect(page.locator('.problem, .card, .verdict, mw-class-page').first(), link).toBeVisible()
    await expect(page.locator('img[src=x], script:not([src]):not([type])'), link).toHaveCount(0)
    expect(new URL(page.url()).origin, link).toBe(new URL(site.url).origin)
  }
  await page.goto(site.url)
  await enterFen(page, FENS.kingAndRook)
  await answered(page)
  expect(violations).toEqual([])
})

// Tables may come from other servers, by HTTPS.
test('the page runs no script but its own, and asks no other server without encryption', async ({ page, site }) => {
  await page.goto(site.url)
  await page.evaluate(() => {
    window.violated = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      window.violated.push(effectiveDirective),
    )
    const script = document.createElement('script')
    script.textContent = 'window.injected = true'
    document.body.append(script)
    fetch('http://example.org/').catch(() => {})
  })
  await expect.poll(() => page.evaluate(() => window.violated.toSorted())).toEqual(['connect-src', 'script-src-elem'])
  expect(await page.evaluate(() => window.injected)).toBeUndefined()
})
