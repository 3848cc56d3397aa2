// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
/** The section `oidc-a` of a seed: what the stand-in for the Google identity platform begins with. */
export interface OidcASeed {
  users?: OidcASeedUser[] | undefined
  /** Without any, every client_id is accepted, with every secret and redirect_uri. */
  oauth_clients?: OidcASeedOauthClient[] | undefined
  /** Without any, every address of a service account is accepted, with every key. */
  service_accounts?: OidcASeedServiceAccount[] | undefined
  /** RS256: signed with a key of the key set, so that clients can verify it. HS256: the key set is empty. Default: HS256 */
  id_token_signing_alg?: 'HS256' | 'RS256' | undefined
}

/** A user of the seed. */
export interface OidcASeedUser {
  /** The name of the user on the sign-in page and in tokens. */
  email: string
  /** Default: the given and family name, else the e-mail address. */
  name?: string | undefined
  given_name?: string | undefined
  family_name?: string | undefined
  picture?: string | undefined
  /** Default: true */
  email_verified?: boolean | undefined
  locale?: string | undefined
  /** The domain of the organization of the account. */
  hd?: string | undefined
  /** Default: 21 digits derived from the e-mail address. */
  sub?: string | undefined
}

/** An oauth client of the seed. */
export interface OidcASeedOauthClient {
  client_id: string
  /** Absent: every secret is accepted. */
  client_secret?: string | undefined
  /** The name on pages. Default: the client_id. */
  name?: string | undefined
  /** Absent: every address is accepted. */
  redirect_uris?: string[] | undefined
  /** The pages that may use the library for browsers, beside those at the origins of redirect_uris. */
  javascript_origins?: string[] | undefined
}

/** A service account of the seed. */
export interface OidcASeedServiceAccount {
  /** The client_email of its key files. */
  email: string
  /** The sub of its tokens, and its client_id. Default: 21 digits derived from the address. */
  unique_id?: string | undefined
  /** Default: the project in the address. */
  project_id?: string | undefined
  /** Its keys, beside the one that backlot makes. Absent: every key is accepted. */
  keys?: OidcASeedKey[] | undefined
  /** The scopes for which it may act as a user of an organization (domain-wide delegation). */
  delegated_scopes?: string[] | undefined
  /** The addresses of those who may get credentials of it (iamcredentials). Absent: everyone. */
  token_creators?: string[] | undefined
}

/** A key of the seed. */
export interface OidcASeedKey {
  private_key_id: string
  /** PEM of a public key or a certificate. */
  public_key: string
}
