import { createHash } from 'node:crypto'
import type { Principal, RecordContext } from '#oidc-d/call.ts'
import { requestIdOf } from '#oidc-d/errors/ids.ts'
import type { App, Group, LogEntity, LogEvent, NetworkZone, OrgPolicy, OrgPolicyRule, User } from '#oidc-d/schema.ts'

/**
 * The types of entries that an instance writes, with the vendor's messages.
 * https://developer.okta.com/docs/reference/api/event-types/
 */
const MESSAGES = {
  'app.oauth2.as.consent.grant': 'User granted consent to app',
  'app.oauth2.as.consent.revoke': 'User revoked consent from app',
  'application.lifecycle.activate': 'Activate application',
  'application.lifecycle.create': 'Create application',
  'application.lifecycle.deactivate': 'Deactivate application',
  'application.lifecycle.delete': 'Delete application',
  'application.lifecycle.update': 'Update application',
  'application.user_membership.add': 'Add user to application membership',
  'application.user_membership.remove': "Remove user's application membership",
  'group.application_assignment.add': 'Add assigned application to group',
  'group.application_assignment.remove': 'Remove assigned application from group',
  'group.lifecycle.create': 'Create Okta group',
  'group.lifecycle.delete': 'Delete Okta group',
  'group.privilege.grant': 'Grant privilege to group',
  'group.privilege.revoke': 'Revoke privilege from group',
  'group.profile.update': 'Okta group profile updated',
  'group.user_membership.add': 'Add user to group membership',
  'group.user_membership.remove': 'Remove user from group membership',
  'policy.lifecycle.activate': 'Activate policy',
  'policy.lifecycle.create': 'Create policy',
  'policy.lifecycle.deactivate': 'Deactivate policy',
  'policy.lifecycle.delete': 'Delete policy',
  'policy.lifecycle.update': 'Update policy',
  'policy.rule.activate': 'Activate policy rule',
  'policy.rule.add': 'Add policy rule',
  'policy.rule.deactivate': 'Deactivate policy rule',
  'policy.rule.delete': 'Delete policy rule',
  'policy.rule.update': 'Update policy rule',
  'user.account.lock': 'Max sign in attempts exceeded',
  'user.account.privilege.grant': 'Grant user privilege',
  'user.account.privilege.revoke': 'Revoke user privilege',
  'user.account.reset_password': "Fired when the user's Okta password is reset",
  'user.account.unlock_by_admin': 'User account unlock by admin',
  'user.account.update_password': 'User update password for Okta',
  'user.account.update_profile': 'Update user profile for Okta',
  'user.authentication.auth_via_mfa': 'Authentication of user via MFA',
  'user.authentication.sso': 'User single sign on to app',
  'user.lifecycle.activate': 'Activate Okta user',
  'user.lifecycle.create': 'Create Okta user',
  'user.lifecycle.deactivate': 'Deactivate Okta user',
  'user.lifecycle.delete.completed': 'Delete Okta user completed',
  'user.lifecycle.delete.initiated': 'Delete Okta user initiated',
  'user.lifecycle.reactivate': 'Reactivate Okta user',
  'user.lifecycle.suspend': 'Suspend Okta user',
  'user.lifecycle.unsuspend': 'Unsuspend Okta user',
  'user.mfa.factor.activate': 'Activate factor or authenticator enrollment for user',
  'user.mfa.factor.deactivate': 'Reset factor or authenticator enrollment for user',
  'user.mfa.factor.reset_all': 'Reset all factors or authenticator enrollments for user',
  'user.mfa.factor.update': 'Update factor or authenticator enrollment for user',
  'user.session.clear': 'Clear user session',
  'user.session.end': 'User logout from Okta',
  'user.session.start': 'User login to Okta',
  'zone.activate': 'Activate network zone',
  'zone.create': 'Create network zone',
  'zone.deactivate': 'Deactivate network zone',
  'zone.delete': 'Delete network zone',
  'zone.update': 'Update network zone',
} as const

/** The type of an entry. */
export type LogEventType = keyof typeof MESSAGES

/** The members of a new entry. */
export interface NewLogEvent {
  readonly target?: readonly LogEntity[]
  /** Default: the principal of the request, or the system. */
  readonly actor?: LogEntity
  /** The reason of a failure; absent for a success. */
  readonly failure?: string
}

/** The actor of what happens without a request, or as its consequence: a group rule that adds a user. */
export const SYSTEM: LogEntity = {
  id: 'system',
  type: 'SystemPrincipal',
  alternateId: 'system@okta.com',
  displayName: 'Okta System',
}

/** Adds an entry to the System Log. A seed adds none. */
export function recordEvent(context: RecordContext, eventType: LogEventType, event: NewLogEvent): void {
  const { rows, clock } = context
  if (!rows.logStarted.get()) return
  const { target = [], actor = actorOf(context.principal), failure } = event
  const number = String(rows.logNumbers.next()).padStart(12, '0')
  rows.logEvents.insert({
    id: number,
    uuid: uuidOf(`${number} ${clock.now()}`),
    published: clock.now(),
    eventType,
    displayMessage: MESSAGES[eventType],
    severity: failure === undefined ? 'INFO' : 'WARN',
    result: failure === undefined ? 'SUCCESS' : 'FAILURE',
    reason: failure ?? null,
    actor,
    target,
    ...requestOf(context),
  })
}

function requestOf(context: RecordContext) {
  const { path = null, clientAddress = null } = context
  const userAgent = context.header?.('user-agent') ?? null
  return { transactionId: requestIdOf(context), requestUri: path, userAgent, ipAddress: clientAddress }
}

function actorOf(principal: Principal | null | undefined): LogEntity {
  if (principal === null || principal === undefined) return SYSTEM
  if (principal.user !== null) return userEntity(principal.user)
  const { name } = principal
  return { id: name, type: 'PublicClientApp', alternateId: name, displayName: name }
}

/** Derives a UUID of the form of version 4, different for each text. */
function uuidOf(text: string): LogEvent['uuid'] {
  const digits = createHash('sha256').update(`oidc-d log ${text}`).digest('hex')
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`]
  return `${parts.join('-')}-${digits.slice(20, 32)}`
}

/** Returns a user as entries name them. */
export function userEntity({ id, profile }: User): LogEntity {
  const { login, firstName, lastName } = profile
  const name = [firstName, lastName].filter((part) => typeof part === 'string').join(' ')
  return { id, type: 'User', alternateId: login, displayName: name === '' ? login : name }
}

/** Returns a person with an unknown name who tried to sign in. */
export function unknownUser(username: string): LogEntity {
  return { id: 'unknown', type: 'User', alternateId: username, displayName: 'unknown' }
}

/** Returns a group as entries name it. */
export function groupEntity({ id, profile }: Group): LogEntity {
  return { id, type: 'UserGroup', alternateId: 'unknown', displayName: profile.name }
}

/** Returns an app as entries name it. */
export function appEntity({ id, label }: App): LogEntity {
  return { id, type: 'AppInstance', alternateId: label, displayName: label }
}

/** Returns a policy of the organization as entries name it. */
export function policyEntity({ id, name, type }: OrgPolicy): LogEntity {
  return { id, type: 'PolicyEntity', alternateId: type, displayName: name }
}

/** Returns a rule of a policy of the organization as entries name it. */
export function ruleEntity({ id, name }: OrgPolicyRule): LogEntity {
  return { id, type: 'PolicyRule', alternateId: id, displayName: name }
}

/** Returns a network zone as entries name it. */
export function zoneEntity({ id, name }: NetworkZone): LogEntity {
  return { id, type: 'NetworkZone', alternateId: id, displayName: name }
}

/** Returns the targets of an entry about the assignment of an app to a user. */
export function assignmentEntities(app: App, user: User, userName: string): readonly LogEntity[] {
  const { displayName } = userEntity(user)
  return [{ id: user.id, type: 'AppUser', alternateId: userName, displayName }, appEntity(app), userEntity(user)]
}
