import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import { payCheckout } from '#testkit/pay-checkout.ts'
import { equal } from './checks.ts'
import { pause } from './project.ts'

/** Signs in, pays, and uploads a file in a browser, and waits for the webhooks of it. */
export async function visit(browser: Browser, base: string): Promise<void> {
  const context = await browser.newContext()
  const hooks = await receiveHooks()
  try {
    const page = await context.newPage()
    await signIn(page, base)
    await upload(page, base)
    await pay(page, base, hooks)
  } finally {
    await context.close()
    hooks.stop()
  }
}

/** From the sign-in page to the tokens. */
async function signIn(page: Page, base: string): Promise<void> {
  const callback = `${new URL(base).origin}/callback`
  const query = new URLSearchParams({
    client_id: 'web',
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid',
    state: 's',
  })
  await page.goto(`${base}/oidc-a/o/oauth2/v2/auth?${query}`)
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.url().startsWith(callback)),
    page.getByRole('button', { name: 'Ada' }).click(),
  ])
  const cookies = await page.context().cookies(`${base}/oidc-a/`)
  const path = `${new URL(base).pathname}/oidc-a`
  equal(
    cookies.some((cookie) => cookie.path === path),
    true,
    `a session cookie below ${path}`,
  )
  const exchanged = await fetch(`${base}/oidc-a/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: new URL(request.url()).searchParams.get('code') ?? '',
      client_id: 'web',
      client_secret: 's',
      redirect_uri: callback,
    }),
  })
  equal(exchanged.status, 200, 'the status of a token request')
}

/** A page of the application sends a file. */
async function upload(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/codehost/zen`)
  const status = await page.evaluate(
    async (url) =>
      (await fetch(url, { method: 'PUT', body: new Blob(['x'.repeat(1_000_000)], { type: 'text/plain' }) })).status,
    `${base}/cloud/box/from-browser.txt`,
  )
  equal(status, 200, 'the status of an upload from a page')
  const head = await fetch(`${base}/cloud/box/from-browser.txt`)
  equal((await head.text()).length, 1_000_000, 'the size of an upload from a page')
}

/** Pays at Checkout with a card that the bank asks about, and receives the events of it. */
async function pay(page: Page, base: string, hooks: Hooks): Promise<void> {
  const post = async (path: string, body: Record<string, string>): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${base}/payments/v1/${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_mount' },
      body: new URLSearchParams(body),
    })
    equal(answer.status, 200, `the status of POST ${path}`)
    return (await answer.json()) as Record<string, unknown> // an object of the API
  }
  await post('webhook_endpoints', { url: hooks.url, 'enabled_events[0]': 'checkout.session.completed' })
  const session = await post('checkout/sessions', {
    mode: 'payment',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '2000',
    'line_items[0][price_data][product_data][name]': 'Mug',
    'line_items[0][quantity]': '1',
    success_url: `${new URL(base).origin}/thanks`,
  })
  await page.goto(String(session['url']))
  await payCheckout(page)
  await page.waitForURL(/\/thanks$/)
  for (let turn = 0; turn < 50 && hooks.received.length === 0; turn++) await pause(100)
  const { type, data } = JSON.parse(hooks.received[0] ?? '{}') as SessionEvent // what the service sends
  equal(type, 'checkout.session.completed', 'the type of a webhook')
  equal(data?.object.payment_status, 'paid', 'the payment status in a webhook')
}

/** The event of a session of Checkout, as a webhook has it; nothing where none has come. */
interface SessionEvent {
  readonly type?: string
  readonly data?: { readonly object: { readonly payment_status: string } }
}

/** A server that records the webhooks it receives. */
interface Hooks {
  readonly url: string
  readonly received: readonly string[]
  stop(): void
}

async function receiveHooks(): Promise<Hooks> {
  const received: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push(body)
      response.end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const stop = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received, stop } // of a TCP server
}
