// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
/** The section `oidc-b` of a seed: what the stand-in for the Sign in with Apple REST API begins with. */
export interface OidcBSeed {
  users?: OidcBSeedUser[] | undefined
  /** None: every client_id is accepted, with any client secret that is well-formed, and any redirect_uri. */
  oauth_clients?: OidcBSeedOauthClient[] | undefined
}

/** An user of the seed. */
export interface OidcBSeedUser {
  /** What people are named by. */
  email: string
  /** Its last word is the last name. Default: given and family name, else the address. */
  name?: string | undefined
  given_name?: string | undefined
  family_name?: string | undefined
  /** Hides the address: applications get one at privaterelay.appleid.com. Default: false */
  private_email?: boolean | undefined
  /** Default: true */
  email_verified?: boolean | undefined
  /** Absent: tokens do not say, as those of web applications. */
  real_user_status?: 0 | 1 | 2 | undefined
}

/** An oauth client of the seed. */
export interface OidcBSeedOauthClient {
  /** The Services ID, or the App ID. */
  client_id: string
  /** The iss of client secrets. Absent: any will do. */
  team_id?: string | undefined
  /** The kid of client secrets. Absent: any will do. */
  key_id?: string | undefined
  /** PEM: the public half of the key that signs client secrets. Absent: any key will do. */
  public_key?: string | undefined
  /** How pages name it; the client_id when absent. */
  name?: string | undefined
  /** Absent: any will do. */
  redirect_uris?: string[] | undefined
}
