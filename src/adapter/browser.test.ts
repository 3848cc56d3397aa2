import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visitorWithBrowser } from '#testkit/visitor.ts'
import { createHandler, type Handler } from './index.ts'

// The pages of stand-ins below a path of an application, in a browser.

let server: Server
let origin: string
let handler: Handler<'mail' | 'deployhost' | 'oidc-d' | 'payments'>
beforeAll(async () => {
  handler = createHandler({
    services: ['mail', 'deployhost', 'oidc-d', 'payments'],
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
      payments: { products: [{ name: 'Mug' }], prices: [{ product: 'Mug', unit_amount: 2000, currency: 'usd' }] },
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

describe('the pages of payments below a path', () => {
  const api = async (method: 'GET' | 'POST', path: string, body: Record<string, string> = {}) => {
    const answer = await fetch(`${origin}/emulate/payments/v1/${path}`, {
      method,
      headers: { authorization: 'Bearer sk_test_mount' },
      ...(method === 'POST' ? { body: new URLSearchParams(body) } : {}),
    })
    return (await answer.json()) as Readonly<Record<string, unknown>> // an object of the API
  }
  const fillCard = async (number: string): Promise<void> => {
    const { page } = visitor
    await page.getByLabel('Card number').fill(number)
    await page.getByLabel('Expiration').fill('12 / 34')
    await page.getByLabel('CVC').fill('123')
    await page.getByLabel('Cardholder name').fill('Ada Lovelace')
    await page.getByLabel('ZIP').fill('94107')
  }
  const button = (name: string) => visitor.page.getByRole('button', { name, exact: true })

  it('take a payment that the bank asks about, and go on to the application', async () => {
    const session = await api('POST', 'checkout/sessions', {
      mode: 'payment',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '2000',
      'line_items[0][price_data][product_data][name]': 'Mug',
      'line_items[0][quantity]': '1',
      success_url: `${origin}/emulate/payments/v3/thanks`,
    })
    await visitor.page.goto(String(session['url']))
    await visitor.page.getByLabel('Email').fill('ada@example.com')
    await fillCard('4000002500003155')
    await button('Pay').click()
    await button('Complete authentication').click()
    await visitor.page.waitForURL(`${origin}/emulate/payments/v3/thanks`)
    expect(await api('GET', `checkout/sessions/${String(session['id'])}`)).toMatchObject({ payment_status: 'paid' })
  })

  it('let a customer pay an invoice, download it, and change their data', async () => {
    const { page } = visitor
    const customer = String((await api('POST', 'customers', { email: 'ada@example.com' }))['id'])
    await api('POST', 'invoiceitems', { customer, amount: '2000', currency: 'usd' })
    const { id } = await api('POST', 'invoices', {
      customer,
      collection_method: 'send_invoice',
      days_until_due: '30',
      pending_invoice_items_behavior: 'include',
    })
    const invoice = await api('POST', `invoices/${String(id)}/finalize`)
    await page.goto(String(invoice['hosted_invoice_url']))
    const pdf = await page.getByRole('link', { name: 'Download invoice' }).getAttribute('href')
    expect((await fetch(new URL(pdf ?? '', page.url()))).headers.get('content-type')).toBe('application/pdf')
    await fillCard('4242424242424242')
    await button('Pay $20.00').click()
    await expect.poll(async () => (await api('GET', `invoices/${String(id)}`))['status']).toBe('paid')
    expect(page.url()).toContain(`${origin}/emulate/payments/`)

    const portal = await api('POST', 'billing_portal/sessions', { customer, return_url: `${origin}/account` })
    await page.goto(String(portal['url']))
    await page.getByRole('link', { name: 'Add payment method' }).click()
    await fillCard('4242424242424242')
    await button('Add').click()
    await page.getByRole('list', { name: 'Payment methods' }).getByText('4242').waitFor()
    expect(page.url()).toContain(`${origin}/emulate/payments/p/session/`)
  })
})
