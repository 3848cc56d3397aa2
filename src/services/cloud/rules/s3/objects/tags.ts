import { invalidArgument, invalidTag, tooManyTags } from '#cloud/errors/s3.ts'
import type { Tag } from '#cloud/schema/s3.ts'

/** The limit of the tags of a bucket or of an object, and the vendor's sentences that refuse them. */
interface TagOwner {
  /** The largest number of tags. */
  readonly limit: number
  readonly tooMany: string
  readonly reserved: string
  /** True where the refusal of a reserved key tells the key. */
  readonly isKeyTold: boolean
}

const OBJECT: TagOwner = {
  limit: 10,
  tooMany: 'Object tags cannot be greater than 10',
  reserved: 'Your TagKey cannot be prefixed with aws:',
  isKeyTold: true,
}

const BUCKET: TagOwner = {
  limit: 50,
  tooMany: 'Bucket tag count cannot be greater than 50',
  reserved: 'System tags cannot be added/updated by requester',
  isKeyTold: true,
}

/** The owners of tags: an object, a bucket, and a bucket that is created with its tags. */
export const TAG_OWNERS = {
  object: OBJECT,
  bucket: BUCKET,
  newBucket: {
    ...BUCKET,
    isKeyTold: false,
    reserved:
      'User-defined tag keys can\'t start with "aws:". This prefix is reserved for system tags. Remove "aws:" from your tag keys and try again.',
  },
} as const

const ALLOWED = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u

/**
 * Checks that there are not too many tags, with unique and valid keys, and returns them.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-tagging.html
 *
 * @throws `InvalidTag` or `BadRequest`.
 */
export function checkTags(tags: readonly Tag[], { limit, tooMany, reserved, isKeyTold }: TagOwner): readonly Tag[] {
  if (tags.length > limit) throw tooManyTags(tooMany)
  const keys = new Set<string>()
  for (const { Key, Value } of tags) {
    if (keys.has(Key)) throw invalidTag('Cannot provide multiple Tags with the same key', { TagKey: Key })
    keys.add(Key)
    if (!isKey(Key)) throw invalidTag('The TagKey you have provided is invalid', { TagKey: Key })
    if (!isValue(Value)) {
      throw invalidTag('The TagValue you have provided is invalid', { TagKey: Key, TagValue: Value })
    }
    if (Key.toLowerCase().startsWith('aws:')) throw invalidTag(reserved, isKeyTold ? { TagKey: Key } : {})
  }
  return tags.map(({ Key, Value }) => ({ Key, Value }))
}

function isKey(key: string): boolean {
  return key.length >= 1 && key.length <= 128 && ALLOWED.test(key)
}

function isValue(value: string): boolean {
  return value.length <= 256 && ALLOWED.test(value)
}

/**
 * Parses an `x-amz-tagging` header, a query string.
 *
 * @throws `InvalidArgument` for a malformed header, a repeated key or an invalid character, and otherwise as {@link
 * checkTags} does.
 */
export function tagsOfHeader(header: string | undefined): readonly Tag[] {
  if (header === undefined || header === '') return []
  const parameters = new URLSearchParams(header)
  const tags = [...parameters].map(([Key, Value]) => ({ Key, Value }))
  const unique = new Set(parameters.keys()).size === tags.length
  if (!unique || !tags.every(({ Key, Value }) => isKey(Key) && isValue(Value))) {
    const message =
      "The header 'x-amz-tagging' shall be encoded as UTF-8 then URLEncoded URL query parameters without tag name duplicates."
    throw invalidArgument(message, 'x-amz-tagging', header)
  }
  return checkTags(tags, TAG_OWNERS.object)
}
