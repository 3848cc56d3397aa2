import * as v from 'valibot'

const text = v.string()

const values = (what: string) =>
  v.optional(v.pipe(v.record(text, text), v.description(`${what} of Actions: values by name.`)), {})

const shared = (what: string) =>
  v.optional(
    v.pipe(
      v.record(text, v.union([text, sharedValue])),
      v.description(`${what} of Actions by name: the value, for all repositories, or with those it is for.`),
    ),
    {},
  )

const sharedValue = v.strictObject({
  value: text,
  visibility: v.optional(v.picklist(['all', 'private', 'selected'])),
  repositories: v.optional(
    v.pipe(v.array(text), v.description('Names of the repositories it is for; its visibility is then `selected`.')),
  ),
})

/** The secrets and variables of a repository in a seed. */
export const repositorySettings = { secrets: values('Secrets'), variables: values('Variables') }

/** The secrets and variables of an organization in a seed. */
export const organizationSettings = { secrets: shared('Secrets'), variables: shared('Variables') }
