import { emailOf } from './addresses.ts'

/** What becomes of mail once it has gone out, and for whom. */
export interface Outcome {
  readonly type: 'email.delivered' | 'email.complained' | 'email.suppressed' | 'email.bounced'
  /** The recipients it happened to, as they were written. */
  readonly to: readonly string[]
  /** What the event carries beside. */
  readonly details: Readonly<Record<string, unknown>>
}

/** https://resend.com/docs/dashboard/emails/send-test-emails */
const TEST_ADDRESS = /^(delivered|bounced|complained|suppressed)(?:\+[^@]*)?@resend\.dev$/

type Fate = 'delivered' | 'bounced' | 'complained' | 'suppressed'

/** What happens to the mail of these recipients, in order: the vendor's test addresses have their fate, others get it. */
export function outcomesFor(recipients: readonly string[]): Outcome[] {
  const fates = recipients.map((recipient) => ({ recipient, fate: fateOf(recipient) }))
  const those = (...wanted: Fate[]): string[] =>
    fates.filter(({ fate }) => wanted.includes(fate)).map(({ recipient }) => recipient)
  const outcomes: Outcome[] = [
    // Only mail that has arrived can be complained of.
    { type: 'email.delivered', to: those('delivered', 'complained'), details: {} },
    { type: 'email.complained', to: those('complained'), details: {} },
    { type: 'email.suppressed', to: those('suppressed'), details: { suppressed: suppression(those('suppressed')) } },
    { type: 'email.bounced', to: those('bounced'), details: { bounce: bounce(those('bounced')) } },
  ]
  return outcomes.filter(({ to }) => to.length > 0)
}

function fateOf(recipient: string): Fate {
  const [, fate] = TEST_ADDRESS.exec(emailOf(recipient)) ?? []
  return (fate as Fate | undefined) ?? 'delivered' // the expression names no other
}

/** What a bounce says. */
export function bounce(recipients: readonly string[]) {
  return {
    diagnosticCode: recipients.map(() => 'smtp; 550 5.1.1 user unknown'),
    message: "The recipient's mail server permanently rejected the email: there is no such mailbox.",
    subType: 'General',
    type: 'Permanent',
  }
}

/** What a suppression says. */
export function suppression(recipients: readonly string[]) {
  return {
    diagnosticCode: recipients.map(
      () => 'Amazon SES did not send the message to this address because it is suppressed.',
    ),
    message: "The recipient's email address is on the suppression list because it has bounced before.",
    reason: 'previous_bounce',
    type: 'OnAccountSuppressionList',
  }
}
