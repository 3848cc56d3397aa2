import type { Waiting } from '#core/controls.ts'
import type { EmulatorBase } from '#core/emulator-base.ts'
import type { MailAnswers } from '#mail/answer-types.generated.ts'
import type { MailOperations } from '#mail/operation-types.generated.ts'
import type { MessageFilter } from './inbox.ts'
import type { InboxMessage } from '#mail/json/inbox-message.ts'
import type { ReceiveOptions } from './receive.ts'
import type { ReportOptions } from './report.ts'

/** A running stand-in for Resend. */
export interface MailEmulator extends EmulatorBase<'mail', MailOperations, MailAnswers> {
  /** The messages that went out, as their recipients find them. */
  readonly inbox: MailInbox
  /**
   * Reports what happened to an email that went out, as its recipients and their servers would: it becomes the email's
   * last event, and webhooks are sent. `mail.report({ email: id, event: 'opened' })`
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown email, or one that was not sent.
   */
  report(options: ReportOptions): void
  /**
   * Delivers a message from the outside: it is among the received emails, and webhooks get `email.received`. Returns
   * its id.
   *
   * @throws TypeError for options that do not exist, for a malformed address, and for a message without recipients.
   */
  receive(options: ReceiveOptions): { readonly id: string }
}

/** The messages that went out, as their recipients find them. */
interface MailInbox {
  /**
   * Returns the next matching message: the oldest that no earlier `next` has returned. Waits for one when there is
   * none yet. Rejects after `timeout` (5 s) with the list of messages that did arrive, and at a reset.
   */
  next(filter?: MessageFilter & Waiting): Promise<InboxMessage>
  /** Returns the matching messages, newest first. */
  list(filter?: MessageFilter): readonly InboxMessage[]
  /** Empties the inbox. The API still shows the emails. */
  clear(): void
}
