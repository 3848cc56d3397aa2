import * as v from 'valibot'

const name = v.pipe(v.string(), v.regex(/^[\w+=,.@-]{1,64}$/, 'expected up to 64 letters, digits and +=,.@-_'))
const path = v.optional(
  v.pipe(v.string(), v.regex(/^\/([\x21-\x7e]+\/)?$/, 'expected a path, such as /teams/web/')),
  '/',
)
const document = v.union([v.string(), v.record(v.string(), v.unknown())])
const list = <S extends v.GenericSchema>(item: S) => v.optional(v.array(item), [])

const tags = v.optional(v.pipe(v.record(v.string(), v.string()), v.description('Tags by key: { team: web }.')), {})

const policies = v.pipe(
  list(v.union([v.string(), v.strictObject({ policy_name: name, document })])),
  v.description(
    'Attached policies by ARN or name (AdministratorAccess, or a policy of the seed), and inline policies with their documents.',
  ),
)

const boundary = v.optional(v.pipe(v.string(), v.description('The permissions boundary, by ARN or name of a policy.')))

/** The schema of an access key id. */
export const accessKeyId = v.pipe(v.string(), v.regex(/^\w{16,128}$/, 'expected 16 to 128 letters and digits'))

const user = v.strictObject({
  user_name: name,
  path,
  create_access_key: v.pipe(
    v.optional(v.boolean(), false),
    v.description('Generates an access key. Not needed with access_key_id.'),
  ),
  access_key_id: v.optional(accessKeyId),
  secret_access_key: v.optional(v.pipe(v.string(), v.minLength(1))),
  policies,
  permissions_boundary: boundary,
  groups: list(name),
  tags,
})

const role = v.strictObject({
  role_name: name,
  path,
  description: v.optional(v.string()),
  assume_role_policy: v.optional(
    v.pipe(document, v.description('The trust policy; by default one that trusts the account.')),
  ),
  max_session_duration: v.optional(v.pipe(v.number(), v.integer(), v.minValue(3600), v.maxValue(43_200)), 3600),
  policies,
  permissions_boundary: boundary,
  tags,
})

const group = v.strictObject({ group_name: name, path, policies })

const policy = v.strictObject({ policy_name: name, path, description: v.optional(v.string()), document, tags })

const oidcProvider = v.strictObject({
  url: v.pipe(v.string(), v.url(), v.description('The issuer: http://127.0.0.1:4002')),
  client_ids: list(v.string()),
})

/** The schema of the seed's `iam` part. */
export const iamSection = v.optional(
  v.strictObject({
    policies: list(policy),
    groups: list(group),
    users: list(user),
    roles: list(role),
    oidc_providers: list(oidcProvider),
  }),
  {},
)

/** The `iam` part of a seed after its schema has checked it. */
export type IamSection = v.InferOutput<typeof iamSection>
