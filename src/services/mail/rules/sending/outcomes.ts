import { emailOf } from './addresses.ts'

/** An event that sending an email leads to, and its recipients. */
export interface Outcome {
  readonly type: 'email.delivered' | 'email.complained' | 'email.suppressed' | 'email.bounced'
  /** The recipients that the event is about, as they were written. */
  readonly to: readonly string[]
  /** The members that only this type of event has. */
  readonly details: Readonly<Record<string, unknown>>
}

/** The addresses whose outcome their local part names. https://resend.com/docs/dashboard/emails/send-test-emails */
const TEST_ADDRESS = /^(delivered|bounced|complained|suppressed)(?:\+[^@]*)?@resend\.dev$/

/** True for the vendor's test addresses, whose outcome is fixed. */
export function isTestAddress(recipient: string): boolean {
  return TEST_ADDRESS.test(emailOf(recipient))
}

type Fate = 'delivered' | 'bounced' | 'complained' | 'suppressed'

/** Why an address is suppressed, in the vendor's words. */
export type SuppressionReason = 'previous_bounce' | 'previous_complaint'

/**
 * Returns the events that follow the sending of an email, in order. The vendor's test addresses have fixed outcomes;
 * every other address receives the email, unless `reasonFor` returns why it is suppressed.
 */
export function outcomesFor(
  recipients: readonly string[],
  reasonFor: (recipient: string) => SuppressionReason | undefined,
): Outcome[] {
  const fates = recipients.map((recipient) => ({ recipient, ...fateOf(recipient, reasonFor(recipient)) }))
  const withFate = (...selected: Fate[]): string[] =>
    fates.filter(({ fate }) => selected.includes(fate)).map(({ recipient }) => recipient)
  const suppressedFor = (reason: SuppressionReason): Outcome => {
    const to = fates.filter((each) => each.reason === reason).map(({ recipient }) => recipient)
    return { type: 'email.suppressed', to, details: { suppressed: suppressedMember(to, reason) } }
  }
  const outcomes: Outcome[] = [
    // An email is delivered before a recipient complains about it.
    { type: 'email.delivered', to: withFate('delivered', 'complained'), details: {} },
    { type: 'email.complained', to: withFate('complained'), details: {} },
    suppressedFor('previous_bounce'),
    suppressedFor('previous_complaint'),
    { type: 'email.bounced', to: withFate('bounced'), details: { bounce: bounce(withFate('bounced')) } },
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

/** Returns the `bounce` member of a bounce event. */
export function bounce(recipients: readonly string[]) {
  return {
    diagnosticCode: recipients.map(() => 'smtp; 550 5.1.1 user unknown'),
    message: "The recipient's mail server permanently rejected the email: there is no such mailbox.",
    subType: 'General',
    type: 'Permanent',
  }
}

const SUPPRESSED_BECAUSE: Readonly<Record<SuppressionReason, string>> = {
  previous_bounce: 'it has bounced before',
  previous_complaint: 'its owner has complained before',
}

/** Returns the `suppressed` member of a suppression event. */
export function suppressedMember(recipients: readonly string[], reason: SuppressionReason) {
  return {
    diagnosticCode: recipients.map(
      () => 'Amazon SES did not send the message to this address because it is suppressed.',
    ),
    message: `The recipient's email address is on the suppression list because ${SUPPRESSED_BECAUSE[reason]}.`,
    reason,
    type: 'OnAccountSuppressionList',
  }
}
