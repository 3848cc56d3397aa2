import type { MailContext } from '#mail/call.ts'
import type { Email } from '#mail/schema/emails.ts'
import type { ReceivedEmail } from '#mail/schema/received.ts'
import { parseAddress } from '../sending/addresses.ts'
import type { NewAttachment } from '../sending/attachments.ts'
import { recipients } from './inbox.ts'
import { textOf } from './plain-text.ts'
import { deliveredEmail } from '../sending/tracking.ts'
import { countEmail } from '../sending/quota.ts'

/** An email to receive. */
export type IncomingEmail = Omit<ReceivedEmail, 'id' | 'uuid' | 'messageId' | 'createdAt'> & {
  readonly messageId?: string
  readonly attachments: readonly NewAttachment[]
}

/** Stores a received email and emits `email.received`. */
export function receiveEmail(context: MailContext, { attachments, ...fields }: IncomingEmail): ReceivedEmail {
  const { rows, ids, clock } = context
  const messageId = fields.messageId ?? `<${ids.uuid()}@mail.invalid>`
  const email = rows.receivedEmails.insert({ uuid: ids.uuid(), ...fields, messageId, createdAt: clock.now() })
  countEmail(context, email.receivedFor)
  for (const each of attachments) rows.receivedAttachments.insert({ uuid: ids.uuid(), emailId: email.id, ...each })
  context.emit({ event: 'email.received', received: email })
  return email
}

/** Delivers a sent email back to the account for recipients at its own verified domains that receive. */
export function deliverToOwnDomains(context: MailContext, email: Email): void {
  const receivedFor = recipients(email).filter((recipient) => receives(context, recipient))
  if (receivedFor.length === 0) return
  const attachments = context.rows.attachments.list('byEmail', email.id)
  receiveEmail(context, {
    messageId: email.messageId,
    from: email.from,
    to: email.to,
    cc: email.cc,
    bcc: [],
    replyTo: email.replyTo,
    receivedFor,
    subject: email.subject,
    html: deliveredEmail(context, email).html,
    text: textOf(email),
    headers: email.headers,
    attachments: attachments.map(({ filename, contentType, contentId, content, path, size }) => ({
      filename,
      contentType,
      contentId,
      content,
      path,
      size,
    })),
  })
}

function receives({ rows }: Pick<MailContext, 'rows'>, recipient: string): boolean {
  const name = parseAddress(recipient)?.domain
  const domain = name === undefined ? undefined : rows.domains.find('name', name)
  return domain?.status === 'verified' && domain.receiving === 'enabled'
}
