import type * as v from 'valibot'
import { invalidArgument, invalidRequest, malformedXml } from '#cloud/errors/s3.ts'
import type { lifecycleSchema } from '../buckets/configurations.ts'

type Rules = v.InferOutput<typeof lifecycleSchema>['Rule']
type Rule = Rules[number]

const STORAGE_CLASSES = new Set([
  'STANDARD_IA',
  'ONEZONE_IA',
  'INTELLIGENT_TIERING',
  'GLACIER',
  'GLACIER_IR',
  'DEEP_ARCHIVE',
])

/** The days that objects stay before a transition to a class for infrequent access. */
const INFREQUENT_ACCESS_DAYS = 30

/**
 * Checks the rules of a lifecycle configuration beyond what its schema states.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/lifecycle-configuration-examples.html
 *
 * @throws `MalformedXML`, `InvalidArgument` or `InvalidRequest`, as the vendor does.
 */
export function checkLifecycle(rules: Rules): void {
  const ids = new Set<string>()
  for (const rule of rules) {
    if (rule.ID !== undefined) {
      if (rule.ID.length > 255) throw invalidArgument('ID length should not exceed allowed limit of 255', 'ID', rule.ID)
      if (ids.has(rule.ID)) {
        throw invalidArgument('Rule ID must be unique. Found same ID for more than one rule', 'ID', rule.ID)
      }
      ids.add(rule.ID)
    }
    checkFilter(rule)
    checkActions(rule)
    checkUntagged(rule)
    checkOrder(rule)
  }
}

function checkFilter({ Filter, Prefix }: Rule): void {
  if ((Filter === undefined) === (Prefix === undefined)) throw malformedXml()
  const { And: and, ...own } = Filter ?? {}
  // A filter has one condition, or several within And.
  const count = Object.values(own).filter((value) => value !== undefined).length
  if (count > 1 || (and !== undefined && count > 0)) throw malformedXml()
  const keys = and?.Tag.map(({ Key }) => Key) ?? []
  if (new Set(keys).size !== keys.length) throw invalidRequest('Duplicate Tag Keys are not allowed.')
}

function checkActions(rule: Rule): void {
  const { Expiration, Transition, NoncurrentVersionTransition, NoncurrentVersionExpiration } = rule
  const { AbortIncompleteMultipartUpload: abort } = rule
  const noncurrent = NoncurrentVersionExpiration ?? NoncurrentVersionTransition[0]
  if (Expiration === undefined && abort === undefined && Transition.length === 0 && noncurrent === undefined) {
    throw invalidRequest('At least one action needs to be specified in a rule')
  }
  if (Expiration !== undefined) checkExpiration(Expiration)
  for (const each of Transition) {
    if ((each.Days === undefined) === (each.Date === undefined)) throw malformedXml()
    checkDate(each.Date)
    checkTransitionDays(each)
  }
  for (const { StorageClass } of [...Transition, ...NoncurrentVersionTransition]) {
    if (!STORAGE_CLASSES.has(StorageClass)) throw malformedXml()
  }
  checkPositive('NoncurrentDays', 'NoncurrentVersionExpiration', NoncurrentVersionExpiration?.NoncurrentDays)
  checkPositive('DaysAfterInitiation', 'AbortIncompleteMultipartUpload', abort?.DaysAfterInitiation)
}

function checkTransitionDays({ Days, StorageClass }: Rule['Transition'][number]): void {
  if (Days === undefined || !StorageClass.endsWith('_IA') || Number(Days) >= INFREQUENT_ACCESS_DAYS) return
  const least = `greater than or equal to ${String(INFREQUENT_ACCESS_DAYS)} for storageClass '${StorageClass}'`
  throw invalidArgument(`'Days' in Transition action must be ${least}`, 'Days', Days)
}

/** Uploads that have not ended have neither tags nor a size, and delete markers have no tags. */
function checkUntagged({ Filter, Expiration, AbortIncompleteMultipartUpload: abort }: Rule): void {
  const { And: and, Tag: tag } = Filter ?? {}
  const hasTags = tag !== undefined || (and?.Tag.length ?? 0) > 0
  if (hasTags && Expiration?.ExpiredObjectDeleteMarker === 'true') {
    throw invalidRequest('ExpiredObjectDeleteMarker cannot be specified with Tags.')
  }
  if (abort === undefined) return
  if (hasTags) {
    throw invalidRequest('AbortIncompleteMultipartUpload cannot be specified with Tags.')
  }
  const sizes = [Filter, and].flatMap((each) => [each?.ObjectSizeGreaterThan, each?.ObjectSizeLessThan])
  if (sizes.some((size) => size !== undefined)) {
    throw invalidRequest('AbortIncompleteMultipartUpload cannot be specified with Object Size.')
  }
}

/** Objects move to each class once, before they expire. */
function checkOrder({ Filter, Prefix, Expiration, Transition }: Rule): void {
  const filter = `'(prefix=${Prefix ?? Filter?.Prefix ?? Filter?.And?.Prefix ?? ''})'`
  if (new Set(Transition.map(({ StorageClass }) => StorageClass)).size !== Transition.length) {
    const same = `in same 'Rule' with filter ${filter}`
    throw invalidRequest(`'StorageClass' must be different for 'Transition' actions ${same}`)
  }
  const days = Expiration?.Days
  if (days === undefined || !Transition.some((each) => Number(each.Days ?? -1) >= Number(days))) return
  const message = `'Days' in the Expiration action for filter ${filter} must be greater than 'Days' in the Transition action`
  throw invalidArgument(message, 'Days', days)
}

function checkExpiration({
  Days,
  Date: date,
  ExpiredObjectDeleteMarker: marker,
}: NonNullable<Rule['Expiration']>): void {
  if ([Days, date, marker].filter((value) => value !== undefined).length !== 1) throw malformedXml()
  checkPositive('Days', 'Expiration', Days)
  checkDate(date)
}

function checkPositive(name: string, action: string, days: string | undefined): void {
  if (days === undefined || Number(days) > 0) return
  throw invalidArgument(`'${name}' for ${action} action must be a positive integer`, name, days)
}

function checkDate(date: string | undefined): void {
  if (date === undefined) return
  const at = Date.parse(date)
  if (Number.isNaN(at)) throw malformedXml()
  if (at % 86_400_000 !== 0) throw invalidArgument("'Date' must be at midnight GMT", 'Date', date)
}
