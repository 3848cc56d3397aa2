import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutBucketEncryptionCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import { cloudTest } from '#cloud/cloud.fixture.ts'

const Bucket = 'vault'
const Key = 'a'
const it = cloudTest({ s3: { buckets: [{ name: Bucket, objects: [{ key: 'open', body: 'open' }] }] } })

const digest = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64')
/** Returns the parameters of a customer's key that consists of one letter. */
const keyOf = (letter: string) => {
  const bytes = Buffer.alloc(32, letter)
  return {
    SSECustomerAlgorithm: 'AES256',
    SSECustomerKey: bytes.toString('base64'),
    SSECustomerKeyMD5: digest(bytes),
  }
}
const sourceKeyOf = (letter: string) => {
  const { SSECustomerAlgorithm, SSECustomerKey, SSECustomerKeyMD5 } = keyOf(letter)
  return {
    CopySourceSSECustomerAlgorithm: SSECustomerAlgorithm,
    CopySourceSSECustomerKey: SSECustomerKey,
    CopySourceSSECustomerKeyMD5: SSECustomerKeyMD5,
  }
}
const mine = keyOf('a')
const shown = { SSECustomerAlgorithm: 'AES256', SSECustomerKeyMD5: mine.SSECustomerKeyMD5 }
const required = { name: 'InvalidRequest', message: expect.stringContaining('must be provided to retrieve') as string }

describe("an object with a customer's key", () => {
  it('is read with that key only', async ({ s3 }) => {
    expect(await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'secret', ...mine }))).toMatchObject(shown)
    const read = (more: object) => s3.send(new GetObjectCommand({ Bucket, Key, ...more }))
    const found = await read(mine)
    expect(found).toMatchObject(shown)
    expect(found.ServerSideEncryption).toBeUndefined()
    expect(await found.Body?.transformToString()).toBe('secret')
    await expect(read({})).rejects.toMatchObject(required)
    await expect(read(keyOf('b'))).rejects.toMatchObject({ name: 'AccessDenied', $metadata: { httpStatusCode: 403 } })
    // A value of the wrong size is refused as a wrong key is.
    const short = { ...mine, SSECustomerKey: 'c2hvcnQ=', SSECustomerKeyMD5: 'TwnaqdlbyxZqMCQHoOC6vg==' }
    await expect(read(short)).rejects.toMatchObject({ name: 'AccessDenied', $metadata: { httpStatusCode: 403 } })
    await expect(s3.send(new HeadObjectCommand({ Bucket, Key }))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 400 },
    })
    const attributes = { Bucket, Key, ObjectAttributes: ['ObjectSize' as const] }
    expect(await s3.send(new GetObjectAttributesCommand({ ...attributes, ...mine }))).toMatchObject({ ObjectSize: 6 })
    await expect(s3.send(new GetObjectAttributesCommand(attributes))).rejects.toMatchObject(required)
    await expect(s3.send(new GetObjectCommand({ Bucket, Key: 'open', ...mine }))).rejects.toMatchObject({
      message: 'The encryption parameters are not applicable to this object.',
    })
  })

  it('is copied with that key, to another key or none', async ({ s3 }) => {
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'secret', ...mine }))
    const copy = (more: object) =>
      s3.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/${Key}`, ...more }))
    await expect(copy({})).rejects.toMatchObject(required)
    expect(await copy({ ...sourceKeyOf('a'), ...keyOf('b') })).toMatchObject({
      SSECustomerKeyMD5: keyOf('b').SSECustomerKeyMD5,
    })
    expect(await copy(sourceKeyOf('a'))).toMatchObject({ ServerSideEncryption: 'AES256' })
  })

  it('can be uploaded in parts that all come with the key', async ({ s3 }) => {
    const ChecksumAlgorithm = 'CRC32'
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, ChecksumAlgorithm, ...mine }))
    const part = { Bucket, Key, UploadId, PartNumber: 1 }
    const send = (more: object) => s3.send(new UploadPartCommand({ ...part, Body: 'secret', ...more }))
    await expect(send({})).rejects.toMatchObject({ message: expect.stringContaining('Subsequent part requests') })
    await expect(send(keyOf('b'))).rejects.toMatchObject({ message: expect.stringContaining('did not match') })
    const { ETag, ChecksumCRC32 } = await send(mine)
    await s3.send(new UploadPartCopyCommand({ ...part, PartNumber: 2, CopySource: `${Bucket}/open`, ...mine }))
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag, ChecksumCRC32 }] }
    const complete = (encryption: object) =>
      s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload, ...encryption }))
    await expect(complete({})).rejects.toMatchObject({ name: 'InvalidRequest' })
    await complete(mine)
    await expect(s3.send(new GetObjectCommand({ Bucket, Key }))).rejects.toMatchObject(required)
    expect(await (await s3.send(new GetObjectCommand({ Bucket, Key, ...mine }))).Body?.transformToString()).toBe(
      'secret',
    )
  })

  it.for([
    [{ ServerSideEncryption: 'AES256' }, 'InvalidArgument', /incompatible with the encryption method/],
    [{ SSECustomerAlgorithm: 'KMS' }, 'InvalidEncryptionAlgorithmError', /Supported value: AES256/],
    [{ SSECustomerAlgorithm: undefined }, 'InvalidArgument', /a valid encryption algorithm/],
  ] as [Partial<PutObjectCommandInput>, string, RegExp][])(
    'is refused with %j',
    async ([wrong, name, message], { s3 }) => {
      const put = new PutObjectCommand({ Bucket, Key, Body: 'x', ...mine, ...wrong })
      await expect(s3.send(put)).rejects.toMatchObject({ name, message: expect.stringMatching(message) })
    },
  )
})

it("refuses a customer's key that does not match its digest", async ({ cloud }) => {
  const name = 'x-amz-server-side-encryption-customer'
  const headers = {
    [`${name}-algorithm`]: 'AES256',
    [`${name}-key`]: mine.SSECustomerKey,
    [`${name}-key-md5`]: keyOf('b').SSECustomerKeyMD5,
  }
  const refused = await fetch(`${cloud.url}/${Bucket}/${Key}`, { method: 'PUT', body: 'x', headers })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('did not match the hash')])
})

describe('the encryption of an object', () => {
  const put = (s3: S3Client, more: Partial<PutObjectCommandInput> = {}) =>
    s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x', ...more }))
  const id = '01234567-89ab-cdef-0123-456789abcdef'

  it('has the ARN of its KMS key, and one of the vendor where the client names none', async ({ s3 }) => {
    const arn = 'arn:aws:kms:us-east-1:123456789012:key/'
    expect(await put(s3, { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: id })).toMatchObject({
      SSEKMSKeyId: arn + id,
    })
    const { SSEKMSKeyId } = await put(s3, { ServerSideEncryption: 'aws:kms' })
    expect(SSEKMSKeyId).toMatch(/^arn:aws:kms:us-east-1:123456789012:key\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  })

  it('is the one of the bucket unless the request has another', async ({ s3 }) => {
    const Rules = [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms' as const, KMSMasterKeyID: id } }]
    await s3.send(new PutBucketEncryptionCommand({ Bucket, ServerSideEncryptionConfiguration: { Rules } }))
    expect(await put(s3)).toMatchObject({ ServerSideEncryption: 'aws:kms', SSEKMSKeyId: expect.stringContaining(id) })
    expect(await put(s3, { ServerSideEncryption: 'AES256' })).toMatchObject({ ServerSideEncryption: 'AES256' })
  })

  it('leaves the MD5 of the bytes as the entity tag only where the vendor has the key', async ({ s3 }) => {
    const plain = (await put(s3)).ETag
    const kms = (await put(s3, { ServerSideEncryption: 'aws:kms' })).ETag
    expect(kms).toMatch(/^"[\da-f]{32}"$/)
    expect([
      plain,
      (await put(s3, mine)).ETag,
      (await put(s3, { ServerSideEncryption: 'aws:kms' })).ETag,
    ]).not.toContain(kms)
    const CopySource = `${Bucket}/${Key}`
    const copied = await s3.send(
      new CopyObjectCommand({ Bucket, Key: 'copy', CopySource, ServerSideEncryption: 'AES256' }),
    )
    expect(copied.CopyObjectResult?.ETag).toBe(plain)
  })

  it('must be known, and has a KMS key only where it uses one', async ({ s3 }) => {
    const unknown = put(s3, { ServerSideEncryption: 'rot13' as 'AES256' }) // not known to the client
    await expect(unknown).rejects.toMatchObject({ name: 'InvalidArgument', ArgumentValue: 'rot13' })
    await expect(put(s3, { SSEKMSKeyId: id })).rejects.toMatchObject({ name: 'InvalidArgument' })
    const Rules = [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' as const, KMSMasterKeyID: id } }]
    await expect(
      s3.send(new PutBucketEncryptionCommand({ Bucket, ServerSideEncryptionConfiguration: { Rules } })),
    ).rejects.toMatchObject({ name: 'InvalidArgument', ArgumentName: 'ApplyServerSideEncryptionByDefault' })
  })
})
