import { invitationStatus } from '#auth-saas/rules/invitation-lifetime.ts'
import { MOST_ROLES } from '#auth-saas/rules/role-limit.ts'
import { INSTANCE_ID } from '#auth-saas/rules/instance-keys.ts'
import type { OAuthAccessToken } from '#oauth/collections.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import type {
  ApiKey,
  InstanceDomain,
  Invitation,
  JwtTemplate,
  ListedIdentifier,
  M2MToken,
  Machine,
  OAuthApplication,
  RedirectUrl,
  Settings,
  SignInToken,
  WaitlistEntry,
} from '#auth-saas/schema/instance.ts'

/** The part of a call or a context that JSON is made from. */
type JsonContext = Pick<AuthContext, 'rows' | 'clock' | 'origin' | 'urls'>

/** Returns an invitation to sign up. */
export function invitationJson(context: JsonContext, row: Invitation) {
  const { origin } = context
  const status = invitationStatus(context, row)
  return {
    object: 'invitation',
    id: row.id,
    email_address: row.emailAddress,
    public_metadata: row.publicMetadata,
    revoked: row.status === 'revoked',
    status,
    ...(status === 'pending' ? { url: `${origin}/v1/tickets/accept?ticket=${row.ticket}` } : {}),
    expires_at: row.expiresAt,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Returns an entry of the allow- or the blocklist. */
export function identifierJson(object: 'allowlist_identifier' | 'blocklist_identifier', row: ListedIdentifier) {
  return {
    object,
    id: row.id,
    ...(row.invitationId === null ? {} : { invitation_id: row.invitationId }),
    identifier: row.identifier,
    identifier_type: row.identifierType,
    instance_id: INSTANCE_ID,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Returns a JWT template, without its key. */
export function jwtTemplateJson(row: JwtTemplate) {
  return {
    object: 'jwt_template',
    id: row.id,
    name: row.name,
    claims: row.claims,
    lifetime: row.lifetime,
    allowed_clock_skew: row.allowedClockSkew,
    custom_signing_key: row.customSigningKey,
    signing_algorithm: row.signingAlgorithm,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Returns a sign-in token or an actor token, with its secret and its link while it can be used. */
export function signInTokenJson({ origin }: JsonContext, row: SignInToken) {
  const usable = row.status === 'pending'
  return {
    object: row.actor === null ? 'sign_in_token' : 'actor_token',
    id: row.id,
    status: row.status,
    user_id: row.userId,
    ...(row.actor === null ? {} : { actor: row.actor }),
    ...(usable ? { token: row.token, url: `${origin}/v1/tickets/accept?ticket=${row.token}` } : {}),
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Returns a redirect URL. */
export function redirectUrlJson(row: RedirectUrl) {
  return { object: 'redirect_url', id: row.id, url: row.url, created_at: row.createdAt, updated_at: row.updatedAt }
}

/** Returns an OAuth application, without its secret. */
export function oauthApplicationJson({ origin }: JsonContext, row: OAuthApplication) {
  return {
    object: 'oauth_application',
    id: row.id,
    instance_id: INSTANCE_ID,
    name: row.name,
    client_id: row.clientId,
    client_uri: row.clientUri ?? null,
    client_image_url: row.logoUri ?? null,
    dynamically_registered: row.isDynamic ?? false,
    consent_screen_enabled: row.consentScreenEnabled,
    pkce_required: row.pkceRequired,
    public: row.isPublic,
    scopes: row.scopes,
    redirect_uris: row.redirectUris,
    callback_url: row.redirectUris[0] ?? '',
    authorize_url: `${origin}/oauth/authorize`,
    token_fetch_url: `${origin}/oauth/token`,
    user_info_url: `${origin}/oauth/userinfo`,
    discovery_url: `${origin}/.well-known/openid-configuration`,
    token_introspection_url: `${origin}/oauth/token_info`,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Returns an access token of an OAuth application. */
export function oauthTokenJson({ clock }: JsonContext, row: OAuthAccessToken) {
  return {
    object: 'clerk_idp_oauth_access_token',
    id: row.details['id'],
    client_id: row.clientId,
    type: 'oauth:access_token',
    subject: row.userId,
    scopes: row.scopes,
    // A revoked token is deleted, so that no operation finds it.
    revoked: false,
    revocation_reason: null,
    expired: row.expiresAt <= clock.now(),
    expiration: row.expiresAt,
    created_at: row.createdAt,
    updated_at: row.createdAt,
  }
}

/** Returns a machine with the machines that its tokens are for. */
export function machineJson({ rows }: JsonContext, row: Machine, secretKey?: string) {
  const own = (machine: Machine) => ({
    object: 'machine',
    id: machine.id,
    name: machine.name,
    instance_id: INSTANCE_ID,
    default_token_ttl: machine.defaultTokenTtl,
    created_at: machine.createdAt,
    updated_at: machine.updatedAt,
  })
  const scoped = row.scopedMachines.flatMap((id) => rows.machines.get(id) ?? []).map(own)
  return { ...own(row), scoped_machines: scoped, ...(secretKey === undefined ? {} : { secret_key: secretKey }) }
}

/** Returns a token of a machine; `token` only where it has just been made. */
export function m2mTokenJson({ clock }: JsonContext, row: M2MToken, token?: string) {
  return {
    object: 'machine_to_machine_token',
    id: row.id,
    subject: row.machineId,
    scopes: row.scopes,
    claims: row.claims,
    revoked: row.revoked,
    revocation_reason: row.revocationReason,
    expired: row.expiresAt !== null && row.expiresAt <= clock.now(),
    expiration: row.expiresAt,
    last_used_at: row.lastUsedAt,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    ...(token === undefined ? {} : { token }),
  }
}

/** Returns an API key; `secret` only where it has just been made. */
export function apiKeyJson({ clock }: JsonContext, row: ApiKey, secret?: string) {
  return {
    object: 'api_key',
    id: row.id,
    type: 'api_key',
    subject: row.subject,
    name: row.name,
    description: row.description,
    claims: row.claims,
    scopes: row.scopes,
    revoked: row.revoked,
    revocation_reason: row.revocationReason,
    expired: row.expiresAt !== null && row.expiresAt <= clock.now(),
    expiration: row.expiresAt,
    created_by: row.createdBy,
    last_used_at: row.lastUsedAt,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    ...(secret === undefined ? {} : { secret }),
  }
}

/** Returns an entry of the waitlist with its invitation. */
export function waitlistEntryJson(context: JsonContext, row: WaitlistEntry) {
  const invitation = context.rows.invitations.get(row.invitationId)
  return {
    object: 'waitlist_entry',
    id: row.id,
    email_address: row.emailAddress,
    status: row.status,
    is_locked: false,
    invitation: invitation === undefined ? null : invitationJson(context, invitation),
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Returns a domain of the instance. */
export function domainJson({ rows, origin }: JsonContext, row: InstanceDomain) {
  return {
    object: 'domain',
    id: row.id,
    name: row.name,
    is_satellite: row.isSatellite,
    frontend_api_url: row.proxyUrl ?? origin,
    accounts_portal_url: origin,
    proxy_url: row.proxyUrl,
    development_origin: rows.settings.get()?.developmentOrigin ?? '',
    cname_targets: [],
  }
}

/** Returns the settings of organizations. */
export function organizationSettingsJson(settings: Settings) {
  return {
    object: 'organization_settings',
    enabled: settings.organizationsEnabled,
    max_allowed_memberships: settings.maxAllowedMemberships,
    max_allowed_roles: MOST_ROLES,
    max_role_sets_allowed: 10,
    max_allowed_domains: 10,
    max_allowed_permissions: 50,
    creator_role: settings.creatorRole,
    admin_delete_enabled: settings.adminDeleteEnabled,
    domains_enabled: settings.domainsEnabled,
    domains_enrollment_modes: settings.domainsEnrollmentModes,
    domains_default_role: settings.domainsDefaultRole,
    slug_disabled: settings.slugDisabled,
  }
}

/** Returns the restrictions of sign-ups. */
export function restrictionsJson(settings: Settings) {
  return {
    object: 'instance_restrictions',
    allowlist: settings.allowlist,
    blocklist: settings.blocklist,
    allowlist_blocklist_disabled_on_sign_in: settings.listsSkippedAtSignIn,
    block_email_subaddresses: settings.blockEmailSubaddresses,
    block_disposable_email_domains: settings.blockDisposableEmailDomains,
    ignore_dots_for_gmail_addresses: settings.ignoreDotsForGmailAddresses,
  }
}
