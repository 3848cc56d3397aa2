import type { Site } from '#oidc-d/call.ts'
import { schemaIdOf, USER_TYPE_ID } from '#oidc-d/rules/identifiers.ts'
import { hasPassword } from '#oidc-d/rules/users/passwords.ts'
import { profileOf } from '#oidc-d/rules/users/profiles.ts'
import type { User } from '#oidc-d/schema.ts'
import { date } from '#oidc-d/rules/dates.ts'

/** The members that the `okta-response` parameter of the Content-Type header asks to omit. */
export interface Omitted {
  readonly credentials: boolean
  readonly links: boolean
}

const NOTHING: Omitted = { credentials: false, links: false }

/** Returns a user as in lists: with a link to the user only. */
export function userJson({ origin }: Pick<Site, 'origin'>, user: User, omitted: Omitted = NOTHING) {
  return {
    id: user.id,
    status: user.status,
    created: date(user.created),
    activated: date(user.activated),
    statusChanged: date(user.statusChanged),
    lastLogin: date(user.lastLogin),
    lastUpdated: date(user.lastUpdated),
    passwordChanged: date(user.passwordChanged),
    type: { id: user.typeId ?? USER_TYPE_ID },
    profile: profileOf(user),
    ...(omitted.credentials ? {} : { credentials: credentialsJson(user) }),
    _links: { self: { href: `${origin}/api/v1/users/${user.id}` } },
  }
}

/** Returns a single user: with links to the user's lifecycle operations. */
export function wholeUserJson(site: Pick<Site, 'origin'>, user: User, omitted: Omitted = NOTHING) {
  const wire = userJson(site, user, omitted)
  return omitted.links ? wire : { ...wire, _links: userLinks(site, user) }
}

/** Returns a user's credentials as answers show them: that a password exists, and the recovery question. */
export function credentialsJson(user: User) {
  return {
    ...(hasPassword(user) ? { password: {} } : {}),
    ...(user.recoveryQuestion === null ? {} : { recovery_question: { question: user.recoveryQuestion.question } }),
    provider: user.provider,
  }
}

function userLinks({ origin }: Pick<Site, 'origin'>, user: User) {
  const self = `${origin}/api/v1/users/${user.id}`
  const step = (name: string) => ({ href: `${self}/lifecycle/${name}`, method: 'POST' })
  const credential = (name: string) => ({ href: `${self}/credentials/${name}`, method: 'POST' })
  const { status } = user
  const signsIn =
    status === 'ACTIVE' || status === 'PASSWORD_EXPIRED' || status === 'LOCKED_OUT' || status === 'RECOVERY'
  const withPassword = signsIn && hasPassword(user)
  return {
    // The vendor offers it to two kinds of users, too, whom the operation refuses.
    ...(['ACTIVE', 'PROVISIONED', 'PASSWORD_EXPIRED'].includes(status) ? { suspend: step('suspend') } : {}),
    ...(status === 'SUSPENDED' ? { unsuspend: step('unsuspend') } : {}),
    ...(status === 'LOCKED_OUT' ? { unlock: step('unlock') } : {}),
    schema: { href: `${origin}/api/v1/meta/schemas/user/${schemaIdOf(user.typeId ?? USER_TYPE_ID)}` },
    ...(status === 'STAGED' || status === 'DEPROVISIONED' ? { activate: step('activate') } : {}),
    ...(signsIn || status === 'PROVISIONED' ? { resetPassword: step('reset_password') } : {}),
    ...(status === 'PROVISIONED' ? { reactivate: step('reactivate') } : {}),
    ...(withPassword ? { forgotPassword: credential('forgot_password') } : {}),
    ...(withPassword ? { expirePassword: step('expire_password') } : {}),
    ...(withPassword ? { changeRecoveryQuestion: credential('change_recovery_question') } : {}),
    self: { href: self },
    resetFactors: step('reset_factors'),
    type: { href: `${origin}/api/v1/meta/types/user/${user.typeId ?? USER_TYPE_ID}` },
    ...(withPassword ? { changePassword: credential('change_password') } : {}),
    ...(status === 'DEPROVISIONED' ? { delete: { href: self, method: 'DELETE' } } : {}),
    ...(status === 'DEPROVISIONED' || status === 'STAGED' ? {} : { deactivate: step('deactivate') }),
  }
}
