import { createHash } from 'node:crypto'
import {
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type ReceiveMessageCommandInput,
  type SendMessageBatchRequestEntry,
  type SendMessageCommandInput,
} from '@aws-sdk/client-sqs'
import { beforeEach, describe, expect, it } from 'vitest'
import { createQueue, query, sqsSite } from './sqs.fixture.ts'

const site = sqsSite()
let QueueUrl: string
beforeEach(async () => {
  QueueUrl = await createQueue(site.sqs, 'jobs')
})

const send = (input: Partial<SendMessageCommandInput> = {}) =>
  site.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'hello', ...input }))
const sendBatch = (Entries: SendMessageBatchRequestEntry[]) =>
  site.sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }))
const receive = async (input: Partial<ReceiveMessageCommandInput> = {}) =>
  (await site.sqs.send(new ReceiveMessageCommand({ QueueUrl, ...input }))).Messages
const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const LARGEST = 1_048_576

describe('a message', () => {
  it('is received with digests, which the client checks', async () => {
    const sent = await send({ MessageBody: 'grüße 👋' })
    expect(sent).toMatchObject({
      MD5OfMessageBody: md5('grüße 👋'),
      MessageId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    })
    expect(sent.SequenceNumber).toBeUndefined()
    expect(await receive()).toEqual([
      {
        MessageId: sent.MessageId,
        ReceiptHandle: expect.stringMatching(/^[\w+/=]{40,}$/) as string,
        MD5OfBody: md5('grüße 👋'),
        Body: 'grüße 👋',
      },
    ])
    expect(await receive()).toBeUndefined()
  })

  it("carries attributes of texts, numbers and bytes, with the vendor's digest", async () => {
    const sent = await send({
      MessageAttributes: {
        Hello: { DataType: 'String', StringValue: 'There' },
        General: { DataType: 'String', StringValue: 'Kenobi' },
        'Help.Me': { DataType: 'String', StringValue: 'Me' },
      },
    })
    // The digest that the vendor computed.
    expect(sent.MD5OfMessageAttributes).toBe('4c360f3fdafd970e05fae2f149d997f5')
    const bytes = Buffer.from('traceparent\u001e00-774062d6c37081a5a0b9b5b88e30627c-2d2482211f6489da-01')
    const binary = await send({ MessageAttributes: { attr1: { DataType: 'Binary', BinaryValue: bytes } } })
    expect(binary.MD5OfMessageAttributes).toBe('8cbe4db156db8a94db8b801b7addb984')
    await send({ MessageAttributes: { n: { DataType: 'Number.int', StringValue: '42' } } })
    const found = await receive({ MaxNumberOfMessages: 10, MessageAttributeNames: ['All'] })
    expect(found?.map(({ MessageAttributes }) => MessageAttributes)).toEqual([
      {
        Hello: { DataType: 'String', StringValue: 'There' },
        General: { DataType: 'String', StringValue: 'Kenobi' },
        'Help.Me': { DataType: 'String', StringValue: 'Me' },
      },
      { attr1: { DataType: 'Binary', BinaryValue: new Uint8Array(bytes) } },
      { n: { DataType: 'Number.int', StringValue: '42' } },
    ])
  })

  it.each([
    [[], undefined, undefined],
    [['*'], '4c360f3fdafd970e05fae2f149d997f5', 3],
    [['.*'], '4c360f3fdafd970e05fae2f149d997f5', 3],
    [['Foo', 'Help'], undefined, undefined],
    [['Hello', 'General'], 'fca026605781cb4126a1e9044df24232', 2],
    [['Foo', 'Hello'], 'a311262e065454b75da111d535b8dacd', 1],
    [['Hel.*'], '83fee93c1bcd8b9a5a923ffacdc636c7', 2],
  ])('is received with the requested attributes %j', async (MessageAttributeNames, digest, count) => {
    await send({
      MessageAttributes: {
        Hello: { DataType: 'String', StringValue: 'There' },
        General: { DataType: 'String', StringValue: 'Kenobi' },
        'Help.Me': { DataType: 'String', StringValue: 'Me' },
      },
    })
    const [message] = (await receive({ MessageAttributeNames })) ?? []
    expect(message?.MD5OfMessageAttributes).toBe(digest)
    expect(message?.MessageAttributes && Object.keys(message.MessageAttributes).length).toBe(count)
  })

  it('is received with its sender, sent time and receive count', async () => {
    const sentAt = site.cloud.clock.now()
    await send({ MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: 'Root=1-5759e988' } } })
    site.cloud.clock.advance('10s')
    const [first] = (await receive({ VisibilityTimeout: 0, MessageSystemAttributeNames: ['All'] })) ?? []
    expect(first?.Attributes).toEqual({
      SenderId: '123456789012',
      SentTimestamp: expect.stringMatching(/^\d{13}$/) as string,
      ApproximateReceiveCount: '1',
      ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/) as string,
      AWSTraceHeader: 'Root=1-5759e988',
    })
    const { SentTimestamp, ApproximateFirstReceiveTimestamp: firstReceived } = first?.Attributes ?? {}
    expect(Number(SentTimestamp)).toBeGreaterThanOrEqual(sentAt)
    expect(Number(firstReceived) - Number(SentTimestamp)).toBeGreaterThanOrEqual(10_000)
    const [second] =
      (await receive({ AttributeNames: ['ApproximateReceiveCount', 'ApproximateFirstReceiveTimestamp'] as never[] })) ??
      []
    expect(second?.Attributes).toEqual({
      ApproximateReceiveCount: '2',
      ApproximateFirstReceiveTimestamp: firstReceived,
    })
  })

  it('has the trace of its request, unless it brings its own', async () => {
    const headers = { 'x-amzn-trace-id': 'Root=1-request' }
    const parameters = { QueueUrl, MessageBody: 'traced' }
    const form = (more: object) =>
      new URLSearchParams({ Action: 'SendMessage', Version: '2012-11-05', ...parameters, ...more })
    const own = 'MessageSystemAttribute.1'
    await fetch(site.cloud.url, { method: 'POST', headers, body: form({}) })
    await fetch(site.cloud.url, {
      method: 'POST',
      headers,
      body: form({
        [`${own}.Name`]: 'AWSTraceHeader',
        [`${own}.Value.DataType`]: 'String',
        [`${own}.Value.StringValue`]: 'Root=1-own',
      }),
    })
    const found = (await receive({ MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['AWSTraceHeader'] })) ?? []
    expect(found.map(({ Attributes }) => Attributes?.AWSTraceHeader)).toEqual(['Root=1-request', 'Root=1-own'])
  })

  it('can have attributes with letters of any script in their names, and no control characters', async () => {
    const attribute = (name: string, StringValue: string) => ({
      MessageAttributes: { [name]: { DataType: 'String', StringValue } },
    })
    await send(attribute('größe.1', 'x'))
    await expect(send(attribute('a', 'x\u0008'))).rejects.toMatchObject({ Code: 'InvalidParameterValue' })
    await expect(send(attribute('a!', 'x'))).rejects.toMatchObject({ Code: 'InvalidParameterValue' })
  })

  it('is visible once its delay ends', async () => {
    await send({ DelaySeconds: 5 })
    expect(site.cloud.sqs.messages({ queue: 'jobs' })).toMatchObject([{ body: 'hello', state: 'delayed' }])
    expect(await receive()).toBeUndefined()
    site.cloud.clock.advance('5s')
    expect(await receive()).toHaveLength(1)
    const later = await createQueue(site.sqs, 'later', { DelaySeconds: '60' })
    await site.sqs.send(new SendMessageCommand({ QueueUrl: later, MessageBody: 'by the queue' }))
    await site.sqs.send(new SendMessageCommand({ QueueUrl: later, MessageBody: 'at once', DelaySeconds: 0 }))
    expect(site.cloud.sqs.messages({ queue: later }).map(({ state }) => state)).toEqual(['delayed', 'visible'])
    await expect(send({ DelaySeconds: 901 })).rejects.toMatchObject({
      message: 'Value 901 for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= 900.',
    })
  })

  it("has at most the queue's maximum size, attributes included", async () => {
    await send({ MessageBody: 'x'.repeat(LARGEST) })
    await expect(send({ MessageBody: 'x'.repeat(LARGEST + 1) })).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
      message: 'One or more parameters are invalid. Reason: Message must be shorter than 1048576 bytes.',
    })
    const small = await createQueue(site.sqs, 'small', { MaximumMessageSize: '1024' })
    const MessageAttributes = { a: { DataType: 'String', StringValue: 'b' } }
    await send({ QueueUrl: small, MessageBody: 'x'.repeat(1016), MessageAttributes })
    await expect(send({ QueueUrl: small, MessageBody: 'x'.repeat(1017), MessageAttributes })).rejects.toThrow(
      '1024 bytes',
    )
  })

  it('is a non-empty text that XML can carry', async () => {
    for (const [letter, code] of [
      ['\u0007', '7'],
      ['\uffff', 'FFFF'],
      ['\ud800', 'D800'],
    ]) {
      await expect(send({ MessageBody: `a${letter}` })).rejects.toMatchObject({
        name: 'InvalidMessageContents',
        message: `Invalid binary character '#x${code}' was found in the message body, the set of allowed characters is #x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF].`,
      })
    }
    await expect(send({ MessageBody: '' })).rejects.toMatchObject({
      Code: 'MissingParameter',
      message: 'The request must contain the parameter MessageBody.',
    })
    await send({ MessageBody: 'tab\tline\r\n😀' })
  })

  it.each([
    [
      'an empty value',
      { a: { DataType: 'String', StringValue: '' } },
      "Message (user) attribute 'a' must contain a non-empty value of type 'String'.",
    ],
    [
      'an unknown type',
      { a: { DataType: 'Text', StringValue: 'x' } },
      "The message attribute 'a' has an invalid message attribute type, the set of supported type prefixes is Binary, Number, and String.",
    ],
    [
      'a malformed number',
      { a: { DataType: 'Number', StringValue: 'x' } },
      "Can't cast the value of message (user) attribute 'a' to a number.",
    ],
    ['a reserved name', { 'AWS.a': { DataType: 'String', StringValue: 'x' } }, 'AWS-reserved'],
    ['a name with a space', { 'a b': { DataType: 'String', StringValue: 'x' } }, 'alphanumeric'],
    ['a name with two periods', { 'a..b': { DataType: 'String', StringValue: 'x' } }, 'periods in succession'],
  ])('has no attribute with %s', async (_what, MessageAttributes, message) => {
    await expect(send({ MessageAttributes })).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
      message: expect.stringContaining(message) as string,
    })
  })

  it('has at most ten attributes', async () => {
    const attributes = (length: number) =>
      Object.fromEntries(Array.from({ length }, (_, index) => [`a${index}`, { DataType: 'String', StringValue: 'x' }]))
    await send({ MessageAttributes: attributes(10) })
    await expect(send({ MessageAttributes: attributes(11) })).rejects.toThrow(
      'Number of message attributes [11] exceeds',
    )
  })

  it('can have a group in a standard queue, but no deduplication id', async () => {
    await send({ MessageGroupId: 'tenant-1' })
    const [message] = (await receive({ MessageSystemAttributeNames: ['MessageGroupId'] })) ?? []
    expect(message?.Attributes).toEqual({ MessageGroupId: 'tenant-1' })
    await expect(send({ MessageGroupId: 'a b' })).rejects.toMatchObject({
      message:
        'Value a b for parameter MessageGroupId is invalid. Reason: MessageGroupId can only include alphanumeric and punctuation characters. 1 to 128 in length.',
    })
    await expect(send({ MessageDeduplicationId: 'x' })).rejects.toMatchObject({ Code: 'InvalidParameterValue' })
  })

  it("expires after the queue's retention period", async () => {
    const short = await createQueue(site.sqs, 'short', { MessageRetentionPeriod: '60' })
    await send({ QueueUrl: short })
    site.cloud.clock.advance('59s')
    expect(site.cloud.sqs.messages({ queue: short })).toHaveLength(1)
    site.cloud.clock.advance('1s')
    expect(await receive({ QueueUrl: short })).toBeUndefined()
    expect(site.cloud.sqs.messages({ queue: short })).toEqual([])
  })
})

describe('a batch of messages', () => {
  it('sends its entries, each of which succeeds or fails alone', async () => {
    const { Successful, Failed } = await sendBatch([
      { Id: 'a', MessageBody: 'one' },
      { Id: 'b', MessageBody: 'two', DelaySeconds: 901 },
      { Id: 'c', MessageBody: 'three', MessageAttributes: { x: { DataType: 'String', StringValue: 'y' } } },
    ])
    expect(Successful).toMatchObject([
      { Id: 'a', MD5OfMessageBody: md5('one') },
      { Id: 'c', MD5OfMessageBody: md5('three'), MD5OfMessageAttributes: expect.any(String) as string },
    ])
    expect(Failed).toEqual([
      {
        Id: 'b',
        SenderFault: true,
        Code: 'InvalidParameterValue',
        Message: 'Value 901 for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= 900.',
      },
    ])
    expect((await receive({ MaxNumberOfMessages: 10 }))?.map(({ Body }) => Body)).toEqual(['one', 'three'])
  })

  it('is refused as a whole for invalid ids and too many entries', async () => {
    const entries = (length: number, MessageBody = 'x') =>
      Array.from({ length }, (_, index) => ({ Id: `id-${index}`, MessageBody }))
    await expect(sendBatch([])).rejects.toMatchObject({ name: 'EmptyBatchRequest' })
    await expect(sendBatch(entries(11))).rejects.toMatchObject({
      name: 'TooManyEntriesInBatchRequest',
      message: 'Maximum number of entries per request are 10. You have sent 11.',
    })
    await expect(sendBatch([...entries(1), ...entries(1)])).rejects.toMatchObject({
      name: 'BatchEntryIdsNotDistinct',
      message: 'Id id-0 repeated.',
    })
    await expect(sendBatch([{ Id: 'a b', MessageBody: 'x' }])).rejects.toMatchObject({ name: 'InvalidBatchEntryId' })
    await expect(
      sendBatch([...entries(2, 'x'.repeat(LARGEST / 2)), { Id: 'z', MessageBody: 'x' }]),
    ).rejects.toMatchObject({
      name: 'BatchRequestTooLong',
      message: 'Batch requests cannot be longer than 1048576 bytes. You have sent 1048577 bytes.',
    })
    expect(site.cloud.sqs.messages({ queue: 'jobs' })).toEqual([])
    await sendBatch(entries(10))
    expect(site.cloud.sqs.messages({ queue: 'jobs' })).toHaveLength(10)
  })

  it('has another message for a too long message', async () => {
    const small = await createQueue(site.sqs, 'small', { MaximumMessageSize: '1024' })
    const Entries = [{ Id: 'a', MessageBody: 'x'.repeat(1025) }]
    expect((await site.sqs.send(new SendMessageBatchCommand({ QueueUrl: small, Entries }))).Failed?.[0]?.Message).toBe(
      'One or more parameters cannot be validated. Reason: Message must be shorter than 1024 bytes.',
    )
  })
})

describe('SQS in the query protocol', () => {
  it('sends and receives messages with attributes', async () => {
    const sent = await query(site.cloud, 'SendMessage', {
      QueueUrl,
      MessageBody: 'a < b & c',
      DelaySeconds: '0',
      'MessageAttribute.1.Name': 'n',
      'MessageAttribute.1.Value.DataType': 'Number',
      'MessageAttribute.1.Value.StringValue': '42',
      'MessageAttribute.2.Name': 'b',
      'MessageAttribute.2.Value.DataType': 'Binary',
      'MessageAttribute.2.Value.BinaryValue': 'AQID',
      'MessageSystemAttribute.1.Name': 'AWSTraceHeader',
      'MessageSystemAttribute.1.Value.DataType': 'String',
      'MessageSystemAttribute.1.Value.StringValue': 'Root=1',
    })
    expect(sent.all('MD5OfMessageBody')).toEqual([md5('a < b & c')])
    expect(sent.all('MD5OfMessageSystemAttributes')).toHaveLength(1)
    const received = await query(site.cloud, 'ReceiveMessage', {
      QueueUrl,
      MaxNumberOfMessages: '10',
      'AttributeName.1': 'AWSTraceHeader',
      'MessageAttributeName.1': 'All',
    })
    expect(received.xml).toMatch(
      new RegExp(
        '<ReceiveMessageResult><Message><MessageId>[^<]+</MessageId><ReceiptHandle>[^<]+</ReceiptHandle>' +
          `<MD5OfBody>${md5('a < b & c')}</MD5OfBody><Body>a &lt; b &amp; c</Body>` +
          '<Attribute><Name>AWSTraceHeader</Name><Value>Root=1</Value></Attribute>' +
          `<MD5OfMessageAttributes>${sent.all('MD5OfMessageAttributes')[0]}</MD5OfMessageAttributes>` +
          '<MessageAttribute><Name>n</Name><Value><StringValue>42</StringValue><DataType>Number</DataType></Value></MessageAttribute>' +
          '<MessageAttribute><Name>b</Name><Value><BinaryValue>AQID</BinaryValue><DataType>Binary</DataType></Value></MessageAttribute>' +
          '</Message></ReceiveMessageResult>',
      ),
    )
    expect((await query(site.cloud, 'ReceiveMessage', { QueueUrl })).xml).toContain('<ReceiveMessageResult/>')
  })

  it('answers in JSON where the client prefers that', async () => {
    const parameters = new URLSearchParams({ Action: 'GetQueueUrl', Version: '2012-11-05', QueueName: 'jobs' })
    const headers = { accept: 'application/json' }
    const answer = await fetch(site.cloud.url, { method: 'POST', headers, body: parameters })
    expect(await answer.json()).toEqual({
      GetQueueUrlResponse: {
        GetQueueUrlResult: { QueueUrl },
        ResponseMetadata: { RequestId: expect.stringMatching(/^[\da-f-]{36}$/) as string },
      },
    })
  })

  it('sends batches', async () => {
    const { xml, all } = await query(site.cloud, 'SendMessageBatch', {
      QueueUrl,
      'SendMessageBatchRequestEntry.1.Id': 'a',
      'SendMessageBatchRequestEntry.1.MessageBody': 'one',
      'SendMessageBatchRequestEntry.2.Id': 'b',
      'SendMessageBatchRequestEntry.2.MessageBody': 'two',
      'SendMessageBatchRequestEntry.2.DelaySeconds': '901',
    })
    expect(xml).toContain('<SendMessageBatchResultEntry><Id>a</Id>')
    expect(xml).toContain(
      '<BatchResultErrorEntry><Id>b</Id><SenderFault>true</SenderFault><Code>InvalidParameterValue</Code>',
    )
    expect(all('MessageId')).toHaveLength(1)
    const missing = await query(site.cloud, 'SendMessageBatch', { QueueUrl, 'SendMessageBatchRequestEntry.1.Id': 'a' })
    expect(missing.all('Message')).toEqual([
      'The request must contain the parameter SendMessageBatchRequestEntry.1.MessageBody.',
    ])
    expect((await query(site.cloud, 'SendMessageBatch', { QueueUrl })).all('Code')).toEqual([
      'AWS.SimpleQueueService.EmptyBatchRequest',
    ])
  })

  it('refuses missing parameters and malformed numbers', async () => {
    expect((await query(site.cloud, 'SendMessage', { QueueUrl })).all('Code')).toEqual(['MissingParameter'])
    const wrong = await query(site.cloud, 'SendMessage', { QueueUrl, MessageBody: 'x', DelaySeconds: 'soon' })
    expect(wrong.all('Code')).toEqual(['InvalidParameterValue'])
    expect(wrong.all('Message')[0]).toContain('Value soon for parameter DelaySeconds is invalid')
  })
})

describe('SQS in AWS JSON', () => {
  const post = async (body: string) => {
    const response = await site.cloud.fetch(
      new Request(site.cloud.url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.SendMessage' },
        body,
      }),
    )
    return {
      status: response.status,
      code: response.headers.get('x-amzn-query-error'),
      ...((await response.json()) as object),
    }
  }

  it('refuses malformed JSON and members of another type', async () => {
    expect(await post('{')).toMatchObject({ status: 400, __type: 'com.amazon.coral.service#SerializationException' })
    expect(await post(JSON.stringify({ QueueUrl, MessageBody: 1 }))).toMatchObject({
      status: 400,
      __type: 'com.amazon.coral.service#SerializationException',
    })
    expect(await post(JSON.stringify({ QueueUrl }))).toEqual({
      status: 400,
      code: 'MissingParameter;Sender',
      __type: 'com.amazon.coral.service#MissingRequiredParameterException',
      message: 'The request must contain the parameter MessageBody.',
    })
    expect(await post('{"MessageBody":"x"}')).toMatchObject({
      message: 'The request must contain the parameter QueueUrl.',
    })
    expect(await post('{"MessageBody":"x","QueueUrl":"nowhere"}')).toEqual({
      status: 400,
      code: 'AWS.SimpleQueueService.NonExistentQueue;Sender',
      __type: 'com.amazonaws.sqs#QueueDoesNotExist',
      message: 'The specified queue does not exist.',
    })
  })
})
