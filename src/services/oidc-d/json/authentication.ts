import type { Site } from '#oidc-d/call.ts'
import { userEntity } from '#oidc-d/rules/system-log/entries.ts'
import type { PasswordRequirements } from '#oidc-d/rules/policies/evaluation.ts'
import { activeFactors } from '#oidc-d/rules/factors/factors.ts'
import type { FactorType, OneTimeToken, Session, User } from '#oidc-d/schema.ts'
import { date } from '#oidc-d/rules/dates.ts'
import { POST } from './links.ts'

// https://developer.okta.com/docs/reference/api/authn/#authentication-transaction-object

/** The answer to a successful sign-in. */
export function successJson({ origin }: Pick<Site, 'origin'>, user: User, token: OneTimeToken) {
  return {
    expiresAt: date(token.expiresAt),
    status: 'SUCCESS',
    sessionToken: token.id,
    _embedded: { user: personJson(user) },
    _links: { cancel: { href: `${origin}/api/v1/authn/cancel`, ...POST } },
  }
}

/** The answer when the user must choose a new password first: `PASSWORD_EXPIRED` or `PASSWORD_RESET`. */
export function passwordNeededJson(
  { origin }: Pick<Site, 'origin'>,
  user: User,
  token: OneTimeToken,
  { complexity, minAgeMinutes, historyCount }: PasswordRequirements,
) {
  const expired = token.status === 'PASSWORD_EXPIRED'
  const next = expired
    ? { name: 'changePassword', href: `${origin}/api/v1/authn/credentials/change_password`, ...POST }
    : { name: 'resetPassword', href: `${origin}/api/v1/authn/credentials/reset_password`, ...POST }
  return {
    stateToken: token.id,
    expiresAt: date(token.expiresAt),
    status: token.status,
    ...(token.recovery === undefined ? {} : { recoveryType: token.recovery.type }),
    _embedded: {
      user: personJson(user),
      policy: expired ? { complexity } : { complexity, age: { minAgeMinutes, historyCount } },
    },
    _links: { next, cancel: { href: `${origin}/api/v1/authn/cancel`, ...POST } },
  }
}

/** The answer to the right password when it expires soon: the person may change it, or leave that for later. */
export function passwordWarningJson(
  { origin }: Pick<Site, 'origin'>,
  user: User,
  token: OneTimeToken,
  { complexity, daysLeft }: PasswordRequirements & { readonly daysLeft: number },
) {
  const authn = `${origin}/api/v1/authn`
  return {
    stateToken: token.id,
    expiresAt: date(token.expiresAt),
    status: token.status,
    _embedded: {
      user: personJson(user),
      policy: { expiration: { passwordExpireDays: daysLeft }, complexity },
    },
    _links: {
      next: { name: 'changePassword', href: `${authn}/credentials/change_password`, ...POST },
      skip: { name: 'skip', href: `${authn}/skip`, ...POST },
      cancel: { href: `${authn}/cancel`, ...POST },
    },
  }
}

/** The answer for a locked-out user where the policy shows it. */
export function lockedOutJson({ origin }: Pick<Site, 'origin'>) {
  return {
    status: 'LOCKED_OUT',
    _links: { next: { name: 'unlock', href: `${origin}/api/v1/authn/recovery/unlock`, ...POST } },
  }
}

/** Returns a person as the answers of a sign-in show them. */
export function personJson({ id, profile, passwordChanged }: User) {
  const { login, firstName = null, lastName = null, locale, timezone } = profile
  return {
    id,
    passwordChanged: date(passwordChanged),
    profile: { login, firstName, lastName, locale: locale ?? 'en_US', timeZone: timezone ?? 'America/Los_Angeles' },
  }
}

/** The references of the methods by which people authenticate: RFC 8176. */
const AMR: Readonly<Record<FactorType, string>> = {
  question: 'kba',
  'token:software:totp': 'otp',
  sms: 'sms',
  call: 'tel',
  email: 'otp',
  push: 'swk',
}

/** A session. https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Session/ */
export function sessionJson({ rows, origin }: Site, session: Session, path: string = session.id) {
  const user = rows.users.require(session.userId)
  const factor = session.verifiedFactor ?? null
  const self = `${origin}/api/v1/sessions/${path}`
  return {
    id: session.id,
    userId: user.id,
    login: user.profile.login,
    createdAt: date(session.createdAt),
    expiresAt: date(session.expiresAt),
    status: 'ACTIVE',
    lastPasswordVerification: date(session.lastPasswordVerification),
    lastFactorVerification: factor === null ? null : date(session.createdAt),
    amr: factor === null ? ['pwd'] : ['pwd', 'mfa', AMR[factor]],
    idp: { id: '00o1backlot000000000', type: 'OKTA' },
    mfaActive: activeFactors({ rows }, user).length > 0,
    _links: {
      self: { href: self, hints: { allow: ['GET', 'DELETE'] } },
      refresh: { href: `${self}/lifecycle/refresh`, ...POST },
      user: {
        name: userEntity(user).displayName,
        href: `${origin}/api/v1/users/${user.id}`,
        hints: { allow: ['GET'] },
      },
    },
  }
}
