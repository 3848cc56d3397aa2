import type { Failure } from '../../../../core/errors.ts'
import { invalidInput, limitExceeded } from '../../errors-iam.ts'
import type { Tag } from '../../schema-iam.ts'

/** The most tags that anything may have. */
const MOST = 50

/**
 * Tags with others put on: a key that is there gets the new value. Throws for a key given twice or reserved, `InvalidInput`
 * unless told otherwise.
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

/** Tags without some; a key that is not there is none. */
export function withoutTags(tags: readonly Tag[], keys: readonly string[]): Tag[] {
  const gone = new Set(keys.map((key) => key.toLowerCase()))
  return tags.filter(({ key }) => !gone.has(key.toLowerCase()))
}
