import type { EmailOccurrence } from '#mail/schema/events.ts'
import type { SuppressionReason } from '#mail/schema/suppressions.ts'
import { emailOf } from './addresses.ts'

/** The addresses whose outcome their local part names. https://resend.com/docs/dashboard/emails/send-test-emails */
const TEST_ADDRESS = /^(delivered|bounced|complained|suppressed)(?:\+[^@]*)?@resend\.dev$/

/** True for the vendor's test addresses, whose outcome is fixed. */
export function isTestAddress(recipient: string): boolean {
  return TEST_ADDRESS.test(emailOf(recipient))
}

type Fate = 'delivered' | 'bounced' | 'complained' | 'suppressed'

/**
 * Returns the events that follow the sending of an email, in order. The vendor's test addresses have fixed outcomes;
 * every other address receives the email, unless `reasonFor` returns why it is suppressed.
 */
export function outcomesFor(
  recipients: readonly string[],
  reasonFor: (recipient: string) => SuppressionReason | undefined,
): EmailOccurrence[] {
  const fates = recipients.map((recipient) => ({ recipient, ...fateOf(recipient, reasonFor(recipient)) }))
  const withFate = (...selected: Fate[]): string[] =>
    fates.filter(({ fate }) => selected.includes(fate)).map(({ recipient }) => recipient)
  const suppressedFor = (reason: SuppressionReason): EmailOccurrence => {
    const to = fates.filter((each) => each.reason === reason).map(({ recipient }) => recipient)
    return { event: 'email.suppressed', to, reason }
  }
  const outcomes: EmailOccurrence[] = [
    // An email is delivered before a recipient complains about it.
    { event: 'email.delivered', to: withFate('delivered', 'complained') },
    { event: 'email.complained', to: withFate('complained') },
    suppressedFor('previous_bounce'),
    suppressedFor('previous_complaint'),
    { event: 'email.bounced', to: withFate('bounced') },
  ]
  return outcomes.filter(({ to }) => to.length > 0)
}

function fateOf(
  recipient: string,
  reason: SuppressionReason | undefined,
): { readonly fate: Fate; readonly reason?: SuppressionReason } {
  const [, word] = TEST_ADDRESS.exec(emailOf(recipient)) ?? []
  const fate = (word as Fate | undefined) ?? (reason === undefined ? 'delivered' : 'suppressed') // it matches no other word
  return fate === 'suppressed' ? { fate, reason: reason ?? 'previous_bounce' } : { fate }
}
