// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
/** The section `auth-saas` of a seed: what the stand-in for the Clerk API begins with. */
export interface AuthSaasSeed {
  /** The host of the frontend API, for hosts: 'real'. Default: any host below clerk.accounts.dev */
  frontend_api?: string | undefined
  users?: AuthSaasSeedUser[] | undefined
  organizations?: AuthSaasSeedOrganization[] | undefined
  roles?: AuthSaasSeedRole[] | undefined
  permissions?: AuthSaasSeedPermission[] | undefined
  jwt_templates?: AuthSaasSeedJwtTemplate[] | undefined
  oauth_applications?: AuthSaasSeedOauthApplication[] | undefined
  enterprise_connections?: AuthSaasSeedEnterpriseConnection[] | undefined
  features?: AuthSaasSeedFeature[] | undefined
  plans?: AuthSaasSeedPlan[] | undefined
  discounts?: AuthSaasSeedDiscount[] | undefined
  subscriptions?: AuthSaasSeedSubscription[] | undefined
  /** Where checkouts are paid. Default: in this instance. */
  payment_gateway?: AuthSaasSeedPaymentGateway | undefined
  machines?: AuthSaasSeedMachine[] | undefined
  api_keys?: AuthSaasSeedApiKey[] | undefined
  /** The only secret keys that work; without any, every key of the form does. */
  secret_keys?: string[] | undefined
  webhooks?: AuthSaasSeedWebhook[] | undefined
  settings?: AuthSaasSeedSettings | undefined
}

/** A user of the seed. */
export interface AuthSaasSeedUser {
  /** The id that begins with user_; made when absent. */
  id?: string | undefined
  external_id?: string | undefined
  /** All are verified; the first is the primary one. */
  email_addresses?: string[] | undefined
  /** All are verified; the first is the primary one. */
  phone_numbers?: string[] | undefined
  username?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
  password?: string | undefined
  public_metadata?: Record<string, unknown> | undefined
  private_metadata?: Record<string, unknown> | undefined
  unsafe_metadata?: Record<string, unknown> | undefined
  /** Turns the second factor on. */
  totp_secret?: string | undefined
  backup_codes?: string[] | undefined
  /** Default: false */
  banned?: boolean | undefined
  /** Default: false */
  locked?: boolean | undefined
  external_accounts?: AuthSaasSeedExternalAccount[] | undefined
}

/** An organization of the seed. */
export interface AuthSaasSeedOrganization {
  /** The id that begins with org_; made when absent. */
  id?: string | undefined
  name: string
  slug?: string | undefined
  members?: AuthSaasSeedMember[] | undefined
  public_metadata?: Record<string, unknown> | undefined
  private_metadata?: Record<string, unknown> | undefined
  max_allowed_memberships?: number | undefined
}

/** A role of the seed. */
export interface AuthSaasSeedRole {
  key: string
  name?: string | undefined
  description?: string | undefined
  /** The keys of permissions. */
  permissions?: string[] | undefined
}

/** A permission of the seed. */
export interface AuthSaasSeedPermission {
  key: string
  name?: string | undefined
  /** Default: */
  description?: string | undefined
}

/** A jwt template of the seed. */
export interface AuthSaasSeedJwtTemplate {
  name: string
  claims?: Record<string, unknown> | undefined
  /** In seconds. Default: 60 */
  lifetime?: number | undefined
  /** Default: 5 */
  allowed_clock_skew?: number | undefined
  /** Default: RS256 */
  signing_algorithm?: 'RS256' | 'HS256' | undefined
  /** A secret (HS256); absent: the key of the instance. */
  signing_key?: string | undefined
}

/** An oauth application of the seed. */
export interface AuthSaasSeedOauthApplication {
  name: string
  /** Made when absent. */
  client_id?: string | undefined
  /** Made when absent. */
  client_secret?: string | undefined
  redirect_uris?: string[] | undefined
  /** Separated by spaces. Default: openid profile email */
  scopes?: string | undefined
  /** Without a secret, as an application in a browser: needs PKCE. Default: false */
  public?: boolean | undefined
  /** Default: true */
  consent_screen_enabled?: boolean | undefined
}

/** An enterprise connection of the seed. */
export interface AuthSaasSeedEnterpriseConnection {
  /** The id that begins with entconn_; made when absent. */
  id?: string | undefined
  name: string
  /** Default: oidc_custom */
  provider?: 'saml_custom' | 'saml_okta' | 'saml_google' | 'saml_microsoft' | 'oidc_custom' | 'oidc_github_enterprise' | 'oidc_gitlab' | undefined
  /** Of the addresses that use it. */
  domains: string[]
  /** Default: true */
  active?: boolean | undefined
  /** The id or slug of the organization that its people join. */
  organization?: string | undefined
  /** The provider; absent: a page of this instance stands in for it. */
  oidc?: AuthSaasSeedOidc | undefined
}

/** A feature of the seed. */
export interface AuthSaasSeedFeature {
  /** The id that begins with feat_; made when absent. */
  id?: string | undefined
  slug: string
  name?: string | undefined
  description?: string | undefined
}

/** A plan of the seed. */
export interface AuthSaasSeedPlan {
  /** The id that begins with cplan_; made when absent. */
  id?: string | undefined
  name: string
  slug: string
  description?: string | undefined
  /** The kind of the payer that subscribes. Default: user */
  payer?: 'user' | 'org' | undefined
  /** Cents a month. Default: 0 */
  amount?: number | undefined
  /** Cents a month, paid by the year. */
  annual_monthly_amount?: number | undefined
  /** The plan of everybody who has subscribed to nothing. Default: false */
  default?: boolean | undefined
  /** Default: true */
  publicly_visible?: boolean | undefined
  trial_days?: number | undefined
  /** The slugs of its features. */
  features?: string[] | undefined
}

/** A discount of the seed. */
export interface AuthSaasSeedDiscount {
  /** The id that begins with cdisc_; made when absent. */
  id?: string | undefined
  name: string
  percent_off?: number | undefined
  /** In cents. */
  amount_off?: number | undefined
  /** For how many payments. Default: all. */
  cycles?: number | undefined
  /** Codes that people enter at the checkout. */
  promo_codes?: string[] | undefined
}

/** A subscription of the seed. */
export interface AuthSaasSeedSubscription {
  /** An e-mail address, username or id of a user, or an id or slug of an organization. */
  payer: string
  /** The slug of a plan. */
  plan: string
  /** Default: month */
  period?: 'month' | 'annual' | undefined
}

/** A payment gateway of the seed. */
export interface AuthSaasSeedPaymentGateway {
  /** The URL of an instance of payments. */
  url: string
  /** Default: sk_test_backlot */
  secret_key?: string | undefined
  publishable_key?: string | undefined
}

/** A machine of the seed. */
export interface AuthSaasSeedMachine {
  /** The id that begins with mch_; made when absent. */
  id?: string | undefined
  name: string
  secret_key?: string | undefined
  /** The names of the machines that its tokens are for. */
  scoped_machines?: string[] | undefined
  /** In seconds. Default: 3600 */
  default_token_ttl?: number | undefined
}

/** An API key of the seed. */
export interface AuthSaasSeedApiKey {
  /** The id that begins with ak_; made when absent. */
  id?: string | undefined
  name: string
  /** An e-mail address, username or id of a user, or an id or slug of an organization. */
  subject: string
  secret?: string | undefined
  scopes?: string[] | undefined
  claims?: Record<string, unknown> | undefined
}

/** A webhook of the seed. */
export interface AuthSaasSeedWebhook {
  /** Deliveries are sent to this URL: on this machine, or on an allowed host. */
  url: string
  /** Default: ["*"] */
  events?: ('*' | 'user.created' | 'user.updated' | 'user.deleted' | 'session.created' | 'session.ended' | 'session.removed' | 'session.revoked' | 'session.pending' | 'organization.created' | 'organization.updated' | 'organization.deleted' | 'organizationMembership.created' | 'organizationMembership.updated' | 'organizationMembership.deleted' | 'organizationInvitation.created' | 'organizationInvitation.accepted' | 'organizationInvitation.revoked' | 'organizationDomain.created' | 'organizationDomain.updated' | 'organizationDomain.deleted' | 'invitation.created' | 'invitation.accepted' | 'invitation.revoked' | 'role.created' | 'role.updated' | 'role.deleted' | 'permission.created' | 'permission.updated' | 'permission.deleted' | 'waitlistEntry.created' | 'waitlistEntry.updated' | 'subscription.created' | 'subscription.updated' | 'subscriptionItem.updated' | 'subscriptionItem.active' | 'subscriptionItem.canceled' | 'subscriptionItem.upcoming' | 'subscriptionItem.ended' | 'paymentAttempt.created' | 'paymentAttempt.updated' | 'email.created' | 'sms.created')[] | undefined
  /** The secret that signs deliveries; generated when absent. */
  secret?: string | undefined
}

/** The settings of the seed. */
export interface AuthSaasSeedSettings {
  /** Default: public */
  sign_up_mode?: 'public' | 'restricted' | 'waitlist' | undefined
  /** Only these identifiers may sign up; absent: all. */
  allowlist?: string[] | undefined
  /** These identifiers may not sign up. */
  blocklist?: string[] | undefined
  /** Default: true */
  organizations_enabled?: boolean | undefined
  /** Default: 5 */
  max_allowed_memberships?: number | undefined
  /** Default: true */
  admin_delete_enabled?: boolean | undefined
  /** Default: true */
  domains_enabled?: boolean | undefined
  /** Default: org:admin */
  creator_role?: string | undefined
  /** A sign-in replaces the session of the client. Default: true */
  single_session?: boolean | undefined
  /** Sessions without an organization are pending. Default: false */
  force_organization_selection?: boolean | undefined
  /** Sessions of users without a second factor are pending. Default: false */
  mfa_required?: boolean | undefined
  /** A compromised password is reset in a pending session, not during the sign-in. Default: false */
  password_reset_task?: boolean | undefined
  /** Sensitive actions demand a factor that was verified in the last 10 minutes. Default: true */
  reverification?: boolean | undefined
  /** How long a session lives, in milliseconds of the clock. Default: 604800000 */
  session_lifetime_ms?: number | undefined
  /** The version of the claims of session tokens. Default: 2 */
  session_token_version?: 1 | 2 | undefined
  /** Claims of every session token, with shortcodes. */
  session_claims?: Record<string, unknown> | undefined
  /** Default: 8 */
  minimum_password_length?: number | undefined
  /** Passwords of known leaks are refused: password123. Default: true */
  hibp?: boolean | undefined
  /** Failed attempts that lock a user; 0: none. Default: 100 */
  lockout_attempts?: number | undefined
  /** How long a lockout lasts, in milliseconds of the clock. Default: 3600000 */
  lockout_ms?: number | undefined
  /** Default: ["google","github"] */
  social_providers?: string[] | undefined
  /** Default: ["email_address","password"] */
  required_fields?: ('email_address' | 'phone_number' | 'username' | 'first_name' | 'last_name' | 'password')[] | undefined
  /** The components ask for a username beside the e-mail address; also where it is required. Default: false */
  username_sign_in?: boolean | undefined
  /** Users make API keys in the components. Default: false */
  user_api_keys?: boolean | undefined
  /** Members make API keys of their organization. Default: false */
  organization_api_keys?: boolean | undefined
  /** Administrators of an organization set up its enterprise connections in the components. Default: false */
  self_serve_sso?: boolean | undefined
  /** The components suggest the name of a new organization. Default: false */
  organization_creation_defaults?: boolean | undefined
  /** OAuth clients, such as those of MCP, register themselves at /oauth/register. Default: false */
  dynamic_client_registration?: boolean | undefined
  /** People may sign in with passkeys. Default: true */
  passkeys?: boolean | undefined
  /** The wallets by whose signature people sign in. */
  web3_providers?: ('metamask' | 'base' | 'coinbase_wallet' | 'okx_wallet' | 'solana')[] | undefined
  /** The keys of phones sign people in. Default: false */
  trusted_devices?: boolean | undefined
  /** Links by e-mail are among the first factors. Default: false */
  email_links?: boolean | undefined
  /** The installed package that is served as @clerk/clerk-js. Default: @clerk/clerk-js */
  clerk_js_package?: string | undefined
  /** Origins of extensions and of applications on devices whose pages may send requests. */
  allowed_origins?: string[] | undefined
  home_url?: string | undefined
  sign_in_url?: string | undefined
  sign_up_url?: string | undefined
}

/** An external account of the seed. */
export interface AuthSaasSeedExternalAccount {
  /** The social provider: google, github, custom_example. */
  provider: string
  provider_user_id: string
  /** Default: */
  email_address?: string | undefined
  username?: string | null | undefined
  scopes?: string[] | undefined
  /** The access token that the provider issued. Default: */
  token?: string | undefined
}

/** A member of the seed. */
export interface AuthSaasSeedMember {
  /** An e-mail address, username or id of a seeded user. */
  email: string
  /** The key of a role: org:admin, org:member. Default: org:member */
  role?: string | undefined
}

/** An OIDC of the seed. */
export interface AuthSaasSeedOidc {
  client_id: string
  client_secret?: string | undefined
  discovery_url?: string | undefined
  auth_url?: string | undefined
  token_url?: string | undefined
  user_info_url?: string | undefined
}
