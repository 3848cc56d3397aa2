import { collection } from '#core/store.ts'
import type { Metadata, CommonFields } from './people.ts'

/** An organization. */
export interface Organization extends CommonFields {
  readonly name: string
  readonly slug: string
  readonly hasImage: boolean
  readonly createdBy: string | null
  /** 0 for no limit. */
  readonly maxAllowedMemberships: number
  readonly adminDeleteEnabled: boolean
  readonly publicMetadata: Metadata
  readonly privateMetadata: Metadata
  readonly roleSetKey: string | null
}

/** The membership of a user in an organization. */
export interface Membership extends CommonFields {
  readonly organizationId: string
  readonly userId: string
  /** The key of the role: `org:admin`. */
  readonly role: string
  readonly publicMetadata: Metadata
  readonly privateMetadata: Metadata
}

/** An invitation to an organization. */
export interface OrganizationInvitation extends CommonFields {
  readonly organizationId: string
  /** The domain whose mode made the invitation; null for one by a person. */
  readonly domainId: string | null
  /** Lower case. */
  readonly emailAddress: string
  readonly role: string
  readonly inviterId: string | null
  readonly status: 'pending' | 'accepted' | 'revoked' | 'expired'
  readonly publicMetadata: Metadata
  readonly privateMetadata: Metadata
  readonly redirectUrl: string | null
  readonly ticket: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** The ways in which users with an address of a domain join its organization. */
export type EnrollmentMode = 'manual_invitation' | 'automatic_invitation' | 'automatic_suggestion' | 'enterprise_sso'

/** A domain of an organization. */
export interface OrganizationDomain extends CommonFields {
  readonly organizationId: string
  /** Lower case. */
  readonly name: string
  readonly enrollmentMode: EnrollmentMode
  readonly verified: boolean
  /** `admin` or `email_code`; null before the domain is verified. */
  readonly strategy: string | null
  readonly attempts: number | null
  /** When the code that verifies it expires, in epoch milliseconds; null without a code. */
  readonly expireAt: number | null
  readonly affiliationEmailAddress: string | null
  /** When the ownership was confirmed, in epoch milliseconds; null for a domain whose owner is not known. */
  readonly ownedSince: number | null
  /** Whether a TXT record has proved the ownership, or the backend API has confirmed it. */
  readonly ownedBy: 'txt' | 'manual_override'
  /** The TXT record that proves the ownership; null before it was asked for. Times are epoch milliseconds. */
  readonly txtRecord: { readonly value: string; readonly expireAt: number; readonly attempts: number } | null
}

/** A suggestion to a user to join the organization whose domain the user's address has. */
export interface OrganizationSuggestion extends CommonFields {
  readonly organizationId: string
  readonly domainId: string
  readonly userId: string
  readonly status: 'pending' | 'accepted'
}

/** A request of a user to join the organization whose domain the user's address has. */
export interface MembershipRequest extends CommonFields {
  readonly organizationId: string
  readonly userId: string
  readonly status: 'pending' | 'accepted' | 'rejected'
}

/** A role of organizations. */
export interface Role extends CommonFields {
  readonly name: string
  /** `org:admin`. */
  readonly key: string
  readonly description: string | null
  readonly isCreatorEligible: boolean
  /** The keys of its permissions. */
  readonly permissions: readonly string[]
}

/** A permission of organizations. */
export interface Permission extends CommonFields {
  readonly name: string
  /** `org:invoices:create`. */
  readonly key: string
  readonly description: string
  readonly type: 'system' | 'user'
}

/** A named set of roles, of which each organization uses one. */
export interface RoleSet extends CommonFields {
  readonly name: string
  readonly key: string
  readonly description: string | null
  readonly type: 'initial' | 'custom'
  /** The keys of its roles. */
  readonly roles: readonly string[]
  readonly defaultRole: string | null
  readonly creatorRole: string | null
}

const newest = { newest: ['createdAt', 'number'] } as const
const organizationId = { to: 'organizations', onDelete: 'cascade' } as const

/** The collections of organizations. */
export const organizationCollections = {
  organizations: collection<Organization>()({ unique: { slug: ['slug'] }, indexes: newest }),
  memberships: collection<Membership>()({
    unique: { member: ['organizationId', 'userId'] },
    indexes: {
      ...newest,
      ofOrganization: ['organizationId', 'createdAt', 'number'],
      ofUser: ['userId', 'createdAt', 'number'],
    },
    references: { organizationId, userId: { to: 'users', onDelete: 'cascade' } },
  }),
  organizationInvitations: collection<OrganizationInvitation>()({
    unique: { ticket: ['ticket'] },
    indexes: { ...newest, emailAddress: ['emailAddress', 'createdAt', 'number'] },
    references: { organizationId },
  }),
  organizationDomains: collection<OrganizationDomain>()({
    indexes: { ...newest, name: ['name'] },
    references: { organizationId },
  }),
  organizationSuggestions: collection<OrganizationSuggestion>()({
    indexes: newest,
    references: { organizationId, userId: { to: 'users', onDelete: 'cascade' } },
  }),
  membershipRequests: collection<MembershipRequest>()({
    indexes: newest,
    references: { organizationId, userId: { to: 'users', onDelete: 'cascade' } },
  }),
  roles: collection<Role>()({ unique: { key: ['key'] }, indexes: newest }),
  permissions: collection<Permission>()({ unique: { key: ['key'] }, indexes: newest }),
  roleSets: collection<RoleSet>()({ unique: { key: ['key'] }, indexes: newest }),
}
