import {
  CopyObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { s3Client, startCloud } from '#cloud/cloud.fixture.ts'

const Bucket = 'photos'
const MiB = 1024 * 1024
const BYTES = randomBytes(12 * MiB + 5)
const object = { Bucket, Key: 'large' }

let emulator: Emulator<'cloud'>
let s3: S3Client
beforeAll(async () => {
  emulator = await startCloud({ s3: { buckets: [{ name: Bucket }] } })
  s3 = s3Client(emulator)
})
afterAll(() => emulator.close())
beforeEach(() => emulator.reset())

/** Returns the temporary files of all instances on this machine, so only their disappearance is meaningful. */
const files = () =>
  readdirSync(tmpdir(), { withFileTypes: true })
    .filter((each) => each.isDirectory() && each.name.startsWith('backlot-'))
    .flatMap(({ name }) => {
      try {
        return readdirSync(join(tmpdir(), name)).map((file) => join(name, file))
      } catch {
        // Another instance was closed in the meantime.
        return []
      }
    })

const download = async (more: object = {}) => {
  const { Body } = await s3.send(new GetObjectCommand({ ...object, ...more }))
  return Buffer.from((await Body?.transformToByteArray()) ?? [])
}
const digest = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

describe('a large object', () => {
  it.each([
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
  ] as const)('is stored as it was sent, %s', async (_, Body, more) => {
    const { ETag } = await s3.send(new PutObjectCommand({ ...object, Body, ...more }))
    expect(ETag).toBe(`"${digest(BYTES)}"`)
    expect((await download({ ChecksumMode: 'ENABLED' })).equals(BYTES)).toBe(true)
    expect(await s3.send(new HeadObjectCommand(object))).toMatchObject({ ContentLength: BYTES.length })
  })

  it('can be read in part, and copied', async () => {
    await s3.send(new PutObjectCommand({ ...object, Body: BYTES }))
    const range = await download({ Range: `bytes=${9 * MiB}-${10 * MiB}` })
    expect(range.equals(BYTES.subarray(9 * MiB, 10 * MiB + 1))).toBe(true)
    await s3.send(new CopyObjectCommand({ Bucket, CopySource: `${Bucket}/large`, Key: 'copy' }))
    await fetch(`${emulator.url}/${Bucket}/large`, { method: 'DELETE' })
    expect((await download({ Key: 'copy' })).equals(BYTES)).toBe(true)
  })

  it('is refused when it does not match its signature, and leaves nothing behind', async () => {
    const before = new Set(files())
    const headers = { 'content-md5': createHash('md5').update('other').digest('base64') }
    const response = await fetch(`${emulator.url}/${Bucket}/large`, { method: 'PUT', body: BYTES, headers })
    expect(await response.text()).toContain('<Code>BadDigest</Code>')
    expect(files().filter((file) => !before.has(file))).toEqual([])
  })

  it('is discarded by a reset with its file, and restored from a snapshot', async () => {
    await s3.send(new PutObjectCommand({ ...object, Body: BYTES }))
    const snapshot = emulator.snapshot()
    await s3.send(new PutObjectCommand({ ...object, Key: 'other', Body: BYTES }))
    const before = files().length
    emulator.reset()
    expect(files().length).toBeLessThan(before)
    await expect(s3.send(new HeadObjectCommand(object))).rejects.toThrow()
    emulator.restore(snapshot)
    expect((await download()).equals(BYTES)).toBe(true)
  })
})

describe('a body that is cut off', () => {
  it.each([
    ['small', 1000],
    ['large', 9 * MiB],
  ])('leaves no object when it is %s', async (_, size) => {
    await new Promise<void>((resolve) => {
      const upload = request(`${emulator.url}/${Bucket}/large`, {
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
