import type * as v from 'valibot'
import type { Bucket, ObjectVersion, Tag } from '#cloud/schema/s3.ts'
import type { lifecycleSchema } from '../buckets/configurations.ts'

/** A rule of a lifecycle configuration as it is stored. */
export type LifecycleRule = v.InferOutput<typeof lifecycleSchema>['Rule'][number]

const DAY = 86_400_000

/** Returns the enabled rules of a bucket. */
export function enabledRules({ configurations }: Bucket): readonly LifecycleRule[] {
  // lifecycleSchema has checked the configuration.
  const { Rule = [] } = (configurations.lifecycle ?? {}) as unknown as { readonly Rule?: readonly LifecycleRule[] }
  return Rule.filter(({ Status }) => Status === 'Enabled')
}

/** The properties that the filter of a rule looks at; the size is null for an upload in progress. */
export interface Filtered {
  readonly key: string
  readonly size: number | null
  readonly tags: readonly Tag[]
}

/**
 * Returns whether a rule applies to an object.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/intro-lifecycle-filters.html
 */
export function isFor({ Prefix, Filter }: LifecycleRule, { key, size, tags }: Filtered): boolean {
  const { Tag: tag, And: and, ...own } = Filter ?? {}
  const conditions = and ?? own
  const wanted = and?.Tag ?? (tag === undefined ? [] : [tag])
  if (!key.startsWith(conditions.Prefix ?? Prefix ?? '')) return false
  if (!wanted.every(({ Key, Value }) => tags.some((each) => each.Key === Key && each.Value === Value))) return false
  if (size === null) return wanted.length === 0
  const { ObjectSizeGreaterThan: over, ObjectSizeLessThan: under } = conditions
  return (over === undefined || size > Number(over)) && (under === undefined || size < Number(under))
}

/** Returns the first midnight, in UTC, that is at least so many days after a time. */
export function midnightAfter(at: number, days: number): number {
  return Math.ceil((at + days * DAY) / DAY) * DAY
}

/** Returns the time of an action that is stated in days after a time, or as a date; null for neither. */
export function dueTime(
  { Days, Date: date }: { readonly Days?: string | undefined; readonly Date?: string | undefined },
  since: number,
): number | null {
  if (Days !== undefined) return midnightAfter(since, Number(Days))
  return date === undefined ? null : Date.parse(date)
}

/** The end of an object by a rule. */
export interface Expiry {
  readonly at: number
  readonly rule: string
}

/** Returns when an object expires, by the rule that ends it first; null for one that no rule ends. */
export function expiryOf(bucket: Bucket, object: ObjectVersion): Expiry | null {
  let first: Expiry | null = null
  for (const rule of enabledRules(bucket)) {
    if (rule.Expiration === undefined || !isFor(rule, object)) continue
    const at = dueTime(rule.Expiration, object.modifiedAt)
    if (at !== null && (first === null || at < first.at)) first = { at, rule: rule.ID ?? '' }
  }
  return first
}

/** Returns when an upload in progress is aborted, by the rule that ends it first; null for one that no rule ends. */
export function abortOf(
  bucket: Bucket,
  { key, initiatedAt }: { readonly key: string; readonly initiatedAt: number },
): Expiry | null {
  let first: Expiry | null = null
  for (const rule of enabledRules(bucket)) {
    const days = rule.AbortIncompleteMultipartUpload?.DaysAfterInitiation
    if (days === undefined || !isFor(rule, { key, size: null, tags: [] })) continue
    const at = midnightAfter(initiatedAt, Number(days))
    if (first === null || at < first.at) first = { at, rule: rule.ID ?? '' }
  }
  return first
}
