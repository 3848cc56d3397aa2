import type { CloudCall } from '#cloud/call.ts'
import {
  bypassWithoutLock,
  incompleteRetention,
  invalidRetainUntil,
  missingObjectLock,
  protectedByLock,
  undigestedRetention,
  unknownLegalHold,
  unknownLockMode,
} from '#cloud/errors/s3-object-lock.ts'
import { withQueryHeaders, type HeaderSource } from '#cloud/protocols/s3/query-headers.ts'
import {
  LOCK_MODES,
  type Bucket,
  type DefaultRetention,
  type ObjectVersion,
  type VersionLock,
} from '#cloud/schema/s3.ts'
import { isAllowed } from '../../iam/permission.ts'
import { s3Arn } from '../arn.ts'
import { hasDigest } from '../uploads/checksums.ts'

// The vendor's rules are in https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock.html

const MODE = 'x-amz-object-lock-mode'
const UNTIL = 'x-amz-object-lock-retain-until-date'
const HOLD = 'x-amz-object-lock-legal-hold'
const BYPASS = 'x-amz-bypass-governance-retention'

type Retention = NonNullable<VersionLock['retention']>

const DAY = 86_400_000

/**
 * Returns the lock of a new version: from the headers of the write, otherwise the bucket's default; null for none.
 *
 * @param now epoch milliseconds
 * @throws `InvalidRequest` for a lock in a bucket without Object Lock, and `InvalidArgument` for an invalid one.
 */
export function lockOfWrite({ header }: HeaderSource, { objectLock }: Bucket, now: number): VersionLock | null {
  const [mode, until, legalHold] = [header(MODE), header(UNTIL), header(HOLD)]
  const isRequested = mode !== undefined || until !== undefined || legalHold !== undefined
  if (objectLock === null) {
    if (isRequested) throw missingObjectLock()
    return null
  }
  if (legalHold !== undefined && legalHold !== 'ON' && legalHold !== 'OFF') throw unknownLegalHold(legalHold)
  const retention = requestedRetention(mode, until, now) ?? defaultRetention(objectLock.defaultRetention, now)
  return retention === null && legalHold === undefined ? null : { retention, legalHold: legalHold ?? null }
}

/**
 * Checks that the content of an object with a retention, of the request or by default of the bucket, has a digest.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html
 *
 * @throws `InvalidRequest`.
 */
export function checkRetainedDigest({ headers }: HeaderSource, lock: VersionLock | null): void {
  if (lock !== null && lock.retention !== null && !hasDigest(headers)) throw undigestedRetention()
}

function requestedRetention(mode: string | undefined, until: string | undefined, now: number): Retention | null {
  if (mode === undefined && until === undefined) return null
  if (until === undefined) throw incompleteRetention(UNTIL)
  if (mode === undefined) throw incompleteRetention(MODE)
  if (!isLockMode(mode)) throw unknownLockMode(mode)
  return { mode, until: futureDate(UNTIL, until, now) }
}

/**
 * Parses the date of a retention into epoch milliseconds.
 *
 * @throws `InvalidArgument` for one that is malformed or has passed.
 */
export function futureDate(name: string, text: string, now: number): number {
  const at = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw invalidRetainUntil(name, text, 'malformed')
  if (at <= now) throw invalidRetainUntil(name, text, 'past')
  return at
}

function isLockMode(mode: string): mode is Retention['mode'] {
  return LOCK_MODES.some((each) => each === mode)
}

function defaultRetention(rule: DefaultRetention | null, now: number): Retention | null {
  if (rule === null) return null
  if (rule.unit === 'Days') return { mode: rule.mode, until: now + rule.count * DAY }
  const end = new Date(now)
  end.setUTCFullYear(end.getUTCFullYear() + rule.count)
  return { mode: rule.mode, until: end.getTime() }
}

/**
 * Returns whether a lock protects a version from deletion.
 *
 * @param bypass whether the request may bypass governance
 */
export function isProtected({ lock }: Pick<ObjectVersion, 'lock'>, now: number, bypass: boolean): boolean {
  if (lock === null) return false
  if (lock.legalHold === 'ON') return true
  if (lock.retention === null || lock.retention.until <= now) return false
  return lock.retention.mode === 'COMPLIANCE' || !bypass
}

/** @throws `AccessDenied` for a version that a lock protects from the request. */
export function checkDeletable(call: CloudCall, version: ObjectVersion): void {
  if (isProtected(version, call.clock.now(), canBypass(call, version))) throw protectedByLock()
}

/** @throws `InvalidArgument` for a request to bypass governance in a bucket without Object Lock. */
export function checkBypass(call: CloudCall, { objectLock }: Bucket): void {
  if (objectLock === null && withQueryHeaders(call).header(BYPASS) !== undefined) throw bypassWithoutLock()
}

/**
 * Checks that a request may replace the retention of a version: it may always be extended, and only one that can be
 * bypassed may be shortened, removed, or given another mode.
 *
 * @throws `AccessDenied`.
 */
export function checkRetentionChange(call: CloudCall, version: ObjectVersion, changed: Retention | null): void {
  const present = version.lock?.retention ?? null
  if (present === null || present.until <= call.clock.now()) return
  const isExtended = changed !== null && changed.until >= present.until
  if (isExtended && changed.mode === present.mode) return
  if (present.mode === 'COMPLIANCE' || !canBypass(call, version)) throw protectedByLock()
}

function canBypass(call: CloudCall, { bucket, key }: ObjectVersion): boolean {
  if (withQueryHeaders(call).header(BYPASS)?.toLowerCase() !== 'true') return false
  return isAllowed(call, 's3:BypassGovernanceRetention', s3Arn(call.rows.buckets.require(bucket), key))
}
