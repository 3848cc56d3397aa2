import * as v from 'valibot'
import { isTotpSecret } from '#core/totp.ts'
import {
  APPLICATION_TYPES,
  ENDPOINT_AUTH_METHODS,
  FACTOR_TYPES,
  GRANT_TYPES,
  ORIGIN_SCOPES,
  RESPONSE_TYPES,
  USER_STATUSES,
} from './schema.ts'

const text = v.string()
const list = <S extends v.GenericSchema>(item: S) => v.optional(v.array(item), [])
const uri = v.pipe(text, v.url())

const whole = v.pipe(v.number(), v.integer(), v.minValue(0))

const factor = v.strictObject({
  type: v.picklist(FACTOR_TYPES),
  provider: v.optional(
    v.pipe(v.picklist(['OKTA', 'GOOGLE']), v.description('GOOGLE for Google Authenticator.')),
    'OKTA',
  ),
  phone_number: v.optional(v.pipe(text, v.description('Of sms and call. Default: the mobilePhone of the profile.'))),
  email: v.optional(v.pipe(text, v.description('Default: the email of the user.'))),
  question: v.optional(v.pipe(text, v.description("The vendor's name of a security question: disliked_food."))),
  answer: v.optional(text),
  secret: v.optional(
    v.pipe(
      text,
      v.check(isTotpSecret, 'expected at least 16 letters and digits of base32'),
      v.description('The shared secret of an authenticator application, in base32. Default: a generated one.'),
    ),
  ),
})

const user = v.strictObject({
  login: v.pipe(
    text,
    v.minLength(1),
    v.description('The sign-in name of the user, which tokens of the seed name; usually an e-mail address.'),
  ),
  email: v.optional(v.pipe(text, v.rfcEmail(), v.description('Default: the login.'))),
  firstName: v.optional(v.pipe(text, v.description('Default: derived from the part of the login before the @.'))),
  lastName: v.optional(v.pipe(text, v.description('Default: derived from the part of the login before the @.'))),
  password: v.optional(
    v.pipe(text, v.description('Any text. Default: no password; the user can sign in on the page only.')),
  ),
  status: v.optional(v.picklist(USER_STATUSES), 'ACTIVE'),
  recovery_question: v.optional(v.strictObject({ question: text, answer: text })),
  factors: v.pipe(list(factor), v.description('The second factors that the user has enrolled, all active.')),
  profile: v.optional(
    v.pipe(v.record(text, v.unknown()), v.description('Other attributes: department, mobilePhone.')),
    {},
  ),
})

const group = v.strictObject({
  name: v.pipe(text, v.minLength(1)),
  description: v.optional(text),
  members: v.pipe(list(text), v.description('The logins of the members.')),
})

const groupRule = v.strictObject({
  name: text,
  expression: v.pipe(text, v.description('An expression in the vendor\'s language: user.department=="Engineering".')),
  groups: v.pipe(list(text), v.description('The names of the groups.')),
  status: v.optional(v.picklist(['ACTIVE', 'INACTIVE']), 'ACTIVE'),
})

const groupFilterTypes = v.picklist(['CONTAINS', 'EQUALS', 'REGEX', 'STARTS_WITH'])

const groupsClaim = v.strictObject({
  name: v.optional(v.pipe(text, v.minLength(1)), 'groups'),
  value: v.pipe(text, v.description('A filter of group names, or for value_type EXPRESSION an expression.')),
  value_type: v.optional(v.picklist(['EXPRESSION', 'GROUPS']), 'GROUPS'),
  group_filter_type: v.optional(v.pipe(groupFilterTypes, v.description('Default: STARTS_WITH.'))),
})

const app = v.strictObject({
  name: v.pipe(text, v.minLength(1), v.description('The label of the app.')),
  client_id: v.optional(v.pipe(text, v.description('Default: the id of the app.'))),
  client_secret: v.optional(v.pipe(text, v.description('Default: a generated secret, for clients that have one.'))),
  redirect_uris: v.optional(v.pipe(v.array(uri), v.description('Default: any redirect URI is accepted.'))),
  post_logout_redirect_uris: list(uri),
  type: v.optional(v.picklist(APPLICATION_TYPES), 'web'),
  grant_types: v.optional(
    v.pipe(v.array(v.picklist(GRANT_TYPES)), v.description('Default: the grant types that fit the type.')),
  ),
  response_types: v.optional(v.array(v.picklist(RESPONSE_TYPES))),
  token_endpoint_auth_method: v.optional(v.picklist(ENDPOINT_AUTH_METHODS)),
  pkce_required: v.optional(v.boolean()),
  consent_method: v.optional(v.picklist(['REQUIRED', 'TRUSTED']), 'TRUSTED'),
  refresh_token_rotation: v.optional(v.picklist(['ROTATE', 'STATIC'])),
  dpop_bound_access_tokens: v.optional(
    v.pipe(v.boolean(), v.description('True when the client must prove a key for its tokens (DPoP).')),
    false,
  ),
  wildcard_redirect: v.optional(
    v.pipe(
      v.picklist(['DISABLED', 'SUBDOMAIN']),
      v.description('SUBDOMAIN: the first label of a redirect URI may have a *.'),
    ),
    'DISABLED',
  ),
  groups_claim: v.optional(
    v.pipe(
      groupsClaim,
      v.description("The claim that the scope groups adds at the organization's server. Default: all groups."),
    ),
  ),
  public_keys: v.pipe(
    list(v.record(text, v.unknown())),
    v.description('JWKs with which the client signs its assertions.'),
  ),
  users: v.optional(v.pipe(v.array(text), v.description('The logins of the users to whom the app is assigned.'))),
  groups: v.optional(
    v.pipe(
      v.array(text),
      v.description(
        'The names of the groups to which the app is assigned. Default: Everyone, unless users are listed.',
      ),
    ),
  ),
})

const header = v.strictObject({ key: text, value: text })

const receiver = {
  auth: v.optional(v.pipe(header, v.description('The header by which the receiver knows its requests.'))),
  headers: v.pipe(list(header), v.description('Further headers of every request.')),
}

const eventHook = v.strictObject({
  name: text,
  uri: v.pipe(uri, v.description('Where the events are sent. The hook is verified already.')),
  events: v.pipe(v.array(text), v.minLength(1), v.description('The types of entries of the System Log.')),
  ...receiver,
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
    v.description('An expression (user.department), or for value_type GROUPS a filter of group names.'),
  ),
  claim_type: v.optional(v.picklist(['RESOURCE', 'IDENTITY']), 'RESOURCE'),
  value_type: v.optional(v.picklist(['EXPRESSION', 'GROUPS']), 'EXPRESSION'),
  group_filter_type: v.optional(groupFilterTypes),
  scopes: list(text),
  always_include_in_token: v.optional(v.boolean(), true),
})

const authorizationServer = v.strictObject({
  name: v.pipe(
    text,
    v.minLength(1),
    v.description('The name of the server. `default` changes the server that always exists.'),
  ),
  id: v.optional(
    v.pipe(
      text,
      v.regex(/^[\w-]+$/, 'expected letters, digits, - and _'),
      v.description('The id in its URLs. Default: the name, if it consists of letters, digits, - and _.'),
    ),
  ),
  description: v.optional(text),
  audiences: v.optional(v.pipe(v.array(text), v.minLength(1), v.description('Default: api://<name>.'))),
  scopes: list(v.union([text, scope])),
  claims: list(claim),
  token_hook: v.optional(
    v.pipe(
      v.strictObject({ uri, ...receiver }),
      v.description('The inline hook that is asked before the server makes tokens.'),
    ),
  ),
})

const trustedOrigin = v.strictObject({
  origin: v.pipe(
    uri,
    v.check((value) => new URL(value).origin === value, 'expected an origin: a scheme, a host and a port, no more'),
    v.description('The origin of pages: https://shop.example.com.'),
  ),
  name: v.optional(v.pipe(text, v.description('Default: the origin.'))),
  scopes: v.optional(
    v.pipe(
      v.array(v.picklist(ORIGIN_SCOPES)),
      v.minLength(1),
      v.description('CORS: its pages may call the API; REDIRECT: browsers may be sent there.'),
    ),
    ['CORS', 'REDIRECT'],
  ),
})

const token = v.strictObject({
  token: text,
  login: text,
  scopes: v.optional(v.pipe(v.array(text), v.description('Scopes such as okta.users.read. Default: all.'))),
})

/** The `oidc-d` section of a seed. */
export const seed = v.strictObject({
  domain: v.optional(
    v.pipe(
      text,
      v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'expected a host, such as dev-12345678.okta.com'),
      v.description("The organization's host, for hosts: 'real'. Default: any host below okta.com"),
    ),
  ),
  users: list(user),
  groups: list(group),
  group_rules: list(groupRule),
  apps: v.pipe(list(app), v.description('OAuth clients.')),
  authorization_servers: list(authorizationServer),
  tokens: v.pipe(
    list(token),
    v.description('API tokens, sent as SSWS or Bearer, in addition to those of the whole seed.'),
  ),
  trusted_origins: v.pipe(
    list(trustedOrigin),
    v.description(
      'The origins whose pages may call the API with cookies. Default: every origin, until one is created.',
    ),
  ),
  event_hooks: v.pipe(list(eventHook), v.description('Receivers of entries of the System Log.')),
  password_policy: v.optional(
    v.strictObject({
      max_attempts: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(0),
          v.description('The number of consecutive wrong passwords that locks a user out; 0 disables lockouts.'),
        ),
        10,
      ),
      show_lockout_failures: v.optional(v.boolean(), false),
      min_length: v.optional(whole, 8),
      min_symbol: v.optional(whole, 0),
      history_count: v.optional(v.pipe(whole, v.description('The number of earlier passwords that are refused.')), 4),
      max_age_days: v.optional(v.pipe(whole, v.description('0: passwords never expire.')), 0),
      auto_unlock_minutes: v.optional(v.pipe(whole, v.description('0: an administrator unlocks users.')), 0),
    }),
    {},
  ),
  sign_on_policy: v.optional(
    v.strictObject({
      require_factor: v.optional(
        v.pipe(v.boolean(), v.description('True when every sign-in with a password asks for a second factor.')),
        false,
      ),
      primary_factor: v.optional(
        v.pipe(
          v.picklist(['PASSWORD_IDP', 'PASSWORD_IDP_ANY_FACTOR']),
          v.description('PASSWORD_IDP: the Identity Engine asks for the password together with the name.'),
        ),
        'PASSWORD_IDP_ANY_FACTOR',
      ),
      factor_lifetime_minutes: v.optional(
        v.pipe(whole, v.description('How long a device may be remembered on which a factor was verified.')),
        0,
      ),
    }),
    {},
  ),
  strict_auth: v.optional(
    v.pipe(v.boolean(), v.description('Refuses requests without a token instead of acting for the first user.')),
    false,
  ),
})

/** The checked `oidc-d` section of a seed. */
export type Section = v.InferOutput<typeof seed>

/** The starter section that `init` prints. */
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
