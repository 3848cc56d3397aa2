import * as v from 'valibot'
import { isGuid } from './identifiers.ts'

const text = v.string()
const guid = v.pipe(text, v.check(isGuid, 'expected a GUID'), v.toLowerCase())
const list = <S extends v.GenericSchema>(item: S) => v.optional(v.array(item), [])
const uris = v.array(v.pipe(text, v.url()))

const tenant = v.pipe(
  text,
  v.regex(/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/, 'expected a GUID or a domain'),
  v.toLowerCase(),
)

const user = v.strictObject({
  email: v.pipe(text, v.email(), v.description('What people and tokens are named by.')),
  name: v.optional(v.pipe(text, v.description('Default: the given and family name, else the e-mail address.'))),
  given_name: v.optional(text),
  family_name: v.optional(text),
  oid: v.optional(v.pipe(guid, v.description('The object id. Default: a GUID that follows from the e-mail address.'))),
  roles: v.pipe(list(text), v.description('The values of its app roles, in every application.')),
  groups: v.pipe(list(text), v.description('The object ids of its groups.')),
  user_principal_name: v.optional(v.pipe(text, v.email(), v.description('Default: the e-mail address.'))),
  tenant: v.optional(
    v.pipe(tenant, v.description('Another tenant: a GUID, a domain, or consumers for a personal account.')),
  ),
  account_enabled: v.optional(v.pipe(v.boolean(), v.description('A disabled account cannot sign in.')), true),
  job_title: v.optional(text),
  department: v.optional(text),
  company_name: v.optional(text),
  office_location: v.optional(text),
  mobile_phone: v.optional(text),
  business_phones: list(text),
  preferred_language: v.optional(text),
  employee_id: v.optional(text),
  usage_location: v.optional(text),
})

const client = v.strictObject({
  client_id: v.pipe(text, v.description('A GUID at the vendor; any text here.')),
  client_secret: v.optional(
    v.pipe(text, v.description('Absent: any that comes will do, unless there is a public_key.')),
  ),
  public_key: v.optional(v.pipe(text, v.description('PEM, a public key or a certificate: for client assertions.'))),
  name: v.optional(v.pipe(text, v.description('How pages name it; the client_id when absent.'))),
  redirect_uris: v.optional(v.pipe(uris, v.description('Absent: any will do.'))),
  post_logout_redirect_uris: v.pipe(
    v.optional(uris, []),
    v.description('Where people may go after signing out, beside the redirect_uris.'),
  ),
  public: v.optional(v.pipe(v.boolean(), v.description('It has no secret and must use a challenge.')), false),
  spa: v.optional(
    v.pipe(v.boolean(), v.description('A single-page application: public, redeems from its page, refreshes for 24 h.')),
    false,
  ),
  identifier_uris: v.pipe(list(text), v.description('What it is called as an API, beside api://<client_id>.')),
  scopes: v.optional(v.pipe(v.array(text), v.description('What it offers as an API. Absent: any.'))),
  application_permissions: v.pipe(
    v.optional(v.array(text), ['User.Read.All']),
    v.description('What it may do without a person: permissions of Graph, or <API>/<role>.'),
  ),
  optional_claims: v.pipe(list(text), v.description('upn, given_name, family_name, auth_time, login_hint, sid, acct…')),
  access_token_version: v.pipe(
    v.optional(v.picklist([1, 2]), 2),
    v.description('The version of the access tokens that are for it as an API.'),
  ),
})

/** The `oidc-c` section of a seed. */
export const seed = v.strictObject({
  tenant: v.optional(
    v.pipe(tenant, v.description('The GUID or a domain of the tenant. Default: a GUID, the same in every run.')),
  ),
  users: list(user),
  oauth_clients: v.pipe(
    list(client),
    v.description('None: every client_id is accepted, with any secret and redirect_uri.'),
  ),
})

export type Section = v.InferOutput<typeof seed>

/** What `init` prints. */
export const starter = `tenant: contoso.onmicrosoft.com
users:
  - email: ada@contoso.com
    name: Ada Lovelace
    given_name: Ada
    family_name: Lovelace
    job_title: Analyst
    roles: [Admin]
    groups: [02bd9fd6-8f93-4758-87c3-1fb73740a315]
  - email: grace@contoso.com
    name: Grace Hopper
oauth_clients:
  - client_id: 11111111-2222-4333-8444-555555555555
    client_secret: local-secret
    name: Web App
    redirect_uris:
      - http://localhost:3000/api/auth/callback/microsoft-entra-id
`
