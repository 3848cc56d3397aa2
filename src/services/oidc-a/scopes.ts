import type { DescribedScope } from '../../pages/scopes.ts'

const PREFIX = 'https://www.googleapis.com/auth/'
export const EMAIL_SCOPE = `${PREFIX}userinfo.email`
export const PROFILE_SCOPE = `${PREFIX}userinfo.profile`

/** The scopes of sign-in, as clients may write them. */
export const EVERY_SCOPE = ['openid', 'email', 'profile'] as const

const LONG: Readonly<Record<string, string>> = { email: EMAIL_SCOPE, profile: PROFILE_SCOPE }

/** A scope as token answers name it. https://developers.google.com/identity/protocols/oauth2/scopes */
export function longForm(scope: string): string {
  return LONG[scope] ?? scope
}

/** Whether there is such a scope: one of sign-in, or one of the vendor's APIs, whichever. */
export function isScope(scope: string): boolean {
  if (EVERY_SCOPE.some((each) => each === scope)) return true
  if (scope.startsWith(PREFIX)) return /^[a-z0-9._-]+$/.test(scope.slice(PREFIX.length))
  return [
    'https://mail.google.com/',
    'https://www.google.com/calendar/feeds',
    'https://www.google.com/m8/feeds',
  ].includes(scope)
}

/** What a grant of these scopes is: in their long form, with `openid` where the account is asked about at all. */
export function granted(scopes: readonly string[]): string[] {
  const long = scopes.map(longForm)
  const aboutTheAccount = long.some((scope) => scope === EMAIL_SCOPE || scope === PROFILE_SCOPE)
  return [...new Set(aboutTheAccount && !long.includes('openid') ? [...long, 'openid'] : long)]
}

/** What a scope lets an application do, for a person to read. */
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
