import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { errorMessage } from '#core/error-message.ts'
import { SeedProblem } from '#core/service.ts'
import type { CloudContext } from '#cloud/call.ts'
import { checkBucketPolicy, isPublic } from '#cloud/rules/s3/access/bucket-policy.ts'
import { base64OfSum } from '#cloud/rules/s3/uploads/checksums.ts'
import { putVersion } from '#cloud/rules/s3/objects/put-version.ts'
import { locationOf } from '#cloud/rules/s3/buckets/location.ts'
import type { Bucket } from '#cloud/schema/s3.ts'
import { applyAt, type SeedAccount, type SeedPath } from '#cloud/seed/problem.ts'
import type { SeedBucket } from '#cloud/seed/s3.ts'

/**
 * Fills the store with the buckets of a seed and their objects.
 *
 * @throws {@link SeedProblem}.
 */
export function seedS3(context: CloudContext, account: SeedAccount, buckets: readonly SeedBucket[]): void {
  for (const [index, seeded] of buckets.entries()) {
    const at = [...account.path, 's3', 'buckets', index]
    const region = seeded.region ?? account.region
    if (context.rows.buckets.get(seeded.name) !== undefined) {
      throw new SeedProblem([...at, 'name'], `${seeded.name}: another bucket has this name`)
    }
    const policy = seeded.policy === undefined ? null : JSON.stringify(seeded.policy)
    if (policy !== null)
      applyAt([...at, 'policy'], () => checkBucketPolicy(context, { id: seeded.name, region }, policy))
    const bucket = context.rows.buckets.insert({
      id: seeded.name,
      accountId: account.accountId,
      region,
      location: locationOf(region),
      createdAt: context.clock.now(),
      versioning: seeded.versioning ? 'Enabled' : null,
      mfaDelete: null,
      tags: Object.keys(seeded.tags).length === 0 ? null : tagsOf(seeded.tags),
      cors: corsOf(seeded),
      policy,
      configurations: configurationsOf(seeded, policy),
      namedConfigurations: {},
      notifications: { destinations: [], eventBridge: false },
      objectLock: null,
    })
    for (const [position, object] of seeded.objects.entries()) {
      seedObject(context, bucket, object, [...at, 'objects', position])
    }
  }
}

function configurationsOf(
  { object_ownership, public_access_block, website }: SeedBucket,
  policy: string | null,
): Bucket['configurations'] {
  const isBlocked = public_access_block ?? (policy === null || !isPublic(policy))
  return {
    ...(object_ownership === 'BucketOwnerEnforced'
      ? {}
      : { ownershipControls: { Rule: { ObjectOwnership: object_ownership } } }),
    ...(isBlocked ? {} : { publicAccessBlock: null }),
    ...(website ? { website: { IndexDocument: { Suffix: 'index.html' } } } : {}),
  }
}

type SeedObject = SeedBucket['objects'][number]

function seedObject(context: CloudContext, bucket: Bucket, seeded: SeedObject, at: SeedPath): void {
  const { key, content_type, cache_control, metadata, tags } = seeded
  const bytes = contentOf(seeded, at)
  putVersion(context, bucket, key, {
    headers: {
      'content-type': content_type,
      ...(cache_control === undefined ? {} : { 'cache-control': cache_control }),
    },
    metadata,
    storageClass: 'STANDARD',
    tags: tagsOf(tags),
    ownerId: null,
    acl: null,
    lock: null,
    etag: createHash('md5').update(bytes).digest('hex'),
    checksums: { crc32: base64OfSum(crc32(bytes)) },
    checksumType: 'FULL_OBJECT',
    parts: null,
    content: [{ bytes }],
  })
}

function contentOf({ body, file, key }: SeedObject, at: SeedPath): Uint8Array {
  if (body !== undefined && file !== undefined) {
    throw new SeedProblem([...at, 'file'], `${key}: give body or file, not both`)
  }
  if (file === undefined) return Buffer.from(body ?? '')
  try {
    return readFileSync(file)
  } catch (error) {
    throw new SeedProblem([...at, 'file'], `${file}: cannot be read (${errorMessage(error)})`)
  }
}

function tagsOf(tags: Readonly<Record<string, string>>): { Key: string; Value: string }[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }))
}

function corsOf({ cors }: SeedBucket): Bucket['cors'] {
  if (cors.length === 0) return null
  return cors.map((rule) => ({
    id: null,
    allowedOrigins: rule.allowed_origins,
    allowedMethods: rule.allowed_methods,
    allowedHeaders: rule.allowed_headers,
    exposeHeaders: rule.expose_headers,
    maxAgeSeconds: rule.max_age_seconds ?? null,
  }))
}
