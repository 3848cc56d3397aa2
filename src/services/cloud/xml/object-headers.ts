import { abortOf, expiryOf } from '#cloud/rules/s3/lifecycle/rules.ts'
import { restoreState } from '#cloud/rules/s3/objects/archive.ts'
import type { Bucket, MultipartUpload, ObjectVersion } from '#cloud/schema/s3.ts'
import { metadataHeader } from '#cloud/protocols/s3/header-text.ts'
import { httpTime, isoTime } from '#cloud/protocols/time.ts'

/** Returns the headers that describe an object, in every answer with or about it. */
export function objectHeaders(version: ObjectVersion): Record<string, string> {
  const { modifiedAt, etag, headers, metadata, storageClass, tags, lock, replicationStatus } = version
  const all: Record<string, string> = {
    'last-modified': httpTime(modifiedAt),
    etag: `"${etag}"`,
    'accept-ranges': 'bytes',
    ...headers,
  }
  if (storageClass !== 'STANDARD') all['x-amz-storage-class'] = storageClass
  if (replicationStatus !== null) all['x-amz-replication-status'] = replicationStatus
  if (lock !== null) Object.assign(all, lockHeaders(lock))
  if (tags.length > 0) all['x-amz-tagging-count'] = String(tags.length)
  for (const [name, value] of Object.entries(metadata)) all[`x-amz-meta-${name}`] = metadataHeader(value)
  return all
}

function lockHeaders({ retention, legalHold }: NonNullable<ObjectVersion['lock']>): Record<string, string> {
  return {
    ...(retention === null
      ? {}
      : {
          'x-amz-object-lock-mode': retention.mode,
          'x-amz-object-lock-retain-until-date': isoTime(retention.until),
        }),
    ...(legalHold === null ? {} : { 'x-amz-object-lock-legal-hold': legalHold }),
  }
}

/** Returns the header that tells when a lifecycle rule ends an object; none where no rule does. */
export function expirationHeader(bucket: Bucket, version: ObjectVersion): Record<string, string> {
  const expiry = expiryOf(bucket, version)
  if (expiry === null || version.isDeleteMarker) return {}
  return { 'x-amz-expiration': `expiry-date="${httpTime(expiry.at)}", rule-id="${encodeURIComponent(expiry.rule)}"` }
}

/** Returns the header that tells how far the restoration of an archived object is; none where none was asked for. */
export function restoreHeader(version: ObjectVersion, now: number): Record<string, string> {
  const state = restoreState(version, now)
  if (state === null || version.restore === null) return {}
  const until = `, expiry-date="${httpTime(version.restore.until)}"`
  return { 'x-amz-restore': `ongoing-request="${state === 'ongoing'}"${state === 'ongoing' ? '' : until}` }
}

/** Returns the headers that tell when a lifecycle rule aborts an upload; none where no rule does. */
export function abortHeaders(bucket: Bucket, upload: MultipartUpload): Record<string, string> {
  const abort = abortOf(bucket, upload)
  return abort === null ? {} : { 'x-amz-abort-date': httpTime(abort.at), 'x-amz-abort-rule-id': abort.rule }
}

/** Returns the encryption headers of an object, which answers to writes carry. */
export function encryptionHeaders({ headers }: Pick<ObjectVersion, 'headers'>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-amz-server-side-encryption')))
}
