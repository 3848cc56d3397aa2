import type { Rows } from '#codehost/call.ts'
import {
  countOfType,
  isProtected,
  patternsOf,
  PROVIDER_TYPES,
  settingsVersion,
  versionOf,
} from '#codehost/rules/security/secret-patterns.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { SecretPattern } from '#codehost/schema/security-settings.ts'
import { time } from '../format.ts'

/** A custom pattern of secrets: `secret-scanning-custom-pattern`. */
export function secretPatternJson(rows: Rows, pattern: SecretPattern) {
  return {
    id: pattern.id,
    name: pattern.name,
    pattern: pattern.pattern,
    slug: pattern.slug,
    state: 'published',
    push_protection_enabled: isProtected(rows, pattern),
    start_delimiter: pattern.startDelimiter,
    end_delimiter: pattern.endDelimiter,
    must_match: pattern.mustMatch,
    must_not_match: pattern.mustNotMatch,
    custom_pattern_version: versionOf(pattern),
    created_at: time(pattern.createdAt),
    updated_at: time(pattern.updatedAt),
  }
}

/** The settings of push protection for types of secrets: `secret-scanning-pattern-configuration`. */
export function patternSettingsJson(rows: Rows, org: Account) {
  const custom = patternsOf(rows, { repo: null, org })
  return {
    pattern_config_version: settingsVersion(rows, org),
    provider_pattern_overrides: PROVIDER_TYPES.map(([type, name]) => overrideJson(rows, org, type, name, 'enabled')),
    custom_pattern_overrides: custom.map((pattern) => ({
      ...overrideJson(rows, org, pattern.slug, pattern.name, 'disabled'),
      custom_pattern_version: versionOf(pattern),
    })),
  }
}

function overrideJson(rows: Rows, org: Account, type: string, name: string, usual: 'enabled' | 'disabled') {
  const { total, all, falsePositives } = countOfType(rows, org, type)
  return {
    token_type: type,
    slug: type,
    display_name: name,
    alert_total: total,
    alert_total_percentage: all === 0 ? 0 : Math.round((100 * total) / all),
    false_positives: falsePositives,
    false_positive_rate: total === 0 ? 0 : Math.round((100 * falsePositives) / total),
    bypass_rate: 0,
    default_setting: usual,
    setting: rows.patternSettings.get(org.id).settings[type] ?? 'not-set',
  }
}
