import type { CloudContext } from '#cloud/call.ts'
import { byteOrder } from '#core/text/byte-order.ts'
import type { Bucket, ObjectVersion } from '#cloud/schema/s3.ts'
import { DELETE_MARKER } from '../objects/delete-object.ts'
import { isProtected } from '../objects/object-lock.ts'
import { insertVersion, removeVersion } from '../objects/insert-version.ts'
import { removeUpload } from '../uploads/multipart-upload.ts'
import { emitLifecycleEvent } from '../events/emit-event.ts'
import { abortOf, dueTime, enabledRules, expiryOf, isFor, midnightAfter, type LifecycleRule } from './rules.ts'

/** The size below which objects are not moved by default, in bytes. */
const SMALLEST_MOVED = 128 * 1024

/**
 * Makes sure that the rules of all buckets run at the next midnight in UTC, while a bucket has rules.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lifecycle-mgmt.html
 */
export function scheduleLifecycle({ rows, clock, schedule }: CloudContext): void {
  const now = clock.now()
  const scheduled = rows.lifecycleDue.get()
  if (scheduled !== undefined && scheduled > now) return
  if (!rows.buckets.all().some((bucket) => enabledRules(bucket).length > 0)) return
  const next = midnightAfter(now + 1, 0)
  rows.lifecycleDue.set(next)
  schedule(next - now, 'runLifecycle', next)
}

/** The timer of the lifecycle rules: it runs them in every bucket, and schedules itself for the next midnight. */
export const lifecycleTimers = {
  runLifecycle(context: CloudContext): void {
    context.rows.lifecycleDue.delete()
    for (const bucket of context.rows.buckets.all()) if (enabledRules(bucket).length > 0) runRules(context, bucket)
    scheduleLifecycle(context)
  },
}

function runRules(context: CloudContext, bucket: Bucket): void {
  const { rows, clock } = context
  const now = clock.now()
  for (const upload of rows.multipartUploads.list('listed', bucket.id)) {
    if ((abortOf(bucket, upload)?.at ?? Number.POSITIVE_INFINITY) <= now) removeUpload(context, upload)
  }
  for (const versions of versionsByKey(rows.objects.list('versions', bucket.id))) endVersions(context, bucket, versions)
}

/** Returns the versions of each key, newest first. */
function versionsByKey(versions: readonly ObjectVersion[]): ObjectVersion[][] {
  const keys: ObjectVersion[][] = []
  for (const version of versions) {
    const last = keys.at(-1)
    if (last?.[0]?.key === version.key) last.push(version)
    else keys.push([version])
  }
  return keys
}

function endVersions(context: CloudContext, bucket: Bucket, [latest, ...older]: readonly ObjectVersion[]): void {
  if (latest === undefined) return
  const noncurrent = [latest, ...older]
  for (const [index, version] of older.entries()) {
    // A version is noncurrent since the next one exists.
    endNoncurrent(context, bucket, version, noncurrent[index]?.modifiedAt ?? 0, index)
  }
  if (latest.isDeleteMarker) endMarker(context, bucket, latest)
  else endCurrent(context, bucket, latest)
}

function endCurrent(context: CloudContext, bucket: Bucket, version: ObjectVersion): void {
  const now = context.clock.now()
  const expiry = expiryOf(bucket, version)
  if (expiry === null || expiry.at > now) {
    const moves = enabledRules(bucket)
      .filter((rule) => isFor(rule, version))
      .flatMap(({ Transition }) => Transition)
    move(
      context,
      bucket,
      version,
      moves.map((each) => [dueTime(each, version.modifiedAt), each.StorageClass] as const),
    )
    return
  }
  if (bucket.versioning === null) {
    removeVersion(context, version)
    emitLifecycleEvent(context, bucket, 'LifecycleExpiration:Delete', version)
    return
  }
  const marker = insertVersion(context, bucket, version.key, DELETE_MARKER)
  emitLifecycleEvent(context, bucket, 'LifecycleExpiration:DeleteMarkerCreated', marker)
}

/** Ends a noncurrent version. `newer` counts the noncurrent versions that are newer. */
function endNoncurrent(
  context: CloudContext,
  bucket: Bucket,
  version: ObjectVersion,
  since: number,
  newer: number,
): void {
  const now = context.clock.now()
  const rules = enabledRules(bucket).filter((rule) => isFor(rule, version))
  const isOver = rules.some(({ NoncurrentVersionExpiration: rule }) => isDue(rule, since, newer, now))
  if (isOver && !isProtected(version, now, false)) {
    removeVersion(context, version)
    emitLifecycleEvent(context, bucket, 'LifecycleExpiration:Delete', version)
    return
  }
  const moves = rules.flatMap(({ NoncurrentVersionTransition }) => NoncurrentVersionTransition)
  const due = moves.filter((each) => isDue(each, since, newer, now))
  move(
    context,
    bucket,
    version,
    due.map((each) => [midnightAfter(since, Number(each.NoncurrentDays)), each.StorageClass] as const),
  )
}

function isDue(rule: LifecycleRule['NoncurrentVersionExpiration'], since: number, newer: number, now: number): boolean {
  if (rule === undefined || newer < Number(rule.NewerNoncurrentVersions ?? 0)) return false
  return midnightAfter(since, Number(rule.NoncurrentDays)) <= now
}

/** Removes a delete marker that is all that is left of its key, where a rule says so. */
function endMarker(context: CloudContext, bucket: Bucket, marker: ObjectVersion): void {
  const { rows, clock } = context
  const left = rows.objects.page('versions', [bucket.id, byteOrder(marker.key)], { offset: 0, limit: 2 }).rows
  if (left.length > 1) return
  const isOver = enabledRules(bucket).some((rule) => {
    if (rule.Expiration === undefined || !isFor(rule, marker)) return false
    if (rule.Expiration.ExpiredObjectDeleteMarker?.toLowerCase() === 'true') return true
    const at = dueTime(rule.Expiration, marker.modifiedAt)
    return at !== null && at <= clock.now()
  })
  if (!isOver) return
  removeVersion(context, marker)
  emitLifecycleEvent(context, bucket, 'LifecycleExpiration:Delete', marker)
}

/** Moves a version to the storage class of the latest transition that is due. */
function move(
  context: CloudContext,
  bucket: Bucket,
  version: ObjectVersion,
  transitions: readonly (readonly [at: number | null, storageClass: string])[],
): void {
  const now = context.clock.now()
  const due = transitions.flatMap(([at, storageClass]) => (at !== null && at <= now ? [{ at, storageClass }] : []))
  const target = due.toSorted((left, right) => left.at - right.at).at(-1)?.storageClass
  const movesAll = bucket.configurations.lifecycleMinimumSize === 'varies_by_storage_class'
  const isSmall = version.size < SMALLEST_MOVED && !(movesAll && (target === 'GLACIER' || target === 'DEEP_ARCHIVE'))
  if (target === undefined || target === version.storageClass || version.isDeleteMarker || isSmall) return
  context.rows.objects.update(version.id, { storageClass: target })
  emitLifecycleEvent(context, bucket, 'LifecycleTransition', version)
}
