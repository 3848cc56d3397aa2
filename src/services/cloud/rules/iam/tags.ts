import type { Failure } from '#core/errors.ts'
import { invalidInput, limitExceeded } from '#cloud/errors/iam.ts'
import type { Tag } from '#cloud/schema/iam.ts'

/** The largest number of tags of one entity. */
const MOST = 50

/**
 * Returns tags with others added; a new value replaces that of the same key.
 *
 * @throws for a repeated or reserved key, `InvalidInput` unless `refuse` says otherwise.
 */
export function withTags(
  tags: readonly Tag[],
  more: readonly Tag[],
  refuse: (message: string) => Failure = invalidInput,
): Tag[] {
  const seen = new Set<string>()
  for (const { key } of more) {
    const name = key.toLowerCase()
    if (seen.has(name)) {
      throw refuse('Duplicate tag keys found. Please note that Tag keys are case insensitive.')
    }
    if (name.startsWith('aws:')) throw refuse('Tag keys beginning with aws: are reserved for system use.')
    seen.add(name)
  }
  const merged = new Map(tags.map((tag) => [tag.key.toLowerCase(), tag]))
  for (const tag of more) merged.set(tag.key.toLowerCase(), tag)
  if (merged.size > MOST) throw limitExceeded(`The number of tags has reached the maximum limit. (${MOST})`)
  return [...merged.values()]
}

/** Returns tags without those of some keys; unknown keys are ignored. */
export function withoutTags(tags: readonly Tag[], keys: readonly string[]): Tag[] {
  const removed = new Set(keys.map((key) => key.toLowerCase()))
  return tags.filter(({ key }) => !removed.has(key.toLowerCase()))
}
