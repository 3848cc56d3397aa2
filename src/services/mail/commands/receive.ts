import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import type { MailContext } from '#mail/call.ts'
import { emailOf, parseAddress } from '#mail/rules/sending/addresses.ts'
import { receiveEmail } from '#mail/rules/inbox/received.ts'

const addresses = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((value) => (typeof value === 'string' ? [value] : value)),
)

const Receive = v.strictObject({
  from: v.string(),
  to: addresses,
  cc: v.optional(addresses, []),
  replyTo: v.optional(addresses, []),
  subject: v.optional(v.string(), ''),
  html: v.optional(v.string()),
  text: v.optional(v.string()),
  headers: v.optional(v.record(v.string(), v.string()), {}),
  attachments: v.optional(
    v.array(
      v.strictObject({
        filename: v.string(),
        content: v.string(),
        contentType: v.optional(v.string(), 'application/octet-stream'),
        contentId: v.optional(v.string()),
      }),
    ),
    [],
  ),
})

/** An email that somebody sends to the account. */
export interface ReceiveOptions {
  readonly from: string
  readonly to: string | readonly string[]
  readonly cc?: string | readonly string[]
  readonly replyTo?: string | readonly string[]
  readonly subject?: string
  readonly html?: string
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  /** `content` is base64. */
  readonly attachments?: readonly {
    readonly filename: string
    readonly content: string
    readonly contentType?: string
    readonly contentId?: string
  }[]
}

/**
 * Delivers an email to the account from outside: it is added to the received emails, and webhooks get `email.received`.
 * Returns its id.
 *
 * @throws TypeError for unknown options, for a malformed address, and for an empty `to`.
 */
export function receive(context: MailContext, options: ReceiveOptions): { readonly id: string } {
  const { from, to, cc, replyTo, subject, html, text, headers, attachments } = checkedOptions(
    'receive',
    Receive,
    options,
  )
  if (to.length === 0) throw new TypeError('receive: to is empty: pass at least one address')
  const wrong = [from, ...to, ...cc, ...replyTo].find((each) => parseAddress(each) === null)
  if (wrong !== undefined) {
    throw new TypeError(
      `receive: ${JSON.stringify(wrong)} is not an address: write ada@example.com or Ada <ada@example.com>`,
    )
  }
  const email = receiveEmail(context, {
    from,
    to,
    cc,
    bcc: [],
    replyTo,
    receivedFor: to.map(emailOf),
    subject,
    html: html ?? null,
    text: text ?? null,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    attachments: attachments.map(({ filename, content, contentType, contentId }) => ({
      filename,
      contentType,
      contentId: contentId ?? null,
      content,
      path: null,
      size: Buffer.from(content, 'base64').length,
    })),
  })
  return { id: email.uuid }
}
