import {
  CopyObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { cloudTest } from '#cloud/cloud.fixture.ts'

const Bucket = 'photos'
const MiB = 1024 * 1024
const BYTES = randomBytes(12 * MiB + 5)
const object = { Bucket, Key: 'large' }

const it = cloudTest({ s3: { buckets: [{ name: Bucket }] } })

/** A folder for the temporary files of this file's instance alone: other processes make some at the same time. */
const folder = mkdtempSync(join(tmpdir(), 'upload-'))
beforeAll(() => void vi.stubEnv('TMPDIR', folder))
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** Returns the temporary files of the instance. */
const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ name }) => name)

const download = async (s3: S3Client, more: object = {}) => {
  const { Body } = await s3.send(new GetObjectCommand({ ...object, ...more }))
  return Buffer.from((await Body?.transformToByteArray()) ?? [])
}
const digest = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

describe('a large object', () => {
  it.for([
    ['whole', BYTES, {}],
    [
      'in chunks, as a stream',
      Readable.from(chunked(BYTES)),
      { ContentLength: BYTES.length, ChecksumAlgorithm: 'SHA256' },
    ],
    [
      'in chunks, with a CRC64NVME',
      Readable.from(chunked(BYTES)),
      { ContentLength: BYTES.length, ChecksumAlgorithm: 'CRC64NVME' },
    ],
  ] as const)('is stored as it was sent, %s', async ([_kind, Body, more], { s3 }) => {
    const { ETag } = await s3.send(new PutObjectCommand({ ...object, Body, ...more }))
    expect(ETag).toBe(`"${digest(BYTES)}"`)
    expect((await download(s3, { ChecksumMode: 'ENABLED' })).equals(BYTES)).toBe(true)
    expect(await s3.send(new HeadObjectCommand(object))).toMatchObject({ ContentLength: BYTES.length })
  })

  it('can be read in part, and copied', async ({ cloud, s3 }) => {
    await s3.send(new PutObjectCommand({ ...object, Body: BYTES }))
    const range = await download(s3, { Range: `bytes=${9 * MiB}-${10 * MiB}` })
    expect(range.equals(BYTES.subarray(9 * MiB, 10 * MiB + 1))).toBe(true)
    await s3.send(new CopyObjectCommand({ Bucket, CopySource: `${Bucket}/large`, Key: 'copy' }))
    await fetch(`${cloud.url}/${Bucket}/large`, { method: 'DELETE' })
    expect((await download(s3, { Key: 'copy' })).equals(BYTES)).toBe(true)
  })

  it('is refused when it does not match its signature, and leaves nothing behind', async ({ cloud }) => {
    const before = files()
    const headers = { 'content-md5': createHash('md5').update('other').digest('base64') }
    const response = await fetch(`${cloud.url}/${Bucket}/large`, { method: 'PUT', body: BYTES, headers })
    expect(await response.text()).toContain('<Code>BadDigest</Code>')
    expect(files()).toEqual(before)
  })

  it('is discarded by a reset with its file, and restored from a snapshot', async ({ cloud, s3 }) => {
    await s3.send(new PutObjectCommand({ ...object, Body: BYTES }))
    const snapshot = cloud.snapshot()
    await s3.send(new PutObjectCommand({ ...object, Key: 'other', Body: BYTES }))
    expect(files()).toHaveLength(2)
    cloud.reset()
    expect(files()).toHaveLength(1)
    await expect(s3.send(new HeadObjectCommand(object))).rejects.toThrow()
    cloud.restore(snapshot)
    expect((await download(s3)).equals(BYTES)).toBe(true)
  })
})

describe('a body that is cut off', () => {
  it.for([
    ['small', 1000],
    ['large', 9 * MiB],
  ] as const)('leaves no object when it is %s', async ([_kind, size], { cloud, s3 }) => {
    await new Promise<void>((resolve) => {
      const upload = request(`${cloud.url}/${Bucket}/large`, {
        method: 'PUT',
        headers: { 'content-length': 12 * MiB },
      })
      upload.on('error', () => resolve()).on('close', () => resolve())
      upload.write(BYTES.subarray(0, size), () => upload.destroy())
    })
    await expect(s3.send(new HeadObjectCommand(object))).rejects.toMatchObject({ name: 'NotFound' })
  })
})

function* chunked(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000)
}
