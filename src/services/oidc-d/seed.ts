import * as v from 'valibot'
import { APPLICATION_TYPES, ENDPOINT_AUTH_METHODS, GRANT_TYPES, RESPONSE_TYPES, USER_STATUSES } from './schema.ts'

const text = v.string()
const list = <S extends v.GenericSchema>(item: S) => v.optional(v.array(item), [])
const uri = v.pipe(text, v.url())

const user = v.strictObject({
  login: v.pipe(
    text,
    v.minLength(1),
    v.description('What people sign in with, and tokens name them by; an e-mail address, as a rule.'),
  ),
  email: v.optional(v.pipe(text, v.email(), v.description('Default: the login.'))),
  firstName: v.optional(v.pipe(text, v.description('Default: from what stands before the @ of the login.'))),
  lastName: v.optional(v.pipe(text, v.description('Default: from what stands before the @ of the login.'))),
  password: v.optional(
    v.pipe(text, v.description('Of any form. Absent: none, so that the user signs in by the page only.')),
  ),
  status: v.optional(v.picklist(USER_STATUSES), 'ACTIVE'),
  recovery_question: v.optional(v.strictObject({ question: text, answer: text })),
  profile: v.optional(
    v.pipe(v.record(text, v.unknown()), v.description('Other attributes: department, mobilePhone.')),
    {},
  ),
})

const group = v.strictObject({
  name: v.pipe(text, v.minLength(1)),
  description: v.optional(text),
  members: v.pipe(list(text), v.description('Logins.')),
})

const groupRule = v.strictObject({
  name: text,
  expression: v.pipe(
    text,
    v.description('In the vendor\'s language: user.department=="Engineering". It is not evaluated.'),
  ),
  groups: v.pipe(list(text), v.description('Names of groups.')),
  status: v.optional(v.picklist(['ACTIVE', 'INACTIVE']), 'ACTIVE'),
})

const app = v.strictObject({
  name: v.pipe(text, v.minLength(1), v.description('Its label.')),
  client_id: v.optional(v.pipe(text, v.description('Default: the id of the app.'))),
  client_secret: v.optional(v.pipe(text, v.description('Default: one that is made up, of those that have one.'))),
  redirect_uris: v.optional(v.pipe(v.array(uri), v.description('Absent: any will do.'))),
  post_logout_redirect_uris: list(uri),
  type: v.optional(v.picklist(APPLICATION_TYPES), 'web'),
  grant_types: v.optional(v.pipe(v.array(v.picklist(GRANT_TYPES)), v.description('Default: what goes with the type.'))),
  response_types: v.optional(v.array(v.picklist(RESPONSE_TYPES))),
  token_endpoint_auth_method: v.optional(v.picklist(ENDPOINT_AUTH_METHODS)),
  pkce_required: v.optional(v.boolean()),
  consent_method: v.optional(v.picklist(['REQUIRED', 'TRUSTED']), 'TRUSTED'),
  refresh_token_rotation: v.optional(v.picklist(['ROTATE', 'STATIC'])),
  public_keys: v.pipe(
    list(v.record(text, v.unknown())),
    v.description('JWKs with which the client signs its assertions.'),
  ),
  users: v.optional(v.pipe(v.array(text), v.description('Logins of those who have it.'))),
  groups: v.optional(
    v.pipe(
      v.array(text),
      v.description('Names of groups that have it. Default: Everyone, where no users are listed either.'),
    ),
  ),
})

const scope = v.strictObject({
  name: text,
  display_name: v.optional(text),
  description: v.optional(text),
  consent: v.optional(v.picklist(['IMPLICIT', 'REQUIRED', 'FLEXIBLE']), 'IMPLICIT'),
  default: v.optional(v.boolean(), false),
})

const claim = v.strictObject({
  name: text,
  value: v.pipe(
    text,
    v.description('An expression (user.department), or with value_type GROUPS what the names of groups are to be.'),
  ),
  claim_type: v.optional(v.picklist(['RESOURCE', 'IDENTITY']), 'RESOURCE'),
  value_type: v.optional(v.picklist(['EXPRESSION', 'GROUPS']), 'EXPRESSION'),
  group_filter_type: v.optional(v.picklist(['CONTAINS', 'EQUALS', 'REGEX', 'STARTS_WITH'])),
  scopes: list(text),
  always_include_in_token: v.optional(v.boolean(), true),
})

const authorizationServer = v.strictObject({
  name: v.pipe(text, v.minLength(1), v.description('`default` changes the one that is always there.')),
  id: v.optional(
    v.pipe(
      text,
      v.regex(/^[\w-]+$/, 'expected letters, digits, - and _'),
      v.description('What is in its URLs. Default: the name, where that is of letters, digits, - and _.'),
    ),
  ),
  description: v.optional(text),
  audiences: v.optional(v.pipe(v.array(text), v.minLength(1), v.description('Default: api://<name>.'))),
  scopes: list(v.union([text, scope])),
  claims: list(claim),
})

const token = v.strictObject({
  token: text,
  login: text,
  scopes: v.optional(v.pipe(v.array(text), v.description('okta.users.read, … Absent: all.'))),
})

/** The `oidc-d` section of a seed. */
export const seed = v.strictObject({
  users: list(user),
  groups: list(group),
  group_rules: list(groupRule),
  apps: v.pipe(list(app), v.description('OAuth clients.')),
  authorization_servers: list(authorizationServer),
  tokens: v.pipe(list(token), v.description('API tokens, sent as SSWS or Bearer, beside those of the whole seed.')),
  password_policy: v.optional(
    v.strictObject({
      max_attempts: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(0),
          v.description('Wrong passwords in a row that lock a user out; 0: none do.'),
        ),
        10,
      ),
      show_lockout_failures: v.optional(v.boolean(), false),
    }),
    {},
  ),
  strict_auth: v.optional(
    v.pipe(v.boolean(), v.description('Refuses requests without a token, instead of acting as the first user.')),
    false,
  ),
})

/** A seed section as its schema gives it. */
export type Section = v.InferOutput<typeof seed>

/** What `init` prints. */
export const starter = `users:
  - login: ada@example.com
    firstName: Ada
    lastName: Lovelace
    password: Analytical1843
  - login: grace@example.com
    firstName: Grace
    lastName: Hopper
    password: Compiler1952
    profile: { department: Engineering }
groups:
  - name: Engineering
    description: Builds things
    members: [grace@example.com]
apps:
  - name: Web App
    client_id: web-app
    client_secret: web-app-secret
    redirect_uris: ['http://localhost:3000/api/auth/callback/okta']
    type: web
authorization_servers:
  - name: default
    audiences: [api://default]
    scopes: [read:items]
    claims:
      - { name: groups, value: '.*', value_type: GROUPS, group_filter_type: REGEX }
`
