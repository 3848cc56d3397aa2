import { completeMultipartUpload, createMultipartUpload, head, put, uploadPart } from '@vercel/blob'
import { expect } from 'vitest'
import { blobTest, PUBLIC_TOKEN } from './blobs.fixture.ts'

const it = blobTest()
const token = PUBLIC_TOKEN
const options = { access: 'public', token } as const
const MEGABYTE = 1024 * 1024

it('joins the parts of an upload', async ({ deployhost }) => {
  const bytes = Buffer.alloc(17 * MEGABYTE, 1)
  bytes[16 * MEGABYTE] = 2
  const blob = await put('big.bin', bytes, { ...options, multipart: true })
  expect(blob).toMatchObject({ pathname: 'big.bin', contentType: 'application/octet-stream' })
  expect(blob.etag).toMatch(/^"[0-9a-f]{32}-3"$/)
  const answer = await deployhost.fetch(blob.url)
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  const part = await deployhost.fetch(blob.url, { headers: { range: `bytes=${16 * MEGABYTE - 1}-${16 * MEGABYTE}` } })
  expect([...new Uint8Array(await part.arrayBuffer())]).toEqual([1, 2])
})

it('keeps a large body that comes in one piece', async ({ deployhost }) => {
  const bytes = Buffer.alloc(9 * MEGABYTE, 3)
  const { url } = await put('one.bin', bytes, options)
  expect(Buffer.from(await (await deployhost.fetch(url)).arrayBuffer()).equals(bytes)).toBe(true)
})

it('refuses a completion whose parts are missing, repeated or too small', async () => {
  const { key, uploadId } = await createMultipartUpload('a.txt', { ...options, addRandomSuffix: true })
  expect(key).toMatch(/^a-.{30}\.txt$/)
  const upload = { ...options, key, uploadId }
  const first = await uploadPart('a.txt', 'first', { ...upload, partNumber: 1 })
  const second = await uploadPart('a.txt', 'second', { ...upload, partNumber: 2 })
  await expect(completeMultipartUpload('a.txt', [], upload)).rejects.toThrow('at least one part')
  await expect(completeMultipartUpload('a.txt', [{ ...first, etag: '"x"' }], upload)).rejects.toThrow('Part 1')
  await expect(completeMultipartUpload('a.txt', [second, second], upload)).rejects.toThrow('named twice')
  await expect(completeMultipartUpload('a.txt', [first, second], upload)).rejects.toThrow('5 MB')
  const blob = await completeMultipartUpload('a.txt', [second], upload)
  expect((await head(blob.pathname, { token })).size).toBe('second'.length)
  await expect(completeMultipartUpload('a.txt', [second], upload)).rejects.toThrow('does not exist')
})
