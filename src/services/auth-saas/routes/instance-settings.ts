import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { get, patch } from '#auth-saas/call.ts'
import { paramInvalid } from '#auth-saas/errors.ts'
import { json } from '#auth-saas/json/answer.ts'
import { maybe, maybeFlag, text } from '#auth-saas/rules/body-parts.ts'
import { INSTANCE_ID } from '#auth-saas/rules/instance-keys.ts'
import { changeSettings, settingsOf } from '#auth-saas/rules/settings.ts'
import type { Settings } from '#auth-saas/schema/instance.ts'

// The settings of the instance that have paths of their own.

/** The flags of OAuth applications beside the registration of clients. */
const OAUTH_FLAGS = [
  'oauth_jwt_access_tokens',
  'client_id_metadata_documents_advertised',
  'client_id_metadata_documents_only_allow_pre_registered_clients',
  'client_id_metadata_documents_block_implicitly_allowed_clients',
] as const

const OAuthChanges = v.strictObject({
  dynamic_oauth_client_registration: maybeFlag,
  default_scopes: maybe(v.array(text)),
  ...v.entriesFromList(OAUTH_FLAGS, maybeFlag),
})

const CommunicationChanges = v.strictObject({
  blocked_country_codes: maybe(
    v.pipe(
      v.array(v.pipe(text, v.regex(/^[A-Z]{2}$/, 'must be the two letters of a country'))),
      v.maxLength(250),
      v.check((codes) => new Set(codes).size === codes.length, 'must name each country once'),
    ),
  ),
})

const InstanceSettingsChanges = v.strictObject({
  restricted_to_allowlist: maybeFlag,
  from_email_address: maybe(text),
  progressive_sign_up: maybeFlag,
  test_mode: maybeFlag,
})

function protectJson({ protect }: Settings) {
  const { rulesEnabled, specterEnabled } = protect
  return {
    object: 'instance_protect',
    rules_enabled: rulesEnabled,
    specter_enabled: specterEnabled,
    checks_bypassed: false,
  }
}

function communicationJson({ blockedCountries }: Settings) {
  return { object: 'instance_communication', blocked_country_codes: blockedCountries }
}

function oauthSettingsJson({ dynamicClientRegistration, oauthDefaultScopes, oauthFlags }: Settings) {
  const flag = (name: (typeof OAUTH_FLAGS)[number]): boolean => oauthFlags[name] ?? false
  return {
    object: 'oauth_application_settings',
    dynamic_oauth_client_registration: dynamicClientRegistration,
    default_scopes: oauthDefaultScopes,
    oauth_jwt_access_tokens: flag('oauth_jwt_access_tokens'),
    client_id_metadata_documents_advertised: flag('client_id_metadata_documents_advertised'),
    client_id_metadata_documents_only_allow_pre_registered_clients: flag(
      'client_id_metadata_documents_only_allow_pre_registered_clients',
    ),
    client_id_metadata_documents_block_implicitly_allowed_clients: flag(
      'client_id_metadata_documents_block_implicitly_allowed_clients',
    ),
  }
}

/** The operations about single groups of settings. */
export const instanceSettingsRoutes: readonly Route[] = [
  get('GetInstanceProtect', '/v1/instance/protect', ({ rows }) => json(protectJson(settingsOf(rows)))),

  patch(
    'UpdateInstanceProtect',
    '/v1/instance/protect',
    body(v.strictObject({ rules_enabled: maybeFlag, specter_enabled: maybeFlag })),
    (call) => {
      const { body: input, rows } = call
      const { protect } = settingsOf(rows)
      const rulesEnabled = input.rules_enabled ?? protect.rulesEnabled
      const specterEnabled = input.specter_enabled ?? protect.specterEnabled
      return json(protectJson(changeSettings(rows, { protect: { rulesEnabled, specterEnabled } })))
    },
  ),

  get('GetInstanceCommunication', '/v1/instance/communication', ({ rows }) =>
    json(communicationJson(settingsOf(rows))),
  ),

  patch('UpdateInstanceCommunication', '/v1/instance/communication', body(CommunicationChanges), (call) => {
    const { body: input, rows } = call
    const blockedCountries = input.blocked_country_codes ?? settingsOf(rows).blockedCountries
    return json(communicationJson(changeSettings(rows, { blockedCountries })))
  }),

  get('GetInstanceOAuthApplicationSettings', '/v1/instance/oauth_application_settings', ({ rows }) =>
    json(oauthSettingsJson(settingsOf(rows))),
  ),

  patch(
    'UpdateInstanceOAuthApplicationSettings',
    '/v1/instance/oauth_application_settings',
    body(OAuthChanges),
    (call) => {
      const { body: input, rows } = call
      const before = settingsOf(rows)
      const set = OAUTH_FLAGS.flatMap((name) => (typeof input[name] === 'boolean' ? [[name, input[name]]] : []))
      const changed = changeSettings(rows, {
        dynamicClientRegistration: input.dynamic_oauth_client_registration ?? before.dynamicClientRegistration,
        oauthDefaultScopes: [...new Set(input.default_scopes ?? before.oauthDefaultScopes)],
        oauthFlags: { ...before.oauthFlags, ...Object.fromEntries(set) },
      })
      return json(oauthSettingsJson(changed))
    },
  ),

  patch('UpdateInstanceAuthConfig', '/v1/beta_features/instance_settings', body(InstanceSettingsChanges), (call) => {
    const { body: input, rows } = call
    const before = settingsOf(rows)
    const fromEmailAddress = input.from_email_address ?? before.fromEmailAddress
    if (!/^[a-z0-9]+$/i.test(fromEmailAddress)) {
      throw paramInvalid('from_email_address', 'from_email_address must be the part of an address before the @.')
    }
    const { allowlist, progressiveSignUp } = changeSettings(rows, {
      allowlist: input.restricted_to_allowlist ?? before.allowlist,
      progressiveSignUp: input.progressive_sign_up ?? before.progressiveSignUp,
      testMode: input.test_mode ?? before.testMode,
      fromEmailAddress,
    })
    return json({
      object: 'instance_settings',
      id: INSTANCE_ID,
      restricted_to_allowlist: allowlist,
      from_email_address: fromEmailAddress,
      progressive_sign_up: progressiveSignUp,
      enhanced_email_deliverability: false,
    })
  }),
]
