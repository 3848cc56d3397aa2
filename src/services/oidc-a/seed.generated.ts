// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
/** The section `oidc-a` of a seed: what the stand-in for the Google identity platform begins with. */
export interface OidcASeed {
  users?: OidcASeedUser[] | undefined
  /** Without any, every client_id is accepted, with every secret and redirect_uri. */
  oauth_clients?: OidcASeedOauthClient[] | undefined
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
