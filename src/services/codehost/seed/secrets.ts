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

const environment = v.strictObject({
  name: text,
  wait_timer: v.optional(v.pipe(v.number(), v.integer(), v.description('Minutes that a job waits.')), 0),
  prevent_self_review: v.optional(v.boolean(), false),
  reviewers: v.optional(
    v.pipe(v.array(text), v.description('The logins of users, and teams as `acme/core`, that approve deployments.')),
    [],
  ),
  branches: v.optional(
    v.pipe(
      v.union([v.literal('protected'), v.array(text)]),
      v.description('The branches that may be deployed: `protected`, or a list of patterns; all when absent.'),
    ),
  ),
  secrets: values('Secrets'),
  variables: values('Variables'),
})

/** The secrets, variables and environments of a repository in a seed. */
export const repositorySettings = {
  secrets: values('Secrets'),
  variables: values('Variables'),
  environments: v.optional(v.array(environment), []),
}

/** The secrets and variables of an organization in a seed. */
export const organizationSettings = { secrets: shared('Secrets'), variables: shared('Variables') }
