import { parseAddress } from '../sending/addresses.ts'
import type { HtmlContent } from './html-content.ts'
import { arrival } from './inbox.ts'
import { textOf } from './plain-text.ts'
import type { Attachment, Email } from '#mail/schema/emails.ts'
import type { ReceivedEmail } from '#mail/schema/received.ts'

/** A header's name and value. */
export type Header = readonly [name: string, value: string]

/** The functions that format a header's text and its addresses. */
interface Writing {
  readonly text: (value: string) => string
  readonly address: (value: string) => string
}

const AS_IT_IS: Writing = { text: (value) => value, address: (value) => value }
const ENCODED: Writing = { text: encodedText, address: encodedAddress }

/** Returns the headers that recipients get, without Bcc. By default values are plain text, not encoded. */
export function headersOf(email: Email, { text, address }: Writing = AS_IT_IS): Header[] {
  const list = (name: string, addresses: readonly string[]): Header[] =>
    addresses.length === 0 ? [] : [[name, addresses.map(address).join(', ')]]
  return [
    ...list('From', [email.from]),
    ...list('To', email.to),
    ...list('Cc', email.cc),
    ...list('Reply-To', email.replyTo),
    ['Subject', text(email.subject)],
    ['Date', rfcDate(arrival(email))],
    ['Message-ID', email.messageId],
    ...email.headers.map(({ name, value }): Header => [name, text(value)]),
    ['MIME-Version', '1.0'],
  ]
}

/**
 * Returns the source of a sent message. Its text part is the one the application gave, even an empty one, else the text
 * of the HTML, as at the vendor. https://resend.com/docs/api-reference/emails/send-email
 */
export function sourceOfSent(email: Email, attachments: readonly Attachment[], content?: HtmlContent): string {
  return sourceOf({ ...email, text: textOf(email, content) }, attachments)
}

/** Returns a received email in the form of a sent one, to write its source. */
export function asSentEmail(received: ReceivedEmail): Email {
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
    tracking: null,
  }
}

/**
 * Returns a message's source: headers and MIME parts. https://www.rfc-editor.org/rfc/rfc5322
 * https://www.rfc-editor.org/rfc/rfc2045
 */
export function sourceOf(email: Email, attachments: readonly Attachment[]): string {
  const head = headersOf(email, ENCODED).map(([name, value]) => `${name}: ${value}`)
  const inline = attachments.filter(({ contentId }) => contentId !== null)
  const attached = attachments.filter(({ contentId }) => contentId === null)
  const boundary = (kind: string): string => `${kind}-${email.uuid}`
  const plain = email.text ?? ''
  const text = plain === '' && email.html !== null ? [] : [textPart('plain', plain)]
  const html = email.html === null ? [] : [textPart('html', email.html)]
  const related = html.length > 0 && inline.length > 0
  const htmlParts = related ? [multipart('related', boundary('related'), [...html, ...inline.map(filePart)])] : html
  const body = multipart('alternative', boundary('alternative'), [...text, ...htmlParts])
  const files = related ? attached : attachments
  return [...head, multipart('mixed', boundary('mixed'), [body, ...files.map(filePart)])].join('\r\n')
}

/** Joins parts to a multipart body; a single part is returned as it is. */
function multipart(kind: string, boundary: string, parts: readonly string[]): string {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only
  const inside = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${inside}--${boundary}--\r\n`
}

function textPart(kind: string, text: string): string {
  const lines = text.replaceAll(/\r\n|\r|\n/g, '\r\n')
  return `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${lines}\r\n`
}

function filePart({ contentType, filename, contentId, content, path }: Attachment): string {
  const name = filename === null ? '' : `; filename="${filename.replaceAll(/["\\\r\n]/g, '_')}"`
  const disposition = `Content-Disposition: ${contentId === null ? 'attachment' : 'inline'}${name}`
  const id = contentId === null ? [] : [`Content-ID: <${contentId}>`]
  const bytes = content === null ? `(not fetched: ${path ?? ''})` : wrapped(content)
  return [
    `Content-Type: ${contentType}`,
    disposition,
    ...id,
    `Content-Transfer-Encoding: ${content === null ? '8bit' : 'base64'}`,
    '',
    bytes,
  ].join('\r\n')
}

function wrapped(base64: string): string {
  return base64.match(/.{1,76}/g)?.join('\r\n') ?? ''
}

function rfcDate(at: number): string {
  return new Date(at).toUTCString().replace('GMT', '+0000')
}

/** Encodes a header's text as ASCII. https://www.rfc-editor.org/rfc/rfc2047 */
function encodedText(value: string): string {
  const line = value.replaceAll(/[\r\n]+/g, ' ')
  return /[^\u0020-\u007E\t]/.test(line) ? `=?UTF-8?B?${Buffer.from(line).toString('base64')}?=` : line
}

function encodedAddress(written: string): string {
  const address = parseAddress(written)
  if (address === null || address.name === null) return encodedText(written)
  const name = encodedText(address.name)
  return name === address.name ? written : `${name} <${address.email}>`
}
