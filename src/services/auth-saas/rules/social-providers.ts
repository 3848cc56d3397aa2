import { ownMember } from '#core/objects.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import { clerkFailure } from '#auth-saas/errors.ts'
import { settingsOf } from './settings.ts'

/** The names of social providers that are not their id with a capital letter. */
const NAMES: Readonly<Record<string, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  hubspot: 'HubSpot',
  huggingface: 'Hugging Face',
  linkedin: 'LinkedIn',
  linkedin_oidc: 'LinkedIn',
  tiktok: 'TikTok',
  x: 'X / Twitter',
}

/** Returns the name of a social provider for people: `Google` for `oauth_google`. */
export function nameOf(strategy: string): string {
  const provider = strategy.replace(/^oauth_(?:custom_)?/, '')
  return ownMember(NAMES, provider) ?? provider.slice(0, 1).toUpperCase() + provider.slice(1)
}

/** Returns the path of the icon of a social provider. */
export function iconPath(strategy: string): string {
  return `/images/static/${strategy.replace(/^oauth_/, '')}.svg`
}

/** @throws 422 for a social provider that the instance does not offer. */
export function requireSocialProvider(call: AuthCall, strategy: string): void {
  if (settingsOf(call.rows).socialProviders.includes(strategy)) return
  const sentence = `The strategy ${strategy} is not enabled for this instance.`
  throw clerkFailure(422, 'form_param_value_invalid', 'is invalid', sentence, { param_name: 'strategy' })
}
