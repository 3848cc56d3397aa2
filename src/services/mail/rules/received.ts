import type { MailCall, Work } from '../call.ts'
import { notFound } from '../errors.ts'
import { receivedEventData } from '../json/received-email.ts'
import type { Attachment, Email } from '../schema-emails.ts'
import type { ReceivedEmail } from '../schema-received.ts'
import { emit } from '../webhooks.ts'
import { parseAddress } from './addresses.ts'
import type { NewAttachment } from './attachments.ts'
import { recipients } from './inbox.ts'
import { textOf } from './plain-text.ts'
import { countEmail } from './quota.ts'
import { uuidOf } from './uuid.ts'

/** Mail that comes in. */
export type Incoming = Omit<ReceivedEmail, 'id' | 'uuid' | 'messageId' | 'createdAt'> & {
  readonly messageId?: string
  readonly attachments: readonly NewAttachment[]
}

/** Keeps mail that came in; webhooks hear of it. */
export function receiveEmail(work: Work, { attachments, ...fields }: Incoming): ReceivedEmail {
  const { rows, ids, clock } = work
  const messageId = fields.messageId ?? `<${ids.uuid()}@mail.invalid>`
  const email = rows.receivedEmails.insert({ uuid: ids.uuid(), ...fields, messageId, createdAt: clock.now() })
  countEmail(work, email.receivedFor)
  for (const each of attachments) rows.receivedAttachments.insert({ uuid: ids.uuid(), emailId: email.id, ...each })
  emit(work, 'email.received', () => receivedEventData(email, rows.receivedAttachments.list('byEmail', email.id)))
  return email
}

/** Has mail that went out come in again where it is for this account: for a verified domain that receives. */
export function receiveOwn(work: Work, email: Email): void {
  const receivedFor = recipients(email).filter((recipient) => receives(work, recipient))
  if (receivedFor.length === 0) return
  const attachments = work.rows.attachments.list('byEmail', email.id)
  receiveEmail(work, {
    messageId: email.messageId,
    from: email.from,
    to: email.to,
    cc: email.cc,
    bcc: [],
    replyTo: email.replyTo,
    receivedFor,
    subject: email.subject,
    html: email.html,
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

function receives({ rows }: Pick<Work, 'rows'>, recipient: string): boolean {
  const name = parseAddress(recipient)?.domain
  const domain = name === undefined ? undefined : rows.domains.find('name', name)
  return domain?.status === 'verified' && domain.receiving === 'enabled'
}

/** What came in, as mail that is written out in its source. */
export function asEmail(received: ReceivedEmail): Email {
  return {
    ...received,
    tags: [],
    lastEvent: 'delivered',
    scheduledAt: null,
    sentAt: received.createdAt,
    topicId: null,
    withheldFrom: [],
    templateId: null,
    broadcastId: null,
  }
}

/** A step that finds the received mail of the path. Throws 404, and 422 for what is no id. */
export function receivedOfPath({ rows, params }: Pick<MailCall, 'rows'> & { readonly params: { email_id: string } }): {
  readonly email: ReceivedEmail
  readonly attachments: readonly Attachment[]
} {
  const email = rows.receivedEmails.find('uuid', uuidOf(params.email_id))
  if (email === undefined) throw notFound('Email')
  return { email, attachments: rows.receivedAttachments.list('byEmail', email.id) }
}
