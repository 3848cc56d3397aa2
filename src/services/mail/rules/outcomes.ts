import { emailOf } from './addresses.ts'

/** An event that sending an email leads to, and its recipients. */
export interface Outcome {
  readonly type: 'email.delivered' | 'email.complained' | 'email.suppressed' | 'email.bounced'
  /** The recipients that the event is about, as they were written. */
  readonly to: readonly string[]
  /** The members that only this type of event has. */
  readonly details: Readonly<Record<string, unknown>>
}

/** https://resend.com/docs/dashboard/emails/send-test-emails */
const TEST_ADDRESS = /^(delivered|bounced|complained|suppressed)(?:\+[^@]*)?@resend\.dev$/

type Fate = 'delivered' | 'bounced' | 'complained' | 'suppressed'

/**
 * Returns the events that follow the sending of an email, in order: the vendor's test addresses have fixed outcomes,
 * every other address receives it.
 */
export function outcomesFor(recipients: readonly string[]): Outcome[] {
  const fates = recipients.map((recipient) => ({ recipient, fate: fateOf(recipient) }))
  const withFate = (...fatesToSelect: Fate[]): string[] =>
    fates.filter(({ fate }) => fatesToSelect.includes(fate)).map(({ recipient }) => recipient)
  const outcomes: Outcome[] = [
    // An email is delivered before a recipient complains about it.
    { type: 'email.delivered', to: withFate('delivered', 'complained'), details: {} },
    { type: 'email.complained', to: withFate('complained'), details: {} },
    {
      type: 'email.suppressed',
      to: withFate('suppressed'),
      details: { suppressed: suppression(withFate('suppressed')) },
    },
    { type: 'email.bounced', to: withFate('bounced'), details: { bounce: bounce(withFate('bounced')) } },
  ]
  return outcomes.filter(({ to }) => to.length > 0)
}

function fateOf(recipient: string): Fate {
  const [, fate] = TEST_ADDRESS.exec(emailOf(recipient)) ?? []
  return (fate as Fate | undefined) ?? 'delivered' // the expression matches no other word
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

/** Returns the `suppressed` member of a suppression event. */
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
