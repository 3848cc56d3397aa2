import { expect, it } from 'vitest'
import { isAwsInstalled, startAwsCommand } from '#cloud/aws-command.fixture.ts'
import { startCloud } from '#cloud/cloud.fixture.ts'

// Version 1 of the command line takes the endpoint of SQS from the option only.

it.skipIf(!isAwsInstalled)(
  'the aws command line creates, sends, receives and deletes',
  async () => {
    await using cloud = await startCloud()
    using command = startAwsCommand(cloud)
    const aws = async (...words: string[]): Promise<Record<string, never>> => {
      const output = await command.run(['sqs', ...words])
      return output === '' ? {} : (JSON.parse(output) as Record<string, never>) // each call knows the members of its answer
    }
    const { QueueUrl: url } = await aws('create-queue', '--queue-name', 'jobs', '--attributes', 'VisibilityTimeout=5')
    expect(url).toBe(`${cloud.url}/123456789012/jobs`)
    const attributes = '{"n":{"DataType":"Number","StringValue":"42"}}'
    await aws('send-message', '--queue-url', url ?? '', '--message-body', 'hello', '--message-attributes', attributes)
    const received = await aws('receive-message', '--queue-url', url ?? '', '--message-attribute-names', 'All')
    const [message] = received['Messages'] as unknown as {
      Body: string
      ReceiptHandle: string
      MessageAttributes: object
    }[]
    expect(message).toMatchObject({ Body: 'hello', MessageAttributes: { n: { StringValue: '42' } } })
    await aws('delete-message', '--queue-url', url ?? '', '--receipt-handle', message?.ReceiptHandle ?? '')
    expect(cloud.sqs.messages({ queue: 'jobs' })).toEqual([])
    await expect(aws('get-queue-url', '--queue-name', 'nothing')).rejects.toThrow(
      'AWS.SimpleQueueService.NonExistentQueue',
    )
  },
  60_000,
)
