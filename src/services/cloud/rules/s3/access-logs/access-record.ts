import { lengthOf, isStreamed, type Answer } from '#core/answer.ts'
import type { CloudCall, Principal } from '#cloud/call.ts'
import { hostIdOf, requestIdOf } from '#cloud/protocols/request-id.ts'
import type { Bucket } from '#cloud/schema/s3.ts'
import { isVersion2 } from '#cloud/signature/version-2.ts'
import { sourceAddress } from '../../iam/source-address.ts'
import { canonicalUserId } from '../access/owner.ts'
import { operationName } from './operation-name.ts'

/** Operations on the content of an object, whose size the record tells. */
const WITH_SIZE = new Set([
  's3:GetObject',
  's3:HeadObject',
  's3:PutObject',
  's3:PostObject',
  's3:CopyObject',
  's3:CompleteMultipartUpload',
  's3:ServeWebsite',
])

/**
 * Returns the line that an access log has for a request. The times that it took are left out, and so is what only
 * encrypted connections and access points have. https://docs.aws.amazon.com/AmazonS3/latest/userguide/LogFormat.html
 */
export function accessRecord(call: CloudCall, bucket: Bucket, answer: Answer): string {
  const { method, path, search, query, operation, header, principal, clock } = call
  const { key = '' } = call.params
  const fields = [
    canonicalUserId(bucket),
    bucket.id,
    `[${logTime(clock.now())}]`,
    sourceAddress(call),
    requesterOf(principal),
    requestIdOf(call),
    operationName(operation ?? '', method),
    key === '' ? '-' : encodeURI(key),
    quoted(`${method} ${path}${search} HTTP/1.1`),
    answer.status,
    errorCodeOf(answer),
    bytesOf(call, answer),
    sizeOf(call, bucket, key),
    '-',
    '-',
    quoted(header('referer')),
    quoted(header('user-agent')),
    answer.headers['x-amz-version-id'] ?? query.get('versionId') ?? '-',
    hostIdOf(call),
    ...signatureOf(call),
    header('host') ?? '-',
    '-',
    '-',
    '-',
  ]
  return fields.join(' ')
}

/** Formats a time as `06/Feb/2026:00:00:38 +0000`. */
function logTime(at: number): string {
  const [, day, month, year, time] = new Date(at).toUTCString().split(' ')
  return `${day}/${month}/${year}:${time} +0000`
}

/** Quotes a text as the client sent it; `"-"` where it sent none. */
function quoted(text: string | undefined): string {
  return `"${(text ?? '-').replaceAll('"', '%22')}"`
}

function requesterOf(principal: Principal | null): string {
  if (principal === null || principal.accessKeyId === null) return '-'
  return principal.type === 'root' ? canonicalUserId(principal) : principal.arn
}

function errorCodeOf({ status, body }: Answer): string {
  if (status < 400 || typeof body !== 'string') return '-'
  return /<Code>([^<]+)<\/Code>/.exec(body)?.[1] ?? '-'
}

function bytesOf({ method }: CloudCall, { body, headers }: Answer): string {
  const sent = isStreamed(body) ? Number(headers['content-length'] ?? 0) : lengthOf(body)
  return method === 'HEAD' || sent === 0 ? '-' : String(sent)
}

function sizeOf({ rows, operation, query }: CloudCall, bucket: Bucket, key: string): string {
  if (!WITH_SIZE.has(operation ?? '')) return '-'
  const versionId = query.get('versionId')
  const version =
    versionId === null
      ? rows.objects.find('latest', bucket.id, key)
      : rows.objects.find('version', bucket.id, key, versionId)
  return version === undefined || version.isDeleteMarker ? '-' : String(version.size)
}

/** Returns the version of the signature, the cipher of the connection, and the place of the signature. */
function signatureOf(call: CloudCall): readonly string[] {
  const isHeader = call.header('authorization') !== undefined
  const isQuery = call.query.has('X-Amz-Signature') || call.query.has('Signature')
  if (!isHeader && !isQuery) return ['-', '-', '-']
  return [isVersion2(call) ? 'SigV2' : 'SigV4', '-', isHeader ? 'AuthHeader' : 'QueryString']
}
