import { expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { signInTest, WEB } from './sign-in.fixture.ts'

/** The status, headers and body of an answer. */
export interface Answered {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Headers
}

/** The challenge of RFC 7636 appendix B, as parameters of an authorization request. */
export const CHALLENGE = {
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}

/** The verifier of RFC 7636 appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

/** The credentials of the web app. */
export const asWeb = { client_id: WEB.id, client_secret: WEB.secret }

/**
 * Returns an instance for the tests of the calling file, which is reset before each test of `it`, and functions that
 * send requests to it over HTTP.
 */
export function signInSite() {
  const it = signInTest()
  let emulator: Emulator<'oidc-d'>
  it.beforeAll(({ oidcD }) => {
    emulator = oidcD
  })

  function link(changes: Record<string, string | null> = {}, server = 'default'): string {
    const parameters = {
      client_id: WEB.id,
      redirect_uri: WEB.callback,
      response_type: 'code',
      scope: 'openid',
      state: 's',
      ...changes,
    }
    const present = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== null)
    const path = server === 'org' ? '/oauth2/v1/authorize' : `/oauth2/${server}/v1/authorize`
    return `${emulator.url}${path}?${new URLSearchParams(present).toString()}`
  }
  async function open(changes: Record<string, string | null> = {}, server?: string, form?: Record<string, string>) {
    const init = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }
    const response = await fetch(link(changes, server), { redirect: 'manual', ...init })
    return {
      status: response.status,
      page: await response.text(),
      answer: answerOf(response),
      headers: response.headers,
    }
  }
  const choose = (user: string, changes: Record<string, string | null> = {}, server?: string) =>
    open(changes, server, { user })
  async function ask(
    path: string,
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    const response = await fetch(emulator.url + path, { method: 'POST', body: new URLSearchParams(form), headers })
    const text = await response.text()
    // The answers of these endpoints are objects.
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    }
  }
  const token = (form: Record<string, string>, server = '/default') => ask(`/oauth2${server}/v1/token`, form)
  /** Sends a request to the management API as the first user. */
  async function manage(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const init =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await fetch(`${emulator.url}/api/v1${path}`, { method, ...init })
    const text = await response.text()
    expect(response.status, text).toBeLessThan(300)
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) // the answers read here are objects
  }
  const list = (path: string) => manage('GET', path) as unknown as Promise<Record<string, string>[]> // lists are returned the same way
  async function appId(label: string): Promise<string> {
    const apps = await list('/apps')
    return apps.find((app) => app['label'] === label)?.['id'] ?? ''
  }

  return {
    it,
    get emulator() {
      return emulator
    },
    link,
    open,
    choose,
    ask,
    token,
    manage,
    list,
    appId,
  }
}

/** Returns the body of the web app with changed settings. */
export function webApp(changes: object): object {
  return {
    name: 'oidc_client',
    label: 'Web App',
    signOnMode: 'OPENID_CONNECT',
    credentials: { oauthClient: { token_endpoint_auth_method: 'client_secret_basic' } },
    settings: {
      oauthClient: {
        redirect_uris: [WEB.callback],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        application_type: 'web',
        ...changes,
      },
    },
  }
}

/** Returns the parameters that a redirect passes to the application; empty without a redirect. */
export function answerOf(response: Response): Record<string, string> {
  const location = response.headers.get('location')
  if (location === null) return {}
  const { search, hash } = new URL(location)
  return Object.fromEntries(new URLSearchParams(hash === '' ? search : hash.slice(1)))
}
