import * as v from 'valibot'

const value = v.union([v.string(), v.number(), v.boolean(), v.record(v.string(), v.unknown())])

const messageAttribute = v.union([
  v.string(),
  v.number(),
  v.strictObject({
    DataType: v.string(),
    StringValue: v.optional(v.string()),
    BinaryValue: v.optional(v.pipe(v.string(), v.description('Base64.'))),
  }),
])

const message = v.strictObject({
  body: v.pipe(
    v.union([v.pipe(v.string(), v.minLength(1)), v.record(v.string(), v.unknown())]),
    v.description('A text, or an object, which becomes JSON.'),
  ),
  attributes: v.optional(v.record(v.string(), messageAttribute), {}),
  delay_seconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(900))),
  group_id: v.optional(v.pipe(v.string(), v.description('Required for FIFO queues.'))),
  deduplication_id: v.optional(v.string()),
})

const queue = v.strictObject({
  name: v.pipe(
    v.string(),
    v.regex(/^[\w-]{1,75}\.fifo$|^[\w-]{1,80}$/, 'expected up to 80 letters, digits, dashes and underscores'),
  ),
  region: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'expected a region, such as us-east-1'),
      v.description('Default: the region of the seed.'),
    ),
  ),
  attributes: v.pipe(
    v.optional(v.record(v.string(), value), {}),
    v.description(
      'By the names of the API: VisibilityTimeout, RedrivePolicy, … A RedrivePolicy may name a seeded queue: { deadLetterTargetArn: jobs-dead, maxReceiveCount: 3 }.',
    ),
  ),
  tags: v.optional(v.record(v.string(), v.string()), {}),
  messages: v.optional(v.array(message), []),
})

/** The schema of the seed's `sqs` part. */
export const sqsSection = v.optional(v.strictObject({ queues: v.optional(v.array(queue), []) }), {})

/** A queue of a seed after its schema has checked it. */
export type SeedQueue = v.InferOutput<typeof queue>
