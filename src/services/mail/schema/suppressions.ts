import { collection } from '#core/store.ts'

/** An address that no email is delivered to. https://resend.com/docs/dashboard/emails/email-suppressions */
export interface Suppression {
  readonly id: number
  readonly uuid: string
  /** In lower case, without a name. */
  readonly email: string
  /** Why it was added: a hard bounce, a complaint, or a request. */
  readonly origin: 'bounce' | 'complaint' | 'manual'
  /** The uuid of the email that bounced or was complained about; null for a request. */
  readonly sourceId: string | null
  readonly createdAt: number
}

/** Why an address is suppressed, in the vendor's words. */
export type SuppressionReason = 'previous_bounce' | 'previous_complaint'

/** The suppression list. */
export const suppressionCollections = {
  suppressions: collection<Suppression>()({ unique: { uuid: ['uuid'], email: ['email'] }, indexes: { all: [] } }),
}
