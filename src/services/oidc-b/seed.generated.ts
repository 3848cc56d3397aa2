// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
/** The section `oidc-b` of a seed: what the stand-in for the Sign in with Apple REST API begins with. */
export interface OidcBSeed {
  users?: OidcBSeedUser[] | undefined
  /** Without any, every client_id is accepted, with every well-formed client secret and every redirect_uri. */
  oauth_clients?: OidcBSeedOauthClient[] | undefined
}

/** A user of the seed. */
export interface OidcBSeedUser {
  /** The name of the user on the sign-in page. */
  email: string
  /** The last word is the last name. Default: the given and family name, else the address. */
  name?: string | undefined
  given_name?: string | undefined
  family_name?: string | undefined
  /** Hides the address: applications get a relay address at privaterelay.appleid.com. Default: false */
  private_email?: boolean | undefined
  /** Default: true */
  email_verified?: boolean | undefined
  /** Absent: tokens do not have it, like those of web applications. */
  real_user_status?: 0 | 1 | 2 | undefined
}

/** An oauth client of the seed. */
export interface OidcBSeedOauthClient {
  /** The Services ID, or the App ID. */
  client_id: string
  /** The iss of client secrets. Absent: every team is accepted. */
  team_id?: string | undefined
  /** The kid of client secrets. Absent: every key id is accepted. */
  key_id?: string | undefined
  /** PEM: the public half of the key that signs client secrets. Absent: every key is accepted. */
  public_key?: string | undefined
  /** The name on pages. Default: the client_id. */
  name?: string | undefined
  /** Absent: every address is accepted. */
  redirect_uris?: string[] | undefined
  /** Server-to-server notifications are sent to this URL: on this machine, or on an allowed host. */
  notification_url?: string | undefined
}
