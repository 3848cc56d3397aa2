import { merged } from '#core/objects.ts'
import type { OidcContext } from '#oidc-d/call.ts'
import { createAuthenticators } from '#oidc-d/rules/factors/authenticators.ts'
import { enrollFactor } from '#oidc-d/rules/factors/factors.ts'
import { createZone } from '#oidc-d/rules/network-zones.ts'
import { systemPolicy } from '#oidc-d/rules/policies/app-policies.ts'
import { createSystemPolicies } from '#oidc-d/rules/policies/policies.ts'
import { createSystemSchemas } from '#oidc-d/rules/schemas/schemas.ts'
import type { JsonObject } from '#oidc-d/schema.ts'
import type { Section } from '#oidc-d/seed.ts'
import { inSeed, userNamed, type Path } from './names.ts'

/** Creates the policies and the network zones that always exist, with what the seed says about them. */
export function seedPolicies(context: OidcContext, section: Section, everyone: string): void {
  const { rows } = context
  createSystemPolicies(context, everyone)
  createAuthenticators(context)
  createSystemSchemas(context)
  const password = systemPolicy(context, 'PASSWORD')
  if (password?.settings != null) {
    rows.orgPolicies.update(password.id, { settings: merged(password.settings, passwordSettings(section)) })
  }
  const signOn = systemPolicy(context, 'OKTA_SIGN_ON')
  const [rule] = signOn === undefined ? [] : rows.orgPolicyRules.list('byPriority', signOn.id)
  if (rule !== undefined) rows.orgPolicyRules.update(rule.id, { actions: merged(rule.actions, signOnActions(section)) })
  const members = { gateways: null, proxies: null }
  createZone(context, { type: 'IP', name: 'BlockedIpZone', usage: 'BLOCKLIST', system: true, members })
  createZone(context, { type: 'IP', name: 'LegacyIpZone', system: true, members })
}

function signOnActions({ sign_on_policy: policy }: Section): JsonObject {
  const {
    require_factor: requireFactor,
    factor_lifetime_minutes: factorLifetime,
    primary_factor: primaryFactor,
  } = policy
  if (!requireFactor) return { signon: { primaryFactor } }
  const factorPromptMode = factorLifetime === 0 ? 'ALWAYS' : 'DEVICE'
  return { signon: { primaryFactor, requireFactor, factorPromptMode, factorLifetime } }
}

function passwordSettings({ password_policy: policy }: Section): JsonObject {
  return {
    password: {
      complexity: { minLength: policy.min_length, minSymbol: policy.min_symbol },
      age: { maxAgeDays: policy.max_age_days, historyCount: policy.history_count },
      lockout: {
        maxAttempts: policy.max_attempts,
        autoUnlockMinutes: policy.auto_unlock_minutes,
        showLockoutFailures: policy.show_lockout_failures,
      },
    },
  }
}

/** Enrolls the factors of a user of the seed, all active. */
export function seedFactors(context: OidcContext, { login, factors }: Section['users'][number], path: Path): void {
  for (const [index, { type, provider, secret, phone_number: phoneNumber, ...rest }] of factors.entries()) {
    const user = userNamed(context, login, path)
    const profile = { ...rest, ...(phoneNumber === undefined ? {} : { phoneNumber }) }
    inSeed([...path, index], () =>
      enrollFactor(context, user, { factorType: type, provider, profile }, { activate: true, secret }),
    )
  }
}
