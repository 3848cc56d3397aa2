import { collection, sequence, value } from '#core/store.ts'

/**
 * The types of entries that an instance writes, with the vendor's messages.
 * https://developer.okta.com/docs/reference/api/event-types/
 */
export const LOG_MESSAGES = {
  'app.oauth2.as.consent.grant': 'User granted consent to app',
  'app.oauth2.as.consent.revoke': 'User revoked consent from app',
  'application.lifecycle.activate': 'Activate application',
  'application.lifecycle.create': 'Create application',
  'application.lifecycle.deactivate': 'Deactivate application',
  'application.lifecycle.delete': 'Delete application',
  'application.lifecycle.update': 'Update application',
  'application.user_membership.add': 'Add user to application membership',
  'application.user_membership.remove': "Remove user's application membership",
  'event_hook.activated': 'Event hook activated',
  'event_hook.created': 'Event hook created',
  'event_hook.deactivated': 'Event hook deactivated',
  'event_hook.deleted': 'Event hook deleted',
  'event_hook.delivery': 'Deliver event hook',
  'event_hook.updated': 'Event hook updated',
  'event_hook.verified': 'Event hook verified',
  'group.application_assignment.add': 'Add assigned application to group',
  'group.application_assignment.remove': 'Remove assigned application from group',
  'group.lifecycle.create': 'Create Okta group',
  'group.lifecycle.delete': 'Delete Okta group',
  'group.privilege.grant': 'Grant privilege to group',
  'group.privilege.revoke': 'Revoke privilege from group',
  'group.profile.update': 'Okta group profile updated',
  'group.user_membership.add': 'Add user to group membership',
  'group.user_membership.remove': 'Remove user from group membership',
  'inline_hook.activated': 'Inline hook activated',
  'inline_hook.created': 'Inline hook created',
  'inline_hook.deactivated': 'Inline hook deactivated',
  'inline_hook.deleted': 'Inline hook deleted',
  'inline_hook.executed': 'Inline hook executed',
  'inline_hook.response.processed': 'Inline hook response processed',
  'inline_hook.updated': 'Inline hook updated',
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
  'system.email.account_unlock.sent_message': 'Send self-service account unlock email',
  'system.email.password_reset.sent_message': 'Send self-service password reset email',
  'system.sms.send_account_unlock_message': 'Send account unlock SMS',
  'system.sms.send_password_reset_message': 'Send password reset SMS',
  'system.voice.send_account_unlock_call': 'Send account unlock call',
  'system.voice.send_password_reset_call': 'Send password reset call',
  'user.account.lock': 'Max sign in attempts exceeded',
  'user.account.privilege.grant': 'Grant user privilege',
  'user.account.privilege.revoke': 'Revoke user privilege',
  'user.account.reset_password': "Fired when the user's Okta password is reset",
  'user.account.unlock': 'User account unlock',
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
export type LogEventType = keyof typeof LOG_MESSAGES

/** A record that an entry of the System Log names: the actor, or a target. */
export interface LogEntity {
  readonly id: string
  /** The vendor's word: `User`, `UserGroup`, `AppInstance`, `AppUser`, `PublicClientApp`, `SystemPrincipal`. */
  readonly type: string
  readonly alternateId: string
  readonly displayName: string
}

/** An entry of the System Log; `id` is its number in digits, so that ids are in the order of the entries. */
export interface LogEvent {
  readonly id: string
  readonly uuid: string
  readonly published: number
  readonly eventType: LogEventType
  readonly displayMessage: string
  readonly severity: 'INFO' | 'WARN'
  readonly result: 'SUCCESS' | 'FAILURE'
  readonly reason: string | null
  readonly actor: LogEntity
  readonly target: readonly LogEntity[]
  /** The id of the request that the entry comes from. */
  readonly transactionId: string
  /** The path of the request; null for a change that no request made. */
  readonly requestUri: string | null
  readonly userAgent: string | null
  readonly ipAddress: string | null
}

/** The collections of the System Log. */
export const systemLogCollections = {
  logEvents: collection<LogEvent>()({ indexes: { all: [] } }),
  logNumbers: sequence(),
  /** True once the seed is applied, whose changes are no entries. */
  logStarted: value(false),
}
