import { expect, it } from 'vitest'
import { startCloud } from '../cloud.fixture.ts'

const objects = [{ key: 'photos/puppy.jpg', body: 'puppy' }]
const start = (seed: object = { strict_auth: true }) =>
  startCloud({ s3: { buckets: [{ name: 'johnsmith', objects }] }, ...seed }, { now: '2007-03-29T03:40:00Z' })

// The example of the vendor's documentation of version 2, for its example key.
const QUERY = 'AWSAccessKeyId=AKIAIOSFODNN7EXAMPLE&Signature=NpgCjnDzrM%2BWFzoENXmpNDUsSn8%3D&Expires=1175139620'

it.each(['http://johnsmith.s3.amazonaws.com/photos/puppy.jpg', 'http://localhost/johnsmith/photos/puppy.jpg'])(
  'a URL that was presigned with version 2 reads until it ends: %s',
  async (url) => {
    await using emulator = await start()
    expect(await (await emulator.fetch(`${url}?${QUERY}`)).text()).toBe('puppy')
    expect(emulator.requests.at(-1)?.principal).toBe('root')
    emulator.clock.advance('21s')
    const over = await emulator.fetch(`${url}?${QUERY}`)
    expect([over.status, await over.text()]).toEqual([403, expect.stringContaining('Request has expired')])
  },
)

it('a URL that was presigned for another request is refused, with what was to be signed', async () => {
  await using emulator = await start()
  const url = 'http://localhost/johnsmith/photos/puppy.jpg'
  const expected = 'GET\n\n\n1175139620\n/johnsmith/photos/puppy.jpg?response-content-type=text/plain'
  const other = await emulator.fetch(`${url}?${QUERY}&response-content-type=text/plain`)
  expect([other.status, await other.text()]).toEqual([403, expect.stringContaining(`<StringToSign>${expected}</`)])
  expect((await emulator.fetch(`${url}?${QUERY}`, { method: 'DELETE' })).status).toBe(403)
  expect((await emulator.fetch(`${url}?${QUERY.replace('1175139620', 'soon')}`)).status).toBe(403)
})

it('a key that nobody knows may sign so too, unless the seed is strict', async () => {
  const url = 'http://localhost/johnsmith/photos/puppy.jpg?AWSAccessKeyId=somebody&Signature=x&Expires=1175139620'
  await using strict = await start()
  expect(await (await strict.fetch(url)).text()).toContain('<Code>InvalidAccessKeyId</Code>')
  await using open = await start({})
  expect(await (await open.fetch(url)).text()).toBe('puppy')
})
