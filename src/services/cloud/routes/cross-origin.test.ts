import { PutBucketCorsCommand, type CORSRule } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { s3Client, startCloud } from '#cloud/cloud.fixture.ts'

const Bucket = 'photos'

let emulator: Emulator<'cloud'>
beforeAll(async () => {
  const seed = { s3: { buckets: [{ name: Bucket, objects: [{ key: 'a', body: 'a' }] }] } }
  const allowOrigins = ['https://app.test', 'https://app.example', 'https://anywhere.example']
  emulator = await startCloud(seed, { allowOrigins })
})
afterAll(() => emulator.close())
beforeEach(() => emulator.reset())

const configure = (...CORSRules: CORSRule[]) =>
  s3Client(emulator).send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }))
const preflight = (method: string, origin = 'https://app.test', headers?: string) =>
  fetch(`${emulator.url}/${Bucket}/a`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      ...(headers === undefined ? {} : { 'access-control-request-headers': headers }),
    },
  })
const read = (origin: string, headers: Record<string, string> = {}) =>
  fetch(`${emulator.url}/${Bucket}/a`, { headers: { origin, ...headers } })
const cors = (response: Response) =>
  Object.fromEntries([...response.headers].filter(([name]) => name.startsWith('access-control-')))

const RULE = {
  AllowedMethods: ['GET', 'PUT'],
  AllowedOrigins: ['https://*.test'],
  AllowedHeaders: ['x-amz-*', 'Content-Type'],
  ExposeHeaders: ['ETag'],
  MaxAgeSeconds: 60,
}

describe('a bucket without a cross-origin configuration', () => {
  it('refuses preflights, and lets no page of another origin read it', async () => {
    const refused = await preflight('PUT')
    expect([refused.status, cors(refused)]).toEqual([403, {}])
    expect(await refused.text()).toContain('CORSResponse: CORS is not enabled for this bucket.')
    expect(cors(await read('https://app.test'))).toEqual({})
  })
})

describe('a preflight', () => {
  const ask = (path: string, headers: Record<string, string>) =>
    fetch(`${emulator.url}${path}`, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'PUT', ...headers },
    })

  it('reports that its bucket does not exist', async () => {
    const refused = await ask('/nowhere/a', { origin: 'https://app.test' })
    expect([refused.status, cors(refused)]).toEqual([403, {}])
    expect(await refused.text()).toContain(
      '<Code>AccessForbidden</Code><Message>CORSResponse: Bucket not found</Message><Method>PUT</Method>',
    )
  })

  it('is told from an OPTIONS request without a method, which is refused', async () => {
    const send = (headers: Record<string, string>) =>
      fetch(`${emulator.url}/${Bucket}/a`, { method: 'OPTIONS', headers })
    expect((await send({})).status).toBe(400)
    const refused = await send({ origin: 'https://app.test' })
    expect([refused.status, refused.headers.get('x-amz-request-id')]).toEqual([403, expect.stringMatching(/^\w{16}$/)])
    expect(await refused.text()).toContain('<Method>OPTIONS</Method>')
    await configure({ AllowedMethods: ['GET'], AllowedOrigins: ['*'] })
    const without = await send({ origin: 'https://app.test' })
    expect([without.status, await without.text()]).toEqual([
      400,
      expect.stringContaining('<Message>Invalid Access-Control-Request-Method: null</Message>'),
    ])
  })

  it('needs an Origin header', async () => {
    const refused = await ask(`/${Bucket}/a`, {})
    expect([refused.status, cors(refused)]).toEqual([400, {}])
    expect(await refused.text()).toContain(
      '<Code>BadRequest</Code><Message>Insufficient information. Origin request header needed.</Message>',
    )
  })
})

describe('a bucket with a cross-origin configuration', () => {
  it('answers a preflight by the first rule that allows all of it', async () => {
    await configure({ AllowedMethods: ['DELETE'], AllowedOrigins: ['https://app.test'] }, RULE)
    const allowed = await preflight('PUT', 'https://app.test', 'content-type, x-amz-meta-a')
    expect([allowed.status, cors(allowed)]).toEqual([
      200,
      {
        'access-control-allow-origin': 'https://app.test',
        'access-control-allow-methods': 'GET, PUT',
        'access-control-allow-headers': 'content-type, x-amz-meta-a',
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'ETag',
        'access-control-max-age': '60',
      },
    ])
    expect(allowed.headers.get('vary')).toBe('Origin, Access-Control-Request-Headers, Access-Control-Request-Method')
  })

  it.each([
    ['another origin', 'PUT', 'https://app.example', undefined],
    ['another method', 'POST', 'https://app.test', undefined],
    ['another header', 'PUT', 'https://app.test', 'x-other'],
  ])('refuses a preflight for %s', async (_, method, origin, headers) => {
    await configure(RULE)
    const refused = await preflight(method, origin, headers)
    expect([refused.status, cors(refused)]).toEqual([403, {}])
    expect(await refused.text()).toContain('<Code>AccessForbidden</Code>')
  })

  it('lets the allowed origins read its answers, and no others', async () => {
    await configure(RULE)
    expect(cors(await read('https://app.test'))).toMatchObject({
      'access-control-allow-origin': 'https://app.test',
      'access-control-expose-headers': 'ETag',
    })
    expect(cors(await read('https://app.example'))).toEqual({})
  })

  it('judges a request that is no preflight by the method and headers that it asks for', async () => {
    await configure(RULE)
    const asking = async (headers: Record<string, string>) =>
      Object.keys(cors(await read('https://app.test', headers))).length > 0
    expect(await asking({ 'access-control-request-method': 'GET' })).toBe(true)
    expect(await asking({ 'access-control-request-method': 'DELETE' })).toBe(false)
    expect(await asking({ 'access-control-request-headers': 'x-other' })).toBe(false)
  })

  it('can allow every origin', async () => {
    await configure({ AllowedMethods: ['GET'], AllowedOrigins: ['*'] })
    expect(cors(await read('https://anywhere.example'))).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET',
    })
  })

  it('lists the requested headers as allowed', async () => {
    await configure({ AllowedMethods: ['GET'], AllowedOrigins: ['https://app.test'] })
    expect((await preflight('GET', 'https://app.test')).status).toBe(200)
    expect((await preflight('GET', 'https://app.test', 'authorization')).status).toBe(403)
  })
})

it('pages of every origin may read the answers of the other services', async () => {
  const url = `${emulator.url}/?Action=GetCallerIdentity&Version=2011-06-15`
  expect(cors(await fetch(url, { headers: { origin: 'https://app.test' } }))['access-control-allow-origin']).toBe(
    'https://app.test',
  )
})
