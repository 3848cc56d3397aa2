import { BlobNotFoundError, head, issueSignedToken, presignUrl, put } from '@vercel/blob'
import { expect } from 'vitest'
import { blobTest, PUBLIC_TOKEN, PRIVATE_TOKEN } from './blobs.fixture.ts'

const it = blobTest()
const token = PRIVATE_TOKEN
const access = 'private'

/** The URL at the instance for one at the vendor's host, which the client makes by itself. */
const atInstance = (base: string, url: string) =>
  url.replace(/^https:\/\/\w+\.private\.blob\.vercel-storage\.com/, `${base}/blob/private/secrets123456789`)

it('reads a private blob, for the operation and the pathname that it is signed for', async ({ deployhost }) => {
  await put('a.txt', 'hello', { access, token })
  await put('b.txt', 'other', { access, token })
  const signed = await issueSignedToken({ token, operations: ['get'], pathname: 'a.txt' })
  const { presignedUrl } = await presignUrl(signed, { operation: 'get', pathname: 'a.txt', access })
  const url = atInstance(deployhost.url, presignedUrl)
  expect(await (await deployhost.fetch(url)).text()).toBe('hello')
  expect((await deployhost.fetch(url, { method: 'HEAD' })).status).toBe(403)
  expect((await deployhost.fetch(url.replace('a.txt', 'b.txt'))).status).toBe(403)
  expect((await deployhost.fetch(url.replace('signature=', 'signature=x'))).status).toBe(403)
  deployhost.clock.advance('1h')
  expect((await deployhost.fetch(url)).status).toBe(403)
})

it('uploads within its limits, and deletes', async ({ deployhost }) => {
  const signed = await issueSignedToken({ token, operations: ['put', 'delete'] })
  const upload = await presignUrl(signed, {
    operation: 'put',
    pathname: 'a.txt',
    access,
    maximumSizeInBytes: 10,
    allowedContentTypes: ['text/plain'],
  })
  const send = (url: string, body: string) => deployhost.fetch(url, { method: 'PUT', body })
  expect((await send(upload.presignedUrl, 'more than ten')).status).toBe(400)
  expect((await send(upload.presignedUrl.replace('=10', '=20'), 'more than ten')).status).toBe(403)
  expect((await send(upload.presignedUrl, 'hello')).status).toBe(200)
  expect((await head('a.txt', { token })).size).toBe(5)
  const removal = await presignUrl(signed, { operation: 'delete', pathname: 'a.txt', access })
  expect((await deployhost.fetch(removal.presignedUrl, { method: 'DELETE' })).status).toBe(200)
  await expect(head('a.txt', { token })).rejects.toThrow(BlobNotFoundError)
})

it('is not signed for a store by the token of another one', async ({ deployhost }) => {
  const signed = await issueSignedToken({ token: PUBLIC_TOKEN, operations: ['get'] })
  await put('a.txt', 'hello', { access, token })
  const { presignedUrl } = await presignUrl(signed, { operation: 'get', pathname: 'a.txt', access })
  const query = new URL(presignedUrl).search
  const answer = await deployhost.fetch(`${deployhost.url}/blob/private/secrets123456789/a.txt${query}`)
  expect(answer.status).toBe(403)
})
