import { createReadStream } from 'node:fs'
import { s3Arn } from '#cloud/rules/s3/arn.ts'
import { requirePermission } from '#cloud/rules/iam/permission.ts'
import type { CloudCall } from '#cloud/call.ts'
import { formBoundary, formParts, MalformedForm, type FormPart } from '#core/http/form-data.ts'
import { accessDenied, policySignatureDoesNotMatch } from '#cloud/errors/access.ts'
import { invalidArgument, keyTooLong, preconditionFailed } from '#cloud/errors/s3.ts'
import {
  entityTooLarge,
  entityTooSmall,
  malformedPostRequest,
  maxPostPreDataLengthExceeded,
  missingFormField,
} from '#cloud/errors/s3-uploads.ts'
import type { Bucket, ChecksumAlgorithm } from '#cloud/schema/s3.ts'
import { settingsOf } from '#cloud/rules/settings.ts'
import { scopeOfCredential } from '#cloud/signature/request-signature.ts'
import { signatureOf, signingKey } from '#cloud/signature/sign.ts'
import { credentialOf, sameText } from '#cloud/signature/verify.ts'
import { version2SignatureOf } from '#cloud/signature/version-2.ts'
import { principalOf } from '#cloud/rules/iam/principal.ts'
import { requireDetailsPermission } from '#cloud/rules/s3/access/details-permission.ts'
import { checkSum, CHECKSUM_ALGORITHMS } from '#cloud/rules/s3/uploads/checksums.ts'
import type { NewSegment } from '#core/content.ts'
import { startDigest, type DigestResult } from '#cloud/rules/s3/uploads/digest.ts'
import { formHeaders } from '#cloud/protocols/s3/query-headers.ts'
import { checkPolicy, parsePolicy, type SizeRange } from '#cloud/rules/s3/uploads/post-policy.ts'

/** A form with a file that satisfies its policy. */
export interface PostedForm extends DigestResult {
  /** The fields by names in lower case. */
  readonly fields: ReadonlyMap<string, string>
  readonly key: string
  readonly segment: NewSegment
}

/** The largest size of the fields before the file, in bytes. */
const FIELDS_LIMIT = 20 * 1024

/**
 * A step that reads a form up to its file, authorizes it and stores the file; adds it as `form`. Fields after the file
 * are ignored. https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html
 */
export async function receiveForm(
  call: CloudCall & { readonly bucket: Bucket },
): Promise<{ readonly form: PostedForm }> {
  const { bucket } = call
  const boundary = formBoundary(call.header('content-type'))
  if (boundary === null) throw preconditionFailed('Bucket POST must be of the enclosure-type multipart/form-data')
  const fields = new Map<string, string>()
  let size = 0
  try {
    for await (const part of formParts(bodyOf(call), boundary)) {
      const name = part.name.toLowerCase()
      if (name === 'file') return { form: await receiveFile(call, bucket, fields, part) }
      const value = await textOf(part, FIELDS_LIMIT - size)
      size += name.length + value.length
      fields.set(name, value)
    }
  } catch (error) {
    throw error instanceof MalformedForm ? malformedPostRequest() : error
  }
  throw invalidArgument('POST requires exactly one file upload per request.', 'file', '0')
}

function bodyOf({ file, bytes }: CloudCall): AsyncIterable<Uint8Array> {
  if (file !== null) return createReadStream(file.path) as AsyncIterable<Buffer> // a stream without an encoding
  return (async function* () {
    yield bytes
  })()
}

async function textOf({ pieces }: FormPart, limit: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > limit) throw maxPostPreDataLengthExceeded()
    chunks.push(piece)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function receiveFile(
  call: CloudCall,
  bucket: Bucket,
  fields: Map<string, string>,
  { filename, pieces }: FormPart,
): Promise<PostedForm> {
  const keyTemplate = fields.get('key')
  if (keyTemplate === undefined) throw missingFormField('key')
  // Some browsers send the file's whole path. A field without a name of a file leaves the variable as it is.
  const name = filename?.replace(/^.*[\\/]/, '') ?? '${filename}'
  const key = keyTemplate.replaceAll('${filename}', () => name)
  const length = Buffer.byteLength(key)
  if (key === '') throw invalidArgument('User key must have a length greater than 0.', 'key', '')
  if (length > 1024) throw keyTooLong(length)
  fields.set('key', key)
  const range = checkSender(call, new Map([...fields, ['bucket', bucket.id]]))
  const resource = s3Arn(bucket, key)
  requirePermission(call, 's3:PutObject', resource)
  requireDetailsPermission(call, formHeaders(call, fields), bucket, resource)
  if (fields.has('tagging')) requirePermission(call, 's3:PutObjectTagging', resource)
  const [algorithm, sum] = sumOf(fields)
  const digest = await startDigest([algorithm])
  const spooled = await call.spool(limited(pieces, digest.update, range))
  const digested = await digest.end()
  if (digested.size < range.min) throw entityTooSmall(digested.size, range.min)
  if (sum !== undefined) checkSum(algorithm, sum, digested.checksums[algorithm])
  return { fields, key, segment: 'path' in spooled ? { file: spooled } : { bytes: spooled }, ...digested }
}

/**
 * Passes the pieces of a file on.
 *
 * @throws `EntityTooLarge` once there are more bytes than the policy allows.
 */
async function* limited(
  pieces: AsyncIterable<Uint8Array>,
  pass: (bytes: Uint8Array) => void,
  { max }: SizeRange,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > max) throw entityTooLarge(size, max)
    pass(piece)
    yield piece
  }
}

function sumOf(fields: ReadonlyMap<string, string>): readonly [ChecksumAlgorithm, string | undefined] {
  for (const algorithm of CHECKSUM_ALGORITHMS) {
    const sum = fields.get(`x-amz-checksum-${algorithm}`)
    if (sum !== undefined) return [algorithm, sum]
  }
  return ['crc64nvme', undefined]
}

/** The fields of a signature of version 4. A policy without any of them, or of those of version 2, is not signed. */
const VERSION_4_FIELDS = ['x-amz-algorithm', 'x-amz-credential', 'x-amz-date', 'x-amz-signature']

/**
 * Checks the signature of a form's policy and makes its signer the principal; a form without a policy is anonymous.
 * Returns the range of sizes that the policy allows.
 */
function checkSender(call: CloudCall, fields: ReadonlyMap<string, string>): SizeRange {
  const policy = fields.get('policy')
  if (policy === undefined) {
    if (fields.has('x-amz-signature') || fields.has('signature')) throw missingFormField('policy')
    const { strictAuth, enforceIam } = settingsOf(call)
    // Under `enforce_iam` the bucket's policy decides about anonymous forms.
    if (strictAuth && !enforceIam) throw accessDenied(call)
    return { min: 0, max: Number.POSITIVE_INFINITY }
  }
  if (fields.has('awsaccesskeyid') || fields.has('signature')) checkVersion2(call, fields, policy)
  else if (VERSION_4_FIELDS.some((name) => fields.has(name))) checkPolicySignature(call, fields, policy)
  else throw accessDenied(call)
  return checkPolicy(parsePolicy(policy), fields, call.clock.now())
}

/**
 * Checks the signature of version 2, which boto3 makes by default.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/HTTPPOSTForms.html
 */
function checkVersion2(call: CloudCall, fields: ReadonlyMap<string, string>, policy: string): void {
  const accessKeyId = requiredField(fields, 'AWSAccessKeyId')
  const signature = requiredField(fields, 'Signature')
  const credential = credentialOf(call, { accessKeyId, token: fields.get('x-amz-security-token') ?? null })
  if (credential !== null && !sameText(version2SignatureOf(credential, policy), signature)) {
    throw policySignatureDoesNotMatch({ accessKeyId, signature, stringToSign: policy })
  }
  call.principal = principalOf(call, { accessKeyId, region: settingsOf(call).region }, credential)
}

function requiredField(fields: ReadonlyMap<string, string>, name: string): string {
  const value = fields.get(name.toLowerCase())
  if (value === undefined) throw missingFormField(name)
  return value
}

function checkPolicySignature(call: CloudCall, fields: ReadonlyMap<string, string>, policy: string): void {
  const field = (name: string): string => requiredField(fields, name)
  const [algorithm, signed, signature] = [field('X-Amz-Algorithm'), field('X-Amz-Credential'), field('X-Amz-Signature')]
  if (algorithm !== 'AWS4-HMAC-SHA256') {
    throw invalidArgument(
      'X-Amz-Algorithm only supports "AWS4-HMAC-SHA256 and AWS4-ECDSA-P256-SHA256"',
      'X-Amz-Algorithm',
      algorithm,
    )
  }
  if (!/^\d{8}T\d{6}Z$/.test(field('X-Amz-Date'))) {
    const message = `X-Amz-Date must be formated via ISO8601 Long format`
    throw invalidArgument(message, 'X-Amz-Date', field('X-Amz-Date'))
  }
  const scope = scopeOfCredential(signed)
  if (scope === null) {
    const message = 'the Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".'
    throw invalidArgument(message, 'X-Amz-Credential', signed)
  }
  const { accessKeyId } = scope
  const credential = credentialOf(call, { accessKeyId, token: fields.get('x-amz-security-token') ?? null })
  // The secret of an unknown key is unknown too, so its signature cannot be checked.
  if (credential !== null && !sameText(signatureOf(signingKey(credential.secret, scope.scope), policy), signature)) {
    throw policySignatureDoesNotMatch({ accessKeyId, signature, stringToSign: policy })
  }
  call.principal = principalOf(call, scope, credential)
}
