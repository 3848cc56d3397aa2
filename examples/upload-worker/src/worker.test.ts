import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutBucketNotificationConfigurationCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { GetQueueUrlCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { cloudFixture } from 'backlot/vitest'
import { expect, test as base } from 'vitest'
import { resultKey, work, workOnce, type WorkerOptions } from './worker.ts'

const Bucket = 'uploads'

const test = base.extend(cloudFixture)

/**
 * Returns a worker's options and the errors it reports. The fixture has set region and credentials in the environment.
 */
async function optionsFor({ url: endpoint }: { readonly url: string }): Promise<WorkerOptions & { errors: unknown[] }> {
  const s3 = new S3Client({ endpoint, maxAttempts: 1 })
  const sqs = new SQSClient({ endpoint, maxAttempts: 1 })
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  return { s3, sqs, queueUrl: await queueUrl(sqs, 'uploads'), wait: 0, onError, errors }
}

async function queueUrl(sqs: SQSClient, QueueName: string): Promise<string> {
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName }))
  return QueueUrl ?? ''
}

const upload = (s3: S3Client, Key: string, Body: string | Uint8Array) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body }))

async function result(s3: S3Client, key: string): Promise<unknown> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: resultKey(key) }))
  return JSON.parse((await Body?.transformToString()) ?? '')
}

test('writes a summary beside what was uploaded', async ({ cloud }) => {
  const options = await optionsFor(cloud)
  const { s3 } = options
  const key = 'incoming/märz 2026 + april.csv'
  const { ETag } = await upload(s3, key, 'name,born\nAda,1815\nGrace,1906\n')
  expect(await workOnce(options)).toBe(1)
  expect(await result(s3, key)).toMatchObject({ key, columns: ['name', 'born'], rows: 2, size: 30 })
  expect(await s3.send(new HeadObjectCommand({ Bucket, Key: resultKey(key) }))).toMatchObject({
    ContentType: 'application/json',
    Metadata: { 'source-etag': ETag?.replaceAll('"', '') },
  })
  expect(await workOnce(options)).toBe(0)
})

test('looks at tables only', async ({ cloud }) => {
  const options = await optionsFor(cloud)
  await upload(options.s3, 'incoming/photo.jpg', 'a photo')
  await upload(options.s3, 'elsewhere/table.csv', 'a,b\n')
  expect(await workOnce(options)).toBe(0)
})

test('says what is wrong with a table, and does not try again', async ({ cloud }) => {
  const options = await optionsFor(cloud)
  await upload(options.s3, 'incoming/a.csv', 'name,born\nAda\n')
  await upload(options.s3, 'incoming/b.csv', Uint8Array.from([0xff, 0xfe]))
  expect(await workOnce(options)).toBe(2)
  expect(await result(options.s3, 'incoming/a.csv')).toMatchObject({ error: 'line 2 has 1 values for 2 columns' })
  expect(await result(options.s3, 'incoming/b.csv')).toMatchObject({ error: 'the file is no UTF-8 text' })
})

test('leaves out what is gone again', async ({ cloud }) => {
  const options = await optionsFor(cloud)
  await upload(options.s3, 'incoming/a.csv', 'a,b\n')
  await options.s3.send(new DeleteObjectCommand({ Bucket, Key: 'incoming/a.csv' }))
  expect(await workOnce(options)).toBe(1)
  expect((await options.s3.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0)
})

test('tries again when the store is down for a moment', async ({ cloud }) => {
  const options = await optionsFor(cloud)
  await upload(options.s3, 'incoming/a.csv', 'a,b\n1,2\n')
  cloud.faults.add({ operation: 's3:GetObject', code: 'SlowDown', times: 1 })
  expect(await workOnce(options)).toBe(0)
  expect(options.errors).toMatchObject([{ name: 'SlowDown' }])
  expect(await workOnce(options)).toBe(0)
  cloud.clock.advance('30s')
  expect(await workOnce(options)).toBe(1)
  expect(await result(options.s3, 'incoming/a.csv')).toMatchObject({ rows: 1 })
})

test('gives a message up that fails again and again', async ({ cloud }) => {
  const options = await optionsFor(cloud)
  await upload(options.s3, 'incoming/a.csv', 'a,b\n')
  cloud.faults.add({ method: 'PUT', path: '/uploads/results/*', code: 'AccessDenied' })
  for (let attempt = 0; attempt < 4; attempt++) {
    expect(await workOnce(options)).toBe(0)
    cloud.clock.advance('30s')
  }
  expect(options.errors).toHaveLength(3)
  const failed = await queueUrl(options.sqs, 'uploads-failed')
  const { Messages } = await options.sqs.send(new ReceiveMessageCommand({ QueueUrl: failed }))
  expect(Messages).toHaveLength(1)
  expect(Messages?.[0]?.Body).toContain('incoming/a.csv')
})

test('takes the test event of a bucket for what it is', async ({ cloud }) => {
  const options = await optionsFor(cloud)
  const QueueArn = 'arn:aws:sqs:us-east-1:123456789012:uploads'
  const NotificationConfiguration = { QueueConfigurations: [{ QueueArn, Events: ['s3:ObjectCreated:*' as const] }] }
  await options.s3.send(new PutBucketNotificationConfigurationCommand({ Bucket, NotificationConfiguration }))
  expect(await workOnce(options)).toBe(1)
})

test('waits for uploads, and stops when it is told to', async ({ cloud, onTestFinished }) => {
  const options = await optionsFor(cloud)
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const working = work({ ...options, wait: 20 }, stop.signal)
  await upload(options.s3, 'incoming/a.csv', 'a,b\n')
  await expect
    .poll(() => result(options.s3, 'incoming/a.csv').catch(() => null), { timeout: 5000 })
    .toMatchObject({ rows: 0 })
  stop.abort()
  await working
})
