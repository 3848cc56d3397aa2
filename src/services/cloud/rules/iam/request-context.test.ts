import { createHmac } from 'node:crypto'
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { presign, s3Client, cloudTest } from '#cloud/cloud.fixture.ts'

const Bucket = 'photos'
const Key = 'a.txt'
const ACCESS_KEY = { accessKeyId: 'AKIAADAADAADAADAADAA', secretAccessKey: 'ada-secret' }

const Resource = `arn:aws:s3:::${Bucket}/*`
const STATEMENTS = [
  {
    Effect: 'Allow',
    Action: 's3:GetObject',
    Resource,
    Condition: { StringEquals: { 's3:authType': 'REST-QUERY-STRING', 's3:signatureversion': 'AWS4-HMAC-SHA256' } },
  },
  { Effect: 'Allow', Action: 's3:PutObject', Resource, Condition: { StringEquals: { 's3:authType': 'POST' } } },
  { Effect: 'Deny', Action: '*', Resource: '*', Condition: { NumericGreaterThan: { 's3:signatureAge': '600000' } } },
]

const it = cloudTest({
  enforce_iam: true,
  s3: { buckets: [{ name: Bucket, objects: [{ key: Key, body: 'hello' }] }] },
  iam: {
    users: [
      {
        user_name: 'ada',
        access_key_id: ACCESS_KEY.accessKeyId,
        secret_access_key: ACCESS_KEY.secretAccessKey,
        policies: [{ policy_name: 'own', document: { Version: '2012-10-17', Statement: STATEMENTS } }],
      },
    ],
  },
})

const client = (cloud: Emulator<'cloud'>) => s3Client(cloud, { credentials: ACCESS_KEY })
const presigned = (cloud: Emulator<'cloud'>) =>
  presign(client(cloud), new GetObjectCommand({ Bucket, Key }), { expiresIn: 3600 })

describe('the condition keys of a signature', () => {
  it('distinguish a presigned URL from a signature in the header', async ({ cloud }) => {
    await expect(client(cloud).send(new GetObjectCommand({ Bucket, Key }))).rejects.toMatchObject({
      name: 'AccessDenied',
    })
    expect(await (await fetch(await presigned(cloud))).text()).toBe('hello')
  })

  it('have the age of a presigned URL, by the clock of the instance', async ({ cloud }) => {
    const url = await presigned(cloud)
    cloud.clock.advance('9m')
    expect((await fetch(url)).status).toBe(200)
    cloud.clock.advance('2m')
    expect((await fetch(url)).status).toBe(403)
  })

  it('distinguish version 2 from version 4', async ({ cloud }) => {
    const Expires = String(Math.floor(cloud.clock.now() / 1000) + 60)
    const text = `GET\n\n\n${Expires}\n/${Bucket}/${Key}`
    const Signature = createHmac('sha1', ACCESS_KEY.secretAccessKey).update(text).digest('base64')
    const query = new URLSearchParams({ AWSAccessKeyId: ACCESS_KEY.accessKeyId, Signature, Expires })
    const response = await fetch(`${cloud.url}/${Bucket}/${Key}?${query}`)
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('<Code>AccessDenied<')])
  })

  it('distinguish a posted form', async ({ cloud }) => {
    const { url, fields } = await createPresignedPost(client(cloud), { Bucket, Key: 'new.txt' })
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob(['x']))
    expect((await fetch(url, { method: 'POST', body: form })).status).toBe(204)
    const put = new PutObjectCommand({ Bucket, Key: 'new.txt', Body: 'x' })
    await expect(client(cloud).send(put)).rejects.toMatchObject({ name: 'AccessDenied' })
  })
})
