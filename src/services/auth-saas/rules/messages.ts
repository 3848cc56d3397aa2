import type { AuthContext } from '#auth-saas/call.ts'
import type { Message } from '#auth-saas/schema/sessions.ts'
import { filled } from './templates.ts'

/**
 * The code of the vendor's test addresses and numbers.
 * https://clerk.com/docs/guides/development/testing/test-emails-and-phones
 */
const TEST_CODE = '424242'

/** Returns whether an address or a number is one of the vendor's for tests, whose code is always the same. */
function isTestIdentifier(identifier: string): boolean {
  return /\+clerk_test@/.test(identifier) || /^\+1\d{3}55501\d\d$/.test(identifier)
}

/** A message to send. */
export interface NewMessage {
  readonly channel: Message['channel']
  readonly to: string
  readonly slug: string
  readonly subject: string
  readonly body: string
  readonly code?: string
  readonly url?: string
  readonly userId?: string | null
}

/** Sends a message: it is kept for `codes.next`, and webhooks hear of it. */
export function sendMessage(context: AuthContext, message: NewMessage): Message {
  const { rows, clock } = context
  const { channel, to, slug, code = null, url = null } = message
  const { subject, body } = writtenBy(context, message)
  const address = rows.emailAddresses.find('emailAddress', to)
  const number = rows.phoneNumbers.find('phoneNumber', to)
  const userId = message.userId ?? address?.userId ?? number?.userId
  const sent = rows.messages.insert({ channel, to, slug, code, url, sentAt: clock.now(), seen: false })
  const event = { message: sent, subject, text: body, userId: userId ?? null }
  if (channel === 'email') context.emit({ event: 'email.created', ...event, addressId: address?.id ?? null })
  else context.emit({ event: 'sms.created', ...event, addressId: number?.id ?? null })
  return sent
}

/** Returns the words of a message: those of the application's template, if it has changed that. */
function writtenBy(context: AuthContext, message: NewMessage): Pick<NewMessage, 'subject' | 'body'> {
  const template = context.rows.messageTemplates.find('slug', message.channel, message.slug)
  if (template?.isCustom !== true) return message
  const values = {
    otp_code: message.code,
    action_url: message.url,
    'app.name': 'backlot',
    'app.domain_name': new URL(context.origin).hostname,
  }
  return { subject: filled(template.subject ?? message.subject, values), body: filled(template.body, values) }
}

/** Sends a one-time code to an address or a number, and returns the code. */
export function sendCode(context: AuthContext, to: string, slug = 'verification_code'): string {
  const code = isTestIdentifier(to) ? TEST_CODE : context.ids.secret.from('0123456789', 6)
  const channel = to.includes('@') ? 'email' : 'sms'
  sendMessage(context, {
    channel,
    to,
    slug,
    subject: `${code} is your verification code`,
    body: `${code} is your verification code. Do not share it with anybody.`,
    code,
  })
  return code
}

/** Sends a one-time code about a record, and keeps the code under the record's id until an attempt names it. */
export function sendStoredCode(context: AuthContext, id: string, to: string, slug?: string): void {
  const { rows } = context
  const code = sendCode(context, to, slug)
  if (rows.identifierCodes.get(id) === undefined) rows.identifierCodes.insert({ id, code })
  else rows.identifierCodes.update(id, { code })
}
