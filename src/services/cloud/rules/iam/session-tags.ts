import { invalidParameterValue } from '#cloud/errors/iam.ts'
import type { Credential, Tag } from '#cloud/schema/iam.ts'
import { withTags } from './tags.ts'

/**
 * Returns the tags of a new session: those of the request and those inherited from the calling session.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/id_session-tags.html#id_session-tags_role-chaining
 *
 * @throws Failure `InvalidParameterValue` when the request sets an inherited tag again, or names a transitive key
 * without its tag
 */
export function sessionTags(
  credential: Credential | null,
  tags: readonly Tag[],
  transitiveTagKeys: readonly string[],
): { readonly tags: readonly Tag[]; readonly transitiveTagKeys: readonly string[] } {
  const inherited = credential?.session?.transitiveTagKeys ?? []
  const inheritedKeys = new Set(inherited.map((key) => key.toLowerCase()))
  const conflict = [...tags.map(({ key }) => key), ...transitiveTagKeys].some((key) =>
    inheritedKeys.has(key.toLowerCase()),
  )
  if (conflict) {
    throw invalidParameterValue(
      "One of the specified transitive tag keys can't be set because it conflicts with a transitive tag key from the calling session.",
    )
  }
  const requestedKeys = new Set(tags.map(({ key }) => key.toLowerCase()))
  if (!transitiveTagKeys.every((key) => requestedKeys.has(key.toLowerCase()))) {
    throw invalidParameterValue('The specified transitive tag key must be included in the requested tags.')
  }
  const inheritedTags = (credential?.session?.tags ?? []).filter(({ key }) => inheritedKeys.has(key.toLowerCase()))
  return {
    tags: withTags(inheritedTags, tags, invalidParameterValue),
    transitiveTagKeys: [...inherited, ...transitiveTagKeys],
  }
}
