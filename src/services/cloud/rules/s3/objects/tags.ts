import { invalidArgument, invalidTag, tooManyTags } from '#cloud/errors/s3.ts'
import type { Tag } from '#cloud/schema/s3.ts'

/** The largest number of tags of an object. */
export const OBJECT_TAGS = 10

const ALLOWED = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u

/**
 * Checks that there are at most `limit` tags with unique and valid keys, and returns them.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-tagging.html
 *
 * @throws `InvalidTag` or `BadRequest`.
 */
export function checkTags(tags: readonly Tag[], limit: number): readonly Tag[] {
  if (tags.length > limit) {
    throw limit === OBJECT_TAGS
      ? tooManyTags('Object tags cannot be greater than 10')
      : tooManyTags(`Bucket tag count cannot be greater than ${limit}`)
  }
  const keys = new Set<string>()
  for (const { Key, Value } of tags) {
    if (keys.has(Key)) throw invalidTag('Cannot provide multiple Tags with the same key', { TagKey: Key })
    keys.add(Key)
    if (!isKey(Key)) throw invalidTag('The TagKey you have provided is invalid', { TagKey: Key })
    if (!isValue(Value)) {
      throw invalidTag('The TagValue you have provided is invalid', { TagKey: Key, TagValue: Value })
    }
    if (Key.toLowerCase().startsWith('aws:')) {
      const isObject = limit === OBJECT_TAGS
      const reason = isObject
        ? 'Your TagKey cannot be prefixed with aws:'
        : 'System tags cannot be added/updated by requester'
      throw invalidTag(reason, { TagKey: Key })
    }
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
  return checkTags(tags, OBJECT_TAGS)
}
