import type { Address, Attachment } from 'postal-mime'
import { emailOf } from '#mail/rules/sending/addresses.ts'

/** The envelope of a message: the addresses of MAIL FROM and RCPT TO. */
export interface Envelope {
  readonly from: string
  readonly to: readonly string[]
}

/** The headers and the body of a request that sends an email. */
export interface SendRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}

/** Headers that the API has members for, or that the vendor writes itself. */
const OWN_HEADERS =
  /^(?:from|sender|to|cc|bcc|reply-to|subject|date|message-id|mime-version|return-path|received|dkim-signature|content-.*|resend-idempotency-key)$/

/**
 * Reads a message as the request to the API that sends it. Recipients of the envelope that no header names are blind
 * copies. https://resend.com/docs/send-with-smtp
 */
export async function requestOfMessage(message: Uint8Array, envelope: Envelope): Promise<SendRequest> {
  const { default: PostalMime } = await import('postal-mime')
  const { from, to, cc, replyTo, subject, html, text, attachments, headers } = await PostalMime.parse(message, {
    attachmentEncoding: 'base64',
  })
  const [toHeader, ccHeader] = [mailboxes(to), mailboxes(cc)]
  const named = new Set([...toHeader, ...ccHeader].map(emailOf))
  const hidden = envelope.to.filter((address) => !named.has(emailOf(address)))
  // The API needs a recipient in `to`: without a header the recipients are those of the envelope.
  const [visible, bcc] = toHeader.length > 0 ? [toHeader, hidden] : [hidden, []]
  const key = headers.find((header) => header.key === 'resend-idempotency-key')?.value
  return {
    headers: key === undefined ? {} : { 'idempotency-key': key },
    body: {
      from: from === undefined ? envelope.from : mailboxes([from]).join(', '),
      to: visible,
      cc: ccHeader,
      bcc,
      reply_to: mailboxes(replyTo),
      subject: subject ?? '',
      ...(html === undefined ? {} : { html }),
      // A text part of SMTP ends in a line break that the client did not write.
      ...(text === undefined ? {} : { text: text.replace(/\r?\n$/, '') }),
      headers: Object.fromEntries(
        headers.filter((header) => !OWN_HEADERS.test(header.key)).map(({ originalKey, value }) => [originalKey, value]),
      ),
      attachments: attachments.map(attachmentOf),
    },
  }
}

function mailboxes(addresses: readonly Address[] | undefined): string[] {
  return (addresses ?? []).flatMap((each) =>
    each.group === undefined ? [mailbox(each)] : each.group.map((member) => mailbox(member)),
  )
}

function mailbox({ name, address }: { readonly name: string; readonly address: string }): string {
  if (name === '') return address
  return /[<>"\\,]/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}" <${address}>` : `${name} <${address}>`
}

function attachmentOf({ filename, mimeType, contentId, content }: Attachment) {
  return {
    content,
    filename,
    content_type: mimeType,
    ...(contentId === undefined ? {} : { content_id: contentId.replace(/^<(.*)>$/, '$1') }),
  }
}
