import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { EXAMPLE_KEY } from '#cloud/apply-seed/index.ts'
import { startCloud } from '#cloud/cloud.fixture.ts'

const objects = [{ key: 'photos/puppy.jpg', body: 'puppy' }]
const start = (seed: object = { strict_auth: true }) =>
  startCloud({ s3: { buckets: [{ name: 'johnsmith', objects }] }, ...seed }, { now: '2007-03-29T03:40:00Z' })

// The example of the documentation of version 2, with its example key.
const QUERY = 'AWSAccessKeyId=AKIAIOSFODNN7EXAMPLE&Signature=NpgCjnDzrM%2BWFzoENXmpNDUsSn8%3D&Expires=1175139620'

it.each(['http://johnsmith.s3.amazonaws.com/photos/puppy.jpg', 'http://localhost/johnsmith/photos/puppy.jpg'])(
  'reads by a URL presigned with version 2 until it expires: %s',
  async (url) => {
    await using emulator = await start()
    expect(await (await emulator.fetch(`${url}?${QUERY}`)).text()).toBe('puppy')
    expect(emulator.requests.at(-1)?.principal).toBe('root')
    emulator.clock.advance('21s')
    const over = await emulator.fetch(`${url}?${QUERY}`)
    expect([over.status, await over.text()]).toEqual([403, expect.stringContaining('Request has expired')])
  },
)

it('refuses a URL that was presigned for another request, with the string to sign', async () => {
  await using emulator = await start()
  const url = 'http://localhost/johnsmith/photos/puppy.jpg'
  const expected = 'GET\n\n\n1175139620\n/johnsmith/photos/puppy.jpg?response-content-type=text/plain'
  const other = await emulator.fetch(`${url}?${QUERY}&response-content-type=text/plain`)
  expect([other.status, await other.text()]).toEqual([403, expect.stringContaining(`<StringToSign>${expected}</`)])
  expect((await emulator.fetch(`${url}?${QUERY}`, { method: 'DELETE' })).status).toBe(403)
  expect((await emulator.fetch(`${url}?${QUERY.replace('1175139620', 'soon')}`)).status).toBe(403)
})

it('requires the end of a presigned URL', async () => {
  await using emulator = await start()
  const url = `http://localhost/johnsmith/photos/puppy.jpg?${QUERY.replace('&Expires=1175139620', '')}`
  const refused = await emulator.fetch(url)
  expect([refused.status, await refused.text()]).toEqual([
    403,
    expect.stringContaining(
      '<Code>AccessDenied</Code><Message>Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters</Message>',
    ),
  ])
})

it('accepts an unknown access key unless the seed is strict', async () => {
  const url = 'http://localhost/johnsmith/photos/puppy.jpg?AWSAccessKeyId=somebody&Signature=x&Expires=1175139620'
  await using strict = await start()
  expect(await (await strict.fetch(url)).text()).toContain('<Code>InvalidAccessKeyId</Code>')
  await using open = await start({})
  expect(await (await open.fetch(url)).text()).toBe('puppy')
})

it('refuses version 2 for a bucket in a region that opened since 2014, which takes version 4 only', async () => {
  await using emulator = await startCloud(
    { s3: { buckets: [{ name: 'johnsmith', region: 'eu-central-1', objects }] } },
    { now: '2007-03-29T03:40:00Z' },
  )
  const refused = await emulator.fetch(`http://localhost/johnsmith/photos/puppy.jpg?${QUERY}`)
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('Please use AWS4-HMAC-SHA256.') as string,
  ])
})

describe('a signature of version 2 in a header', () => {
  // The examples of the documentation.
  const GET = 'AWS AKIAIOSFODNN7EXAMPLE:bWq2s1WEIj+Ydj0vQ697zp+IXMU='
  const PUT = 'AWS AKIAIOSFODNN7EXAMPLE:MyyxeRY7whkBe+bq8fHCL/2kKUg='
  const url = 'http://localhost/johnsmith/photos/puppy.jpg'
  const at = (now: string) =>
    startCloud({ s3: { buckets: [{ name: 'johnsmith', objects }] }, strict_auth: true }, { now })

  it('reads and writes', async () => {
    await using emulator = await at('2007-03-27T19:40:00Z')
    const headers = { authorization: GET, date: 'Tue, 27 Mar 2007 19:36:42 +0000' }
    expect(await (await emulator.fetch(url, { headers })).text()).toBe('puppy')
    expect(emulator.requests.at(-1)?.principal).toBe('root')
    emulator.clock.set('2007-03-27T21:20:00Z')
    const written = { authorization: PUT, date: 'Tue, 27 Mar 2007 21:15:45 +0000', 'content-type': 'image/jpeg' }
    expect((await emulator.fetch(url, { method: 'PUT', headers: written, body: 'kitten' })).status).toBe(200)
    expect((await emulator.fetch(url, { method: 'DELETE', headers: written })).status).toBe(403)
  })

  it.each([
    [{ authorization: GET }, 403, 'a valid Date or x-amz-date header'],
    [{ authorization: GET, date: 'Tue, 27 Mar 2007 18:36:42 +0000' }, 403, 'RequestTimeTooSkewed'],
    [
      { authorization: 'AWS nobody', date: 'Tue, 27 Mar 2007 19:36:42 +0000' },
      400,
      'Expected AwsAccessKeyId:signature',
    ],
  ])('is refused with %j', async (headers, status, reason) => {
    await using emulator = await at('2007-03-27T19:40:00Z')
    const refused = await emulator.fetch(url, { headers })
    expect([refused.status, await refused.text()]).toEqual([status, expect.stringContaining(reason)])
  })
})

it('accepts a bucket in the path that was signed with a slash at its end, as boto3 signs it', async () => {
  await using emulator = await start()
  const date = 'Thu, 29 Mar 2007 03:40:00 GMT'
  const create = (signedPath: string) => {
    const text = `PUT\n\n\n${date}\n${signedPath}`
    const signature = createHmac('sha1', EXAMPLE_KEY.secret).update(text).digest('base64')
    const headers = { date, authorization: `AWS ${EXAMPLE_KEY.id}:${signature}` }
    return emulator.fetch('http://localhost/pets', { method: 'PUT', headers })
  }
  expect((await create('/pets/puppy')).status).toBe(403)
  expect((await create('/pets/')).status).toBe(200)
  expect((await create('/pets')).status).toBe(200)
})

it('accepts a form whose policy was signed with version 2', async () => {
  await using emulator = await start()
  const conditions = [{ bucket: 'johnsmith' }, { key: 'new.jpg' }]
  const policy = Buffer.from(JSON.stringify({ expiration: '2007-04-01T12:00:00.000Z', conditions })).toString('base64')
  const signature = createHmac('sha1', EXAMPLE_KEY.secret).update(policy).digest('base64')
  const post = async (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ key: 'new.jpg', ...fields })) form.append(name, value)
    form.append('file', new Blob(['kitten']))
    const answer = await emulator.fetch('http://localhost/johnsmith', { method: 'POST', body: form })
    return [answer.status, await answer.text()]
  }
  const signed = { AWSAccessKeyId: EXAMPLE_KEY.id, policy, signature }
  expect(await post(signed)).toEqual([204, ''])
  expect(emulator.requests.at(-1)?.principal).toBe('root')
  expect(await post({ ...signed, signature: 'x' })).toEqual([403, expect.stringContaining('SignatureDoesNotMatch')])
  expect(await post({ AWSAccessKeyId: EXAMPLE_KEY.id, policy })).toEqual([400, expect.stringContaining('Signature')])
  expect(await post({ ...signed, key: 'other.jpg' })).toEqual([403, expect.stringContaining('Policy Condition failed')])
})
