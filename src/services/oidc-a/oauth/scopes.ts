import { ownMember } from '#core/objects.ts'
import type { DescribedScope } from '#pages/scopes.ts'

const PREFIX = 'https://www.googleapis.com/auth/'
export const EMAIL_SCOPE = `${PREFIX}userinfo.email`
export const PROFILE_SCOPE = `${PREFIX}userinfo.profile`

/** The scopes of sign-in, in their short form. */
export const EVERY_SCOPE = ['openid', 'email', 'profile'] as const

const LONG: Readonly<Record<string, string>> = { email: EMAIL_SCOPE, profile: PROFILE_SCOPE }

/**
 * Returns a scope in the long form, which token responses have.
 * https://developers.google.com/identity/protocols/oauth2/scopes
 */
export function longForm(scope: string): string {
  return ownMember(LONG, scope) ?? scope
}

/** Returns whether a scope exists: one of sign-in, or one that has the form of the vendor's API scopes. */
export function isScope(scope: string): boolean {
  if (EVERY_SCOPE.some((each) => each === scope)) return true
  if (scope.startsWith(PREFIX)) return /^[a-z0-9._-]+$/.test(scope.slice(PREFIX.length))
  return [
    'https://mail.google.com/',
    'https://www.google.com/calendar/feeds',
    'https://www.google.com/m8/feeds',
  ].includes(scope)
}

/** Returns the scopes that the vendor grants for these: in long form, and with `openid` if they concern the account. */
export function granted(scopes: readonly string[]): string[] {
  const long = scopes.map(longForm)
  const concernsAccount = long.some((scope) => scope === EMAIL_SCOPE || scope === PROFILE_SCOPE)
  return [...new Set(concernsAccount && !long.includes('openid') ? [...long, 'openid'] : long)]
}

/** Describes what a scope lets an application do, for the consent page. */
export function words(scope: string): DescribedScope['words'] {
  switch (longForm(scope)) {
    case 'openid':
      return 'Know who you are'
    case EMAIL_SCOPE:
      return 'See your e-mail address'
    case PROFILE_SCOPE:
      return 'See your name, picture and language'
    default:
      return `Use ${scope.replace(PREFIX, '').replace(/^https:\/\//, '')} for you`
  }
}
