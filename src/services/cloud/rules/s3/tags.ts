import { invalidTag, tooManyTags } from '../../errors-s3.ts'
import type { Tag } from '../../schema-s3.ts'

const ALLOWED = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u

/**
 * The tags, if they can be: at most `limit`, no key twice. Throws `InvalidTag` else.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-tagging.html
 */
export function checkTags(tags: readonly Tag[], limit: number): readonly Tag[] {
  if (tags.length > limit) {
    throw limit === 10
      ? tooManyTags('Object tags cannot be greater than 10')
      : tooManyTags(`Bucket tag count cannot be greater than ${limit}`)
  }
  const keys = new Set<string>()
  for (const { Key, Value } of tags) {
    if (keys.has(Key)) throw invalidTag('Cannot provide multiple Tags with the same key')
    keys.add(Key)
    if (Key.length < 1 || Key.length > 128 || !ALLOWED.test(Key))
      throw invalidTag('The TagKey you have provided is invalid')
    if (Value.length > 256 || !ALLOWED.test(Value)) throw invalidTag('The TagValue you have provided is invalid')
    if (Key.toLowerCase().startsWith('aws:')) throw invalidTag('System tags cannot be added/updated by requester')
  }
  return tags.map(({ Key, Value }) => ({ Key, Value }))
}

/** The tags of an `x-amz-tagging` header, a query string. Throws `InvalidArgument` for what is none, `InvalidTag` for the rest. */
export function tagsOfHeader(header: string | undefined): readonly Tag[] {
  if (header === undefined || header === '') return []
  const tags = [...new URLSearchParams(header)].map(([Key, Value]) => ({ Key, Value }))
  return checkTags(tags, 10)
}
