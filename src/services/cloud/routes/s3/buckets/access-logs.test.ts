import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutBucketLoggingCommand,
  PutBucketPolicyCommand,
  PutObjectCommand,
  type S3Client,
  type TargetObjectKeyFormat,
} from '@aws-sdk/client-s3'
import { expect } from 'vitest'
import { cloudTest, s3Client, startCloud } from '#cloud/cloud.fixture.ts'

const it = cloudTest({ s3: { buckets: [{ name: 'photos' }, { name: 'logs' }] } })

const log = (s3: S3Client, TargetObjectKeyFormat?: TargetObjectKeyFormat) =>
  s3.send(
    new PutBucketLoggingCommand({
      Bucket: 'photos',
      BucketLoggingStatus: { LoggingEnabled: { TargetBucket: 'logs', TargetPrefix: 'web/', TargetObjectKeyFormat } },
    }),
  )

const keys = async (s3: S3Client) =>
  ((await s3.send(new ListObjectsV2Command({ Bucket: 'logs' }))).Contents ?? []).map(({ Key }) => Key ?? '')

it('the access log of a bucket tells its requests after an hour, in the format of the vendor', async ({
  cloud,
  s3,
}) => {
  cloud.clock.freeze('2026-02-06T08:00:38Z')
  await log(s3)
  await s3.send(new PutObjectCommand({ Bucket: 'photos', Key: 'a b', Body: 'hello' }))
  await fetch(`${cloud.url}/photos/missing`, { headers: { referer: 'http://app.test/', 'user-agent': 'curl "7"' } })
  expect(await keys(s3)).toEqual([])
  cloud.clock.advance('1h')
  const [key = '', ...others] = await keys(s3)
  expect([key, others]).toEqual([expect.stringMatching(/^web\/2026-02-06-09-00-38-[\dA-F]{16}$/), []])

  const found = await s3.send(new GetObjectCommand({ Bucket: 'logs', Key: key }))
  const lines = ((await found.Body?.transformToString()) ?? '').trimEnd().split('\n')
  const [put, missing] = lines.slice(-2)
  const head = String.raw`[\da-f]{64} photos \[06/Feb/2026:08:00:38 \+0000\] 127\.0\.0\.1`
  expect(put).toMatch(
    new RegExp(
      String.raw`^${head} [\da-f]{64} [\dA-F]{16} REST\.PUT\.OBJECT a%20b "PUT /photos/a%20b\?x-id=PutObject HTTP/1\.1" 200 - - 5 - - "-" ` +
        String.raw`"aws-sdk-js\S+ .*" - \S+ SigV4 - AuthHeader 127\.0\.0\.1:\d+ - - -$`,
    ),
  )
  expect(missing).toMatch(
    new RegExp(
      String.raw`^${head} - [\dA-F]{16} REST\.GET\.OBJECT missing "GET /photos/missing HTTP/1\.1" 404 NoSuchKey \d+ - - - ` +
        String.raw`"http://app\.test/" "curl %227%22" - \S+ - - - 127\.0\.0\.1:\d+ - - -$`,
    ),
  )
})

it('an access log can be in folders by account, region, bucket and date', async ({ cloud, s3 }) => {
  cloud.clock.freeze('2026-02-06T23:30:00Z')
  await log(s3, { PartitionedPrefix: { PartitionDateSource: 'EventTime' } })
  await s3.send(new HeadObjectCommand({ Bucket: 'photos', Key: 'a' })).catch(() => undefined)
  cloud.clock.advance('1h')
  expect(await keys(s3)).toEqual([
    expect.stringMatching(/^web\/123456789012\/us-east-1\/photos\/2026\/02\/06\/2026-02-06-00-00-00-[\dA-F]{16}$/),
  ])
})

it('under enforce_iam the receiving bucket must let the log delivery write', async () => {
  await using cloud = await startCloud({ enforce_iam: true, s3: { buckets: [{ name: 'photos' }, { name: 'logs' }] } })
  const s3 = s3Client(cloud)
  await log(s3)
  cloud.clock.advance('1h')
  expect(await keys(s3)).toEqual([])
  const statement = {
    Effect: 'Allow',
    Principal: { Service: 'logging.s3.amazonaws.com' },
    Action: 's3:PutObject',
    Resource: 'arn:aws:s3:::logs/web/*',
  }
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
  await s3.send(new PutBucketPolicyCommand({ Bucket: 'logs', Policy }))
  await s3.send(new PutObjectCommand({ Bucket: 'photos', Key: 'a', Body: 'hello' }))
  cloud.clock.advance('1h')
  expect(await keys(s3)).toHaveLength(1)
})
