import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startCloud } from '#cloud/cloud.fixture.ts'

// Version 1 of the command line takes the endpoint of SQS from the option only.
const execute = promisify(execFile)
const isInstalled = spawnSync('aws', ['--version']).status === 0

it.skipIf(!isInstalled)(
  'the aws command line creates, sends, receives and deletes',
  async () => {
    await using cloud = await startCloud()
    const aws = async (...words: string[]): Promise<Record<string, never>> => {
      const { stdout } = await execute('aws', ['sqs', ...words, '--output', 'json', '--endpoint-url', cloud.url], {
        env: { ...process.env, ...cloud.env, AWS_CONFIG_FILE: '/dev/null', AWS_SHARED_CREDENTIALS_FILE: '/dev/null' },
      })
      return stdout === '' ? {} : (JSON.parse(stdout) as Record<string, never>) // each call knows the members of its answer
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
