import * as v from 'valibot'

const text = v.string()

const values = (kind: string) =>
  v.optional(v.pipe(v.record(text, text), v.description(`${kind} of Actions: values by name.`)), {})

const shared = (kind: string) =>
  v.optional(
    v.pipe(
      v.record(text, v.union([text, sharedValue])),
      v.description(`${kind} of Actions by name: a value for all repositories, or a value with its repositories.`),
    ),
    {},
  )

const sharedValue = v.strictObject({
  value: text,
  visibility: v.optional(v.picklist(['all', 'private', 'selected'])),
  repositories: v.optional(
    v.pipe(
      v.array(text),
      v.description('Names of the repositories that it applies to; makes the visibility `selected`.'),
    ),
  ),
})

/** The secrets and variables of a repository in a seed. */
export const repositorySettings = { secrets: values('Secrets'), variables: values('Variables') }

/** The secrets and variables of an organization in a seed. */
export const organizationSettings = { secrets: shared('Secrets'), variables: shared('Variables') }
