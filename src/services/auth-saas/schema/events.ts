import type { Payment, SubscriptionItem } from './billing.ts'
import type { Invitation, WaitlistEntry } from './instance.ts'
import type {
  Membership,
  Organization,
  OrganizationDomain,
  OrganizationInvitation,
  Permission,
  Role,
} from './organizations.ts'
import type { User } from './people.ts'
import type { Message, Session } from './sessions.ts'

/** The events that webhooks can receive. https://clerk.com/docs/guides/development/webhooks/overview */
export const EVENT_TYPES = [
  'user.created',
  'user.updated',
  'user.deleted',
  'session.created',
  'session.ended',
  'session.removed',
  'session.revoked',
  'session.pending',
  'organization.created',
  'organization.updated',
  'organization.deleted',
  'organizationMembership.created',
  'organizationMembership.updated',
  'organizationMembership.deleted',
  'organizationInvitation.created',
  'organizationInvitation.accepted',
  'organizationInvitation.revoked',
  'organizationDomain.created',
  'organizationDomain.updated',
  'organizationDomain.deleted',
  'invitation.created',
  'invitation.accepted',
  'invitation.revoked',
  'role.created',
  'role.updated',
  'role.deleted',
  'permission.created',
  'permission.updated',
  'permission.deleted',
  'waitlistEntry.created',
  'waitlistEntry.updated',
  'subscription.created',
  'subscription.updated',
  'subscriptionItem.updated',
  'subscriptionItem.active',
  'subscriptionItem.canceled',
  'subscriptionItem.upcoming',
  'subscriptionItem.ended',
  'paymentAttempt.created',
  'paymentAttempt.updated',
  'email.created',
  'sms.created',
] as const

/** The name of an event. */
export type EventType = (typeof EVENT_TYPES)[number]

/** An event, as the rows that it is about. Its JSON is made at the moment at which it is emitted. */
export type AuthEvent =
  | { readonly event: 'user.created' | 'user.updated' | 'user.deleted'; readonly user: User }
  | {
      readonly event: 'session.created' | 'session.ended' | 'session.removed' | 'session.revoked' | 'session.pending'
      readonly session: Session
    }
  | {
      readonly event: 'organization.created' | 'organization.updated' | 'organization.deleted'
      readonly organization: Organization
    }
  | {
      readonly event:
        | 'organizationMembership.created'
        | 'organizationMembership.updated'
        | 'organizationMembership.deleted'
      readonly membership: Membership
    }
  | {
      readonly event: 'organizationInvitation.created' | 'organizationInvitation.revoked'
      readonly invitation: OrganizationInvitation
    }
  | {
      readonly event: 'organizationInvitation.accepted'
      readonly invitation: OrganizationInvitation
      /** The user who has become a member. */
      readonly userId: string
    }
  | {
      readonly event: 'organizationDomain.created' | 'organizationDomain.updated' | 'organizationDomain.deleted'
      readonly domain: OrganizationDomain
    }
  | {
      readonly event: 'invitation.created' | 'invitation.accepted' | 'invitation.revoked'
      readonly invitation: Invitation
    }
  | { readonly event: 'role.created' | 'role.updated' | 'role.deleted'; readonly role: Role }
  | {
      readonly event: 'permission.created' | 'permission.updated' | 'permission.deleted'
      readonly permission: Permission
    }
  | { readonly event: 'waitlistEntry.created' | 'waitlistEntry.updated'; readonly waitlistEntry: WaitlistEntry }
  | BillingEvent
  | MessageEvent

/** A change of what a payer has subscribed to, or a payment. */
export type BillingEvent =
  | { readonly event: 'subscription.created' | 'subscription.updated'; readonly payerId: string }
  | {
      readonly event: `subscriptionItem.${'updated' | 'active' | 'canceled' | 'upcoming' | 'ended'}`
      readonly item: SubscriptionItem
    }
  | { readonly event: 'paymentAttempt.created' | 'paymentAttempt.updated'; readonly payment: Payment }

/** A message that the instance has sent. */
export interface MessageEvent {
  readonly event: 'email.created' | 'sms.created'
  readonly message: Message
  readonly subject: string
  /** The text of the message. */
  readonly text: string
  /** The id of the user whom it is for; null when nobody is known by the address or number. */
  readonly userId: string | null
  /** The id of the e-mail address or phone number; null when it is not known. */
  readonly addressId: string | null
}
