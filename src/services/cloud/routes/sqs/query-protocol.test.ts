import { describe, expect } from 'vitest'
import { cloudTest, startCloud } from '#cloud/cloud.fixture.ts'

const seed = { sqs: { queues: [{ name: 'jobs' }] } }
const it = cloudTest(seed)
const PATH = '/123456789012/jobs'

describe('the URL of a queue', () => {
  it('answers the actions of the queue, and refuses those of the account', async ({ cloud }) => {
    const ask = async (action: string) => {
      const response = await fetch(`${cloud.url}${PATH}?Action=${action}&Version=2012-11-05&QueueName=more`)
      return [response.status, await response.text()] as const
    }
    expect(await ask('ReceiveMessage')).toEqual([200, expect.stringContaining('<ReceiveMessageResult/>')])
    for (const action of ['CreateQueue', 'ListQueues', 'FooBar']) {
      expect(await ask(action)).toEqual([
        400,
        expect.stringMatching(
          `<Type>Sender</Type><Code>InvalidAction</Code><Message>The action ${action} is not valid for this endpoint.<`,
        ),
      ])
    }
  })

  it("without an action is no operation at the vendor's own host", async () => {
    await using real = await startCloud(seed, { hosts: 'real' })
    const response = await real.fetch(`https://sqs.us-east-1.amazonaws.com${PATH}`)
    expect([response.status, await response.text()]).toEqual([404, '<UnknownOperationException/>\n'])
  })
})

it.for(['SendMessageBatchRequestEntry', 'Entries'])('a batch with an empty %s is refused', async (name, { cloud }) => {
  const body = `Action=SendMessageBatch&Version=2012-11-05&${name}=`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await fetch(cloud.url + PATH, { method: 'POST', headers, body })
  expect([response.status, await response.text()]).toEqual([
    400,
    expect.stringContaining('<Code>AWS.SimpleQueueService.EmptyBatchRequest</Code>'),
  ])
})

it('answers in JSON where the client prefers that', async ({ cloud }) => {
  const response = await fetch(`${cloud.url}/?Action=GetQueueUrl&Version=2012-11-05&QueueName=jobs`, {
    headers: { accept: 'application/json' },
  })
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.json()).toEqual({
    GetQueueUrlResponse: {
      GetQueueUrlResult: { QueueUrl: cloud.url + PATH },
      ResponseMetadata: { RequestId: expect.stringMatching(/^[\da-f-]{36}$/) },
    },
  })
  await cloud.fetch(`${cloud.url}${PATH}?Action=SendMessage&Version=2012-11-05&MessageBody=hello`)
  const received = await fetch(`${cloud.url}${PATH}?Action=ReceiveMessage&Version=2012-11-05`, {
    headers: { accept: 'application/json, text/plain, */*' },
  })
  expect(await received.json()).toMatchObject({
    ReceiveMessageResponse: { ReceiveMessageResult: { messages: [{ Body: 'hello' }] } },
  })
})
