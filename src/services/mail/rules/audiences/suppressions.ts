import type { MailContext, Rows } from '#mail/call.ts'
import type { Suppression, SuppressionReason } from '#mail/schema/suppressions.ts'
import { emailOf } from '../sending/addresses.ts'
import { isTestAddress } from '../sending/outcomes.ts'

/**
 * Returns why a recipient is suppressed; undefined when it is not. An address that was added by request counts as
 * bounced, because the vendor has no third reason.
 */
export function suppressionReason(
  { rows }: Pick<MailContext, 'rows'>,
  recipient: string,
): SuppressionReason | undefined {
  const origin = rows.suppressions.find('email', emailOf(recipient))?.origin
  if (origin === undefined) return undefined
  return origin === 'complaint' ? 'previous_complaint' : 'previous_bounce'
}

/**
 * Adds an address to the suppression list and emits `suppression.added`; returns the existing entry when it has one.
 */
export function suppress(
  context: MailContext,
  recipient: string,
  origin: Suppression['origin'],
  sourceId: string | null,
): Suppression {
  const { rows, ids, clock } = context
  const email = emailOf(recipient)
  const existing = rows.suppressions.find('email', email)
  if (existing !== undefined) return existing
  const suppression = rows.suppressions.insert({ uuid: ids.uuid(), email, origin, sourceId, createdAt: clock.now() })
  context.emit({ event: 'suppression.added', suppression })
  return suppression
}

/** Removes an address from the suppression list and emits `suppression.removed`. */
export function unsuppress(context: MailContext, suppression: Suppression): void {
  context.rows.suppressions.delete(suppression.id)
  context.emit({ event: 'suppression.removed', suppression })
}

/** Suppresses recipients after a hard bounce or a complaint; the vendor's test addresses can be used again. */
export function suppressAfter(
  context: MailContext,
  origin: 'bounce' | 'complaint',
  emailId: string,
  recipients: readonly string[],
): void {
  for (const recipient of recipients) if (!isTestAddress(recipient)) suppress(context, recipient, origin, emailId)
}

export function suppressionByIdOrEmail(rows: Rows, idOrEmail: string): Suppression | undefined {
  const key = idOrEmail.toLowerCase()
  return rows.suppressions.find('uuid', key) ?? rows.suppressions.find('email', key)
}
