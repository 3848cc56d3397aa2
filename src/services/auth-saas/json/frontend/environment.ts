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

function attribute(
  name: string,
  { enabled = true, required = false, first = [], second = [], verifications = [] }: AttributeOptions,
): object {
  return {
    name,
    enabled,
    required,
    immutable: false,
    used_for_first_factor: first.length > 0,
    first_factors: first,
    used_for_second_factor: second.length > 0,
    second_factors: second,
    verifications,
    verify_at_sign_up: verifications.length > 0,
    channels: [],
  }
}

/** Returns the environment: how the instance lets people sign in and up. */
export function environmentJson(call: AuthCall): object {
  const settings = settingsOf(call.rows)
  return {
    object: 'environment',
    id: `env_${INSTANCE_ID.slice('ins_'.length)}`,
    auth_config: {
      object: 'auth_config',
      id: `aconf_${INSTANCE_ID.slice('ins_'.length)}`,
      single_session_mode: settings.singleSession,
      claimed_at: null,
      reverification: true,
      preferred_channels: {},
      session_minter: false,
      native_settings: null,
    },
    display_config: displayConfig(call),
    user_settings: userSettings(call),
    organization_settings: organizationSettings(settings),
    commerce_settings: {
      billing: {
        stripe_publishable_key: null,
        free_trial_requires_payment_method: false,
        organization: { enabled: false, has_paid_plans: false },
        user: { enabled: false, has_paid_plans: false },
      },
    },
    api_keys_settings: { enabled: false, user_api_keys_enabled: false, orgs_api_keys_enabled: false },
    protect_config: { object: 'protect_config', id: 'protect', rollout: 0, loader: null },
    maintenance_mode: false,
    client_debug_mode: false,
    partitioned_cookies: false,
  }
}

function userSettings(call: AuthCall): object {
  const settings = settingsOf(call.rows)
  return {
    attributes: attributes(settings),
    social: Object.fromEntries(settings.socialProviders.map((strategy) => [strategy, socialJson(call, strategy)])),
    enterprise_sso: { enabled: false, self_serve_sso: false, self_serve_directory_sync: false },
    saml: { enabled: false },
    sign_in: { second_factor: { required: false, enabled: true } },
    sign_up: {
      allowlist_only: settings.allowlist,
      captcha_enabled: false,
      captcha_widget_type: 'smart',
      custom_action_required: false,
      progressive: true,
      mode: settings.signUpMode,
      legal_consent_enabled: false,
      mfa: { required: false },
    },
    password_settings: {
      allowed_special_characters: '',
      disable_hibp: true,
      min_length: settings.minimumPasswordLength,
      max_length: 72,
      require_special_char: false,
      require_numbers: false,
      require_uppercase: false,
      require_lowercase: false,
      show_zxcvbn: false,
      min_zxcvbn_strength: 0,
    },
    passkey_settings: { allow_autofill: false, show_sign_in_button: false },
    username_settings: { min_length: 1, max_length: 64 },
    actions: { delete_self: true, create_organization: true },
    attack_protection: { enumeration_protection: { enabled: false } },
  }
}

function attributes(settings: Settings): object {
  const required = (name: string): boolean => settings.requiredFields.includes(name)
  const emailFactors = settings.emailLinks ? ['email_code', 'email_link'] : ['email_code']
  return {
    email_address: attribute('email_address', {
      required: required('email_address'),
      first: emailFactors,
      verifications: emailFactors,
    }),
    phone_number: attribute('phone_number', {
      required: required('phone_number'),
      first: ['phone_code'],
      second: ['phone_code'],
      verifications: ['phone_code'],
    }),
    username: attribute('username', { required: required('username') }),
    web3_wallet: attribute('web3_wallet', { enabled: false }),
    first_name: attribute('first_name', { required: required('first_name') }),
    last_name: attribute('last_name', { required: required('last_name') }),
    password: attribute('password', { required: required('password') }),
    authenticator_app: attribute('authenticator_app', { second: ['totp'] }),
    backup_code: attribute('backup_code', { second: ['backup_code'] }),
    passkey: attribute('passkey', { enabled: false }),
    ticket: attribute('ticket', {}),
  }
}

/** Returns a social provider at which people may sign in. */
function socialJson(call: AuthCall, strategy: string): object {
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

function organizationSettings(settings: Settings): object {
  return {
    enabled: settings.organizationsEnabled,
    max_allowed_memberships: settings.maxAllowedMemberships,
    force_organization_selection: false,
    actions: { admin_delete: settings.adminDeleteEnabled },
    domains: {
      enabled: settings.domainsEnabled,
      enrollment_modes: settings.domainsEnrollmentModes,
      default_role: settings.domainsDefaultRole,
    },
    slug: { disabled: settings.slugDisabled },
    organization_creation_defaults: { enabled: false },
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

function displayConfig({ origin, rows }: AuthCall): object {
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
    support_email: settings.supportEmail ?? '',
    branded: false,
    clerk_js_version: settings.clerkJsVersion ?? undefined,
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
