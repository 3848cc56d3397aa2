// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
/** The section `oidc-d` of a seed: what the stand-in for the Okta API begins with. */
export interface OidcDSeed {
  /** The organization's host, for hosts: 'real'. Default: any host below okta.com */
  domain?: string | undefined
  users?: OidcDSeedUser[] | undefined
  groups?: OidcDSeedGroup[] | undefined
  group_rules?: OidcDSeedGroupRule[] | undefined
  /** OAuth clients. */
  apps?: OidcDSeedApp[] | undefined
  authorization_servers?: OidcDSeedAuthorizationServer[] | undefined
  /** API tokens, sent as SSWS or Bearer, in addition to those of the whole seed. */
  tokens?: OidcDSeedToken[] | undefined
  /** The origins whose pages may call the API with cookies. Default: every origin, until one is created. */
  trusted_origins?: OidcDSeedTrustedOrigin[] | undefined
  /** Receivers of entries of the System Log. */
  event_hooks?: OidcDSeedEventHook[] | undefined
  password_policy?: OidcDSeedPasswordPolicy | undefined
  sign_on_policy?: OidcDSeedSignOnPolicy | undefined
  /** Refuses requests without a token instead of acting for the first user. Default: false */
  strict_auth?: boolean | undefined
}

/** A user of the seed. */
export interface OidcDSeedUser {
  /** The sign-in name of the user, which tokens of the seed name; usually an e-mail address. */
  login: string
  /** Default: the login. */
  email?: string | undefined
  /** Default: derived from the part of the login before the @. */
  firstName?: string | undefined
  /** Default: derived from the part of the login before the @. */
  lastName?: string | undefined
  /** Any text. Default: no password; the user can sign in on the page only. */
  password?: string | undefined
  /** Default: ACTIVE */
  status?: 'STAGED' | 'PROVISIONED' | 'ACTIVE' | 'RECOVERY' | 'PASSWORD_EXPIRED' | 'LOCKED_OUT' | 'SUSPENDED' | 'DEPROVISIONED' | undefined
  recovery_question?: OidcDSeedRecoveryQuestion | undefined
  /** The second factors that the user has enrolled, all active. */
  factors?: OidcDSeedFactor[] | undefined
  /** Other attributes: department, mobilePhone. */
  profile?: Record<string, unknown> | undefined
}

/** A group of the seed. */
export interface OidcDSeedGroup {
  name: string
  description?: string | undefined
  /** The logins of the members. */
  members?: string[] | undefined
}

/** A group rule of the seed. */
export interface OidcDSeedGroupRule {
  name: string
  /** An expression in the vendor's language: user.department=="Engineering". */
  expression: string
  /** The names of the groups. */
  groups?: string[] | undefined
  /** Default: ACTIVE */
  status?: 'ACTIVE' | 'INACTIVE' | undefined
}

/** An app of the seed. */
export interface OidcDSeedApp {
  /** The label of the app. */
  name: string
  /** Default: the id of the app. */
  client_id?: string | undefined
  /** Default: a generated secret, for clients that have one. */
  client_secret?: string | undefined
  /** Default: any redirect URI is accepted. */
  redirect_uris?: string[] | undefined
  post_logout_redirect_uris?: string[] | undefined
  /** Default: web */
  type?: 'web' | 'native' | 'browser' | 'service' | undefined
  /** Default: the grant types that fit the type. */
  grant_types?: ('authorization_code' | 'implicit' | 'password' | 'refresh_token' | 'client_credentials' | 'interaction_code' | 'urn:ietf:params:oauth:grant-type:device_code' | 'urn:ietf:params:oauth:grant-type:jwt-bearer' | 'urn:ietf:params:oauth:grant-type:token-exchange' | 'urn:ietf:params:oauth:grant-type:saml2-bearer' | 'urn:openid:params:grant-type:ciba' | 'urn:okta:params:oauth:grant-type:otp' | 'urn:okta:params:oauth:grant-type:oob' | 'http://auth0.com/oauth/grant-type/mfa-otp' | 'http://auth0.com/oauth/grant-type/mfa-oob')[] | undefined
  response_types?: ('code' | 'token' | 'id_token')[] | undefined
  token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | 'client_secret_jwt' | 'private_key_jwt' | 'none' | undefined
  pkce_required?: boolean | undefined
  /** Default: TRUSTED */
  consent_method?: 'REQUIRED' | 'TRUSTED' | undefined
  refresh_token_rotation?: 'ROTATE' | 'STATIC' | undefined
  /** True when the client must prove a key for its tokens (DPoP). Default: false */
  dpop_bound_access_tokens?: boolean | undefined
  /** SUBDOMAIN: the first label of a redirect URI may have a *. Default: DISABLED */
  wildcard_redirect?: 'DISABLED' | 'SUBDOMAIN' | undefined
  /** The claim that the scope groups adds at the organization's server. Default: all groups. */
  groups_claim?: OidcDSeedGroupsClaim | undefined
  /** JWKs with which the client signs its assertions. */
  public_keys?: Record<string, unknown>[] | undefined
  /** The logins of the users to whom the app is assigned. */
  users?: string[] | undefined
  /** The names of the groups to which the app is assigned. Default: Everyone, unless users are listed. */
  groups?: string[] | undefined
}

/** An authorization server of the seed. */
export interface OidcDSeedAuthorizationServer {
  /** The name of the server. `default` changes the server that always exists. */
  name: string
  /** The id in its URLs. Default: the name, if it consists of letters, digits, - and _. */
  id?: string | undefined
  description?: string | undefined
  /** Default: api://<name>. */
  audiences?: string[] | undefined
  scopes?: (string | OidcDSeedScope)[] | undefined
  claims?: OidcDSeedClaim[] | undefined
  /** The inline hook that is asked before the server makes tokens. */
  token_hook?: OidcDSeedTokenHook | undefined
}

/** A token of the seed. */
export interface OidcDSeedToken {
  token: string
  login: string
  /** Scopes such as okta.users.read. Default: all. */
  scopes?: string[] | undefined
}

/** A trusted origin of the seed. */
export interface OidcDSeedTrustedOrigin {
  /** The origin of pages: https://shop.example.com. */
  origin: string
  /** Default: the origin. */
  name?: string | undefined
  /** CORS: its pages may call the API; REDIRECT: browsers may be sent there. Default: ["CORS","REDIRECT"] */
  scopes?: ('CORS' | 'REDIRECT' | 'IFRAME_EMBED')[] | undefined
}

/** An event hook of the seed. */
export interface OidcDSeedEventHook {
  name: string
  /** Where the events are sent. The hook is verified already. */
  uri: string
  /** The types of entries of the System Log. */
  events: string[]
  /** The header by which the receiver knows its requests. */
  auth?: OidcDSeedAuth | undefined
  /** Further headers of every request. */
  headers?: OidcDSeedHeader[] | undefined
}

/** A password policy of the seed. */
export interface OidcDSeedPasswordPolicy {
  /** The number of consecutive wrong passwords that locks a user out; 0 disables lockouts. Default: 10 */
  max_attempts?: number | undefined
  /** Default: false */
  show_lockout_failures?: boolean | undefined
  /** Default: 8 */
  min_length?: number | undefined
  /** Default: 0 */
  min_symbol?: number | undefined
  /** The number of earlier passwords that are refused. Default: 4 */
  history_count?: number | undefined
  /** 0: passwords never expire. Default: 0 */
  max_age_days?: number | undefined
  /** 0: an administrator unlocks users. Default: 0 */
  auto_unlock_minutes?: number | undefined
}

/** A sign on policy of the seed. */
export interface OidcDSeedSignOnPolicy {
  /** True when every sign-in with a password asks for a second factor. Default: false */
  require_factor?: boolean | undefined
  /** PASSWORD_IDP: the Identity Engine asks for the password together with the name. Default: PASSWORD_IDP_ANY_FACTOR */
  primary_factor?: 'PASSWORD_IDP' | 'PASSWORD_IDP_ANY_FACTOR' | undefined
  /** How long a device may be remembered on which a factor was verified. Default: 0 */
  factor_lifetime_minutes?: number | undefined
}

/** A recovery question of the seed. */
export interface OidcDSeedRecoveryQuestion {
  question: string
  answer: string
}

/** A factor of the seed. */
export interface OidcDSeedFactor {
  type: 'question' | 'token:software:totp' | 'sms' | 'call' | 'email' | 'push'
  /** GOOGLE for Google Authenticator. Default: OKTA */
  provider?: 'OKTA' | 'GOOGLE' | undefined
  /** Of sms and call. Default: the mobilePhone of the profile. */
  phone_number?: string | undefined
  /** Default: the email of the user. */
  email?: string | undefined
  /** The vendor's name of a security question: disliked_food. */
  question?: string | undefined
  answer?: string | undefined
  /** The shared secret of an authenticator application, in base32. Default: a generated one. */
  secret?: string | undefined
}

/** A groups claim of the seed. */
export interface OidcDSeedGroupsClaim {
  /** Default: groups */
  name?: string | undefined
  /** A filter of group names, or for value_type EXPRESSION an expression. */
  value: string
  /** Default: GROUPS */
  value_type?: 'EXPRESSION' | 'GROUPS' | undefined
  /** Default: STARTS_WITH. */
  group_filter_type?: 'CONTAINS' | 'EQUALS' | 'REGEX' | 'STARTS_WITH' | undefined
}

/** A scope of the seed. */
export interface OidcDSeedScope {
  name: string
  display_name?: string | undefined
  description?: string | undefined
  /** Default: IMPLICIT */
  consent?: 'IMPLICIT' | 'REQUIRED' | 'FLEXIBLE' | undefined
  /** Default: false */
  default?: boolean | undefined
}

/** A claim of the seed. */
export interface OidcDSeedClaim {
  name: string
  /** An expression (user.department), or for value_type GROUPS a filter of group names. */
  value: string
  /** Default: RESOURCE */
  claim_type?: 'RESOURCE' | 'IDENTITY' | undefined
  /** Default: EXPRESSION */
  value_type?: 'EXPRESSION' | 'GROUPS' | undefined
  group_filter_type?: 'CONTAINS' | 'EQUALS' | 'REGEX' | 'STARTS_WITH' | undefined
  scopes?: string[] | undefined
  /** Default: true */
  always_include_in_token?: boolean | undefined
}

/** A token hook of the seed. */
export interface OidcDSeedTokenHook {
  uri: string
  /** The header by which the receiver knows its requests. */
  auth?: OidcDSeedAuth | undefined
  /** Further headers of every request. */
  headers?: OidcDSeedHeader[] | undefined
}

/** An auth of the seed. */
export interface OidcDSeedAuth {
  key: string
  value: string
}

/** A header of the seed. */
export interface OidcDSeedHeader {
  key: string
  value: string
}
