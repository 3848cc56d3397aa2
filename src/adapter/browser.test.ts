import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visitorWithBrowser } from '#testkit/visitor.ts'
import { createHandler, type Handler } from './index.ts'

// The pages of stand-ins below a path of an application, in a browser.

let server: Server
let origin: string
let handler: Handler<'mail' | 'deployhost' | 'oidc-d'>
beforeAll(async () => {
  handler = createHandler({
    services: ['mail', 'deployhost', 'oidc-d'],
    name: 'browser',
    seed: {
      tokens: { dev: { login: 'ada', scopes: [] } },
      mail: {},
      deployhost: {
        users: [{ username: 'ada', name: 'Ada', email: 'ada@example.com' }],
        integrations: [
          { client_id: 'web', client_secret: 's', name: 'Web', redirect_uris: ['http://localhost/callback'] },
        ],
      },
      'oidc-d': { users: [{ login: 'ada', firstName: 'Ada', lastName: 'Lovelace' }] },
    },
  })
  const listener = getRequestListener(handler.fetch, { overrideGlobalObjects: false })
  server = createServer((request, response) => {
    if (request.url?.startsWith('/emulate/') === true) void listener(request, response)
    else response.writeHead(404).end('the application has no such page')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://localhost:${(server.address() as AddressInfo).port}` // a TCP server's address
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await handler.close()
})

const visitor = visitorWithBrowser()

describe('the inbox below a path', () => {
  it('lists, shows and empties messages', async () => {
    const { page } = visitor
    const sent = await fetch(`${origin}/emulate/mail/emails`, {
      method: 'POST',
      headers: { authorization: 'Bearer re_dev', 'content-type': 'application/json' },
      body: JSON.stringify({
        from: 'a@example.com',
        to: 'b@example.com',
        subject: 'Hello',
        html: '<p>Hello, Bob.</p>',
      }),
    })
    expect(sent.status).toBe(200)
    await page.goto(`${origin}/emulate/mail/inbox`)
    await page.getByRole('link', { name: /Hello/ }).click()
    await page.frameLocator('iframe').getByText('Hello, Bob.').waitFor()
    await page.getByRole('link', { name: 'Headers' }).click()
    await page.getByRole('link', { name: '← Inbox' }).click()
    await page.getByRole('button', { name: 'Empty the inbox' }).click()
    await page.getByText('Nothing was sent yet').waitFor()
    expect(page.url()).toBe(`${origin}/emulate/mail/inbox`)
    expect(visitor.complaints).toEqual([])
  })
})

describe('the sign-in pages below a path', () => {
  it('lead back to the application', async () => {
    const { page } = visitor
    const query = new URLSearchParams({ client_id: 'web', redirect_uri: 'http://localhost/callback', state: 's' })
    await page.goto(`${origin}/emulate/deployhost/oauth/authorize?${query}`)
    const [request] = await Promise.all([
      page.waitForRequest(/localhost\/callback/),
      page.getByRole('button', { name: 'Ada', exact: true }).click(),
    ])
    expect(request.url()).toMatch(/code=/)
  })
})
