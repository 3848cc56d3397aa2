import type { OAuthClient, User } from '../schema.ts'

/** The vendor's names of the changes of an account of which it tells applications. */
export const EVENT_TYPES = ['email-disabled', 'email-enabled', 'consent-revoked', 'account-delete'] as const

export type EventType = (typeof EVENT_TYPES)[number]

/** A change of an account, for one application. */
export interface AccountEvent {
  readonly event: EventType
  readonly client: OAuthClient
  readonly user: User
}
