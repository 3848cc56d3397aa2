import { destinationOf, replicationRules, type ReplicationRule } from '#cloud/rules/s3/buckets/replication.ts'
import type { Bucket, ObjectVersion } from '#cloud/schema/s3.ts'
import { storeSegment } from '#core/content.ts'
import { insertVersion, type WriteContext } from './insert-version.ts'

/**
 * Copies a new version, or a delete marker, into the bucket that the first rule for it names, and returns it with its
 * replication status. The vendor copies after its answer; here the copy is there at once. Replicas are not copied on.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/replication-what-is-isnot-replicated.html
 */
export function replicate(context: WriteContext, bucket: Bucket, version: ObjectVersion): ObjectVersion {
  if ((bucket.configurations.replication ?? null) === null || bucket.versioning !== 'Enabled') return version
  const rule = replicationRules(bucket).find((each) => isFor(each, version))
  if (rule === undefined) return version
  const { rows } = context
  const destination = rows.buckets.get(destinationOf(rule))
  const isPossible = destination?.versioning === 'Enabled'
  if (isPossible) addReplica(context, destination, rule, version)
  // The vendor tells no status of a delete marker.
  if (version.isDeleteMarker) return version
  return rows.objects.update(version.id, { replicationStatus: isPossible ? 'COMPLETED' : 'FAILED' })
}

function addReplica(context: WriteContext, destination: Bucket, rule: ReplicationRule, version: ObjectVersion): void {
  const { id: _id, key, versionId, ...copied } = version
  const fields = {
    ...copied,
    content: version.content.map((stored) => storeSegment(context, { stored })),
    storageClass: rule.Destination.StorageClass ?? version.storageClass,
    replicationStatus: 'REPLICA' as const,
  }
  insertVersion(context, destination, key, fields, versionId)
}

function isFor({ Prefix, Filter, DeleteMarkerReplication }: ReplicationRule, version: ObjectVersion): boolean {
  const { key, tags, isDeleteMarker } = version
  // Rules of the first version of the schema, which have a prefix in place of a filter, copy delete markers.
  if (isDeleteMarker && Filter !== undefined && DeleteMarkerReplication?.Status !== 'Enabled') return false
  const { Tag: tag, And: and } = Filter ?? {}
  const wanted = and?.Tag ?? (tag === undefined ? [] : [tag])
  if (!key.startsWith(and?.Prefix ?? Filter?.Prefix ?? Prefix ?? '')) return false
  return wanted.every(({ Key, Value }) => tags.some((each) => each.Key === Key && each.Value === Value))
}
