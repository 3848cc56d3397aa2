import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator, type EmulatorOptions } from '#emulator.ts'
import { notes } from '#testkit/notes.ts'

let emulator: Emulator<'notes'>
beforeAll(async () => {
  emulator = await createEmulator({
    service: notes,
    port: 0,
    baseUrl: 'https://api.example.com',
    allowOrigins: ['https://app.example.org'],
    seed: { tokens: { t: { login: 'ada', scopes: [] } }, notes: { users: [{ login: 'ada' }] } },
  })
})
afterAll(() => emulator.close())
beforeEach(() => emulator.reset())

const local = () => `http://127.0.0.1:${emulator.port}`
const write = (headers: Record<string, string>) =>
  fetch(`${local()}/notes`, {
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json', ...headers },
    body: '{"title":"a"}',
  })
const preflight = (origin: string) =>
  fetch(`${local()}/notes`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } })

describe('a page of an unknown origin', () => {
  it.each(['https://evil.example', 'http://evil.localhost.example', 'https://sub.app.example.org', 'null'])(
    'is refused before anything happens: %s',
    async (origin) => {
      const response = await write({ origin })
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, null])
      expect(await response.text()).toContain('allowOrigins')
      expect((await preflight(origin)).status).toBe(403)
      expect(emulator.requests).toEqual([])
    },
  )

  it('is not the page of the instance itself, whose forms have a null Origin as it sends no referrer', async () => {
    expect((await write({ origin: 'null', 'sec-fetch-site': 'same-origin' })).status).toBe(201)
    expect((await write({ origin: 'null', 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect((await write({ origin: 'null', 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await write({ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' })).status).toBe(403)
  })

  it('is not the sender of an Origin that no browser sends, such as that of the library arctic', async () => {
    expect((await write({ origin: 'arctic' })).status).toBe(201)
  })

  it('learns by which option it would be allowed', async () => {
    expect(await (await write({ origin: 'https://evil.example' })).text()).toBe(
      "backlot's notes does not answer to a page of https://evil.example: pass allowOrigins: ['https://evil.example'] " +
        '(--allow-origin https://evil.example) if that page is yours\n',
    )
  })

  it('is refused by Sec-Fetch-Site where browsers send no Origin, but for top-level navigations', async () => {
    // fetch sets Sec-Fetch-Mode itself.
    const get = (headers: Record<string, string>): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const all = { 'sec-fetch-site': 'cross-site', ...headers }
        request(`${local()}/notes`, { headers: all }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
          .on('error', reject)
          .end()
      })
    expect(await get({ 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' })).toBe(403)
    expect(await get({ 'sec-fetch-mode': 'no-cors', referer: 'https://evil.example/' })).toBe(403)
    expect(await get({ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' })).toBe(403)
    expect(await get({ 'sec-fetch-mode': 'no-cors', referer: 'http://localhost:3000/' })).toBe(200)
    expect(await get({ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })).toBe(200)
    // After a form, redirects to another site and back have the origin `null`.
    expect(await get({ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', origin: 'null' })).toBe(200)
  })
})

describe('a page of a known origin', () => {
  it.each([
    'http://localhost:3000',
    'https://app.localhost',
    'http://127.0.0.1:5173',
    'http://[::1]:3000',
    'https://api.example.com',
    'https://app.example.org',
  ])('may do everything, and its origin is named: %s', async (origin) => {
    const answer = await preflight(origin)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, origin])
    const response = await write({ origin, 'sec-fetch-site': 'cross-site' })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([201, origin])
    expect(response.headers.get('vary')).toBe('origin')
    expect(response.headers.get('access-control-expose-headers')).toContain('content-type')
  })

  it('may be served from the host that the request is for, at another scheme', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { host: 'api.example.com', origin: 'http://api.example.com' }
      request(`${local()}/notes`, { headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
    expect(status).toBe(200)
  })

  it('has no effect on clients that are not browsers', async () => {
    const response = await write({})
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([201, null])
  })
})

it('allowOrigins takes origins only', async () => {
  for (const allowOrigins of ['https://a.test', ['a.test'], ['https://a.test/path'], [1]]) {
    await expect(createEmulator({ service: notes, port: 0, allowOrigins: allowOrigins as string[] })).rejects.toThrow(
      'createEmulator: allowOrigins: expected a list of origins, such as ["https://app.test"], got',
    )
  }
})

describe("with hosts: 'real'", () => {
  const statusOf = async (service: EmulatorOptions['service'], origin: string): Promise<number> => {
    await using real = await createEmulator({ service, port: 0, hosts: 'real' })
    const headers = { origin, 'access-control-request-method': 'POST' }
    const { status } = await fetch(`http://127.0.0.1:${real.port}/`, { method: 'OPTIONS', headers })
    return status
  }

  it.each([
    ['cloud', 'https://evil.s3.amazonaws.com'],
    ['cloud', 'https://evil.s3.eu-west-1.amazonaws.com'],
    ['auth-saas', 'https://evil.clerk.accounts.dev'],
    ['auth-saas', 'https://evil.accounts.dev'],
    ['oidc-d', 'https://evil.okta.com'],
    ['docdb', 'https://evil.mongodb.net'],
    ['codehost', 'https://raw.githubusercontent.com'],
    ['codehost', 'https://api.github.com'],
    ['payments', 'http://js.stripe.com'],
  ] as const)("%s knows no pages of other customers at the vendor's hosts: %s", async (service, origin) => {
    expect(await statusOf(service, origin)).toBe(403)
  })

  it.each([
    ['codehost', 'https://github.com'],
    ['payments', 'https://js.stripe.com'],
    ['auth-saas', 'https://backlot-stand-in-00.clerk.accounts.dev'],
  ] as const)('%s knows the origin of its own pages: %s', async (service, origin) => {
    expect(await statusOf(service, origin)).toBe(204)
  })

  it('a page may call the host that it is served from', async () => {
    await using okta = await createEmulator({ service: 'oidc-d', port: 0, hosts: 'real' })
    const url = 'https://dev-1.okta.com/oauth2/v1/keys'
    const from = (origin: string) => okta.fetch(url, { headers: { origin } })
    expect((await from('https://dev-1.okta.com')).status).toBe(200)
    expect((await from('https://evil.okta.com')).status).toBe(403)
  })
})
