import { createHmac } from 'node:crypto'
import { HOUR } from '#core/duration.ts'
import type { DeployhostContext } from '#deployhost/call.ts'
import { blobForbidden, blobTokenExpired, pathnameMismatch } from '#deployhost/errors/blobs.ts'
import type { BlobStore } from '#deployhost/schema.ts'
import * as v from 'valibot'
import type { UploadLimits } from './upload-limits.ts'

/** The operations that URLs are signed for. */
export const SIGNED_OPERATIONS = ['get', 'head', 'put', 'delete'] as const

/** An operation that a URL is signed for. */
export type SignedOperation = (typeof SIGNED_OPERATIONS)[number]

/** The scope of the URLs that a server signs. */
export interface DelegationInput {
  readonly pathname: string
  readonly operations: readonly SignedOperation[]
  /** Epoch milliseconds; absent: an hour from now. */
  readonly validUntil?: number | undefined
  readonly maximumSizeInBytes?: number | undefined
  readonly allowedContentTypes?: readonly string[] | undefined
}

/** The tokens by which a server makes signed URLs by itself. */
export interface SignedToken {
  /** The scope, which every URL carries. */
  readonly delegationToken: string
  /** The secret that signs URLs. */
  readonly clientSigningToken: string
  readonly validUntil: number
}

const Delegation = v.object({
  pathname: v.string(),
  operations: v.array(v.string()),
  validUntil: v.number(),
  maximumSizeInBytes: v.optional(v.number()),
  allowedContentTypes: v.optional(v.array(v.string())),
})

/** The query parameters of a signed URL that its signature covers. */
const SIGNED = {
  validUntil: 'vercel-blob-valid-until',
  maximumSizeInBytes: 'vercel-blob-maximum-size-in-bytes',
  allowedContentTypes: 'vercel-blob-allowed-content-types',
  addRandomSuffix: 'vercel-blob-add-random-suffix',
  allowOverwrite: 'vercel-blob-allow-overwrite',
  cacheControlMaxAge: 'vercel-blob-cache-control-max-age',
  ifMatch: 'vercel-blob-if-match',
  callbackUrl: 'vercel-blob-callback-url',
  tokenPayload: 'vercel-blob-callback-token-payload',
} as const

/** Returns the tokens by which a server signs URLs of a store. */
export function issueSignedToken(
  { clock }: Pick<DeployhostContext, 'clock'>,
  store: BlobStore,
  { validUntil, ...scope }: DelegationInput,
): SignedToken {
  const now = Math.floor(clock.now())
  const until = validUntil ?? now + HOUR
  const payload = { storeId: store.id, ownerId: store.accountId, ...scope, validUntil: until, iat: now }
  const segment = Buffer.from(JSON.stringify(payload)).toString('base64url')
  const delegationToken = `${segment}.${hmac(store.token, `delegation ${segment}`)}`
  return { delegationToken, clientSigningToken: signingToken(store, delegationToken), validUntil: until }
}

/** Returns the delegation in the query of a signed URL; null for another URL. */
export function delegationOf(query: URLSearchParams): string | null {
  return query.get('vercel-blob-delegation')
}

/** Returns the id of the store in a delegation; null for a text that is none. */
export function storeIdOfDelegation(delegation: string): string | null {
  const payload = payloadOf(delegation)
  const id = typeof payload === 'object' && payload !== null && 'storeId' in payload ? payload.storeId : null
  return typeof id === 'string' ? id : null
}

/**
 * Returns what a signed URL allows for a pathname.
 *
 * @throws 403 unless it is signed for the store, the pathname and the operation, and has not expired.
 */
export function limitsOfSignedUrl(
  { clock }: Pick<DeployhostContext, 'clock'>,
  store: BlobStore,
  query: URLSearchParams,
  { operation, pathname }: { readonly operation: SignedOperation; readonly pathname: string },
): UploadLimits {
  const delegation = delegationOf(query) ?? ''
  const [segment = '', signature = ''] = delegation.split('.')
  if (signature !== hmac(store.token, `delegation ${segment}`)) throw blobForbidden()
  const text = canonicalText(query, operation, pathname)
  const expected = hmac(signingToken(store, delegation), text)
  if (query.get('vercel-blob-signature') !== expected) throw blobForbidden()
  const scope = v.parse(Delegation, payloadOf(delegation)) // the instance has written it
  const limits = limitsIn(query, scope, pathname)
  if (limits.validUntil <= clock.now()) throw blobTokenExpired()
  if (!scope.operations.includes(operation)) throw blobForbidden()
  if (scope.pathname !== '*' && scope.pathname !== pathname) throw pathnameMismatch()
  return limits
}

/** Returns the limits in the query, within those of the delegation. */
function limitsIn(query: URLSearchParams, scope: v.InferOutput<typeof Delegation>, pathname: string): UploadLimits {
  const callbackUrl = query.get(SIGNED.callbackUrl)
  const maxAge = query.get(SIGNED.cacheControlMaxAge)
  const sizes = [query.get(SIGNED.maximumSizeInBytes) ?? undefined, scope.maximumSizeInBytes].flatMap((each) =>
    each === undefined ? [] : [Number(each)],
  )
  return {
    pathname,
    validUntil: Math.min(scope.validUntil, Number(query.get(SIGNED.validUntil) ?? scope.validUntil)),
    maximumSizeInBytes: sizes.length === 0 ? null : Math.min(...sizes),
    allowedContentTypes: query.get(SIGNED.allowedContentTypes)?.split(',') ?? scope.allowedContentTypes,
    addRandomSuffix: booleanOf(query.get(SIGNED.addRandomSuffix)),
    allowOverwrite: booleanOf(query.get(SIGNED.allowOverwrite)),
    cacheControlMaxAge: maxAge === null ? null : Number(maxAge),
    ifMatch: query.get(SIGNED.ifMatch),
    onUploadCompleted: callbackUrl === null ? null : { callbackUrl, tokenPayload: query.get(SIGNED.tokenPayload) },
  }
}

/** Returns the text that a URL's signature covers: a line for each parameter, in the byte order of the lines. */
function canonicalText(query: URLSearchParams, operation: SignedOperation, pathname: string): string {
  const parameters = Object.values(SIGNED).flatMap((name) => {
    const value = query.get(name)
    return value === null || value === '' ? [] : [`${name}=${value}`]
  })
  const lines = [`operation=${operation}`, `pathname=${pathname}`, ...parameters]
  return lines.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))).join('\n')
}

function payloadOf(delegation: string): unknown {
  try {
    return JSON.parse(Buffer.from(delegation.split('.')[0] ?? '', 'base64url').toString())
  } catch {
    return null
  }
}

function booleanOf(text: string | null): boolean | null {
  return text === null ? null : text === 'true'
}

function signingToken(store: BlobStore, delegation: string): string {
  return hmac(store.token, `signing ${delegation}`)
}

function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}
