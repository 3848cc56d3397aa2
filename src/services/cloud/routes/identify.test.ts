import { CreateBucketCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import { Agent, request } from 'node:http'
import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { s3Client, cloudTest } from '#cloud/cloud.fixture.ts'

const it = cloudTest({ s3: { buckets: [{ name: 'photos', objects: [{ key: 'a', body: 'a' }] }] } })

const operation = (cloud: Emulator<'cloud'>) => cloud.requests.at(-1)?.operation

describe('an S3 request', () => {
  it('can name its bucket in its host', async ({ cloud }) => {
    // Some systems do not resolve subdomains of localhost.
    const httpAgent = new Agent({
      lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    })
    const s3 = s3Client(cloud, {
      endpoint: `http://localhost:${cloud.port}`,
      forcePathStyle: false,
      requestHandler: { httpAgent },
    })
    await s3.send(new CreateBucketCommand({ Bucket: 'hosted' }))
    await s3.send(new PutObjectCommand({ Bucket: 'hosted', Key: 'a/b', Body: 'hosted' }))
    const found = await s3.send(new GetObjectCommand({ Bucket: 'hosted', Key: 'a/b' }))
    expect(await found.Body?.transformToString()).toBe('hosted')
    expect(cloud.requests.at(-1)).toMatchObject({ path: '/a/b', operation: 's3:GetObject' })
    const { Contents } = await s3.send(new ListObjectsV2Command({ Bucket: 'hosted' }))
    expect(Contents).toMatchObject([{ Key: 'a/b' }])
    s3.destroy()
    httpAgent.destroy()
  })

  it('names its bucket in the path when the endpoint is an IP address', async ({ cloud }) => {
    const s3 = s3Client(cloud, { forcePathStyle: false })
    await s3.send(new GetObjectCommand({ Bucket: 'photos', Key: 'a' }))
    expect(cloud.requests.at(-1)).toMatchObject({ path: '/photos/a', operation: 's3:GetObject' })
  })

  it.for([
    ['GET', '/', 's3:ListBuckets'],
    ['GET', '/photos', 's3:ListObjects'],
    ['GET', '/photos/', 's3:ListObjects'],
    ['GET', '/photos?list-type=2', 's3:ListObjectsV2'],
    ['GET', '/photos?location', 's3:GetBucketLocation'],
    ['GET', '/photos?location=', 's3:GetBucketLocation'],
    ['GET', '/photos/a?tagging', 's3:GetObjectTagging'],
    ['GET', '/photos/a?x-id=GetObject', 's3:GetObject'],
    ['HEAD', '/photos/a', 's3:HeadObject'],
    ['DELETE', '/photos/a?tagging', 's3:DeleteObjectTagging'],
  ] as const)('%s %s is the operation %s', async ([method, path, expected], { cloud }) => {
    await fetch(cloud.url + path, { method })
    expect(operation(cloud)).toBe(expected)
  })

  it('gets NotImplemented for a missing operation, never the answer of another one', async ({ cloud }) => {
    for (const path of ['/photos?abac', '/photos/a?torrent', '/photos?metadataTable']) {
      const response = await fetch(cloud.url + path)
      expect([response.status, await response.text()]).toEqual([
        501,
        expect.stringContaining('<Code>NotImplemented</Code>'),
      ])
    }
  })

  it('must be correctly percent-encoded', async ({ cloud }) => {
    const text = await new Promise<string>((resolve, reject) => {
      // fetch would not send such a path.
      request({ port: cloud.port, path: '/photos/%zz', host: '127.0.0.1' }, (response) => {
        let body = ''
        response.on('data', (piece) => (body += String(piece))).on('end', () => resolve(body))
      })
        .on('error', reject)
        .end()
    })
    expect(text).toContain('<Code>InvalidURI</Code>')
  })
})

describe('a request to another service', () => {
  const form = (cloud: Emulator<'cloud'>, body: string, headers: Record<string, string> = {}) =>
    fetch(cloud.url, { method: 'POST', body: new URLSearchParams(body), headers })

  it('is identified by its API version', async ({ cloud }) => {
    await form(cloud, 'Action=ListUsers&Version=2010-05-08')
    expect(operation(cloud)).toBe('iam:ListUsers')
    await form(cloud, 'Action=GetCallerIdentity&Version=2011-06-15')
    expect(operation(cloud)).toBe('sts:GetCallerIdentity')
    await form(cloud, 'Action=ListQueues&Version=2012-11-05')
    expect(operation(cloud)).toBe('sqs:ListQueues')
  })

  it('is identified by its action when it states no API version', async ({ cloud }) => {
    const created = await form(cloud, 'Action=CreateQueue&QueueName=jobs')
    expect(await created.text()).toContain(`<QueueUrl>${cloud.url}/123456789012/jobs</QueueUrl>`)
    await fetch(`${cloud.url}/123456789012/jobs`, {
      method: 'POST',
      body: new URLSearchParams({ Action: 'SendMessage', MessageBody: 'first' }),
    })
    expect(operation(cloud)).toBe('sqs:SendMessage')
    await form(cloud, 'Action=CreateUser&UserName=ada')
    expect(operation(cloud)).toBe('iam:CreateUser')
    await fetch(`${cloud.url}/?Action=GetCallerIdentity`)
    expect(operation(cloud)).toBe('sts:GetCallerIdentity')
  })

  it('is one to S3 when nothing tells of another service', async ({ cloud }) => {
    for (const body of ['Action=ListBuckets', 'Action=CreateUser&UserName=ada&Version=2000-01-01'])
      expect((await form(cloud, body)).status).toBe(501)
    await fetch(`${cloud.url}/photos?Action=CreateUser&UserName=ada`)
    expect(operation(cloud)).toBe('s3:ListObjects')
  })

  it("is identified by its signature's service, also as a GET", async ({ cloud }) => {
    const scope = 'X-Amz-Credential=somebody/20260101/us-east-1/sts/aws4_request'
    await fetch(`${cloud.url}/?Action=GetCallerIdentity&Version=2011-06-15`)
    expect(operation(cloud)).toBe('sts:GetCallerIdentity')
    await fetch(`${cloud.url}/?Action=GetCallerIdentity&${scope}`)
    expect(operation(cloud)).toBe('sts:GetCallerIdentity')
  })

  it('is identified by its X-Amz-Target', async ({ cloud }) => {
    const headers = { 'x-amz-target': 'AmazonSQS.ListQueues', 'content-type': 'application/x-amz-json-1.0' }
    const response = await fetch(cloud.url, { method: 'POST', headers, body: '{}' })
    expect([response.status, response.headers.get('x-amzn-requestid')]).toEqual([
      200,
      expect.stringMatching(/^[\da-f-]{36}$/),
    ])
    expect(operation(cloud)).toBe('sqs:ListQueues')
  })

  it('gets the nearest implemented operation when its own is missing', async ({ cloud }) => {
    const xml = await form(cloud, 'Action=ListUsrs&Version=2010-05-08')
    expect([xml.status, await xml.text()]).toEqual([
      501,
      expect.stringMatching(/<Code>InvalidAction<.*iam:ListUsrs; the nearest operation is iam:ListUsers</),
    ])
    const headers = { 'x-amz-target': 'AmazonSQS.ListQueue', 'content-type': 'application/x-amz-json-1.0' }
    const json = await fetch(cloud.url, { method: 'POST', headers, body: '{}' })
    expect([json.status, await json.json()]).toMatchObject([
      501,
      {
        __type: 'com.amazon.coral.service#UnknownOperationException',
        message: expect.stringContaining('sqs:ListQueue; the nearest operation is sqs:ListQueues'),
      },
    ])
  })
})

describe('a fault', () => {
  it('is rendered in the protocol of the request', async ({ cloud }) => {
    cloud.faults.add({ code: 'SlowDown' })
    const s3 = s3Client(cloud)
    await expect(s3.send(new GetObjectCommand({ Bucket: 'photos', Key: 'a' }))).rejects.toMatchObject({
      name: 'SlowDown',
      $metadata: {
        httpStatusCode: 503,
        requestId: expect.stringMatching(/^[\dA-F]{16}$/),
        extendedRequestId: expect.stringMatching(/.{40}/),
      },
    })
  })
})
