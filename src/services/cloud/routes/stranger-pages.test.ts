import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PutBucketCorsCommand, type CORSRule } from '@aws-sdk/client-s3'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { launchChromium } from '#testkit/chromium.ts'
import { s3Client, cloudTest, startCloud } from '#cloud/cloud.fixture.ts'

const Bucket = 'photos'
const PAGE = 'https://app.example'
const STRANGER = 'https://evil.example'

const buckets = [
  { name: Bucket, objects: [{ key: 'a', body: 'a' }] },
  { name: 'private', objects: [{ key: 'secret', body: 'secret' }] },
  {
    name: 'seeded',
    objects: [{ key: 'a', body: 'seeded' }],
    cors: [{ allowed_origins: [PAGE], allowed_methods: ['GET' as const] }],
  },
]

const it = cloudTest({ s3: { buckets } })

type Fixtures = FixturesOf<typeof it>

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

interface Received {
  readonly status: number | undefined
  readonly origin: string | undefined
  readonly body: string
}

/** Sends what a browser sends; fetch has its own idea of `Host` and of the headers with which browsers name a page. */
function send(
  { cloud: emulator }: Pick<Fixtures, 'cloud'>,
  path: string,
  { method = 'GET', headers = {}, body }: Sent,
  port = emulator.port,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece) => (text += String(piece)))
      response.on('end', () => {
        const { statusCode: status, headers: answered } = response
        resolve({ status, origin: answered['access-control-allow-origin'], body: text })
      })
    })
      .on('error', reject)
      .end(body)
  })
}

const preflightOf = (method: string, origin: string): Sent => ({
  method: 'OPTIONS',
  headers: { origin, 'access-control-request-method': method },
})

const RULE: CORSRule = {
  AllowedMethods: ['GET', 'PUT', 'POST', 'DELETE'],
  AllowedOrigins: [PAGE],
  AllowedHeaders: ['*'],
}

const configure = ({ cloud: emulator }: Pick<Fixtures, 'cloud'>, ...CORSRules: CORSRule[]) =>
  s3Client(emulator).send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }))

describe('a page of an unknown origin that the rules of a bucket name', () => {
  it.beforeEach(({ cloud: emulator }) => configure({ cloud: emulator }, RULE))

  it('sends preflights, reads and writes', async ({ cloud: emulator }) => {
    expect(await send({ cloud: emulator }, '/photos/a', preflightOf('PUT', PAGE))).toMatchObject({
      status: 200,
      origin: PAGE,
    })
    const written = await send({ cloud: emulator }, '/photos/b', {
      method: 'PUT',
      headers: { origin: PAGE },
      body: 'b',
    })
    expect(written).toMatchObject({ status: 200, origin: PAGE })
    expect(await send({ cloud: emulator }, '/photos/b', { headers: { origin: PAGE } })).toEqual({
      status: 200,
      origin: PAGE,
      body: 'b',
    })
  })

  it('does so in the virtual-hosted style', async ({ cloud: emulator }) => {
    const host = `photos.localhost:${emulator.port}`
    const preflight = preflightOf('PUT', PAGE)
    const asked = await send({ cloud: emulator }, '/a', { ...preflight, headers: { ...preflight.headers, host } })
    expect(asked).toMatchObject({ status: 200, origin: PAGE })
    expect(await send({ cloud: emulator }, '/a', { headers: { origin: PAGE, host } })).toEqual({
      status: 200,
      origin: PAGE,
      body: 'a',
    })
  })

  it('shows an image of the bucket, for which browsers send the referrer only', async ({ cloud: emulator }) => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
    expect(
      (await send({ cloud: emulator }, '/photos/a', { headers: { ...headers, referer: `${PAGE}/` } })).status,
    ).toBe(200)
    expect(
      (await send({ cloud: emulator }, '/photos/a', { headers: { ...headers, referer: `${STRANGER}/` } })).status,
    ).toBe(403)
    expect((await send({ cloud: emulator }, '/photos/a', { headers })).status).toBe(403)
  })

  it.for<[string, string, Sent]>([
    ['another bucket', '/private/secret', {}],
    ['the list of buckets', '/', {}],
    ['a command of the control plane', '/_backlot/requests', {}],
    ['a queue', '/123456789012/jobs?Action=SendMessage&MessageBody=a&Version=2012-11-05', {}],
    ['an action in the query of a bucket', '/photos?Action=ListUsers&Version=2010-05-08', {}],
    [
      'an action in the form that is posted to a bucket',
      '/photos',
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'Action=CreateUser&UserName=evil&Version=2010-05-08',
      },
    ],
    [
      'an action that a header names',
      '/photos',
      { method: 'POST', headers: { 'x-amz-target': 'AmazonSQS.ListQueues' }, body: '{}' },
    ],
    ['a copy from another bucket', '/photos/b', { method: 'PUT', headers: { 'x-amz-copy-source': 'private/secret' } }],
    [
      'a copy from another bucket by a presigned URL',
      '/photos/b?X-Amz-Signature=0&X-Amz-Copy-Source=%2Fprivate%2Fsecret',
      { method: 'PUT' },
    ],
    ['the rules themselves', '/photos?cors', { method: 'PUT', body: '<CORSConfiguration/>' }],
    ['the policy', '/photos?policy', { method: 'PUT', body: '{}' }],
    ['the bucket', '/photos', { method: 'DELETE' }],
  ])('does not reach %s', async ([, path, sent], { cloud: emulator }) => {
    const { status, origin, body } = await send({ cloud: emulator }, path, {
      ...sent,
      headers: { ...sent.headers, origin: PAGE },
    })
    expect([status, origin]).toEqual([403, undefined])
    expect(body).toContain(`backlot's cloud does not answer to a page of ${PAGE}`)
  })

  it('copies within the bucket', async ({ cloud: emulator }) => {
    const headers = { origin: PAGE, 'x-amz-copy-source': '/photos/a' }
    expect(await send({ cloud: emulator }, '/photos/copy', { method: 'PUT', headers })).toMatchObject({
      status: 200,
      origin: PAGE,
    })
  })
})

describe('a page of an unknown origin that no rule of a bucket names', () => {
  it('is told by the vendor that the bucket has no rules, or that they do not allow it', async ({
    cloud: emulator,
  }) => {
    const refused = await send({ cloud: emulator }, '/photos/a', preflightOf('PUT', STRANGER))
    expect([refused.status, refused.origin]).toEqual([403, undefined])
    expect(refused.body).toContain(
      '<Code>AccessForbidden</Code><Message>CORSResponse: CORS is not enabled for this bucket.</Message>' +
        '<Method>PUT</Method><ResourceType>BUCKET</ResourceType>',
    )
    await configure({ cloud: emulator }, RULE)
    const other = await send({ cloud: emulator }, '/photos/a', preflightOf('PUT', STRANGER))
    expect([other.status, other.origin]).toEqual([403, undefined])
    expect(other.body).toContain('<Code>AccessForbidden</Code><Message>CORSResponse: This CORS request is not allowed.')
  })

  it('can neither read nor write', async ({ cloud: emulator }) => {
    await configure({ cloud: emulator }, RULE)
    expect(await send({ cloud: emulator }, '/photos/a', { headers: { origin: STRANGER } })).toMatchObject({
      status: 403,
      origin: undefined,
    })
    const headers = { origin: STRANGER, 'content-type': 'text/plain' }
    expect((await send({ cloud: emulator }, '/photos/b', { method: 'PUT', headers, body: 'b' })).status).toBe(403)
    await configure({ cloud: emulator }, { ...RULE, AllowedMethods: ['GET'] })
    expect(
      (await send({ cloud: emulator }, '/photos/b', { method: 'PUT', headers: { ...headers, origin: PAGE } })).status,
    ).toBe(403)
    expect((await send({ cloud: emulator }, '/photos/b', {})).status).toBe(404)
  })

  it('is let in by a rule for every origin', async ({ cloud: emulator }) => {
    await configure({ cloud: emulator }, { AllowedMethods: ['GET'], AllowedOrigins: ['*'] })
    expect(await send({ cloud: emulator }, '/photos/a', { headers: { origin: STRANGER } })).toMatchObject({
      status: 200,
      origin: '*',
    })
    expect(await send({ cloud: emulator }, '/photos/a', { headers: { origin: 'null' } })).toMatchObject({
      status: 200,
      origin: '*',
    })
  })
})

it('the rules of a seeded bucket let in the origins that they name', async ({ cloud: emulator }) => {
  expect(await send({ cloud: emulator }, '/seeded/a', { headers: { origin: PAGE } })).toEqual({
    status: 200,
    origin: PAGE,
    body: 'seeded',
  })
  expect((await send({ cloud: emulator }, '/seeded/a', { headers: { origin: STRANGER } })).status).toBe(403)
  expect(await send({ cloud: emulator }, '/seeded/a', preflightOf('GET', PAGE))).toMatchObject({
    status: 200,
    origin: PAGE,
  })
})

it('with hosts: "real", a bucket is open at the hosts of S3 and no other service is', async ({ cloud: emulator }) => {
  await using real = await startCloud({ s3: { buckets } }, { hosts: 'real' })
  const at = (host: string, path: string, headers = {}) =>
    send({ cloud: emulator }, path, { headers: { host, origin: PAGE, ...headers } }, real.port)
  for (const [host, path] of [
    ['seeded.s3.us-east-1.amazonaws.com', '/a'],
    ['s3.us-east-1.amazonaws.com', '/seeded/a'],
  ] as const) {
    expect(await at(host, path)).toEqual({ status: 200, origin: PAGE, body: 'seeded' })
    expect((await at(host, path, { origin: STRANGER })).status).toBe(403)
  }
  expect((await at('private.s3.us-east-1.amazonaws.com', '/secret')).status).toBe(403)
  expect((await at('sqs.us-east-1.amazonaws.com', '/seeded/a')).status).toBe(403)
  expect((await at('iam.amazonaws.com', '/seeded/a')).status).toBe(403)
})

it('in a browser, a page of an origin that the rules name puts and gets an object, and no other page does', async ({
  cloud: emulator,
}) => {
  const site = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  const browser = await launchChromium('--host-resolver-rules=MAP *.example 127.0.0.1')
  try {
    await configure({ cloud: emulator }, { ...RULE, AllowedOrigins: [`http://app.example:${port}`] })
    const page = await browser.newPage()
    const work = async (url: string): Promise<string> => {
      try {
        await fetch(url, { method: 'PUT', body: 'from a page', headers: { 'content-type': 'text/x' } })
        return await (await fetch(url)).text()
      } catch (error) {
        return String(error)
      }
    }
    await page.goto(`http://app.example:${port}/`)
    expect(await page.evaluate(work, `${emulator.url}/photos/b`)).toBe('from a page')
    await page.goto(`http://evil.example:${port}/`)
    expect(await page.evaluate(work, `${emulator.url}/photos/b`)).toBe('TypeError: Failed to fetch')
  } finally {
    await browser.close()
    site.close()
  }
})
