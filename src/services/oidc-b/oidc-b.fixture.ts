import { createPrivateKey } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { createEmulator, type Emulator, type Seed } from '#emulator.ts'
import { serviceTest } from '#testkit/service-test.ts'

/** The key pair of the starter seed. */
export const PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqNRXSb7RUcZFo39v
gjA+zdSsjTw1HNjJnvQRQ4/bAYWhRANCAATfbg4pW4PJMcf03VSXZoftvvbPTksR
ZA5pbWK/PYoPHpQSaVNpZ8g67DMLuXQSNczBcs29V8lPkdAq5qqxID9w
-----END PRIVATE KEY-----
`
export const PUBLIC_KEY = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE324OKVuDyTHH9N1Ul2aH7b72z05L
EWQOaW1ivz2KDx6UEmlTaWfIOuwzC7l0EjXMwXLNvVfJT5HQKuaqsSA/cA==
-----END PUBLIC KEY-----
`

/** The application of these tests, which the seed registers. */
export const APP = {
  id: 'com.example.web',
  team: 'TEAM123456',
  key: 'KEY1234567',
  callback: 'http://localhost:3000/api/auth/callback/apple',
}

/** The differences of a client secret from a valid one: its claims, its header and its key. */
export interface SecretChanges {
  readonly header?: { readonly alg?: string; /** Null: without one. */ readonly kid?: string | null }
  /** PEM. Default: the key of the starter seed. */
  readonly privateKey?: string
  /** Seconds. Default: the wall clock's. */
  readonly now?: number
  /** A claim that is undefined is left out. */
  readonly [claim: string]: unknown
}

/** Makes a client secret that is valid for five minutes, but for the given changes. */
export function clientSecret({ header = {}, privateKey = PRIVATE_KEY, now, ...claims }: SecretChanges = {}) {
  const iat = now ?? Math.floor(Date.now() / 1000)
  const payload = { iss: APP.team, iat, exp: iat + 300, aud: 'https://appleid.apple.com', sub: APP.id, ...claims }
  const { kid = APP.key, alg = 'ES256' } = header
  return new SignJWT(payload)
    .setProtectedHeader({ alg, ...(kid === null ? {} : { kid }) })
    .sign(createPrivateKey(privateKey))
}

/** Three people, two applications of one team and one of another. */
function seedOf(callbacks: readonly string[]): Seed {
  const client = (client_id: string, team_id: string, redirect_uris: readonly string[]) => ({
    client_id,
    team_id,
    key_id: APP.key,
    public_key: PUBLIC_KEY,
    redirect_uris: [...redirect_uris],
  })
  return {
    'oidc-b': {
      users: [
        { email: 'ada@example.com', name: 'Ada King Lovelace' },
        { email: 'grace@example.org', name: 'Grace Hopper', private_email: true },
        { email: 'plato@example.net', name: 'Plato', email_verified: false, real_user_status: 2 },
      ],
      oauth_clients: [
        { ...client(APP.id, APP.team, callbacks), name: 'Web App' },
        client('com.example.other', APP.team, callbacks),
        client('org.elsewhere', 'TEAM999999', callbacks),
      ],
    },
  }
}

/** Starts oidc-b with three people and two applications of one team, and one of another. */
export function startOidcB(callbacks: readonly string[] = [APP.callback]): Promise<Emulator<'oidc-b'>> {
  return createEmulator({ service: 'oidc-b', port: 0, seed: seedOf(callbacks) })
}

/** Vitest's `test` with an instance of oidc-b that has the people and applications of {@link startOidcB}. */
export const oidcBTest = (callbacks: readonly string[] = [APP.callback]) =>
  serviceTest('oidc-b', { seed: seedOf(callbacks) })

/** Sends requests for the vendor's host to the instance, for clients that have that host built in; others pass. */
export function insteadOfApple(emulator: () => Emulator<'oidc-b'>, otherwise: typeof fetch): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init)
    const { hostname, pathname, search } = new URL(request.url)
    if (hostname !== 'appleid.apple.com') return otherwise(request)
    return emulator().fetch(new Request(emulator().url + pathname + search, request))
  }
}

/** The parameters that request the name and the address, whose answer must be posted. */
export const POSTED = { response_mode: 'form_post', scope: 'name email' }

/** An application that speaks HTTP with an instance, and a person who chooses on its page. */
export class Application {
  readonly #emulator: () => Emulator<'oidc-b'>

  constructor(emulator: () => Emulator<'oidc-b'>) {
    this.#emulator = emulator
  }

  /** The authorization URL. */
  link(more: Record<string, string> = {}): string {
    const query = { client_id: APP.id, redirect_uri: APP.callback, response_type: 'code', ...more }
    return `${this.#emulator().url}/auth/authorize?${new URLSearchParams(query).toString()}`
  }

  /** Chooses a person on the page, Ada by default, and returns the fields of the posted answer. */
  async choose(form: Record<string, string>, more: Record<string, string> = POSTED): Promise<Record<string, string>> {
    const body = new URLSearchParams({ user: 'ada@example.com', ...form })
    const page = await (await fetch(this.link(more), { method: 'POST', body, redirect: 'manual' })).text()
    return Object.fromEntries(
      [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value.replaceAll('&#34;', '"')] as const,
      ),
    )
  }

  /** Sends a request to an endpoint as one of the seeded clients. */
  async ask(path: string, form: Record<string, string>, id = APP.id, team = APP.team): Promise<Response> {
    const client_secret = await clientSecret({ sub: id, iss: team })
    const body = new URLSearchParams({ client_id: id, client_secret, ...form })
    return fetch(this.#emulator().url + path, { method: 'POST', body })
  }

  async tokens(code = '', id?: string, team?: string): Promise<Record<string, string>> {
    const form = { grant_type: 'authorization_code', code, redirect_uri: APP.callback }
    const response = await this.ask('/auth/token', form, id, team)
    if (response.status !== 200) throw new Error(await response.text())
    return (await response.json()) as Record<string, string> // the members that tests read are text
  }

  /** Redeems a code and returns the claims of the ID token. */
  async claims(code?: string, id?: string, team?: string) {
    return decodeJwt((await this.tokens(code, id, team))['id_token'] ?? '')
  }
}
