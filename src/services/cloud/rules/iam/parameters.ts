import * as v from 'valibot'
import { memberList } from '#cloud/protocols/query.ts'
import { validationFailure } from '#cloud/errors/iam.ts'

// Parameters of IAM and STS arrive as text. The messages are the vendor's constraints, which the dialect puts into its
// sentence.

/** Returns a schema of a text with a length between `min` and `max` characters. */
export function text(min: number, max: number) {
  return v.pipe(
    v.string(),
    v.minLength(min, `Member must have length greater than or equal to ${min}`),
    v.maxLength(max, `Member must have length less than or equal to ${max}`),
  )
}

/** Returns a schema of a text with a length between `min` and `max` characters that matches a pattern. */
export function patterned(min: number, max: number, pattern: RegExp) {
  return v.pipe(text(min, max), v.regex(pattern, constraint(pattern)))
}

function constraint(pattern: RegExp): string {
  return `Member must satisfy regular expression pattern: ${pattern.source.replace(/^\^/, '').replace(/\$$/, '').replaceAll('\\/', '/')}`
}

/** Returns a schema of an integer between `min` and `max`. */
export function count(min: number, max: number) {
  return v.pipe(
    v.string(),
    v.regex(/^-?\d+$/, 'Member must be an integer'),
    v.transform(Number),
    v.minValue(min, `Member must have value greater than or equal to ${min}`),
    v.maxValue(max, `Member must have value less than or equal to ${max}`),
  )
}

/** A schema of `true` or `false`. */
export const flag = v.pipe(
  v.string(),
  v.regex(/^(true|false)$/i, 'Member must be true or false'),
  v.transform((value) => value.toLowerCase() === 'true'),
)

/** Returns a schema of one of several words. */
export function word<const W extends readonly string[]>(...words: W) {
  return v.picklist(words, `Member must satisfy enum value set: [${words.join(', ')}]`)
}

const ARN = text(20, 2048)

/** The schema of an ARN. */
export const arn = ARN

/** The schema of a policy document. */
export const policyDocument = text(1, 131_072)

/** The largest number of tags in a request. */
const MOST_TAGS = 50

const TAG_KEY = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]+$/u

/** The schema of the keys of tags to remove. */
export const tagKeys = memberList(patterned(1, 128, TAG_KEY), MOST_TAGS)

/** The schema of tags to set. */
export const tags = memberList(
  v.pipe(
    v.object({ Key: patterned(1, 128, TAG_KEY), Value: patterned(0, 256, /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u) }),
    v.transform(({ Key, Value }) => ({ key: Key, value: Value })),
  ),
  MOST_TAGS,
)

/**
 * Returns the schema of a user's, role's, group's, policy's or profile's name. {@link checkNames} checks its
 * characters.
 */
export function entityName(max: number) {
  return text(1, max)
}

/** The schema of a path. {@link checkNames} checks its characters. */
export const path = text(1, 512)

const NAMES = new Set([
  'UserName',
  'NewUserName',
  'GroupName',
  'NewGroupName',
  'RoleName',
  'PolicyName',
  'InstanceProfileName',
])
const PATHS = new Set(['Path', 'NewPath'])

/**
 * Checks the characters of names and paths, for which the vendor has its own messages.
 *
 * @throws `ValidationError`.
 */
export function checkNames(input: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(input)) {
    if (typeof value !== 'string') continue
    const wire = name.charAt(0).toLowerCase() + name.slice(1)
    if (NAMES.has(name) && !/^[\w+=,.@-]+$/.test(value)) {
      throw validationFailure(
        `The specified value for ${wire} is invalid. It must contain only alphanumeric characters and/or the following: +=,.@_-`,
      )
    }
    if (PATHS.has(name) && !/^\/([\x21-\x7e]+\/)?$/.test(value)) {
      throw validationFailure(
        `The specified value for ${wire} is invalid. It must begin and end with / and contain only alphanumeric characters and/or / characters.`,
      )
    }
    if (name === 'PathPrefix' && !/^\/[\x21-\x7f]*$/.test(value)) {
      throw validationFailure(
        `The specified value for pathPrefix is invalid. It must begin with / and contain only alphanumeric characters and/or / characters.`,
      )
    }
  }
}
