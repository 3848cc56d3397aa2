// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
/** The section `oidc-a` of a seed: what the stand-in for the Google identity platform begins with. */
export interface OidcASeed {
  users?: OidcASeedUser[] | undefined
  /** None: every client_id is accepted, with any secret and redirect_uri. */
  oauth_clients?: OidcASeedOauthClient[] | undefined
  /** RS256: signed with a key that the key set has, as clients verify it. HS256: the key set is empty. Default: HS256 */
  id_token_signing_alg?: 'HS256' | 'RS256' | undefined
}

/** An user of the seed. */
export interface OidcASeedUser {
  /** What people and tokens are named by. */
  email: string
  /** Default: the given and family name, else the e-mail address. */
  name?: string | undefined
  given_name?: string | undefined
  family_name?: string | undefined
  picture?: string | undefined
  /** Default: true */
  email_verified?: boolean | undefined
  locale?: string | undefined
  /** The domain of the organization that the account is of. */
  hd?: string | undefined
  /** Default: 21 digits that follow from the e-mail address. */
  sub?: string | undefined
}

/** An oauth client of the seed. */
export interface OidcASeedOauthClient {
  client_id: string
  /** Absent: any that comes will do. */
  client_secret?: string | undefined
  /** How pages name it; the client_id when absent. */
  name?: string | undefined
  /** Absent: any will do. */
  redirect_uris?: string[] | undefined
}
