import { value } from '#core/store.ts'

/** The settings of the organization that administrators change. */
export interface OrgSettings {
  readonly companyName: string
  readonly website: string | null
  readonly phoneNumber: string | null
  readonly endUserSupportHelpURL: string | null
  readonly supportPhoneNumber: string | null
  readonly address1: string | null
  readonly address2: string | null
  readonly city: string | null
  readonly state: string | null
  readonly country: string | null
  readonly postalCode: string | null
  readonly created: number
  readonly lastUpdated: number
}

/** The kinds of contacts of an organization. */
export const CONTACT_TYPES = ['BILLING', 'TECHNICAL'] as const

/** The kind of a contact. */
export type ContactType = (typeof CONTACT_TYPES)[number]

/** The state of the organization, outside of its records. */
export const organizationCollections = {
  /** Null until the seed is applied. */
  orgSettings: value<OrgSettings | null>(null),
  /** The id of the user who is a contact; null for the first user. */
  orgContact: value<string | null, [type: ContactType]>(null),
  showsFooter: value(true),
  /** True when users get no mails of the vendor. */
  optsOutOfMail: value(false),
  /** Until when the vendor's support may look into the organization, in epoch milliseconds; null when it may not. */
  supportUntil: value<number | null>(null),
}
