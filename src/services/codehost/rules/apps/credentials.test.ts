import { generateKeyPairSync } from 'node:crypto'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { createEmulator } from '#emulator.ts'
import { checkedOctokit } from '#testkit/octokit.ts'
import { installationToken, jwt, seedOfApps } from '#codehost/apps.fixture.ts'

const site = await codehostSite(() => seedOfApps())
const { it } = site

const inSeconds = (offset: number): number => Math.floor(Date.now() / 1000) + offset

async function answer(authorization: string | undefined, path = '/app') {
  const headers = authorization === undefined ? {} : { authorization }
  const response = await site.codehost.fetch(new Request(`${site.codehost.url}${path}`, { headers }))
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  }
}

async function refusal(claims: Readonly<Record<string, unknown>>) {
  const { status, body } = await answer(`Bearer ${await jwt(claims)}`)
  return [status, body['message']]
}

describe('a JWT', () => {
  it('authenticates an app by its id, as a number or a text, or by its client id', async () => {
    for (const iss of [1001, '1001', 'Iv1.triage']) {
      const { data } = await checkedOctokit(site.codehost, await jwt({ iss })).rest.apps.getAuthenticated()
      expect(data).toMatchObject({ id: 1001, slug: 'triage', client_id: 'Iv1.triage', installations_count: 2 })
    }
  })

  it('is refused for an unknown app', async () => {
    expect(await refusal({ iss: 4711 })).toEqual([404, 'Integration not found'])
    expect(await refusal({ iss: 'Iv1.none' })).toEqual([404, 'Integration not found'])
  })

  it('is refused without its claims', async () => {
    expect(await refusal({ iss: undefined })).toEqual([401, "Missing 'issuer' claim ('iss') in assertion"])
    expect(await refusal({ iat: undefined })).toEqual([401, "Missing 'issued at' claim ('iat') in assertion"])
    expect(await refusal({ exp: undefined })).toEqual([401, "Missing 'expiration time' claim ('exp') in assertion"])
  })

  it('expires within ten minutes', async () => {
    const tooFar = "'Expiration time' claim ('exp') is too far in the future"
    const past =
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires"
    expect(await refusal({ exp: inSeconds(610) })).toEqual([401, tooFar])
    expect(await refusal({ exp: inSeconds(-1) })).toEqual([401, past])
    expect(await refusal({ exp: 'soon' })).toEqual([401, past])
    expect((await answer(`Bearer ${await jwt({ exp: inSeconds(599) })}`)).status).toBe(200)
  })

  it('is issued in the past, with a tolerance of a minute', async () => {
    const wrong = "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued"
    expect(await refusal({ iat: inSeconds(90) })).toEqual([401, wrong])
    expect(await refusal({ iat: inSeconds(0) + 0.5 })).toEqual([401, wrong])
    expect((await answer(`Bearer ${await jwt({ iat: inSeconds(45) })}`)).status).toBe(200)
  })

  it('is checked against the clock of the instance, which the answer carries', async () => {
    site.codehost.clock.advance('1h')
    const { status, headers } = await answer(`Bearer ${await jwt()}`)
    expect(status).toBe(401)
    expect(Date.parse(headers.get('date') ?? '')).toBeCloseTo(Date.now() + 3_600_000, -4)
    const later = { iat: inSeconds(3600), exp: inSeconds(4000) }
    expect((await answer(`Bearer ${await jwt(later)}`)).status).toBe(200)
  })

  it('is refused when it cannot be decoded, was signed by another key or with another algorithm', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const foreign = await jwt({}, privateKey.export({ type: 'pkcs8', format: 'pem' }) as string) // PEM is text
    const [, payload, signature] = (await jwt()).split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.${signature}`
    for (const value of [foreign, unsigned, 'eyJhbGciOiJSUzI1NiJ9.bm9wZQ.bm9wZQ', 'octocat', 'nothing']) {
      const { status, body } = await answer(`Bearer ${value}`)
      expect([status, body['message']]).toEqual([401, 'A JSON web token could not be decoded'])
    }
    expect((await answer(undefined)).body).toMatchObject({
      message: 'A JSON web token could not be decoded',
      status: '401',
    })
  })

  it('is refused by operations that need a token', async () => {
    const token = await jwt()
    for (const path of ['/user', '/repos/acme/open', '/installation/repositories']) {
      expect(await answer(`Bearer ${token}`, path)).toMatchObject({ status: 401, body: { message: 'Bad credentials' } })
    }
    expect(await answer(`Bearer ${token}`, '/apps/triage')).toMatchObject({ status: 200, body: { slug: 'triage' } })
  })

  it('is refused by operations for it when it is a token of an installation or user', async () => {
    const token = await installationToken(site.codehost, 2001)
    const { status, body } = await answer(`Bearer ${token}`)
    expect([status, body['message']]).toEqual([401, 'A JSON web token could not be decoded'])
  })
})

describe('the key of an app', () => {
  it('may be seeded in either form of PEM, with newlines escaped as in environment variables', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    for (const type of ['pkcs1', 'pkcs8'] as const) {
      const pem = privateKey.export({ type, format: 'pem' }) as string // PEM is text
      const apps = [{ app_id: 5, slug: 'own-key', private_key: pem.replaceAll('\n', '\\n') }]
      await using own = await createEmulator({
        service: 'codehost',
        port: 0,
        seed: { codehost: { users: [{ login: 'ada' }], apps } },
      })
      const { data } = await checkedOctokit(own, await jwt({ iss: 5 }, pem)).rest.apps.getAuthenticated()
      expect(data?.slug).toBe('own-key')
      await expect(checkedOctokit(own, await jwt({ iss: 5 })).rest.apps.getAuthenticated()).rejects.toMatchObject({
        status: 401,
      })
    }
  })

  it('is refused when it is not a private key', async () => {
    const seed = { codehost: { users: [{ login: 'ada' }], apps: [{ app_id: 5, slug: 'a', private_key: 'no key' }] } }
    await expect(createEmulator({ service: 'codehost', port: 0, seed })).rejects.toThrow(
      /private_key.*PEM text of an RSA private key/s,
    )
  })
})
