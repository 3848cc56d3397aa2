import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import { work } from './worker.ts'

const queueUrl = process.env['UPLOADS_QUEUE_URL']
if (!queueUrl) throw new Error('UPLOADS_QUEUE_URL names no queue')

const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
// Region, credentials and endpoint come from the environment.
await work(
  { s3: new S3Client({}), sqs: new SQSClient({}), queueUrl, onError: (error) => console.error(error) },
  stop.signal,
)
