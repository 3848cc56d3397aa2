import { GetBucketTaggingCommand, GetBucketVersioningCommand, GetObjectCommand } from '@aws-sdk/client-s3'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { s3Client, startCloud } from '#cloud/cloud.fixture.ts'

describe('a seeded bucket', () => {
  it('has its objects, from text or from a file, with their metadata', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'seed-'))
    await writeFile(join(directory, 'logo.bin'), new Uint8Array([0, 255, 1]))
    await using cloud = await startCloud({
      region: 'eu-west-1',
      s3: {
        buckets: [
          {
            name: 'assets',
            versioning: true,
            tags: { team: 'blue' },
            objects: [
              { key: 'logo', file: join(directory, 'logo.bin'), content_type: 'image/x', metadata: { By: 'ada' } },
              { key: 'hello', body: 'Hello', cache_control: 'no-store', tags: { a: '1' } },
            ],
          },
        ],
      },
    })
    await rm(directory, { recursive: true })
    expect(cloud.env).toMatchObject({ AWS_ENDPOINT_URL: cloud.url, AWS_REGION: 'eu-west-1' })
    const s3 = s3Client(cloud, { region: 'eu-west-1' })
    const get = (Key: string) => s3.send(new GetObjectCommand({ Bucket: 'assets', Key, ChecksumMode: 'ENABLED' }))
    const logo = await get('logo')
    expect(logo).toMatchObject({
      ContentType: 'image/x',
      Metadata: { by: 'ada' },
      VersionId: expect.stringMatching(/^\w{32}$/),
    })
    expect(await logo.Body?.transformToByteArray()).toEqual(new Uint8Array([0, 255, 1]))
    const hello = await get('hello')
    expect(hello).toMatchObject({ CacheControl: 'no-store', TagCount: 1, ContentType: 'binary/octet-stream' })
    expect(await hello.Body?.transformToString()).toBe('Hello')
    expect(await s3.send(new GetBucketVersioningCommand({ Bucket: 'assets' }))).toMatchObject({ Status: 'Enabled' })
    expect(await s3.send(new GetBucketTaggingCommand({ Bucket: 'assets' }))).toMatchObject({
      TagSet: [{ Key: 'team', Value: 'blue' }],
    })
    const head = await fetch(`${cloud.url}/assets`, { method: 'HEAD' })
    expect(head.headers.get('x-amz-bucket-region')).toBe('eu-west-1')
  })

  it('has the same ids in every run', async () => {
    const seed = { s3: { buckets: [{ name: 'assets', versioning: true, objects: [{ key: 'a', body: 'a' }] }] } }
    const version = async () => {
      await using cloud = await startCloud(seed)
      return (await fetch(`${cloud.url}/assets/a`)).headers.get('x-amz-version-id')
    }
    expect(await version()).toBe(await version())
  })

  it.each([
    [{ buckets: [{ name: 'a-1' }, { name: 'a-1' }] }, /s3\.buckets\[1\]\.name.*a-1: another bucket has this name/s],
    [{ buckets: [{ name: 'Upper' }] }, /3 to 63 lower-case letters/],
    [{ buckets: [{ name: 'a-1', objects: [{ key: 'a', file: '/no/such' }] }] }, /\/no\/such: cannot be read/],
    [{ buckets: [{ name: 'a-1', objects: [{ key: 'a', file: 'x', body: 'y' }] }] }, /give body or file, not both/],
  ])('is refused as %j', async (s3, message) => {
    await expect(startCloud({ s3 })).rejects.toThrow(message)
  })
})
