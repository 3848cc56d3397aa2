// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
/** The section `oidc-c` of a seed: what the stand-in for the Microsoft identity platform begins with. */
export interface OidcCSeed {
  /** The GUID or a domain of the tenant. Absent: every GUID and domain names a tenant with the users. */
  tenant?: string | undefined
  users?: OidcCSeedUser[] | undefined
  /** The groups of the tenant, for Graph. */
  groups?: OidcCSeedGroup[] | undefined
  /** Without any, every client_id is accepted, with every secret and redirect_uri. */
  oauth_clients?: OidcCSeedOauthClient[] | undefined
}

/** A user of the seed. */
export interface OidcCSeedUser {
  /** The name of the user on the sign-in page and in tokens. */
  email: string
  /** Default: the given and family name, else the e-mail address. */
  name?: string | undefined
  given_name?: string | undefined
  family_name?: string | undefined
  /** The object id. Default: a GUID derived from the e-mail address. */
  oid?: string | undefined
  /** The values of the app roles, in every application. */
  roles?: string[] | undefined
  /** The groups: their object ids, or names of listed groups. */
  groups?: string[] | undefined
  /** Default: the e-mail address. */
  user_principal_name?: string | undefined
  /** Another tenant: a GUID, a domain, or consumers for a personal account. */
  tenant?: string | undefined
  /** A disabled account cannot sign in. Default: true */
  account_enabled?: boolean | undefined
  /** The password, for grant_type=password. Absent: every password is right. */
  password?: string | undefined
  job_title?: string | undefined
  department?: string | undefined
  company_name?: string | undefined
  office_location?: string | undefined
  mobile_phone?: string | undefined
  business_phones?: string[] | undefined
  preferred_language?: string | undefined
  employee_id?: string | undefined
  usage_location?: string | undefined
  /** The address of the user whom the user reports to. */
  manager?: string | undefined
}

/** A group of the seed. */
export interface OidcCSeedGroup {
  /** The object id. Default: a GUID derived from the name. */
  id?: string | undefined
  /** The displayName. */
  name: string
  description?: string | undefined
  /** Default: the letters and digits of the name. */
  mail_nickname?: string | undefined
  /** A group of Microsoft 365, with an address. Default: a security group. */
  unified?: boolean | undefined
  /** Addresses of users and names of groups, beside the groups of users. */
  members?: string[] | undefined
  /** Addresses of users. */
  owners?: string[] | undefined
}

/** An oauth client of the seed. */
export interface OidcCSeedOauthClient {
  /** A GUID at the vendor; any text here. */
  client_id: string
  /** Absent: every secret is accepted, unless there is a public_key. */
  client_secret?: string | undefined
  /** PEM, a public key or a certificate: for client assertions. */
  public_key?: string | undefined
  /** The name on pages. Default: the client_id. */
  name?: string | undefined
  /** Absent: every address is accepted. */
  redirect_uris?: string[] | undefined
  /** The addresses after a sign-out, beside the redirect_uris. */
  post_logout_redirect_uris?: string[] | undefined
  /** The application has no secret and must use PKCE. Default: false */
  public?: boolean | undefined
  /** A single-page application: public, redeems codes from its page, refreshes for 24 hours. Default: false */
  spa?: boolean | undefined
  /** The names as an API, beside api://<client_id>. */
  identifier_uris?: string[] | undefined
  /** The scopes as an API. Absent: every scope exists. */
  scopes?: string[] | undefined
  /** The permissions without a person: permissions of Graph, or <API>/<role>. Default: ["User.Read.All"] */
  application_permissions?: string[] | undefined
  /** upn, given_name, family_name, auth_time, login_hint, sid, acct… */
  optional_claims?: string[] | undefined
  /** The version of the access tokens for the application as an API. Default: 2 */
  access_token_version?: 1 | 2 | undefined
}
