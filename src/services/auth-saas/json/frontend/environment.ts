import { MINUTE } from '#core/duration.ts'
import { plansOf } from '#auth-saas/rules/billing/billing.ts'
import type { PayerKind } from '#auth-saas/schema/billing.ts'
import { iconPath, nameOf } from '#auth-saas/rules/social-providers.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import { INSTANCE_ID } from '#auth-saas/rules/instance-keys.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'
import type { Settings } from '#auth-saas/schema/instance.ts'

/** An attribute of users as the browser's library needs it. */
interface AttributeOptions {
  readonly enabled?: boolean
  readonly required?: boolean
  readonly first?: readonly string[]
  readonly second?: readonly string[]
  readonly verifications?: readonly string[]
}

function attribute({
  enabled = true,
  required = false,
  first = [],
  second = [],
  verifications = [],
}: AttributeOptions) {
  return {
    enabled,
    required,
    immutable: false,
    used_for_first_factor: first.length > 0,
    first_factors: first,
    used_for_second_factor: second.length > 0,
    second_factors: second,
    verifications,
    verify_at_sign_up: verifications.length > 0,
  }
}

/** Returns the environment: how the instance lets people sign in and up. */
export function environmentJson(call: AuthCall) {
  const settings = settingsOf(call.rows)
  return {
    auth_config: {
      object: 'auth_config',
      id: `aconf_${INSTANCE_ID.slice('ins_'.length)}`,
      ...olderConfig(settings),
      single_session_mode: settings.singleSession,
      claimed_at: null,
      reverification: settings.reverification,
      preferred_channels: {},
      session_minter: false,
      native_settings: nativeSettings(settings),
    },
    display_config: displayConfig(call),
    user_settings: userSettings(call),
    organization_settings: organizationSettings(settings),
    commerce_settings: {
      billing: {
        stripe_publishable_key: call.rows.paymentGateway.get().publishableKey,
        free_trial_requires_payment_method: false,
        organization: billingOf(call, 'org'),
        user: billingOf(call, 'user'),
      },
    },
    api_keys_settings: {
      enabled: settings.userApiKeys || settings.organizationApiKeys,
      user_api_keys_enabled: settings.userApiKeys,
      orgs_api_keys_enabled: settings.organizationApiKeys,
    },
    protect_config: { object: 'protect_config', id: 'protect', rollout: 0, loader: null },
    maintenance_mode: false,
    client_debug_mode: false,
    partitioned_cookies: false,
  }
}

/** Returns whether users or organizations have plans, and plans that cost something. */
function billingOf(call: AuthCall, kind: PayerKind) {
  const plans = plansOf(call, kind)
  return { enabled: plans.length > 0, has_paid_plans: plans.some(({ amount }) => amount > 0) }
}

function userSettings(call: AuthCall) {
  const settings = settingsOf(call.rows)
  return {
    attributes: attributes(settings),
    social: Object.fromEntries(settings.socialProviders.map((strategy) => [strategy, socialJson(call, strategy)])),
    enterprise_sso: {
      enabled: hasConnections(call),
      self_serve_sso: settings.selfServeSso,
      self_serve_directory_sync: false,
    },
    saml: { enabled: hasConnections(call) },
    sign_in: { second_factor: { required: settings.mfaRequired, enabled: true } },
    sign_up: {
      allowlist_only: settings.allowlist,
      captcha_enabled: false,
      captcha_widget_type: 'smart',
      custom_action_required: false,
      progressive: settings.progressiveSignUp,
      mode: settings.signUpMode,
      legal_consent_enabled: false,
      mfa: { required: settings.mfaRequired },
    },
    password_settings: passwordSettings(settings),
    passkey_settings: {
      allow_autofill: settings.passkeys,
      show_sign_in_button: settings.passkeys,
      satisfies_second_factor: true,
    },
    username_settings: {
      min_length: 1,
      max_length: 64,
      allow_extended_special_characters: true,
      allow_numeric_usernames: false,
    },
    actions: { delete_self: true, create_organization: true, create_organizations_limit: null },
    attack_protection: attackProtection(settings),
    restrictions: restrictions(settings),
  }
}

/** Returns the settings for applications on devices. */
function nativeSettings({ trustedDevices }: Settings) {
  return {
    object: 'native_settings',
    api_enabled: true,
    trusted_device_sign_in_enabled: trustedDevices,
    trusted_device_enrollment_prompt_after_sign_in_enabled: false,
    trusted_device_enrollment_prompt_after_sign_up_enabled: false,
  }
}

/** Returns the members of the configuration that the browser's library read before it read the settings of users. */
function olderConfig(settings: Settings) {
  const use = (name: string): string => (settings.requiredFields.includes(name) ? 'required' : 'on')
  const emailFactors = settings.emailLinks ? ['email_code', 'email_link'] : ['email_code']
  return {
    first_name: use('first_name'),
    last_name: use('last_name'),
    email_address: use('email_address'),
    phone_number: use('phone_number'),
    username: use('username'),
    password: use('password'),
    identification_requirements: [['email_address'], ['phone_number'], ['username']],
    identification_strategies: ['email_address', 'phone_number', 'username', ...settings.socialProviders],
    first_factors: [
      'password',
      ...emailFactors,
      'phone_code',
      'ticket',
      ...(settings.passkeys ? ['passkey'] : []),
      ...settings.socialProviders,
    ],
    second_factors: ['totp', 'phone_code', 'backup_code'],
    email_address_verification_strategies: emailFactors,
    enhanced_email_deliverability: false,
    test_mode: settings.testMode,
    url_based_session_syncing: settings.urlBasedSessionSyncing,
  }
}

/** Returns what passwords must be like. */
function passwordSettings(settings: Settings) {
  return {
    allowed_special_characters: '',
    disable_hibp: !settings.hibp,
    disable_password_reverification: !settings.reverification,
    enforce_hibp_on_sign_in: false,
    min_length: settings.minimumPasswordLength,
    max_length: 72,
    require_special_char: false,
    require_numbers: false,
    require_uppercase: false,
    require_lowercase: false,
    show_zxcvbn: false,
    min_zxcvbn_strength: 0,
  }
}

/** Returns how the instance defends itself against people who guess. */
function attackProtection({ lockoutAttempts, lockoutDuration }: Settings) {
  return {
    user_lockout: {
      enabled: lockoutAttempts > 0,
      max_attempts: lockoutAttempts,
      duration_in_minutes: Math.ceil(lockoutDuration / MINUTE),
    },
    pii: { enabled: true },
    email_link: { require_same_client: false },
    enumeration_protection: { enabled: false },
  }
}

/** Returns whom the instance keeps out. */
function restrictions(settings: Settings) {
  return {
    allowlist: { enabled: settings.allowlist },
    blocklist: { enabled: settings.blocklist },
    allowlist_blocklist_disabled_on_sign_in: { enabled: settings.listsSkippedAtSignIn },
    block_email_subaddresses: { enabled: settings.blockEmailSubaddresses },
    block_disposable_email_domains: { enabled: settings.blockDisposableEmailDomains },
  }
}

/** Returns whether companies sign in at identity providers of their own. */
function hasConnections({ rows }: AuthCall): boolean {
  return rows.enterpriseConnections.size > 0
}

function attributes(settings: Settings) {
  const required = (name: string): boolean => settings.requiredFields.includes(name)
  const emailFactors = settings.emailLinks ? ['email_code', 'email_link'] : ['email_code']
  return {
    email_address: attribute({
      required: required('email_address'),
      first: emailFactors,
      verifications: emailFactors,
    }),
    phone_number: {
      ...attribute({
        required: required('phone_number'),
        first: ['phone_code'],
        second: ['phone_code'],
        verifications: ['phone_code'],
      }),
      channels: [],
    },
    username: { ...attribute({ required: required('username') }), used_for_first_factor: settings.usernameSignIn },
    web3_wallet: attribute({
      enabled: settings.web3Strategies.length > 0,
      first: settings.web3Strategies,
      verifications: settings.web3Strategies,
    }),
    first_name: attribute({ required: required('first_name') }),
    last_name: attribute({ required: required('last_name') }),
    password: attribute({ required: required('password') }),
    authenticator_app: attribute({ second: ['totp'] }),
    backup_code: attribute({ second: ['backup_code'] }),
    passkey: attribute({
      enabled: settings.passkeys,
      first: settings.passkeys ? ['passkey'] : [],
      verifications: settings.passkeys ? ['passkey'] : [],
    }),
    ticket: attribute({}),
  }
}

/** Returns a social provider at which people may sign in. */
function socialJson(call: AuthCall, strategy: string) {
  return {
    enabled: true,
    required: false,
    authenticatable: true,
    block_email_subaddresses: false,
    strategy,
    not_selectable: false,
    deprecated: false,
    name: nameOf(strategy),
    logo_url: call.urls.of(iconPath(strategy)),
  }
}

function organizationSettings(settings: Settings) {
  return {
    enabled: settings.organizationsEnabled,
    max_allowed_memberships: settings.maxAllowedMemberships,
    force_organization_selection: settings.forceOrganizationSelection,
    actions: { admin_delete: settings.adminDeleteEnabled },
    domains: {
      enabled: settings.domainsEnabled,
      enrollment_modes: settings.domainsEnrollmentModes,
      default_role: settings.domainsDefaultRole,
    },
    slug: { disabled: settings.slugDisabled },
    organization_creation_defaults: { enabled: settings.organizationCreationDefaults },
    creator_role: settings.creatorRole,
  }
}

const THEME = {
  buttons: { font_color: '#ffffff', font_family: 'system-ui', font_weight: '600' },
  general: {
    color: '#2f5bd7',
    padding: '1em',
    box_shadow: '0 2px 8px rgba(0, 0, 0, 0.2)',
    font_color: '#1c1d1f',
    font_family: 'system-ui',
    border_radius: '0.5em',
    background_color: '#ffffff',
    label_font_weight: '600',
  },
  accounts: { background_color: '#ffffff' },
}

function displayConfig({ origin, rows }: AuthCall) {
  const settings = settingsOf(rows)
  const home = settings.homeUrl ?? ''
  return {
    object: 'display_config',
    id: `display_config_${INSTANCE_ID.slice('ins_'.length)}`,
    instance_environment_type: 'development',
    application_name: 'backlot',
    theme: THEME,
    preferred_sign_in_strategy: 'password',
    logo_image_url: '',
    favicon_image_url: '',
    home_url: home,
    sign_in_url: settings.signInUrl ?? `${origin}/sign-in`,
    sign_up_url: settings.signUpUrl ?? `${origin}/sign-up`,
    user_profile_url: `${origin}/user`,
    waitlist_url: `${origin}/waitlist`,
    oauth_consent_url: `${origin}/oauth/authorize`,
    after_sign_in_url: home,
    after_sign_up_url: home,
    after_sign_out_one_url: `${origin}/sign-in`,
    after_sign_out_all_url: `${origin}/sign-in`,
    after_switch_session_url: home,
    after_join_waitlist_url: home,
    organization_profile_url: `${origin}/organization`,
    create_organization_url: `${origin}/organization`,
    after_leave_organization_url: home,
    after_create_organization_url: home,
    logo_link_url: '',
    logo_url: null,
    logo_image: null,
    favicon_url: null,
    favicon_image: null,
    help_url: null,
    google_one_tap_client_id: null,
    experimental_force_oauth_first: false,
    support_email: settings.supportEmail ?? '',
    branded: false,
    clerk_js_version: settings.clerkJsVersion,
    captcha_public_key: null,
    captcha_public_key_invisible: null,
    captcha_widget_type: null,
    captcha_provider: 'turnstile',
    captcha_oauth_bypass: [],
    captcha_heartbeat: false,
    show_devmode_warning: false,
    terms_url: '',
    privacy_policy_url: '',
  }
}
