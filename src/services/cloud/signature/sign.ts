import { createHash, createHmac } from 'node:crypto'
import type { CloudCall } from '#cloud/call.ts'
import { withQueryHeaders } from '#cloud/protocols/s3/query-headers.ts'
import { headerText } from '#cloud/protocols/s3/header-text.ts'
import type { RequestSignature } from './request-signature.ts'

/**
 * Derives the signing key of one day, region and service.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signingKey(secret: string, scope: string): Buffer {
  let key: Buffer = Buffer.from(`AWS4${secret}`)
  for (const part of scope.split('/')) key = hmac(key, part)
  return key
}

/** Returns the signature of a text in lower-case hexadecimal digits. */
export function signatureOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

/** Returns the string to sign of a canonical request. */
export function stringToSign(
  { signedAt, scope }: Pick<RequestSignature, 'signedAt' | 'scope'>,
  canonical: string,
): string {
  return `AWS4-HMAC-SHA256\n${signedAt}\n${scope}\n${sha256(canonical)}`
}

/** Returns the SHA-256 hash in lower-case hexadecimal digits. */
export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/**
 * Returns the canonical form of a request. `payloadHash` is the body's hash as the client signed it, `path` the path of
 * the URL.
 */
export function canonicalRequest(
  call: CloudCall,
  { place, service, signedHeaders }: RequestSignature,
  payloadHash: string,
  path = call.mountPath + call.path,
): string {
  // A signed header of a presigned URL may be in its query alone.
  const source = place === 'query' && service === 's3' ? withQueryHeaders(call) : call
  const headers = signedHeaders.map((name) => `${name}:${canonicalHeader(source, name)}\n`).join('')
  return [
    call.method,
    canonicalPath(path, service === 's3'),
    canonicalQuery(call.search, place === 'query'),
    headers,
    signedHeaders.join(';'),
    payloadHash,
  ].join('\n')
}

function canonicalHeader({ headers }: Pick<CloudCall, 'headers'>, name: string): string {
  const value = headers[name] ?? ''
  const values = typeof value === 'string' ? [value] : value
  return values.map((each) => headerText(each).trim().replaceAll(/ +/g, ' ')).join(',')
}

/**
 * S3 encodes a path once, where an encoded slash is as any other; every other service encodes the encoded path again.
 */
function canonicalPath(path: string, once: boolean): string {
  if (path === '/') return path
  return (once ? decoded(path) : path).split('/').map(uriEncode).join('/')
}

function canonicalQuery(search: string, presigned: boolean): string {
  if (search.length < 2) return ''
  return search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=')
      const name = equals < 0 ? pair : pair.slice(0, equals)
      const value = equals < 0 ? '' : pair.slice(equals + 1)
      return [uriEncode(decoded(name.replaceAll('+', ' '))), uriEncode(decoded(value.replaceAll('+', ' ')))] as const
    })
    .filter(([name]) => !(presigned && name === 'X-Amz-Signature'))
    .toSorted(([a, b], [c, d]) => (a === c ? order(b, d) : order(a, c)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

function order(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Percent-encodes all characters except letters, digits and `-._~`. RFC 3986 section 2.3 */
export function uriEncode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
