import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type GetObjectCommandInput,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { s3Client, startCloud } from '#cloud/cloud.fixture.ts'

/** The usual operations of object tests, on the bucket `photos`. */
export class Photos {
  readonly Bucket = 'photos'
  // Set before the first test.
  emulator!: Emulator<'cloud'>
  s3!: S3Client

  readonly put = (
    Key: string,
    Body: NonNullable<PutObjectCommandInput['Body']>,
    more: Partial<PutObjectCommandInput> = {},
  ) => this.s3.send(new PutObjectCommand({ Bucket: this.Bucket, Key, Body, ...more }))

  readonly get = (Key: string, more: Partial<GetObjectCommandInput> = {}) =>
    this.s3.send(new GetObjectCommand({ Bucket: this.Bucket, Key, ...more }))

  readonly text = async (Key: string, more: Partial<GetObjectCommandInput> = {}) =>
    (await this.get(Key, more)).Body?.transformToString()

  readonly head = (Key: string) => this.s3.send(new HeadObjectCommand({ Bucket: this.Bucket, Key }))

  readonly remove = (Key: string) => this.s3.send(new DeleteObjectCommand({ Bucket: this.Bucket, Key }))
}

/**
 * Starts an instance for the tests of a file, with the bucket `photos` and a versioned one, `archive`; resets it before
 * each test.
 */
export function usePhotos(): Photos {
  const photos = new Photos()
  beforeAll(async () => {
    photos.emulator = await startCloud({ s3: { buckets: [{ name: 'photos' }, { name: 'archive', versioning: true }] } })
    photos.s3 = s3Client(photos.emulator)
  })
  afterAll(() => photos.emulator.close())
  beforeEach(() => photos.emulator.reset())
  return photos
}

/** Returns the MD5 in hexadecimal digits. */
export function md5(content: string | Uint8Array): string {
  return createHash('md5').update(content).digest('hex')
}
