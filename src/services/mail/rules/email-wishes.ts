import * as v from 'valibot'
import { problems } from '../../../core/input.ts'
import type { MailCall } from '../call.ts'
import { missingField, validationError } from '../errors.ts'
import { mailbox, mailboxes } from './addresses.ts'
import { readAttachments } from './attachments.ts'
import { requireTopic } from './contacts.ts'
import { scheduledTime } from './scheduled-at.ts'
import type { Outgoing } from './send.ts'
import { requireSender } from './sender.ts'
import { resolveTemplate } from './template-reference.ts'

/** How many addresses `to` may name. https://resend.com/docs/api-reference/emails/send-email */
const MOST_RECIPIENTS = 50

const TAG = /^[A-Za-z0-9_-]{1,256}$/
const TAG_SENTENCE = 'Tags should only contain ASCII letters, numbers, underscores, or dashes.'

/** A member that a client may leave out or send as null. */
const absentable = <S extends v.GenericSchema>(schema: S) => v.nullish(schema)

const tagText = v.pipe(v.string(TAG_SENTENCE), v.regex(TAG, TAG_SENTENCE))
/** A line break would end the header. */
export const subjectText = v.pipe(
  v.string(),
  v.check((text) => !/[\r\n]/.test(text), 'The `\\n` is not allowed in the `subject` field.'),
)
/** It is a header of the attachment, and of the answer that has its bytes. */
const contentType = v.pipe(
  v.string(),
  v.regex(
    /^[ -~]*$/,
    'Invalid `content_type` field. It can only contain ASCII letters, digits, punctuation and spaces.',
  ),
)
/** A field name: https://www.rfc-editor.org/rfc/rfc5322#section-2.2 */
const headerName = v.pipe(
  v.string(),
  v.regex(
    /^[!-9;-~]+$/,
    'Invalid `headers` field. The name of a header has ASCII letters, digits and punctuation but for a colon.',
  ),
)
const bytes = v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)))

const Attachment = v.object({
  content: absentable(v.union([v.string(), bytes, v.object({ data: bytes })])),
  filename: absentable(v.union([v.string(), v.literal(false)])),
  path: absentable(v.string()),
  content_type: absentable(contentType),
  content_id: absentable(v.pipe(v.string(), v.maxLength(128))),
  inline_content_id: absentable(v.string()),
})

/** The body of a request to send: https://resend.com/docs/api-reference/emails/send-email */
const NewEmail = v.object({
  from: absentable(mailbox('from')),
  to: mailboxes('to', MOST_RECIPIENTS),
  subject: absentable(subjectText),
  html: absentable(v.string()),
  text: absentable(v.string()),
  cc: absentable(mailboxes('cc')),
  bcc: absentable(mailboxes('bcc')),
  reply_to: absentable(mailboxes('reply_to')),
  headers: absentable(v.record(headerName, v.string())),
  tags: absentable(v.array(v.object({ name: tagText, value: tagText }))),
  scheduled_at: absentable(v.string()),
  attachments: absentable(v.array(Attachment)),
  topic_id: absentable(v.string()),
  template: absentable(
    v.object({ id: v.string(), variables: absentable(v.record(v.string(), v.union([v.string(), v.number()]))) }),
  ),
})

/** What a checked body asks for. */
export type EmailWishes = v.InferOutput<typeof NewEmail>

/** The body of one mail, checked. Throws the failure the vendor has for what is wrong first. */
export function parseEmail(call: MailCall, value: unknown): EmailWishes {
  // A list would pass for an object without members.
  const result = v.safeParse(NewEmail, Array.isArray(value) ? null : value)
  if (result.success) return result.output
  throw call.dialect.invalid(problems(result.issues), call)
}

/**
 * What a client asked for, ready to go: from its template where it names one, its files read, its time understood. Rejects
 * as the vendor refuses: 422 for what is missing or cannot be, 403 for a sender that may not.
 */
export async function outgoing(call: MailCall, wishes: EmailWishes): Promise<Outgoing> {
  const { template } = wishes
  const made = isNothing(template) ? null : resolveTemplate(call, template)
  const from = wishes.from ?? made?.from
  if (isNothing(from)) throw missingField('from')
  const subject = wishes.subject ?? made?.subject
  if (isNothing(subject)) throw missingField('subject')
  const content = contentOf(wishes, made)
  const { to, cc, bcc } = wishes
  if (to.length === 0) throw missingField('to')
  requireSender(call, from, [...to, ...(cc ?? []), ...(bcc ?? [])])
  return {
    from,
    to,
    cc: cc ?? [],
    bcc: bcc ?? [],
    replyTo: wishes.reply_to ?? made?.replyTo ?? [],
    subject,
    ...content,
    headers: Object.entries(wishes.headers ?? {}).map(([name, value]) => ({ name, value })),
    tags: wishes.tags ?? [],
    scheduledAt: isGiven(wishes.scheduled_at) ? await scheduledTime(wishes.scheduled_at, call.clock.now()) : null,
    topicId: isNothing(wishes.topic_id) ? null : requireTopic(call.rows, wishes.topic_id).uuid,
    templateId: made?.uuid ?? null,
    broadcastId: null,
    attachments: await readAttachments(wishes.attachments ?? []),
  }
}

/** What the mail says, of the client or of its template. Throws 422 for both and for neither. */
function contentOf(wishes: EmailWishes, made: Pick<Outgoing, 'html' | 'text'> | null): Pick<Outgoing, 'html' | 'text'> {
  if (made !== null && (isGiven(wishes.html) || isGiven(wishes.text))) {
    throw validationError('You can use either a `template` or `html` and `text`, not both.')
  }
  const { html = null, text = null } = made ?? wishes
  if (!isGiven(html) && !isGiven(text)) throw validationError('Missing `html` or `text` field.')
  return { html, text }
}

function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

function isGiven(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text !== ''
}
