import type { AuthContext } from '#auth-saas/call.ts'
import { listedIdentifier } from '#auth-saas/rules/users/restrictions.ts'
import type { Settings } from '#auth-saas/schema/instance.ts'
import type { Section } from '#auth-saas/seed.ts'
import { commonFields } from '#auth-saas/rules/common-fields.ts'

/** Returns the settings of the instance; what the seed does not name has the vendor's default. */
function settingsRow(settings: Section['settings']): Settings {
  return {
    allowlist: settings.allowlist.length > 0,
    blocklist: settings.blocklist.length > 0,
    listsSkippedAtSignIn: false,
    blockEmailSubaddresses: false,
    blockDisposableEmailDomains: false,
    ignoreDotsForGmailAddresses: false,
    testMode: true,
    hibp: settings.hibp,
    supportEmail: null,
    clerkJsVersion: null,
    developmentOrigin: null,
    allowedOrigins: settings.allowed_origins,
    urlBasedSessionSyncing: true,
    organizationsEnabled: settings.organizations_enabled,
    maxAllowedMemberships: settings.max_allowed_memberships,
    adminDeleteEnabled: settings.admin_delete_enabled,
    domainsEnabled: settings.domains_enabled,
    domainsEnrollmentModes: ['manual_invitation', 'automatic_invitation', 'automatic_suggestion'],
    slugDisabled: false,
    creatorRole: settings.creator_role,
    domainsDefaultRole: 'org:member',
    signUpMode: settings.sign_up_mode,
    forceOrganizationSelection: settings.force_organization_selection,
    mfaRequired: settings.mfa_required,
    passwordResetTask: settings.password_reset_task,
    reverification: settings.reverification,
    singleSession: settings.single_session,
    sessionLifetime: settings.session_lifetime_ms,
    sessionTokenVersion: settings.session_token_version,
    sessionClaims: settings.session_claims,
    minimumPasswordLength: settings.minimum_password_length,
    lockoutAttempts: settings.lockout_attempts,
    lockoutDuration: settings.lockout_ms,
    socialProviders: settings.social_providers.map((name) => `oauth_${name.replace(/^oauth_/, '')}`),
    requiredFields: settings.required_fields,
    emailLinks: settings.email_links,
    usernameSignIn: settings.username_sign_in || settings.required_fields.includes('username'),
    ...selfService(settings),
    ...BY_API_ONLY,
    passkeys: settings.passkeys,
    trustedDevices: settings.trusted_devices,
    web3Strategies: settings.web3_providers.map((name) => `web3_${name}_signature`),
    clerkJsPackage: settings.clerk_js_package,
    homeUrl: settings.home_url ?? null,
    signInUrl: settings.sign_in_url ?? null,
    signUpUrl: settings.sign_up_url ?? null,
  }
}

/** The settings that the backend API changes, and no seed. */
const BY_API_ONLY = {
  protect: { rulesEnabled: false, specterEnabled: false },
  blockedCountries: [],
  oauthFlags: {},
  fromEmailAddress: 'notifications',
  progressiveSignUp: true,
}

/** Returns the settings of what people and clients may set up by themselves. */
function selfService(settings: Section['settings']) {
  return {
    userApiKeys: settings.user_api_keys,
    organizationApiKeys: settings.organization_api_keys,
    selfServeSso: settings.self_serve_sso,
    organizationCreationDefaults: settings.organization_creation_defaults,
    dynamicClientRegistration: settings.dynamic_client_registration,
    oauthDefaultScopes: ['profile', 'email'],
  }
}

/** Stores the settings of the instance, and the lists of identifiers that may or may not sign up. */
export function seedSettings(context: AuthContext, { settings }: Section): void {
  const { rows } = context
  rows.settings.set(settingsRow(settings))
  for (const name of ['allowlist', 'blocklist'] as const) {
    for (const identifier of settings[name]) {
      rows[name].insert({
        ...commonFields(context, name === 'allowlist' ? 'alid' : 'blid'),
        ...listedIdentifier(identifier),
        invitationId: null,
      })
    }
  }
}
