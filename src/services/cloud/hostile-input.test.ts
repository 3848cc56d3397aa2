import { PutBucketPolicyCommand, type S3Client, S3ServiceException, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { SetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import { request } from 'node:http'
import { describe, expect } from 'vitest'
import { isRecord } from '#core/objects.ts'
import { inputOf } from '#core/route-input.ts'
import type { Emulator } from '#emulator.ts'
import { s3Client, startCloud, cloudTest } from './cloud.fixture.ts'
import { routes } from './routes/index.ts'
import { sqsClient } from './routes/sqs/sqs.fixture.ts'

// Requests that no client sends. They are refused as the vendor refuses them; an answer of 500 is a defect.

const it = cloudTest({ s3: { buckets: [{ name: 'photos' }] }, sqs: { queues: [{ name: 'jobs' }] } })

const post = async (
  cloud: Emulator<'cloud'>,
  path: string,
  body: BodyInit,
  headers: Record<string, string> = {},
  method = 'POST',
) => {
  const response = await cloud.fetch(new Request(cloud.url + path, { method, body, headers }))
  return { status: response.status, text: await response.text() }
}

const sqsJson = (cloud: Emulator<'cloud'>, operation: string, body: string) =>
  post(cloud, '/', body, { 'x-amz-target': `AmazonSQS.${operation}`, 'content-type': 'application/x-amz-json-1.0' })

const queueUrl = (cloud: Emulator<'cloud'>) => `${cloud.url}/123456789012/jobs`

/** A request that has every member of SQS with a valid value. */
const MEMBERS: Readonly<Record<string, unknown>> = {
  QueueName: 'jobs',
  QueueOwnerAWSAccountId: '123456789012',
  QueueNamePrefix: 'j',
  MessageBody: 'x',
  MessageGroupId: 'a',
  MessageDeduplicationId: 'a',
  MessageAttributes: { a: { DataType: 'String', StringValue: 'x' } },
  ReceiptHandle: 'x',
  ReceiveRequestAttemptId: 'a',
  VisibilityTimeout: 1,
  MaxNumberOfMessages: 1,
  Attributes: {},
  AttributeNames: ['All'],
  Tags: { a: 'b' },
  TagKeys: ['a'],
  Label: 'a',
  AWSAccountIds: ['123456789012'],
  Actions: ['SendMessage'],
  SourceArn: 'arn:aws:sqs:us-east-1:123456789012:jobs',
  DestinationArn: 'arn:aws:sqs:us-east-1:123456789012:jobs',
  TaskHandle: 'x',
  MaxResults: 1,
  NextToken: 'x',
  Entries: [{ Id: 'a', MessageBody: 'x', ReceiptHandle: 'x', VisibilityTimeout: 1 }],
}

/** The text members that each operation reads. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  CreateQueue: ['QueueName'],
  GetQueueUrl: ['QueueName', 'QueueOwnerAWSAccountId'],
  ListQueues: ['QueueNamePrefix', 'NextToken'],
  ListDeadLetterSourceQueues: ['QueueUrl', 'NextToken'],
  AddPermission: ['QueueUrl', 'Label'],
  RemovePermission: ['QueueUrl', 'Label'],
  SendMessage: ['QueueUrl', 'MessageBody', 'MessageGroupId', 'MessageDeduplicationId'],
  ReceiveMessage: ['QueueUrl', 'ReceiveRequestAttemptId'],
  DeleteMessage: ['QueueUrl', 'ReceiptHandle'],
  ChangeMessageVisibility: ['QueueUrl', 'ReceiptHandle'],
  StartMessageMoveTask: ['SourceArn', 'DestinationArn'],
  ListMessageMoveTasks: ['SourceArn'],
  CancelMessageMoveTask: ['TaskHandle'],
}

const operations = routes.flatMap(({ operation }) => (operation.startsWith('sqs:') ? [operation.slice(4)] : []))

/** Returns the members of AWS JSON that an operation reads: those that its schema names. */
function membersOf(operation: string): readonly string[] {
  const steps = routes.find((route) => route.operation === `sqs:${operation}`)?.readers ?? []
  return steps.flatMap((step) => {
    const schema = inputOf(step)?.schema
    return schema != null && 'entries' in schema && isRecord(schema.entries) ? Object.keys(schema.entries) : []
  })
}

describe('members of SQS', () => {
  const wrong: readonly unknown[] = [5, true, {}, [], { toString: 1 }, [[]], { a: { toString: null } }]

  it.for(operations)('are refused by type in AWS JSON: %s', async (operation, { cloud }) => {
    for (const name of TEXTS[operation] ?? ['QueueUrl']) {
      for (const value of wrong) {
        const answer = await sqsJson(
          cloud,
          operation,
          JSON.stringify({ ...MEMBERS, QueueUrl: queueUrl(cloud), [name]: value }),
        )
        expect(answer).toMatchObject({ status: 400 })
        expect(answer.text).toContain('"__type":"com.amazon.coral.service#SerializationException"')
        expect(answer.text).toContain(`${name}: expected `)
      }
    }
  })

  it.for(operations)('are refused by type in the query protocol: %s', async (operation, { cloud }) => {
    for (const name of TEXTS[operation] ?? ['QueueUrl']) {
      for (const suffix of ['.1', '.member.1', '.constructor', '.', '.1.Name']) {
        const texts = Object.entries(MEMBERS).filter(([member, value]) => member !== name && typeof value === 'string')
        const form = new URLSearchParams({
          ...(Object.fromEntries(texts) as Record<string, string>),
          ...(name === 'QueueUrl' ? {} : { QueueUrl: queueUrl(cloud) }),
          Action: operation,
          Version: '2012-11-05',
          [name + suffix]: 'x',
        })
        const answer = await post(cloud, '/', form)
        expect(answer).toMatchObject({ status: 400 })
        expect(answer.text).toContain('<Code>InvalidParameterValue</Code>')
        expect(answer.text).toContain(`Value with members for parameter ${name} is invalid.`)
      }
    }
  })

  it.for(operations)('never lead to a 500, whatever their type: %s', async (operation, { cloud }) => {
    const values = [...wrong, null, '', -1, 1.5, 1e300, '\ud800', [null], [{ Id: { toString: 1 } }], { a: 1 }]
    const all = [...Object.keys(MEMBERS), 'QueueUrl', 'DelaySeconds', 'MessageSystemAttributes', 'tags']
    const read = membersOf(operation)
    expect(read).not.toEqual([])
    const ignored = all.filter((name) => !read.includes(name))
    for (const value of values) {
      // The members that the operation does not read are wrong in one request.
      for (const names of [...read.map((name) => [name]), ignored]) {
        const changes = Object.fromEntries(names.map((name) => [name, value]))
        const members = { ...MEMBERS, QueueUrl: queueUrl(cloud), ...changes }
        expect((await sqsJson(cloud, operation, JSON.stringify(members))).status).toBeLessThan(500)
      }
      for (const name of operation.endsWith('Batch') ? all : []) {
        const entry = { Id: 'a', MessageBody: 'x', ReceiptHandle: 'x', VisibilityTimeout: 1, [name]: value }
        const batch = JSON.stringify({ QueueUrl: queueUrl(cloud), Entries: [entry] })
        expect((await sqsJson(cloud, operation, batch)).status).toBeLessThan(500)
      }
    }
    expect(await sqsJson(cloud, operation, '[]')).toMatchObject({ status: 400 })
  })
})

describe('parameters of the query protocol', () => {
  it.for(['2012-11-05', '2010-05-08', '2011-06-15'])(
    'are refused with names of 10,000 parts, version %s',
    async (Version, { cloud }) => {
      const Action =
        { '2012-11-05': 'SendMessage', '2010-05-08': 'CreateUser', '2011-06-15': 'AssumeRole' }[Version] ?? ''
      for (const name of [`UserName${'.a'.repeat(10_000)}`, `${'aRequestEntry.'.repeat(10_000)}1`]) {
        const answer = await post(cloud, '/', new URLSearchParams({ Action, Version, [name]: 'x' }))
        expect(answer).toMatchObject({ status: 404 })
        expect(answer.text).toContain('<Code>MalformedQueryString</Code>')
      }
    },
  )

  it('are refused by type in IAM and STS', async ({ cloud }) => {
    for (const form of [
      { Action: 'CreateUser', Version: '2010-05-08', 'UserName.1': 'x' },
      { Action: 'AssumeRole', Version: '2011-06-15', 'RoleArn.a.b': 'x', RoleSessionName: 'app' },
    ]) {
      const answer = await post(cloud, '/', new URLSearchParams(form))
      expect(answer).toMatchObject({ status: 400 })
      expect(answer.text).toContain('<Code>ValidationError</Code>')
    }
  })
})

describe('JSON in a text', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  const set = (cloud: Emulator<'cloud'>, Attributes: Record<string, string>) =>
    sqsClient(cloud).send(new SetQueueAttributesCommand({ QueueUrl: queueUrl(cloud), Attributes }))

  it('is refused as a redrive policy whose count is an object', async ({ cloud }) => {
    const deadLetterTargetArn = 'arn:aws:sqs:us-east-1:123456789012:jobs'
    await expect(
      set(cloud, { RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: { toString: 1 } }) }),
    ).rejects.toMatchObject({ Code: 'InvalidParameterValue' })
  })

  it('is refused when it is nested 10,000 levels deep', async ({ cloud }) => {
    const deadLetterTargetArn = 'arn:aws:sqs:us-east-1:123456789012:jobs'
    const policy = JSON.stringify({ deadLetterTargetArn, maxReceiveCount: '3', x: 0 }).replace('0', nested(10_000))
    await expect(set(cloud, { RedrivePolicy: policy })).rejects.toMatchObject({ Code: 'InvalidParameterValue' })
    await expect(set(cloud, { Policy: nested(10_000) })).rejects.toMatchObject({ name: 'InvalidAttributeValue' })
    await expect(
      s3Client(cloud).send(new PutBucketPolicyCommand({ Bucket: 'photos', Policy: `{"Statement":${nested(10_000)}}` })),
    ).rejects.toMatchObject({ name: 'MalformedPolicy' })
  })

  it.for([[{ taskId: { toString: 1 }, sourceArn: 'x' }], [{ taskId: 'x', sourceArn: ['x'] }], [null], [[]]] as const)(
    'is refused as the task handle %j',
    async ([handle], { cloud }) => {
      const TaskHandle = Buffer.from(JSON.stringify(handle)).toString('base64')
      const answer = await sqsJson(cloud, 'CancelMessageMoveTask', JSON.stringify({ TaskHandle }))
      expect(answer).toMatchObject({ status: 400 })
      expect(answer.text).toContain('Value for parameter TaskHandle is invalid.')
    },
  )

  it.for([
    [[{ toString: 1 }, '$key', 'x']],
    [['content-length-range', { valueOf: 1 }, 5]],
    [[['eq'], '$key', 'x']],
    [{ key: { toString: 1 } }],
    [5],
  ] as const)('is refused as the condition %j of a form', async ([condition], { cloud }) => {
    const form = new FormData()
    const policy = JSON.stringify({ expiration: '2099-01-01T00:00:00Z', conditions: [condition] })
    for (const [name, value] of Object.entries({
      key: 'a',
      policy: Buffer.from(policy).toString('base64'),
      'x-amz-algorithm': 'AWS4-HMAC-SHA256',
      'x-amz-credential': 'SOMEBODY/20260101/us-east-1/s3/aws4_request',
      'x-amz-date': '20260101T000000Z',
      'x-amz-signature': 'x',
      file: 'x',
    }))
      form.set(name, value)
    const answer = await post(cloud, '/photos', form)
    expect([400, 403]).toContain(answer.status)
  })
})

describe('XML documents', () => {
  const entities = Array.from({ length: 5000 }, (_, number) => `<!ENTITY e${number} "x">`).join('')
  const tag = (inner: string): string =>
    `<Tagging><TagSet><Tag><Key>a</Key><Value>${inner}</Value></Tag></TagSet></Tagging>`

  it.for([
    ['5,000 entities', `<!DOCTYPE Tagging [${entities}]>${tag('&e1;')}`],
    ['an external entity', `<!DOCTYPE Tagging [<!ENTITY x SYSTEM "file:///etc/passwd">]>${tag('&x;')}`],
    ['100 nested tags', tag('<a>'.repeat(100) + '</a>'.repeat(100))],
    ['an element named constructor', `<Tagging><constructor/>${tag('x').slice('<Tagging>'.length)}`],
  ] as const)('are MalformedXML with %s', async ([_problem, body], { cloud }) => {
    expect(await post(cloud, '/photos?tagging', tag('x'), {}, 'PUT')).toMatchObject({ status: 204 })
    const answer = await post(cloud, '/photos?tagging', body, {}, 'PUT')
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.text).toContain('<Code>MalformedXML</Code>')
  })
})

describe('patterns and scans', () => {
  it('evaluate policies with backtracking wildcards and unfinished variables in linear time', async () => {
    const user = { user_name: 'ada', access_key_id: 'AKIAADAADAEXAMPLE', secret_access_key: 'secret' }
    await using strict = await startCloud({
      enforce_iam: true,
      iam: { users: [user] },
      s3: { buckets: [{ name: 'photos' }] },
    })
    const like = (values: string[]) => ({ StringLike: { 'aws:UserAgent': values } })
    const statement = (Condition: object) => ({
      Effect: 'Allow',
      Principal: { AWS: 'arn:aws:iam::123456789012:user/ada' },
      Action: 's3:ListBucket',
      Resource: 'arn:aws:s3:::photos',
      Condition,
    })
    const runs = Array.from({ length: 100 }, (_, index) => `*${'a'.repeat(5000 + index)}b`)
    const variables = ['${'.repeat(200_000), `\${aws:username,${' '.repeat(100_000)}x}`, `\${${' '.repeat(100_000)}a}x`]
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [statement(like(runs)), statement(like(variables))],
    })
    await s3Client(strict).send(new PutBucketPolicyCommand({ Bucket: 'photos', Policy }))
    const credentials = { accessKeyId: user.access_key_id, secretAccessKey: user.secret_access_key }
    const client: S3Client = s3Client(strict, { credentials })
    client.middlewareStack.add(
      (next) => (args) => {
        const { headers } = args.request as { headers: Record<string, string> } // the step before makes such a request
        headers['user-agent'] = 'a'.repeat(12_000)
        return next(args)
      },
      { step: 'build', priority: 'low' },
    )
    const error: unknown = await client
      .send(new ListObjectsV2Command({ Bucket: 'photos' }))
      .catch((each: unknown) => each)
    expect(error).toBeInstanceOf(S3ServiceException)
    expect(error).toMatchObject({ name: 'AccessDenied' })
  })

  it('read a host of many dashes, grants of many spaces and a queue URL of many question marks in linear time', async ({
    cloud,
  }) => {
    const host = `s3${'-'.repeat(200)}_.localhost:${cloud.port}`
    const status = await new Promise((resolve, reject) => {
      request({ port: cloud.port, host: '127.0.0.1', path: '/a', headers: { host } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
    expect(status).toBeLessThan(500)
    const grant = `id=${' '.repeat(8000)}"x"y`
    expect(await post(cloud, '/photos/a?acl', '', { 'x-amz-grant-read': grant }, 'PUT')).toMatchObject({ status: 400 })
    const QueueUrl = `${'?'.repeat(200_000)}\n`
    expect(await sqsJson(cloud, 'PurgeQueue', JSON.stringify({ QueueUrl }))).toMatchObject({ status: 400 })
  })
})
