// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
/** The section `oidc-c` of a seed: what the stand-in for the Microsoft identity platform begins with. */
export interface OidcCSeed {
  /** The GUID or a domain of the tenant. Default: a GUID, the same in every run. */
  tenant?: string | undefined
  users?: OidcCSeedUser[] | undefined
  /** None: every client_id is accepted, with any secret and redirect_uri. */
  oauth_clients?: OidcCSeedOauthClient[] | undefined
}

/** An user of the seed. */
export interface OidcCSeedUser {
  /** What people and tokens are named by. */
  email: string
  /** Default: the given and family name, else the e-mail address. */
  name?: string | undefined
  given_name?: string | undefined
  family_name?: string | undefined
  /** The object id. Default: a GUID that follows from the e-mail address. */
  oid?: string | undefined
  /** The values of its app roles, in every application. */
  roles?: string[] | undefined
  /** The object ids of its groups. */
  groups?: string[] | undefined
  /** Default: the e-mail address. */
  user_principal_name?: string | undefined
  /** Another tenant: a GUID, a domain, or consumers for a personal account. */
  tenant?: string | undefined
  /** A disabled account cannot sign in. Default: true */
  account_enabled?: boolean | undefined
  job_title?: string | undefined
  department?: string | undefined
  company_name?: string | undefined
  office_location?: string | undefined
  mobile_phone?: string | undefined
  business_phones?: string[] | undefined
  preferred_language?: string | undefined
  employee_id?: string | undefined
  usage_location?: string | undefined
}

/** An oauth client of the seed. */
export interface OidcCSeedOauthClient {
  /** A GUID at the vendor; any text here. */
  client_id: string
  /** Absent: any that comes will do, unless there is a public_key. */
  client_secret?: string | undefined
  /** PEM, a public key or a certificate: for client assertions. */
  public_key?: string | undefined
  /** How pages name it; the client_id when absent. */
  name?: string | undefined
  /** Absent: any will do. */
  redirect_uris?: string[] | undefined
  /** Where people may go after signing out, beside the redirect_uris. */
  post_logout_redirect_uris?: string[] | undefined
  /** It has no secret and must use a challenge. Default: false */
  public?: boolean | undefined
  /** A single-page application: public, redeems from its page, refreshes for 24 h. Default: false */
  spa?: boolean | undefined
  /** What it is called as an API, beside api://<client_id>. */
  identifier_uris?: string[] | undefined
  /** What it offers as an API. Absent: any. */
  scopes?: string[] | undefined
  /** What it may do without a person: permissions of Graph, or <API>/<role>. Default: ["User.Read.All"] */
  application_permissions?: string[] | undefined
  /** upn, given_name, family_name, auth_time, login_hint, sid, acct… */
  optional_claims?: string[] | undefined
  /** The version of the access tokens that are for it as an API. Default: 2 */
  access_token_version?: 1 | 2 | undefined
}
