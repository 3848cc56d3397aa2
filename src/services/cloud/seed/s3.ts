import * as v from 'valibot'
import { OWNERSHIPS } from '#cloud/schema/ownerships.ts'

const text = v.pipe(v.string(), v.minLength(1))
const texts = v.optional(v.array(text), [])
const tags = v.optional(v.record(v.string(), v.string()), {})

const object = v.strictObject({
  key: text,
  body: v.optional(v.pipe(v.string(), v.description('The content as text.'))),
  file: v.optional(v.pipe(text, v.description('The path of a file with the content, from the working directory.'))),
  content_type: v.optional(text, 'binary/octet-stream'),
  cache_control: v.optional(text),
  metadata: v.optional(v.record(v.pipe(v.string(), v.toLowerCase()), v.string()), {}),
  tags,
})

const corsRule = v.strictObject({
  allowed_origins: v.pipe(v.array(text), v.minLength(1)),
  allowed_methods: v.pipe(v.array(v.picklist(['GET', 'PUT', 'POST', 'DELETE', 'HEAD'])), v.minLength(1)),
  allowed_headers: texts,
  expose_headers: texts,
  max_age_seconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
})

const notification = v.strictObject({
  queue: v.pipe(text, v.description('The name of a queue of this account.')),
  events: v.optional(v.pipe(v.array(text), v.minLength(1)), ['s3:ObjectCreated:*']),
  prefix: v.optional(text),
  suffix: v.optional(text),
})

const bucket = v.strictObject({
  name: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'expected 3 to 63 lower-case letters, digits, dots and dashes'),
  ),
  region: v.optional(text),
  versioning: v.optional(v.boolean(), false),
  tags,
  cors: v.optional(v.array(corsRule), []),
  object_ownership: v.optional(
    v.pipe(
      v.picklist(OWNERSHIPS),
      v.description('The object ownership. BucketOwnerEnforced disables ACLs; the other values allow them.'),
    ),
    'BucketOwnerEnforced',
  ),
  public_access_block: v.optional(
    v.pipe(
      v.boolean(),
      v.description('Blocks public policies and ACLs. Default: true, unless the seeded policy is public.'),
    ),
  ),
  website: v.optional(
    v.pipe(
      v.boolean(),
      v.description(
        'A website configuration with the index document index.html. Browsers then run HTML and SVG of the bucket, without a sandbox.',
      ),
    ),
    false,
  ),
  policy: v.optional(v.pipe(v.record(v.string(), v.unknown()), v.description('The policy document, as an object.'))),
  notifications: v.optional(
    v.pipe(v.array(notification), v.description('Queues that receive notifications of object events in the bucket.')),
    [],
  ),
  objects: v.optional(v.array(object), []),
})

/** The schema of the seed's `s3` part. */
export const s3Section = v.optional(v.strictObject({ buckets: v.optional(v.array(bucket), []) }), {})

/** A bucket of a seed after its schema has checked it. */
export type SeedBucket = v.InferOutput<typeof bucket>
