import * as v from 'valibot'
import { isGuid } from './schema/identifiers.ts'

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
  email: v.pipe(text, v.rfcEmail(), v.description('The name of the user on the sign-in page and in tokens.')),
  name: v.optional(v.pipe(text, v.description('Default: the given and family name, else the e-mail address.'))),
  given_name: v.optional(text),
  family_name: v.optional(text),
  oid: v.optional(v.pipe(guid, v.description('The object id. Default: a GUID derived from the e-mail address.'))),
  roles: v.pipe(list(text), v.description('The values of the app roles, in every application.')),
  groups: v.pipe(list(text), v.description('The groups: their object ids, or names of listed groups.')),
  user_principal_name: v.optional(v.pipe(text, v.rfcEmail(), v.description('Default: the e-mail address.'))),
  tenant: v.optional(
    v.pipe(tenant, v.description('Another tenant: a GUID, a domain, or consumers for a personal account.')),
  ),
  account_enabled: v.optional(v.pipe(v.boolean(), v.description('A disabled account cannot sign in.')), true),
  password: v.optional(
    v.pipe(text, v.description('The password, for grant_type=password. Absent: every password is right.')),
  ),
  job_title: v.optional(text),
  department: v.optional(text),
  company_name: v.optional(text),
  office_location: v.optional(text),
  mobile_phone: v.optional(text),
  business_phones: list(text),
  preferred_language: v.optional(text),
  employee_id: v.optional(text),
  usage_location: v.optional(text),
  manager: v.optional(v.pipe(text, v.description('The address of the user whom the user reports to.'))),
})

const group = v.strictObject({
  id: v.optional(v.pipe(guid, v.description('The object id. Default: a GUID derived from the name.'))),
  name: v.pipe(text, v.description('The displayName.')),
  description: v.optional(text),
  mail_nickname: v.optional(v.pipe(text, v.description('Default: the letters and digits of the name.'))),
  unified: v.optional(
    v.pipe(v.boolean(), v.description('A group of Microsoft 365, with an address. Default: a security group.')),
    false,
  ),
  members: v.pipe(list(text), v.description('Addresses of users and names of groups, beside the groups of users.')),
  owners: v.pipe(list(text), v.description('Addresses of users.')),
})

const client = v.strictObject({
  client_id: v.pipe(text, v.description('A GUID at the vendor; any text here.')),
  client_secret: v.optional(
    v.pipe(text, v.description('Absent: every secret is accepted, unless there is a public_key.')),
  ),
  public_key: v.optional(v.pipe(text, v.description('PEM, a public key or a certificate: for client assertions.'))),
  name: v.optional(v.pipe(text, v.description('The name on pages. Default: the client_id.'))),
  redirect_uris: v.optional(v.pipe(uris, v.description('Absent: every address is accepted.'))),
  post_logout_redirect_uris: v.pipe(
    v.optional(uris, []),
    v.description('The addresses after a sign-out, beside the redirect_uris.'),
  ),
  public: v.optional(v.pipe(v.boolean(), v.description('The application has no secret and must use PKCE.')), false),
  spa: v.optional(
    v.pipe(
      v.boolean(),
      v.description('A single-page application: public, redeems codes from its page, refreshes for 24 hours.'),
    ),
    false,
  ),
  identifier_uris: v.pipe(list(text), v.description('The names as an API, beside api://<client_id>.')),
  scopes: v.optional(v.pipe(v.array(text), v.description('The scopes as an API. Absent: every scope exists.'))),
  application_permissions: v.pipe(
    v.optional(v.array(text), ['User.Read.All']),
    v.description('The permissions without a person: permissions of Graph, or <API>/<role>.'),
  ),
  optional_claims: v.pipe(list(text), v.description('upn, given_name, family_name, auth_time, login_hint, sid, acct…')),
  access_token_version: v.pipe(
    v.optional(v.picklist([1, 2]), 2),
    v.description('The version of the access tokens for the application as an API.'),
  ),
})

/** The `oidc-c` section of a seed. */
export const seed = v.strictObject({
  tenant: v.optional(
    v.pipe(
      tenant,
      v.description('The GUID or a domain of the tenant. Absent: every GUID and domain names a tenant with the users.'),
    ),
  ),
  users: list(user),
  groups: v.pipe(list(group), v.description('The groups of the tenant, for Graph.')),
  oauth_clients: v.pipe(
    list(client),
    v.description('Without any, every client_id is accepted, with every secret and redirect_uri.'),
  ),
})

/** The `oidc-c` section of a seed after its schema has checked it. */
export type Section = v.InferOutput<typeof seed>

/** The starter seed that `init` prints. */
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
