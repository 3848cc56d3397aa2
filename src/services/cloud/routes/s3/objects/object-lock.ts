import * as v from 'valibot'
import { empty } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import {
  invalidDefaultRetention,
  lockNeedsVersioning,
  missingRequestBody,
  missingObjectLock,
  noLockConfiguration,
  noSuchLock,
} from '#cloud/errors/s3-object-lock.ts'
import { malformedXml } from '#cloud/errors/s3.ts'
import { element } from '#cloud/protocols/read-xml.ts'
import { xmlAnswer } from '#cloud/protocols/rest-xml.ts'
import { isoTime } from '#cloud/protocols/time.ts'
import { findVersion, versionHeader } from '#cloud/rules/s3/objects/find-version.ts'
import { checkRetentionChange, futureDate } from '#cloud/rules/s3/objects/object-lock.ts'
import { LOCK_MODES, type Bucket, type DefaultRetention, type ObjectVersion } from '#cloud/schema/s3.ts'
import { loadBucket, loadBucketAndKey } from '#cloud/steps/s3/load-bucket.ts'
import { xmlBody } from '#cloud/steps/s3/xml-body.ts'

const { get, put } = routesFor<CloudCall>()

const number = v.pipe(v.string(), v.regex(/^-?\d+$/), v.transform(Number))

/** The schema of https://docs.aws.amazon.com/AmazonS3/latest/API/API_ObjectLockConfiguration.html */
const configuration = element({
  ObjectLockEnabled: v.literal('Enabled'),
  Rule: v.optional(
    element({
      DefaultRetention: element({ Mode: v.picklist(LOCK_MODES), Days: v.optional(number), Years: v.optional(number) }),
    }),
  ),
})

/** An empty document removes the retention. */
const retention = element({ Mode: v.optional(v.picklist(LOCK_MODES)), RetainUntilDate: v.optional(v.string()) })
const legalHold = element({ Status: v.picklist(['ON', 'OFF']) })

type ObjectCall = CloudCall & { readonly bucket: Bucket; readonly key: string }

/** Object Lock. https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock.html */
export const objectLockRoutes = [
  get(
    's3:GetObjectLockConfiguration',
    '/:bucket?object-lock',
    loadBucket('s3:GetBucketObjectLockConfiguration'),
    ({ bucket }) => {
      if (bucket.objectLock === null) throw noLockConfiguration(bucket.id)
      const { defaultRetention: rule } = bucket.objectLock
      return xmlAnswer('ObjectLockConfiguration', {
        ObjectLockEnabled: 'Enabled',
        Rule: rule === null ? null : { DefaultRetention: { Mode: rule.mode, [rule.unit]: rule.count } },
      })
    },
  ),
  put(
    's3:PutObjectLockConfiguration',
    '/:bucket?object-lock',
    loadBucket('s3:PutBucketObjectLockConfiguration'),
    requireBody,
    xmlBody('ObjectLockConfiguration', configuration),
    ({ rows, bucket, body }) => {
      const defaultRetention = defaultRetentionOf(body)
      if (bucket.versioning !== 'Enabled') throw lockNeedsVersioning()
      rows.buckets.update(bucket.id, { objectLock: { defaultRetention } })
      return empty(200)
    },
  ),

  get('s3:GetObjectRetention', '/:bucket/:key?retention', loadBucketAndKey('s3:GetObjectRetention'), (call) => {
    const lockedUntil = lockableVersion(call).lock?.retention ?? null
    if (lockedUntil === null) throw noSuchLock()
    return xmlAnswer('Retention', { Mode: lockedUntil.mode, RetainUntilDate: isoTime(lockedUntil.until) })
  }),
  put(
    's3:PutObjectRetention',
    '/:bucket/:key?retention',
    loadBucketAndKey('s3:PutObjectRetention'),
    xmlBody('Retention', retention),
    (call) => {
      const { Mode: mode, RetainUntilDate: date } = call.body
      const version = lockableVersion(call)
      if ((mode === undefined) !== (date === undefined)) throw malformedXml()
      const changed =
        mode === undefined || date === undefined
          ? null
          : { mode, until: futureDate('RetainUntilDate', date, call.clock.now()) }
      checkRetentionChange(call, version, changed)
      const lock = { retention: changed, legalHold: version.lock?.legalHold ?? null }
      call.rows.objects.update(version.id, { lock })
      return empty(200, versionHeader(call.bucket, version))
    },
  ),

  get('s3:GetObjectLegalHold', '/:bucket/:key?legal-hold', loadBucketAndKey('s3:GetObjectLegalHold'), (call) => {
    const status = lockableVersion(call).lock?.legalHold ?? null
    if (status === null) throw noSuchLock()
    return xmlAnswer('LegalHold', { Status: status })
  }),
  put(
    's3:PutObjectLegalHold',
    '/:bucket/:key?legal-hold',
    loadBucketAndKey('s3:PutObjectLegalHold'),
    xmlBody('LegalHold', legalHold),
    (call) => {
      const version = lockableVersion(call)
      const lock = { retention: version.lock?.retention ?? null, legalHold: call.body.Status }
      call.rows.objects.update(version.id, { lock })
      return empty(200, versionHeader(call.bucket, version))
    },
  ),
]

/**
 * Returns the default retention of a configuration; null for one without a rule.
 *
 * @throws `MalformedXML` without a period or with two, and `InvalidArgument` for one that is too short or too long.
 */
function defaultRetentionOf({ Rule }: v.InferOutput<typeof configuration>): DefaultRetention | null {
  if (Rule === undefined) return null
  const { Mode: mode, Days: days, Years: years } = Rule.DefaultRetention
  if ((days === undefined) === (years === undefined)) throw malformedXml()
  const [unit, count, most] =
    years === undefined ? (['Days', days ?? 0, 36_500] as const) : (['Years', years, 100] as const)
  if (count < 1 || count > most) throw invalidDefaultRetention(unit, count > most)
  return { mode, unit, count }
}

/**
 * Returns the version that a request is about.
 *
 * @throws `InvalidRequest` in a bucket without Object Lock, and as {@link findVersion} does.
 */
function lockableVersion(call: ObjectCall): ObjectVersion {
  const { bucket, key, query } = call
  if (bucket.objectLock === null) throw missingObjectLock()
  return findVersion(call, bucket, key, query.get('versionId'))
}

/** A step that refuses a request without a body. */
function requireBody({ bytes, file }: CloudCall): void {
  if (file === null && bytes.length === 0) throw missingRequestBody()
}
