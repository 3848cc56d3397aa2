import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { createEmulator, type Emulator } from '#emulator.ts'
import type { OAuthErrorCode } from '#oauth/failure.ts'
import type { About, OAuthSample, SampleClient } from './sample.ts'

/** Parameters of a request; those that are null are left out. */
export type Changes = Readonly<Record<string, string | null>>

/** RFC 7636 appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
export const S256 = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
}

/** The answer of an endpoint for clients. */
export interface ClientAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

/** The time of the contract's instances, whose clock stands still until a test moves it. */
export const START = Date.UTC(2026, 0, 1)

/** A provider on a port, and an application with a browser that speaks HTTP with it. */
export class Rig {
  readonly sample: OAuthSample
  emulator!: Emulator // set by start()
  /** The cookie of the application's browser. */
  cookie: string | null = null

  constructor(sample: OAuthSample) {
    this.sample = sample
  }

  async start(seed: object = this.sample.seed): Promise<void> {
    this.emulator = await createEmulator({ service: this.sample.service, port: 0, now: START, seed })
  }

  /** Starts another instance of the provider, with a seed; to be disposed of. */
  async another(seed: object): Promise<Rig & AsyncDisposable> {
    const rig = new Rig(this.sample)
    await rig.start(seed)
    return Object.assign(rig, { [Symbol.asyncDispose]: () => rig.emulator.close() })
  }

  /** Resets the provider to its seed and takes a new browser. */
  reset(): void {
    this.emulator.reset()
    this.cookie = null
  }

  url(path: string): string {
    return this.emulator.url + path
  }

  authorizationUrl(changes: Changes = {}): string {
    const { client, scope, paths, always } = this.sample
    const right = {
      client_id: client.id,
      redirect_uri: client.redirectUri,
      response_type: 'code',
      scope,
      state: 'a b&c',
      ...always,
    }
    return `${this.url(paths.authorize)}?${new URLSearchParams(present({ ...right, ...changes })).toString()}`
  }

  /** Opens the sign-in page. */
  async open(changes: Changes = {}): Promise<Response> {
    return this.#browse(await fetch(this.authorizationUrl(changes), { headers: this.#cookies(), redirect: 'manual' }))
  }

  /** Posts a form to the application's authorization URL, as clients without a browser do. */
  async post(form: Changes, changes: Changes = {}): Promise<Response> {
    return this.submit(this.authorizationUrl(changes), form)
  }

  /** Posts a form. */
  async submit(url: string, form: Changes): Promise<Response> {
    const body = new URLSearchParams(present(form))
    return this.#browse(await fetch(url, { method: 'POST', body, headers: this.#cookies(), redirect: 'manual' }))
  }

  /** Signs in without opening the page; returns the parameters that the application gets. */
  async signIn(changes: Changes = {}, user = this.sample.people[0].handle): Promise<Record<string, string>> {
    const response = await this.post({ user, decision: 'allow' }, changes)
    return answerIn(response, await response.text())
  }

  async code(changes: Changes = {}, user?: string): Promise<string> {
    const answer = await this.signIn(changes, user)
    if (answer['code'] === undefined) throw new Error(`the sign-in gave no code: ${JSON.stringify(answer)}`)
    return answer['code']
  }

  /** Posts a form to an endpoint for clients. */
  async ask(path: string, form: Changes, headers: Record<string, string> = {}): Promise<ClientAnswer> {
    const response = await fetch(this.url(path), {
      method: 'POST',
      body: new URLSearchParams(present(form)),
      headers: { ...this.sample.tokenHeaders, ...headers },
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>), // answers of these endpoints are objects
    }
  }

  /** Posts a form to the token endpoint, with the client's credentials in the body. */
  token(form: Changes, client: SampleClient = this.sample.client): Promise<ClientAnswer> {
    return this.ask(this.sample.paths.token, { client_id: client.id, client_secret: client.secret, ...form })
  }

  /** Redeems a code. */
  exchange(code: string, changes: Changes = {}, client?: SampleClient): Promise<ClientAnswer> {
    const { redirectUri } = this.sample.client
    return this.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...changes }, client)
  }

  /** Signs in and redeems the code; returns the tokens. */
  async tokens(changes: Changes = {}, user?: string): Promise<Readonly<Record<string, string>>> {
    const { status, body } = await this.exchange(await this.code(changes, user))
    if (status !== 200) throw new Error(`the code gave no tokens: ${status} ${JSON.stringify(body)}`)
    return body as Record<string, string> // the members that tests read are text
  }

  refresh(token: string | undefined, changes: Changes = {}, client?: SampleClient): Promise<ClientAnswer> {
    return this.token({ grant_type: 'refresh_token', refresh_token: token ?? '', ...changes }, client)
  }

  /** A matcher for the answer to a failure, in the vendor's name for it; `words` are in its description. */
  refusal(code: OAuthErrorCode, about: About | 'used code', words = ''): object {
    const { errorName, errorStatus, usedCode } = this.sample
    const subject = about === 'used code' ? 'code' : about
    const usual = code === 'invalid_client' ? 401 : 400
    return {
      body: {
        error: (about === 'used code' ? usedCode : undefined) ?? errorName?.(code, subject) ?? code,
        error_description: expect.stringContaining(words),
      },
      status: errorStatus?.(code, subject) ?? usual,
      headers: { 'cache-control': expect.stringContaining('no-store') },
    }
  }

  #cookies(): Record<string, string> {
    return this.cookie === null ? {} : { cookie: this.cookie }
  }

  #browse(response: Response): Response {
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      this.cookie = cookie.includes('Max-Age=0') ? null : pair
    }
    return response
  }
}

/** Returns the parameters that the application gets with a redirect, or with the form of the page that posts them. */
export function answerIn(response: Response, page: string): Record<string, string> {
  const location = response.headers.get('location')
  if (location !== null) {
    const { search, hash } = new URL(location)
    return Object.fromEntries(new URLSearchParams(hash === '' ? search : hash.slice(1)))
  }
  return Object.fromEntries(fieldsOf(page))
}

/** Returns the hidden fields of a page's form. */
export function fieldsOf(page: string): [string, string][] {
  return [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    plain(name),
    plain(value),
  ])
}

/** Returns text without its HTML escapes. */
export function plain(markup: string): string {
  return markup.replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))
}

function present(changes: Changes): Record<string, string> {
  return Object.fromEntries(Object.entries(changes).filter((pair): pair is [string, string] => pair[1] !== null))
}
