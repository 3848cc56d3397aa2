import * as v from 'valibot'

const text = v.string()
const id = v.pipe(v.number(), v.integer(), v.minValue(1))
const url = v.pipe(v.string(), v.url())
const permissions = v.record(text, v.picklist(['read', 'write', 'admin']))

const installation = v.strictObject({
  installation_id: id,
  account: v.pipe(text, v.description('The login of a seeded user or organization.')),
  repository_selection: v.optional(v.picklist(['all', 'selected'])),
  repositories: v.optional(
    v.pipe(v.array(text), v.description('Names of repositories of the account; makes the selection `selected`.')),
  ),
  permissions: v.optional(
    v.pipe(permissions, v.description('The granted permissions; all permissions of the app when absent.')),
  ),
  suspended: v.optional(v.boolean(), false),
})

/** A GitHub App. */
export const app = v.strictObject({
  app_id: id,
  slug: v.pipe(text, v.regex(/^[A-Za-z0-9-]+$/, 'expected letters, digits and dashes')),
  name: v.optional(text),
  description: v.optional(text),
  external_url: v.optional(url),
  owner: v.optional(
    v.pipe(text, v.description('The login of a seeded user or organization; the first user when absent.')),
  ),
  client_id: v.optional(text),
  client_secret: v.optional(v.pipe(text, v.description('When absent, any secret is accepted.'))),
  callback_urls: v.optional(
    v.pipe(v.array(url), v.description('The allowed redirect URIs of sign-ins; any URI when absent.')),
    [],
  ),
  private_key: v.optional(
    v.pipe(
      text,
      v.description(
        'The private key as PEM text, whose public key verifies the JWTs of the app; the test key of docs/codehost.md when absent.',
      ),
    ),
  ),
  permissions: v.optional(permissions, {}),
  events: v.optional(v.array(text), []),
  webhook_url: v.optional(url),
  webhook_secret: v.optional(text),
  installations: v.optional(v.array(installation), []),
})

/** A fine-grained personal access token. */
export const fineGrainedToken = v.strictObject({
  token: v.pipe(text, v.nonEmpty(), v.description('The literal value that clients send: github_pat_…')),
  login: v.pipe(text, v.description('The login of the seeded user whose token it is.')),
  name: v.optional(text, 'token'),
  resource_owner: v.optional(
    v.pipe(text, v.description('The user or organization whose resources it reaches; its own user when absent.')),
  ),
  repositories: v.optional(
    v.pipe(v.array(text), v.description('Names of repositories of the resource owner; all of them when absent.')),
  ),
  permissions: v.optional(permissions, {}),
  expires_at: v.optional(v.pipe(text, v.isoTimestamp('expected a time such as 2027-01-01T00:00:00Z'))),
})
