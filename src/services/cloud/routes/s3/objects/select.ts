import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { routesFor } from '#core/routes.ts'
import type { Answer } from '#core/answer.ts'
import type { CloudCall } from '#cloud/call.ts'
import { notImplemented } from '#cloud/errors/s3.ts'
import { eventMessage } from '#cloud/protocols/s3/event-stream.ts'
import { writeXml } from '#cloud/protocols/xml.ts'
import { checkNotArchived } from '#cloud/rules/s3/objects/archive.ts'
import { readSegments } from '#core/content.ts'
import { checkCustomerKey } from '#cloud/rules/s3/objects/customer-key.ts'
import { findVersion } from '#cloud/rules/s3/objects/find-version.ts'
import { runQuery } from '#cloud/rules/s3/select/evaluate.ts'
import { parseQuery } from '#cloud/rules/s3/select/query.ts'
import { rowText } from '#cloud/rules/s3/select/output.ts'
import { csvRecords, decompressed, jsonRecords } from '#cloud/rules/s3/select/records.ts'
import { inputOf, outputOf, selectSchema, type SelectRequest } from '#cloud/rules/s3/select/request.ts'
import type { Bucket } from '#cloud/schema/s3.ts'
import { loadBucketAndKey } from '#cloud/steps/s3/load-bucket.ts'
import { xmlBody } from '#cloud/steps/s3/xml-body.ts'

const { post } = routesFor<CloudCall>()

const parseRequest = xmlBody('SelectObjectContentRequest', selectSchema)

/** The largest payload of an event, in bytes. */
const MOST = 1_048_576

/**
 * Queries of objects. All of the answer is computed before it is sent, so that every failure has a status.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_SelectObjectContent.html
 */
export const selectRoutes = [
  post(
    's3:SelectObjectContent',
    '/:bucket/:key?select',
    loadBucketAndKey('s3:GetObject'),
    parseRequest,
    readContent,
    (call) => {
      const { body, content, clock } = call
      const query = parseQuery(body.Expression)
      const [input, output] = [inputOf(body), outputOf(body)]
      const text = content.bytes.toString('utf8')
      const records = input.kind === 'json' ? jsonRecords(text) : csvRecords(text, input)
      let returned = ''
      for (const row of runQuery(query, records, clock.now())) returned += rowText(row, output)
      return eventStream(body, Buffer.from(returned), content)
    },
  ),
]

/** The bytes of the queried object. */
interface QueriedContent {
  /** The size as it is stored. */
  readonly scanned: number
  readonly bytes: Buffer
}

async function readContent(
  call: CloudCall & { readonly bucket: Bucket; readonly key: string; readonly body: SelectRequest },
): Promise<{ readonly content: QueriedContent }> {
  const { bucket, key, body } = call
  if (body.ScanRange !== undefined) throw notImplemented("backlot's cloud queries whole objects, without ScanRange.")
  const version = findVersion(call, bucket, key, null)
  checkCustomerKey(call, version)
  checkNotArchived(version, call.clock.now())
  const stored = readSegments(call, version.content, { start: 0, end: version.size })
  const bytes = stored instanceof Uint8Array ? Buffer.from(stored) : await buffer(Readable.from(stored))
  const compression = body.InputSerialization.CompressionType
  return { content: { scanned: version.size, bytes: decompressed(bytes, compression) } }
}

function eventStream(body: SelectRequest, returned: Buffer, { scanned, bytes }: QueriedContent): Answer {
  const details = { BytesScanned: scanned, BytesProcessed: bytes.length, BytesReturned: returned.length }
  const messages: Buffer[] = []
  for (let at = 0; at < returned.length; at += MOST) {
    messages.push(eventMessage('Records', returned.subarray(at, at + MOST), 'application/octet-stream'))
  }
  if (body.RequestProgress?.Enabled === 'true') {
    messages.push(eventMessage('Progress', Buffer.from(writeXml('Progress', details)), 'text/xml'))
  }
  messages.push(eventMessage('Stats', Buffer.from(writeXml('Stats', details)), 'text/xml'), eventMessage('End'))
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: Buffer.concat(messages) }
}
