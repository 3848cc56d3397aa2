import { expect, test } from 'vitest'
import { chromiumPath } from '#testkit/chromium.ts'
import { createProject } from './project.ts'

const CONFIGURATION = `export default {
  workers: 2,
  fullyParallel: true,
  reporter: 'line',
  use: { launchOptions: { executablePath: ${JSON.stringify(chromiumPath())} } },
}`

/** An application that knows no stand-in: its pages call the vendors. */
const APPLICATION = `
  import { createServer } from 'node:http'
  const PAGES = {
    '/': '<a href="https://github.com/login/oauth/authorize?client_id=app&redirect_uri=http://127.0.0.1:' +
      process.env.PORT + '/callback">Sign in</a>',
    '/window': '<a target="_blank" href="https://github.com/login/oauth/authorize?client_id=app">Sign in</a>',
    '/notify': '<title>sending</title><script>' +
      'fetch("https://api.sendgrid.com/v3/mail/send", { method: "POST", headers: { authorization: "Bearer x" }, body: "{}" })' +
      '.catch(() => {}).finally(() => { document.title = "sent" })</script>',
  }
  createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://app.test')
    response.setHeader('content-type', 'text/html')
    response.end(pathname === '/callback' ? '<h1>code ' + searchParams.has('code') + '</h1>' : PAGES[pathname])
  }).listen(process.env.PORT, '127.0.0.1')
`

const FIXTURES = `
  import { expect, test as base } from '@playwright/test'
  import { appFixture, chatFixture, codehostFixture, emulatorFixture } from 'backlot/playwright'
  const test = base.extend(codehostFixture).extend(chatFixture).extend(appFixture({ command: 'node app.mjs' }))
  const seed = {
    tokens: { dev_token: { login: 'ada', scopes: ['repo'] } },
    codehost: {
      users: [{ login: 'ada', name: 'Ada Lovelace' }],
      repos: [{ owner: 'ada', name: 'site' }],
      oauth_apps: [{ client_id: 'app', client_secret: 's', name: 'App', redirect_uris: ['http://127.0.0.1/callback'] }],
    },
  }
  const oidcSeed = { 'oidc-a': { users: [{ email: 'ada@example.com', name: 'Ada Lovelace' }] } }
  const chatSeed = { chat: { users: [{ name: 'ada' }], oauth_apps: [{ client_id: '1.2', client_secret: 's', name: 'bot', app_token: 'xapp-1' }] } }
`

test("pages call the vendors' hosts, in two workers with their own state", { timeout: 120_000 }, async () => {
  using project = createProject({
    'app.mjs': APPLICATION,
    'playwright.config.mjs': CONFIGURATION,
    'a.spec.mjs': `${FIXTURES}
      test.use({
        codehostOptions: { basePort: 0, hosts: 'real', seed },
        chatOptions: { basePort: 0, hosts: 'real', seed: chatSeed },
      })
      test('signs in', async ({ page, app }) => {
        await page.goto(app.url)
        await page.getByRole('link', { name: 'Sign in' }).click()
        await expect(page).toHaveURL(/^https:\\/\\/github\\.com\\/login\\/oauth\\/authorize\\?/)
        await page.getByRole('button', { name: 'Ada Lovelace' }).click()
        await expect(page.getByRole('heading')).toHaveText('code true')
        expect(page.url()).toContain(app.url + '/callback?')
      })
      const google = base
        .extend(emulatorFixture('oidc-a', { basePort: 0, hosts: 'real', seed: oidcSeed }))
        .extend(appFixture({ command: 'node app.mjs' }))
      google('signs in at a host whose certificate browsers pin, and keeps its cookie', async ({ page, context, app }) => {
        const parameters = { client_id: 'app', response_type: 'code', scope: 'openid', redirect_uri: app.url + '/callback' }
        await page.goto('https://accounts.google.com/o/oauth2/v2/auth?' + new URLSearchParams(parameters))
        await page.getByRole('button', { name: 'Ada Lovelace' }).click()
        await expect(page.getByRole('heading')).toHaveText('code true')
        const [cookie] = await context.cookies('https://accounts.google.com')
        expect(cookie).toMatchObject({ domain: 'accounts.google.com' })
      })
      test('signs in in a window and in a context of its own', async ({ page, browser, app }) => {
        await page.goto(app.url + '/window')
        const opened = page.waitForEvent('popup')
        await page.getByRole('link').click()
        await expect((await opened).getByRole('button', { name: 'Ada Lovelace' })).toBeVisible()
        const context = await browser.newContext()
        const other = await context.newPage()
        await other.goto('https://github.com/login/oauth/authorize?client_id=app')
        await expect(other.getByRole('button', { name: 'Ada Lovelace' })).toBeVisible()
        await context.close()
      })
      for (const worker of [1, 2]) {
        test('creates the same label in worker ' + worker, async ({ page, app, codehost }) => {
          await page.goto(app.url)
          const status = await page.evaluate(async () => {
            const response = await fetch('https://api.github.com/repos/ada/site/labels', {
              method: 'POST',
              headers: { authorization: 'Bearer dev_token', 'content-type': 'application/json' },
              body: JSON.stringify({ name: 'mine' }),
            })
            return response.status
          })
          expect(status).toBe(201)
          expect(codehost.requests).toHaveLength(1)
        })
      }
      test('opens a WebSocket of the other service', async ({ page, app, request }) => {
        await page.goto(app.url)
        const headers = { authorization: 'Bearer xapp-1' }
        const { url } = await (await request.post('https://slack.com/api/apps.connections.open', { headers })).json()
        expect(url).toMatch(/^wss:\\/\\/wss-primary\\.slack\\.com\\/link/)
        const first = await page.evaluate((address) => new Promise((resolve, reject) => {
          const socket = new WebSocket(address)
          socket.onmessage = ({ data }) => resolve(JSON.parse(data).type)
          socket.onerror = () => reject(new Error('no WebSocket'))
        }), url)
        expect(first).toBe('hello')
      })
    `,
  })
  const { output } = await project.run('playwright', ['test'])
  expect(output).toContain('6 passed')
})

test('a call of a page to another host fails the test', { timeout: 120_000 }, async () => {
  using project = createProject({
    'app.mjs': APPLICATION,
    'playwright.config.mjs': CONFIGURATION,
    'refused.spec.mjs': `${FIXTURES}
      test.use({ codehostOptions: { basePort: 0, hosts: 'real', seed }, chatOptions: { basePort: 0 } })
      test('calls another host', async ({ page, app }) => {
        await page.goto(app.url + '/notify')
        await expect(page).toHaveTitle('sent')
      })
      test('visits another host over HTTP', async ({ browser }) => {
        const page = await browser.newPage()
        const response = await page.goto('http://example.test/path')
        expect(response.status()).toBe(502)
        await page.close()
      })
    `,
    'plain.spec.mjs': `${FIXTURES}
      test.use({ codehostOptions: { basePort: 0 }, chatOptions: { basePort: 0 } })
      test('has no proxy', async ({ proxy, ignoreHTTPSErrors }) => {
        expect([proxy, ignoreHTTPSErrors]).toEqual([undefined, false])
      })
    `,
  })
  const { output } = await project.run('playwright', ['test'])
  expect(output).toMatch(/2 failed[^]*1 passed/)
  expect(output).toMatch(
    /HostRefusedError: your code called https:\/\/api\.sendgrid\.com \(POST \/v3\/mail\/send, from http:\/\/127\.0\.0\.1:\d+\/notify\): no service/,
  )
  expect(output).toContain('HostRefusedError: your code called http://example.test (GET /path): no service stands in')
})
