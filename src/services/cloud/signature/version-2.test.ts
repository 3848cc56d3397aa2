import { expect, it } from 'vitest'
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

it('accepts an unknown access key unless the seed is strict', async () => {
  const url = 'http://localhost/johnsmith/photos/puppy.jpg?AWSAccessKeyId=somebody&Signature=x&Expires=1175139620'
  await using strict = await start()
  expect(await (await strict.fetch(url)).text()).toContain('<Code>InvalidAccessKeyId</Code>')
  await using open = await start({})
  expect(await (await open.fetch(url)).text()).toBe('puppy')
})
