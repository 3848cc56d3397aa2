import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListDeadLetterSourceQueuesCommand,
  ListQueuesCommand,
  ListQueueTagsCommand,
  paginateListQueues,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import { createFifo, createQueue, query, sqsClient, sqsSite } from './sqs.fixture.ts'

const site = sqsSite()

const ACCOUNT = '123456789012'
const attributesOf = async (QueueUrl: string, ...AttributeNames: string[]) =>
  (await site.sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: AttributeNames as 'All'[] })))
    .Attributes

describe('a new queue', () => {
  it('has a URL at the called host, which GetQueueUrl finds', async () => {
    const url = await createQueue(site.sqs, 'jobs')
    expect(url).toBe(`${site.cloud.url}/${ACCOUNT}/jobs`)
    expect(await site.sqs.send(new GetQueueUrlCommand({ QueueName: 'jobs' }))).toMatchObject({ QueueUrl: url })
    const owned = new GetQueueUrlCommand({ QueueName: 'jobs', QueueOwnerAWSAccountId: ACCOUNT })
    expect(await site.sqs.send(owned)).toMatchObject({ QueueUrl: url })
    const strange = new GetQueueUrlCommand({ QueueName: 'jobs', QueueOwnerAWSAccountId: '000000000000' })
    await expect(site.sqs.send(strange)).rejects.toMatchObject({ name: 'QueueDoesNotExist' })
  })

  it('is called at the host of its URL by a client without an endpoint', async () => {
    const url = await createQueue(site.sqs, 'jobs')
    const own = sqsClient(site.cloud, { endpoint: undefined as never, logger: { warn() {} } as never })
    await own.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'hello' }))
    expect(site.cloud.sqs.messages({ queue: url }).map(({ body }) => body)).toEqual(['hello'])
  })

  it('has the attributes and tags of its creation, and defaults for the others', async () => {
    const { QueueUrl = '' } = await site.sqs.send(
      new CreateQueueCommand({ QueueName: 'jobs', Attributes: { VisibilityTimeout: '5' }, tags: { team: 'a' } }),
    )
    const created = String(Math.floor(site.cloud.clock.now() / 1000))
    expect(await attributesOf(QueueUrl, 'All')).toEqual({
      QueueArn: `arn:aws:sqs:us-east-1:${ACCOUNT}:jobs`,
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '0',
      ApproximateNumberOfMessagesDelayed: '0',
      CreatedTimestamp: expect.stringMatching(/^\d{10}$/) as string,
      LastModifiedTimestamp: expect.stringMatching(/^\d{10}$/) as string,
      VisibilityTimeout: '5',
      MaximumMessageSize: '1048576',
      MessageRetentionPeriod: '345600',
      DelaySeconds: '0',
      ReceiveMessageWaitTimeSeconds: '0',
      SqsManagedSseEnabled: 'true',
    })
    expect(
      Number(created) - Number((await attributesOf(QueueUrl, 'CreatedTimestamp'))?.['CreatedTimestamp']),
    ).toBeLessThan(2)
    expect((await site.sqs.send(new ListQueueTagsCommand({ QueueUrl }))).Tags).toEqual({ team: 'a' })
  })

  it('is the existing one when it is created again with the same attributes', async () => {
    const url = await createQueue(site.sqs, 'jobs', { DelaySeconds: '3', VisibilityTimeout: '5' })
    expect(await createQueue(site.sqs, 'jobs')).toBe(url)
    expect(await createQueue(site.sqs, 'jobs', { DelaySeconds: '3' })).toBe(url)
    await expect(createQueue(site.sqs, 'jobs', { DelaySeconds: '4' })).rejects.toMatchObject({
      name: 'QueueNameExists',
      Code: 'QueueAlreadyExists',
      message: 'A queue already exists with the same name and a different value for attribute DelaySeconds',
    })
  })

  it('is refused with unknown attributes, even when it exists', async () => {
    for (let time = 0; time < 2; time++) {
      await expect(createQueue(site.sqs, 'jobs', { Delay: '3' })).rejects.toMatchObject({
        name: 'InvalidAttributeName',
        message: 'Unknown Attribute Delay.',
      })
      await createQueue(site.sqs, 'jobs')
    }
  })

  it('has a name of letters, digits, dashes and underscores', async () => {
    for (const name of ['a b', 'jobs.fifo', 'x'.repeat(81), 'ü']) {
      await expect(createQueue(site.sqs, name)).rejects.toMatchObject({
        Code: 'InvalidParameterValue',
        message: 'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length',
        $metadata: { httpStatusCode: 400 },
      })
    }
    expect(await createQueue(site.sqs, 'x'.repeat(80))).toContain('/xxx')
    await expect(createFifo(site.sqs, 'jobs')).rejects.toMatchObject({
      message: expect.stringContaining('.fifo suffix') as string,
    })
    expect(await createFifo(site.sqs, 'jobs.fifo')).toBe(`${site.cloud.url}/${ACCOUNT}/jobs.fifo`)
  })

  it("is in the region of the client's signature, and no other region has it", async () => {
    const ireland = sqsClient(site.cloud, { region: 'eu-west-1' })
    const QueueUrl = await createQueue(ireland, 'jobs')
    const { Attributes } = await ireland.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }))
    expect(Attributes).toEqual({ QueueArn: `arn:aws:sqs:eu-west-1:${ACCOUNT}:jobs` })
    await expect(attributesOf(QueueUrl, 'QueueArn')).rejects.toMatchObject({ name: 'QueueDoesNotExist' })
    await expect(site.sqs.send(new GetQueueUrlCommand({ QueueName: 'jobs' }))).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
    })
    expect(site.cloud.requests.at(-1)?.hint).toBe('the queue jobs is in eu-west-1; the request is for us-east-1')
    expect((await site.sqs.send(new ListQueuesCommand({}))).QueueUrls).toBeUndefined()

    const deadLetterTargetArn = `arn:aws:sqs:eu-west-1:${ACCOUNT}:jobs`
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 1 })
    await expect(createQueue(site.sqs, 'other', { RedrivePolicy })).rejects.toThrow('Dead letter target does not exist')

    expect(await createQueue(site.sqs, 'jobs', { DelaySeconds: '9' })).toBe(QueueUrl)
    await site.sqs.send(new DeleteQueueCommand({ QueueUrl }))
    expect((await ireland.send(new ListQueuesCommand({}))).QueueUrls).toEqual([QueueUrl])
  })
})

describe('a list of queues', () => {
  it('is ordered by name and filtered by prefix', async () => {
    for (const name of ['b-2', 'a', 'b-1', 'c']) await createQueue(site.sqs, name)
    const names = async (QueueNamePrefix?: string) =>
      (await site.sqs.send(new ListQueuesCommand({ QueueNamePrefix }))).QueueUrls?.map((url) => url.split('/').at(-1))
    expect(await names()).toEqual(['a', 'b-1', 'b-2', 'c'])
    expect(await names('b')).toEqual(['b-1', 'b-2'])
    expect(await names('x')).toBeUndefined()
  })

  it('comes in pages when the client limits it', async () => {
    for (const name of ['p-1', 'p-2', 'p-3', 'q']) await createQueue(site.sqs, name)
    const pages: unknown[] = []
    for await (const { QueueUrls } of paginateListQueues({ client: site.sqs, pageSize: 2 }, { QueueNamePrefix: 'p' })) {
      pages.push(QueueUrls?.map((url) => url.split('/').at(-1)))
    }
    expect(pages).toEqual([['p-1', 'p-2'], ['p-3']])
    expect((await site.sqs.send(new ListQueuesCommand({}))).NextToken).toBeUndefined()
    await expect(site.sqs.send(new ListQueuesCommand({ MaxResults: 1001 }))).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
    })
    await expect(site.sqs.send(new ListQueuesCommand({ NextToken: 'x' }))).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
    })
  })

  it('can contain the source queues of a dead-letter queue', async () => {
    await createQueue(site.sqs, 'dead')
    const RedrivePolicy = JSON.stringify({
      deadLetterTargetArn: `arn:aws:sqs:us-east-1:${ACCOUNT}:dead`,
      maxReceiveCount: 3,
    })
    const sources = [
      await createQueue(site.sqs, 'b', { RedrivePolicy }),
      await createQueue(site.sqs, 'a', { RedrivePolicy }),
    ]
    const list = (query = {}) =>
      site.sqs.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl: `${site.cloud.url}/${ACCOUNT}/dead`, ...query }))
    expect((await list()).queueUrls).toEqual(sources.toReversed())
    const first = await list({ MaxResults: 1 })
    expect(first.queueUrls).toEqual([sources[1]])
    expect((await list({ MaxResults: 1, NextToken: first.NextToken })).queueUrls).toEqual([sources[0]])
  })
})

describe('a deleted queue', () => {
  it('loses its messages, and its name can be used again a minute later', async () => {
    const QueueUrl = await createQueue(site.sqs, 'jobs')
    await site.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'hello' }))
    await site.sqs.send(new DeleteQueueCommand({ QueueUrl }))
    await expect(site.sqs.send(new ReceiveMessageCommand({ QueueUrl }))).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
      Code: 'AWS.SimpleQueueService.NonExistentQueue',
      message: 'The specified queue does not exist.',
      $metadata: { httpStatusCode: 400 },
    })
    await expect(createQueue(site.sqs, 'jobs')).rejects.toMatchObject({ name: 'QueueDeletedRecently' })
    site.cloud.clock.advance('61s')
    await createQueue(site.sqs, 'jobs')
    expect(await attributesOf(QueueUrl, 'ApproximateNumberOfMessages')).toEqual({ ApproximateNumberOfMessages: '0' })
  })
})

describe('purging a queue', () => {
  it('empties it, at most once a minute', async () => {
    const QueueUrl = await createQueue(site.sqs, 'jobs')
    for (const MessageBody of ['a', 'b']) await site.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }))
    await site.sqs.send(new ReceiveMessageCommand({ QueueUrl }))
    await site.sqs.send(new PurgeQueueCommand({ QueueUrl }))
    expect(site.cloud.sqs.messages({ queue: 'jobs' })).toEqual([])
    await expect(site.sqs.send(new PurgeQueueCommand({ QueueUrl }))).rejects.toMatchObject({
      name: 'PurgeQueueInProgress',
      message: 'Only one PurgeQueue operation on jobs is allowed every 60 seconds.',
      $metadata: { httpStatusCode: 403 },
    })
    site.cloud.clock.advance('1m')
    await site.sqs.send(new PurgeQueueCommand({ QueueUrl }))
  })
})

describe('queues in the query protocol', () => {
  it('are created, found and listed', async () => {
    const created = await query(site.cloud, 'CreateQueue', {
      QueueName: 'jobs',
      'Attribute.1.Name': 'DelaySeconds',
      'Attribute.1.Value': '3',
      'Tag.1.Key': 'team',
      'Tag.1.Value': 'a',
    })
    const url = `${site.cloud.url}/${ACCOUNT}/jobs`
    expect(created.xml).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\s*<CreateQueueResponse xmlns="http:\/\/queue.amazonaws.com\/doc\/2012-11-05\/"><CreateQueueResult><QueueUrl>[^<]+<\/QueueUrl><\/CreateQueueResult><ResponseMetadata><RequestId>[\da-f-]{36}<\/RequestId><\/ResponseMetadata><\/CreateQueueResponse>$/,
    )
    expect(created.all('QueueUrl')).toEqual([url])
    expect((await query(site.cloud, 'GetQueueUrl', { QueueName: 'jobs' })).all('QueueUrl')).toEqual([url])
    await query(site.cloud, 'CreateQueue', { QueueName: 'mails' })
    expect((await query(site.cloud, 'ListQueues')).all('QueueUrl')).toEqual([url, `${site.cloud.url}/${ACCOUNT}/mails`])
    expect((await query(site.cloud, 'ListQueues', { QueueNamePrefix: 'm' })).all('QueueUrl')).toHaveLength(1)
    expect((await site.sqs.send(new ListQueueTagsCommand({ QueueUrl: url }))).Tags).toEqual({ team: 'a' })
    expect(await attributesOf(url, 'DelaySeconds')).toEqual({ DelaySeconds: '3' })
  })

  it('get failures in XML', async () => {
    const { status, xml, all } = await query(site.cloud, 'GetQueueUrl', { QueueName: 'jobs' })
    expect(status).toBe(400)
    expect(all('Code')).toEqual(['AWS.SimpleQueueService.NonExistentQueue'])
    expect(all('Message')).toEqual(['The specified queue does not exist for this wsdl version.'])
    expect(xml).toContain(
      '<ErrorResponse xmlns="http://queue.amazonaws.com/doc/2012-11-05/"><Error><Type>Sender</Type>',
    )
    expect((await query(site.cloud, 'GetQueueUrl')).all('Message')).toEqual([
      'The request must contain the parameter QueueName.',
    ])
    expect((await query(site.cloud, 'DeleteQueue')).all('Code')).toEqual(['MissingParameter'])
  })

  it('are deleted and purged at their own path', async () => {
    await createQueue(site.sqs, 'jobs')
    expect((await query(site.cloud, 'PurgeQueue', {}, `/${ACCOUNT}/jobs`)).status).toBe(200)
    expect((await query(site.cloud, 'DeleteQueue', {}, `/${ACCOUNT}/jobs`)).xml).toMatch(
      /<DeleteQueueResponse xmlns="[^"]+"><ResponseMetadata>/,
    )
    expect((await query(site.cloud, 'DeleteQueue', {}, `/${ACCOUNT}/jobs`)).status).toBe(400)
  })
})
