import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { visitorWithBrowser } from '#testkit/visitor.ts'
import { APP, clientSecret, startOidcB } from '#oidc-b/oidc-b.fixture.ts'

// A page of an application with the vendor's library for browsers, and a person with a browser.

const visitor = visitorWithBrowser()
const LIBRARY = '/appleauth/static/jsapi/appleid/1/en_US/appleid.auth.js'
let oidcB: Emulator<'oidc-b'>
let application: string
let head: string
let content: string
let posted: URLSearchParams | undefined

const server = createServer((request, response) => void answer(request, response))

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  if (request.method === 'POST') posted = new URLSearchParams(body)
  response.setHeader('content-type', 'text/html')
  response.end(`<!doctype html><title>application</title><link rel="icon" href="data:,">${head}
    <script>
      const said = []
      const heard = []
      for (const name of ['AppleIDSignInOnSuccess', 'AppleIDSignInOnFailure']) {
        document.addEventListener(name, ({ detail }) => heard.push({ name, detail }))
      }
    </script>
    <script src="${oidcB.url}${LIBRARY}"></script>${content}`)
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  application = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens at an address
  oidcB = await startOidcB([`${application}/login`])
})
afterAll(async () => {
  await oidcB.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  posted = undefined
  head = ''
  oidcB.reset()
})

async function open(markup: string): Promise<void> {
  content = markup
  visitor.page.setDefaultTimeout(10_000)
  await visitor.page.goto(`${application}/`)
}

async function windowOf(button: string): Promise<Page> {
  const opening = visitor.page.waitForEvent('popup')
  await visitor.page.getByRole('button', { name: button, exact: true }).click()
  return opening
}

/** Waits until the page has a last element in one of its lists, and returns it. */
async function last(list: 'said' | 'heard'): Promise<unknown> {
  return (await visitor.page.waitForFunction(`${list}.at(-1)`)).jsonValue()
}

const page = (options: object = {}): string => `<div id="appleid-signin" data-type="continue"></div>
  <button id="own">Own button</button><script>
    AppleID.auth.init(${JSON.stringify({
      clientId: APP.id,
      scope: 'name email',
      redirectURI: `${application}/login`,
      state: 's-1',
      nonce: 'n-1',
      usePopup: true,
      ...options,
    })})
    own.addEventListener('click', () => {
      AppleID.auth.signIn().then((answer) => said.push({ answer }), (failure) => said.push({ failure }))
    })
  </script>`

interface Answered {
  readonly answer: { readonly authorization: Readonly<Record<string, string>>; readonly user?: object }
}

describe('sign-in with Apple JS in a window', () => {
  it('gives the page a code, an ID token, and the person on the first sign-in alone', async () => {
    await open(page())
    const opened = await windowOf('Own button')
    await opened.getByRole('button', { name: 'Ada King Lovelace' }).click()
    const { answer: first } = (await last('said')) as Answered // what signIn gave
    expect(first.user).toEqual({ name: { firstName: 'Ada King', lastName: 'Lovelace' }, email: 'ada@example.com' })
    const { code = '', id_token: idToken = '', state } = first.authorization
    expect(state).toBe('s-1')
    expect(decodeJwt(idToken)).toMatchObject({ aud: APP.id, email: 'ada@example.com', nonce: 'n-1' })
    const redeemed = await fetch(`${oidcB.url}/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: `${application}/login`,
        client_id: APP.id,
        client_secret: await clientSecret(),
      }),
    })
    expect(redeemed.status).toBe(200)
    await visitor.page.evaluate('said.length = 0')
    await (await windowOf('Own button')).getByRole('button', { name: 'Ada King Lovelace' }).click()
    expect(((await last('said')) as Answered).answer.user).toBeUndefined()
    expect(visitor.complaints).toEqual([])
  })

  it('tells listeners of its events', async () => {
    await open(page())
    await (await windowOf('Continue with Apple')).getByRole('button', { name: 'Plato' }).click()
    expect(await last('heard')).toMatchObject({
      name: 'AppleIDSignInOnSuccess',
      detail: { authorization: { state: 's-1' }, data: { authorization: { state: 's-1' } } },
    })
  })

  it('fails when the person closes the window', async () => {
    await open(page())
    await (await windowOf('Own button')).close()
    expect(await last('said')).toEqual({ failure: { error: 'popup_closed_by_user' } })
    expect(await last('heard')).toEqual({ name: 'AppleIDSignInOnFailure', detail: { error: 'popup_closed_by_user' } })
  })

  it('shows the reason in the window when the redirectURI is not registered', async () => {
    await open(page({ redirectURI: `${application}/login`.replace('127.0.0.1', 'localhost') }))
    const opened = await windowOf('Own button')
    await expect.poll(() => opened.content()).toContain('redirect_uri')
  })
})

describe('sign-in with Apple JS on a page of its own', () => {
  it('posts the answer to the redirectURI', async () => {
    await open(page({ usePopup: false }))
    await visitor.page.getByRole('button', { name: 'Own button' }).click()
    await visitor.page.getByRole('button', { name: 'Grace Hopper' }).click()
    await visitor.page.waitForURL(`${application}/login`)
    expect(Object.fromEntries(posted ?? [])).toMatchObject({ state: 's-1', code: expect.any(String) })
    expect(JSON.parse(posted?.get('user') ?? '')).toMatchObject({ name: { lastName: 'Hopper' } })
  })
})

describe('the markup for Apple JS', () => {
  it('takes the place of init', async () => {
    const meta = (name: string, value: string) => `<meta name="appleid-signin-${name}" content="${value}">`
    head = [
      meta('client-id', APP.id),
      meta('scope', 'name email'),
      meta('redirect-uri', `${application}/login`),
      meta('state', 'from-markup'),
      meta('use-popup', 'true'),
    ].join('')
    await open('<div id="appleid-signin" data-color="white" data-type="sign up"></div>')
    await (await windowOf('Sign up with Apple')).getByRole('button', { name: 'Plato' }).click()
    expect(await last('heard')).toMatchObject({ detail: { authorization: { state: 'from-markup' } } })
  })
})
