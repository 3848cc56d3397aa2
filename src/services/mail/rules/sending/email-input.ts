import * as v from 'valibot'
import { problems } from '#core/input.ts'
import type { MailCall } from '#mail/call.ts'
import { missingField, validationError } from '#mail/errors.ts'
import { mailbox, mailboxes } from './addresses.ts'
import { readAttachments } from './attachments.ts'
import { findTopic } from '../audiences/contacts.ts'
import { scheduledTime } from './scheduled-at.ts'
import type { OutgoingEmail } from './send.ts'
import { requireSender } from './sender.ts'
import { resolveTemplate } from './template-reference.ts'

/** The largest number of addresses in `to`. https://resend.com/docs/api-reference/emails/send-email */
const MOST_RECIPIENTS = 50

const TAG = /^[A-Za-z0-9_-]{1,256}$/
const TAG_SENTENCE = 'Tags should only contain ASCII letters, numbers, underscores, or dashes.'

/** Schema of a member that may be absent or null. */
const optionalOrNull = <S extends v.GenericSchema>(schema: S) => v.nullish(schema)

const tagText = v.pipe(v.string(TAG_SENTENCE), v.regex(TAG, TAG_SENTENCE))
/** A subject has no line break, which would end its header. */
export const subjectText = v.pipe(
  v.string(),
  v.check((text) => !/[\r\n]/.test(text), 'The `\\n` is not allowed in the `subject` field.'),
)
/** A content type becomes a header of the attachment's MIME part and of its download. */
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
  content: optionalOrNull(v.union([v.string(), bytes, v.object({ data: bytes })])),
  filename: optionalOrNull(v.union([v.string(), v.literal(false)])),
  path: optionalOrNull(v.string()),
  content_type: optionalOrNull(contentType),
  content_id: optionalOrNull(v.pipe(v.string(), v.maxLength(128))),
  inline_content_id: optionalOrNull(v.string()),
})

/** The request body of an email: https://resend.com/docs/api-reference/emails/send-email */
const EmailInput = v.object({
  from: optionalOrNull(mailbox('from')),
  to: mailboxes('to', MOST_RECIPIENTS),
  subject: optionalOrNull(subjectText),
  html: optionalOrNull(v.string()),
  text: optionalOrNull(v.string()),
  cc: optionalOrNull(mailboxes('cc')),
  bcc: optionalOrNull(mailboxes('bcc')),
  reply_to: optionalOrNull(mailboxes('reply_to')),
  headers: optionalOrNull(v.record(headerName, v.string())),
  tags: optionalOrNull(v.array(v.object({ name: tagText, value: tagText }))),
  scheduled_at: optionalOrNull(v.string()),
  attachments: optionalOrNull(v.array(Attachment)),
  topic_id: optionalOrNull(v.string()),
  template: optionalOrNull(
    v.object({ id: v.string(), variables: optionalOrNull(v.record(v.string(), v.union([v.string(), v.number()]))) }),
  ),
})

/** A checked request body of an email. */
export type EmailInput = v.InferOutput<typeof EmailInput>

/**
 * Checks the body of one email.
 *
 * @throws the vendor's failure for the first problem.
 */
export function parseEmail(call: MailCall, value: unknown): EmailInput {
  // valibot accepts an array where an object without required members is expected.
  const result = v.safeParse(EmailInput, Array.isArray(value) ? null : value)
  if (result.success) return result.output
  throw call.dialect.invalid(problems(result.issues), call)
}

/**
 * Prepares a checked body for sending: fills its template, reads its attachments, parses `scheduled_at`. Rejects with
 * the vendor's failures: 422 for missing or invalid members, 403 for a sender that is not allowed.
 */
export async function outgoingEmail(call: MailCall, input: EmailInput): Promise<OutgoingEmail> {
  const { template } = input
  const filledTemplate = isAbsent(template) ? null : resolveTemplate(call, template)
  const from = input.from ?? filledTemplate?.from
  if (isAbsent(from)) throw missingField('from')
  const subject = input.subject ?? filledTemplate?.subject
  if (isAbsent(subject)) throw missingField('subject')
  const content = contentOf(input, filledTemplate)
  const { to, cc, bcc } = input
  if (to.length === 0) throw missingField('to')
  requireSender(call, from, [...to, ...(cc ?? []), ...(bcc ?? [])])
  return {
    from,
    to,
    cc: cc ?? [],
    bcc: bcc ?? [],
    replyTo: input.reply_to ?? filledTemplate?.replyTo ?? [],
    subject,
    ...content,
    headers: Object.entries(input.headers ?? {}).map(([name, value]) => ({ name, value })),
    tags: input.tags ?? [],
    scheduledAt: hasText(input.scheduled_at) ? await scheduledTime(input.scheduled_at, call.clock.now()) : null,
    topicId: isAbsent(input.topic_id) ? null : findTopic(call.rows, input.topic_id).uuid,
    templateId: filledTemplate?.uuid ?? null,
    broadcastId: null,
    attachments: await readAttachments(call, input.attachments ?? []),
  }
}

/**
 * Returns the content from the body or from the template.
 *
 * @throws 422 when both or neither have content.
 */
function contentOf(
  input: EmailInput,
  filledTemplate: Pick<OutgoingEmail, 'html' | 'text'> | null,
): Pick<OutgoingEmail, 'html' | 'text'> {
  if (filledTemplate !== null && (hasText(input.html) || hasText(input.text))) {
    throw validationError('You can use either a `template` or `html` and `text`, not both.')
  }
  const { html = null, text = null } = filledTemplate ?? input
  if (!hasText(html) && !hasText(text)) throw validationError('Missing `html` or `text` field.')
  return { html, text }
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

function hasText(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text !== ''
}
